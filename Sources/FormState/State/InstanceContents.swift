/// What rules read of a cell in an instance; `nil` fields are as defined.
struct InstanceContents: Hashable, Sendable {
  /// The person's entry in the cell.
  var entry: FieldContent?
  /// The calculated value.
  var calculated: FieldContent?
  /// Whether rules make it relevant.
  var relevance: FieldContent?

  /// Creates contents.
  init(entry: FieldContent? = nil, calculated: FieldContent? = nil, relevance: FieldContent? = nil) {
    self.entry = entry
    self.calculated = calculated
    self.relevance = relevance
  }

  /// What a state has of a cell in an instance; `nil` if it has nothing.
  init(_ state: CellState?) {
    self.init(entry: state?.entry, calculated: state?[.calculated], relevance: state?[.relevance])
  }

  /// Whether the cell is relevant, regardless of its surroundings.
  var isRelevant: Bool { relevance?.flag ?? true }

  /// The content with the cell's value: the entry, else the calculated one, else the default; `nil` for none.
  func held(orDefault value: CellValue?) -> FieldContent? {
    if let entry { return entry == .cleared ? nil : entry }
    guard let calculated, calculated != .cleared else { return value.map(FieldContent.value) }
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

extension ResponseState {
  /// What rules read of a cell in an instance. O(1).
  func contents(ofCell key: String, in instance: Int) -> InstanceContents {
    InstanceContents(cells[StateSubject(key, instance: instance)])
  }
}
