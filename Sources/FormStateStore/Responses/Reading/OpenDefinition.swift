import FormState

/// The definition of a version, from which sessions and actions read cells and rules.
///
/// A version of a form never changes, so a response in the version with the same digest has exactly these cells and
/// rules.
final class OpenDefinition: Sendable {
  /// The digest of the definition.
  let digest: String
  /// The index of the definition.
  let index: FormIndex
  /// The rules read by key; complete for a form whose cells are in memory.
  private let rules = Locked(RuleCache())

  private let sensitive = Locked<Set<String>?>(nil)

  /// A range of neighbouring cells of a section.
  struct CellRange: Hashable, Sendable {
    let section: Int
    let positions: Range<Int>
  }

  private struct RuleCache {
    /// By cells: the rows of the rules that read one of them.
    var readers: [CellRange: [Int64]] = [:]
    /// By its row.
    var rules: [Int64: RuleSnapshot] = [:]
  }

  /// The definition, with its long lists outlined.
  var form: FormDefinition { index.form }

  /// Indexes a definition. O(n) for n cells, O(s) for s sections if cells are read in pages.
  init(_ form: FormDefinition, digest: String) {
    self.digest = digest
    index = FormIndex(form)
  }

  /// Maximum number of cached rules, and of cached cell ranges.
  private static let mostKept = 10_000

  /// The rows of the rules that read one of some cells; looked up the first time.
  func rules(reading cells: CellRange, _ read: () throws -> [Int64]) rethrows -> [Int64] {
    try kept(\.readers, cells, read)
  }

  /// The rule with an id; reads it the first time.
  func rule(withID id: Int64, _ read: () throws -> RuleSnapshot) rethrows -> RuleSnapshot {
    try kept(\.rules, id, read)
  }

  /// The keys of its sensitive cells; looked up the first time.
  func sensitiveCells(_ read: () throws -> Set<String>) rethrows -> Set<String> {
    if let known = sensitive.withLock({ $0 }) { return known }
    let keys = try read()
    sensitive.withLock { $0 = keys }
    return keys
  }

  private func kept<Key, Value>(
    _ table: WritableKeyPath<RuleCache, [Key: Value]>, _ key: Key, _ read: () throws -> Value
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
