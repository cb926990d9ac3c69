import FormState

/// All that a match says, as tests compare it.
extension VersionMatch {
  /// Where the cells of the old version stand in the new one, by their keys.
  package func cells(of old: FormDefinition) -> [String: String] {
    Self.all(old.sections.flatMap(\.cells).map(\.key)) { successor(ofCell: $0) }
  }

  /// Where the sections of the old version stand in the new one, by their keys.
  package func sections(of old: FormDefinition) -> [String: String] {
    Self.all(old.sections.map(\.key)) { successor(ofSection: $0) }
  }

  /// Of the cells of the old version that are in doubt, what they could be.
  package func doubts(of old: FormDefinition) -> [String: [String]] {
    Self.all(old.sections.flatMap(\.cells).map(\.key)) { key in
      let candidates = candidates(forCell: key)
      return candidates.isEmpty ? nil : candidates
    }
  }

  private static func all<Found>(_ keys: [String], _ find: (String) -> Found?) -> [String: Found] {
    Dictionary(keys.compactMap { key in find(key).map { (key, $0) } }) { first, _ in first }
  }
}
