import FormState

/// The definition of a version, as sessions and actions read its cells and rules.
///
/// A version of a form never changes, so a response in the version with the same digest has these very cells and rules.
final class KnownDefinition: Sendable {
  /// The digest of the definition.
  let digest: String
  /// The definition, laid out.
  let index: FormIndex
  /// The rules that were read by key; of a form whose cells are in memory all are there already.
  private let rules = Locked(KnownRules())

  /// Some neighbouring cells of a section.
  struct CellRange: Hashable, Sendable {
    let section: Int
    let positions: Range<Int>
  }

  private struct KnownRules {
    /// By cells: the rows of the rules that read one of them.
    var readers: [CellRange: [Int64]] = [:]
    /// By its row.
    var rules: [Int64: RuleSnapshot] = [:]
  }

  /// The definition, with its long lists outlined.
  var form: FormDefinition { index.form }

  /// Lays out a definition. O(n) for n cells, O(s) for s sections where cells are read in pages.
  init(_ form: FormDefinition, digest: String) {
    self.digest = digest
    index = FormIndex(form)
  }

  /// How many rules are kept, and of how many cells the rules that read them.
  private static let mostKept = 10_000

  /// The rows of the rules that read one of some cells; looks for them the first time.
  func rules(reading cells: CellRange, _ read: () throws -> [Int64]) rethrows -> [Int64] {
    try kept(\.readers, cells, read)
  }

  /// The rule with an id; reads it the first time.
  func rule(withID id: Int64, _ read: () throws -> RuleSnapshot) rethrows -> RuleSnapshot {
    try kept(\.rules, id, read)
  }

  private func kept<Key, Value>(
    _ table: WritableKeyPath<KnownRules, [Key: Value]>, _ key: Key, _ read: () throws -> Value
  ) rethrows -> Value {
    if let known = rules.withLock({ $0[keyPath: table][key] }) { return known }
    let value = try read()
    rules.withLock { known in
      if known[keyPath: table].count >= Self.mostKept { known[keyPath: table] = [:] }
      known[keyPath: table][key] = value
    }
    return value
  }
}
