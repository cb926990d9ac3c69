/// Decides which statements of a connection are prepared, and under which names.
///
/// A statement is prepared when it runs for the second time: preparing costs a round trip, which one run does not
/// repay.
struct StatementCache {
  /// How to run a statement.
  enum Step: Equatable {
    /// Without preparing it.
    case runDirectly
    /// By the name under which it is prepared.
    case runPrepared(String)
    /// Prepare it under a name first. The statement with the second name, if any, makes room for it.
    case prepare(String, removing: String?)
  }

  private struct Use {
    var name: String?
    var last: Int
  }

  private let capacity: Int
  private var uses: [String: Use] = [:]
  private var clock = 0

  /// An empty cache.
  ///
  /// - Parameter capacity: how many statements it remembers, at least 1.
  init(capacity: Int) { self.capacity = max(1, capacity) }

  /// Whether no statement is prepared.
  var isEmpty: Bool { uses.values.allSatisfy { $0.name == nil } }

  /// The step for a statement that is about to run; its use counts.
  ///
  /// - Complexity: O(1) for a remembered statement, otherwise O(*capacity*).
  mutating func step(for sql: String) -> Step {
    clock += 1
    guard let use = uses[sql] else {
      let removed = makeRoom()
      uses[sql] = Use(name: nil, last: clock)
      guard let removed else { return .runDirectly }
      // The removal costs a round trip in any case, so the new statement is prepared with it.
      return .prepare("formstate_\(clock)", removing: removed)
    }
    uses[sql]?.last = clock
    return use.name.map { .runPrepared($0) } ?? .prepare("formstate_\(clock)", removing: nil)
  }

  /// Notes that a statement was prepared.
  mutating func note(_ sql: String, preparedAs name: String) { uses[sql]?.name = name }

  /// Forgets all statements.
  mutating func removeAll() { uses = [:] }

  private mutating func makeRoom() -> String? {
    guard uses.count >= capacity, let oldest = uses.min(by: { $0.value.last < $1.value.last }) else { return nil }
    uses[oldest.key] = nil
    return oldest.value.name
  }
}
