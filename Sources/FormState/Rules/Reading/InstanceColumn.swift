/// What rules read of a cell in an instance; whatever is `nil` is as the definition says.
package struct InstanceContents: Hashable, Sendable {
  /// What a person has left in the cell.
  package var entry: FieldContent?
  /// What a rule makes of it.
  package var calculated: FieldContent?
  /// Whether rules make it relevant.
  package var relevance: FieldContent?

  /// Creates contents.
  package init(entry: FieldContent? = nil, calculated: FieldContent? = nil, relevance: FieldContent? = nil) {
    self.entry = entry
    self.calculated = calculated
    self.relevance = relevance
  }

  /// Takes a field of the cell over.
  mutating func set(_ field: StateChange.Field, to content: FieldContent?) {
    switch field {
    case .value: entry = content
    case .calculated: calculated = content
    case .relevance: relevance = content
    default: break
    }
  }
}

/// What rules read of a cell in all instances at once, as the changes of a decision leave it.
///
/// Who sums a column up reads so little of each instance that whole cells would cost many times as much.
final class InstanceColumn {
  private let cell: FormCell
  /// What was read, which others hold as well, so that a change of it would copy all of it.
  private let read: [Int: InstanceContents]
  /// What has changed since, and nothing else.
  private var changed: [Int: InstanceContents] = [:]
  /// In which instances the cell and all that it is in are known to be relevant.
  private var asked: Set<Int> = []
  /// The same, of instances that are not in the set yet.
  private var notedAsked: [[Int]] = []
  /// Where in the last note the next search looks first: instances are mostly asked about in their order.
  private var nextNoted = 0
  /// How many have been looked for since.
  private var searches = 0
  /// How many searches go through the notes before it pays to make a set of them.
  private static let fewSearches = 8
  /// Whether rules say in some instance whether the cell is relevant.
  private(set) var hasRelevance: Bool

  init(_ cell: FormCell, contents: [Int: InstanceContents]) {
    self.cell = cell
    read = contents
    hasRelevance = contents.values.contains { $0.relevance != nil }
  }

  /// Takes a change of the cell in an instance along.
  func take(_ field: StateChange.Field, in instance: Int, _ content: FieldContent?) {
    changed[instance, default: read[instance] ?? InstanceContents()].set(field, to: content)
    if field == .relevance, content != nil { hasRelevance = true }
  }

  private func contents(in instance: Int) -> InstanceContents? {
    (changed.isEmpty ? nil : changed[instance]) ?? read[instance]
  }

  /// Whether the cell and all that it is in are known to be relevant in an instance. O(1), a few times after notes
  /// of k instances O(k).
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

  /// Notes in which instances the cell and all that it is in are relevant. O(1).
  func noteAsked(in instances: [Int]) {
    notedAsked.append(instances)
    nextNoted = 0
    searches = 0
  }

  /// Forgets what it stands in being relevant, since that changed somewhere.
  func forgetAsked() {
    asked = []
    notedAsked = []
  }

  /// Those of some instances in which the cell is relevant by itself. O(k) for k instances, O(1) where rules say
  /// nothing of that.
  func relevant(in instances: [Int]) -> [Int] { hasRelevance ? instances.filter(isRelevant) : instances }

  /// Whether the cell is relevant by itself in an instance. O(1).
  func isRelevant(in instance: Int) -> Bool { contents(in: instance)?.relevance?.flag ?? true }

  /// What the cell holds in an instance, whether anybody is asked or not; `nil` for nothing. O(1).
  func value(in instance: Int) -> CellValue? {
    guard let contents = contents(in: instance) else { return cell.defaultValue }
    if let entry = contents.entry { return entry.value }
    return contents.calculated?.value ?? cell.defaultValue
  }
}
