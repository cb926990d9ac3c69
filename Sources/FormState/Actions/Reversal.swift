/// What takes an undo step back, or does it again.
public struct Reversal: Hashable, Sendable {
  /// The last revision of what is taken back: of a step, or for a redo of an undo.
  public var entry: Int
  /// The last revision of the step itself, as it was first done.
  public var target: Int
  /// What it does to the state, in order.
  public var changes: [PlacedChange]

  /// Creates a reversal.
  public init(entry: Int, target: Int, changes: [PlacedChange]) {
    self.entry = entry
    self.target = target
    self.changes = changes
  }

  /// Works out what takes state changes back.
  ///
  /// Each field goes back to what it was before the first of the changes, from whatever it is now: after steps have been
  /// passed over, that need not be what the last of the changes made of it.
  ///
  /// - Parameters:
  ///   - changes: the changes, in the order in which they happened.
  ///   - state: the state as it is now, at least where the changes touch it.
  ///   - scope: which fields to take back.
  /// - Returns: the changes that take them back, without those that would do nothing.
  /// - Complexity: O(k) for k changes.
  public static func changes(
    reverting changes: [PlacedChange], in state: ResponseState, scope: UndoScope
  ) -> [PlacedChange] {
    var seen: Set<StateChange.Identity> = []
    let first = changes.filter { scope.covers($0.change.field) && seen.insert($0.change.identity).inserted }
    return first.map { $0.with($0.change.reverting(in: state)) }.filter { !$0.change.isEmpty }
  }
}
