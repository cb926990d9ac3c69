/// What rules read of a cell in an instance; `nil` fields are as defined.
package struct InstanceContents: Hashable, Sendable {
  /// The person's entry in the cell.
  package var entry: FieldContent?
  /// The calculated value.
  package var calculated: FieldContent?
  /// Whether rules make it relevant.
  package var relevance: FieldContent?

  /// Creates contents.
  package init(entry: FieldContent? = nil, calculated: FieldContent? = nil, relevance: FieldContent? = nil) {
    self.entry = entry
    self.calculated = calculated
    self.relevance = relevance
  }

  /// The content with the cell's value: the entry, else the calculated one, else the default; `nil` for none.
  func held(in cell: FormCell) -> FieldContent? {
    if let entry { return entry == .cleared ? nil : entry }
    guard let calculated, calculated != .cleared else { return cell.defaultValue.map(FieldContent.value) }
    return calculated
  }

  /// Sets a field of the cell.
  mutating func set(_ field: StateChange.Field, to content: FieldContent?) {
    switch field {
    case .value: entry = content
    case .calculated: calculated = content
    case .relevance: relevance = content
    default: break
    }
  }
}

/// What rules read of a cell in all instances at once, after the changes of a decision.
///
/// Summing up a column reads so little of each instance that whole cells would cost many times as much.
final class InstanceColumn {
  private let cell: FormCell
  /// The contents as read, shared with others, so that changing them would copy all of them.
  private let read: [Int: InstanceContents]
  /// Only the changes since.
  private var changed: [Int: InstanceContents] = [:]
  /// The instances in which the cell and everything around it are known to be relevant.
  private var asked: Set<Int> = []
  /// Further instances of that kind, not in the set yet.
  private var notedAsked: [[Int]] = []
  /// Where the next search starts in the last note: instances are mostly looked up in order.
  private var nextNoted = 0
  /// The number of searches since.
  private var searches = 0
  /// The number of searches through the notes before creating a set pays off.
  private static let fewSearches = 8
  /// Whether rules determine in some instance whether the cell is relevant.
  private(set) var hasRelevance: Bool

  init(_ cell: FormCell, _ column: InstanceColumns.Column) {
    self.cell = cell
    read = column.contents
    hasRelevance = column.hasRelevance
  }

  /// Applies a change of the cell in an instance.
  func take(_ field: StateChange.Field, in instance: Int, _ content: FieldContent?) {
    changed[instance, default: read[instance] ?? InstanceContents()].set(field, to: content)
    if field == .relevance, content != nil { hasRelevance = true }
  }

  private func contents(in instance: Int) -> InstanceContents? {
    (changed.isEmpty ? nil : changed[instance]) ?? read[instance]
  }

  /// Whether the cell and everything around it are known to be relevant in an instance. O(1), a few times O(k) after
  /// notes of k instances.
  func isKnownAsked(in instance: Int) -> Bool {
    if notedAsked.last?.element(at: nextNoted) == instance {
      nextNoted += 1
      return true
    }
    guard !notedAsked.isEmpty else { return asked.contains(instance) }
    searches += 1
    guard searches > Self.fewSearches else {
      return asked.contains(instance) || notedAsked.contains { $0.contains(instance) }
    }
    for instances in notedAsked { asked.formUnion(instances) }
    notedAsked = []
    return asked.contains(instance)
  }

  /// Notes the instances in which the cell and everything around it are relevant. O(1).
  func noteAsked(in instances: [Int]) {
    notedAsked.append(instances)
    nextNoted = 0
    searches = 0
  }

  /// Discards the notes after the relevance of something around the cell changed.
  func forgetAsked() {
    asked = []
    notedAsked = []
  }

  /// The instances among some in which the cell is relevant by itself. O(k) for k instances, O(1) if no rule affects
  /// that.
  func relevant(in instances: [Int]) -> [Int] { hasRelevance ? instances.filter(isRelevant) : instances }

  /// Whether the cell is relevant by itself in an instance. O(1).
  func isRelevant(in instance: Int) -> Bool { contents(in: instance)?.relevance?.flag ?? true }

  /// The content with the value of a cell in an instance, relevant or not; `nil` for none. O(1).
  func content(in instance: Int) -> FieldContent? { (contents(in: instance) ?? InstanceContents()).held(in: cell) }
}
