/// Which cells and sections of one version of a form are which of another version.
///
/// What is the same is known for certain where a key was given on both sides, or where somebody says so. A key that was
/// derived slides when a cell is inserted above, so it alone proves nothing: there a cell is another one's successor
/// only where what the definition says of it tells it from all others, in both versions. What stays in doubt is never
/// guessed.
package struct VersionMatch: Sendable {
  private enum Way: Sendable {
    /// Every key was given, so each cell is found by its own.
    case byKey(KeyMatch)
    case byContent(ContentMatch)
  }

  private let way: Way

  /// Compares two versions.
  ///
  /// - Parameters:
  ///   - old: the version that a response fills in.
  ///   - new: the version that it is to fill in.
  ///   - mapping: where cells are that nobody could know of otherwise, old keys to new ones, or `nil` for a cell that
  ///     is none of them; pairs of which a side does not exist are left out.
  /// - Complexity: where each key was given, O(s + k log k) for s sections and k keys in the mapping; otherwise O(n l)
  ///   expected for n cells nested l levels deep.
  package init(from old: FormDefinition, to new: FormDefinition, mapping: [String: String?] = [:]) {
    way =
      old.derivesKeys || new.derivesKeys
      ? .byContent(ContentMatch(from: old, to: new, mapping: mapping))
      : .byKey(KeyMatch(from: old, to: new, mapping: mapping))
  }

  /// The key in the new version of a cell of the old one; `nil` for one that is gone, or in doubt. O(1), O(log n) where
  /// cells are read in pages.
  package func successor(ofCell key: String) -> String? {
    switch way {
    case .byKey(let match): match.successor(ofCell: key)
    case .byContent(let match): match.cells[key]
    }
  }

  /// The key in the new version of a section of the old one; `nil` for one that is gone, or in doubt. O(1).
  package func successor(ofSection key: String) -> String? {
    switch way {
    case .byKey(let match): match.successor(ofSection: key)
    case .byContent(let match): match.sections[key]
    }
  }

  /// Of a cell that is in doubt, the keys of those that it could be, in the order of the new version; empty for any
  /// other.
  ///
  /// - Complexity: O(1); O(n) for n cells where each key was given.
  package func candidates(forCell key: String) -> [String] {
    switch way {
    case .byKey(let match): match.candidates(forCell: key)
    case .byContent(let match): match.doubts[key] ?? []
    }
  }
}

extension FormDefinition {
  /// Whether a reader made a key of any cell or section. O(n) for n cells, O(s) for s sections where cells are read in
  /// pages.
  fileprivate var derivesKeys: Bool {
    sections.contains(where: \.isKeyDerived)
      || cellPages?.derivesKeys ?? sections.contains { $0.cells.contains(where: \.isKeyDerived) }
  }
}
