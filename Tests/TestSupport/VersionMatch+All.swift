import FormState

/// The whole result of a match, for comparison in tests.
extension VersionMatch {
  /// The new places of the old version's cells, by their keys.
  package func cells(of old: FormDefinition) -> [String: String] {
    Self.all(old.sections.flatMap(\.cells).map(\.key)) { successor(ofCell: $0) }
  }

  /// The new places of the old version's sections, by their keys.
  package func sections(of old: FormDefinition) -> [String: String] {
    Self.all(old.sections.map(\.key)) { successor(ofSection: $0) }
  }

  /// The candidates for ambiguous cells of the old version.
  package func doubts(of old: FormDefinition) -> [String: [String]] {
    candidates(forCells: Set(old.sections.flatMap(\.cells).map(\.key)))
  }

  private static func all<Found>(_ keys: [String], _ find: (String) -> Found?) -> [String: Found] {
    Dictionary(keys.compactMap { key in find(key).map { (key, $0) } }) { first, _ in first }
  }
}
