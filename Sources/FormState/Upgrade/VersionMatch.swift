/// The matching cells and sections of two versions of a form.
///
/// A match is certain if the key was given on both sides, or by the caller's mapping. A derived key changes when a cell
/// is inserted above, so it proves nothing: such a cell matches only if its definition distinguishes it from all
/// others, in both versions. Ambiguous cells are never guessed.
package struct VersionMatch: Sendable {
  private enum Way: Sendable {
    /// Every key was given, so each cell is found by its key.
    case byKey(KeyMatch)
    case byContent(ContentMatch)
  }

  private let way: Way

  /// Compares two versions.
  ///
  /// - Parameters:
  ///   - old: the version of a response.
  ///   - new: the version to upgrade to.
  ///   - mapping: cells that cannot be matched otherwise, old keys to new ones, or `nil` for a cell that is none of
  ///     them; pairs with an unknown key are ignored.
  /// - Complexity: if every key was given, O(s + k log k) for s sections and k keys in the mapping; if not, O(n l)
  ///   expected for n cells nested l levels deep.
  package init(from old: FormDefinition, to new: FormDefinition, mapping: [String: String?] = [:]) {
    way =
      old.derivesKeys || new.derivesKeys
      ? .byContent(ContentMatch(from: old, to: new, mapping: mapping))
      : .byKey(KeyMatch(from: old, to: new, mapping: mapping))
  }

  /// The key in the new version of a cell of the old one; `nil` if it is gone, or ambiguous. O(1), O(log n) if cells
  /// are read in pages.
  package func successor(ofCell key: String) -> String? {
    switch way {
    case .byKey(let match): match.successor(ofCell: key)
    case .byContent(let match): match.cells[key]
    }
  }

  /// The key in the new version of a section of the old one; `nil` if it is gone, or ambiguous. O(1).
  package func successor(ofSection key: String) -> String? {
    switch way {
    case .byKey(let match): match.successor(ofSection: key)
    case .byContent(let match): match.sections[key]
    }
  }

  /// The candidates of the cells among some that are gone or ambiguous, by key, in the order of the new version; at
  /// most ``UnmatchedCells/mostCandidates`` for each.
  ///
  /// - Complexity: O(n) for n cells.
  package func candidates(forCells keys: Set<String>) -> [String: [String]] {
    switch way {
    case .byKey(let match): match.candidates(forCells: keys)
    case .byContent(let match): match.candidates(forCells: keys)
    }
  }
}

extension FormCell {
  /// Whether an upgrade may move to it what another cell contained: a sensitive answer stays out of reports.
  ///
  /// A cell that keeps its key may lose its mark, since reports know the sensitive cells of all versions by their keys.
  func mayTake(contentsOf former: FormCell) -> Bool { isSensitive || !former.isSensitive || key == former.key }
}

extension FormDefinition {
  /// The cells with some keys, in their order.
  ///
  /// - Complexity: O(k log k) for k keys; O(k log n) if the cells are in a file.
  func cells(withKeys keys: some Sequence<String>) -> [FormCell] {
    keys.compactMap(place(ofCell:)).sorted().compactMap(cell(at:))
  }

  /// Whether a reader derived the key of any cell or section. O(n) for n cells, O(s) for s sections if cells are read
  /// in pages.
  fileprivate var derivesKeys: Bool {
    sections.contains(where: \.isKeyDerived)
      || cellPages?.derivesKeys ?? sections.contains { $0.cells.contains(where: \.isKeyDerived) }
  }
}
