/// What rules over many instances read of them, kept from one action to the next.
///
/// A rule that sums up instances reads all of them, whatever changed: what it read is updated by each change instead.
package struct InstanceColumns: Sendable {
  /// A cell in all instances in which it was touched.
  package struct Column: Sendable {
    /// Its contents by instance.
    package private(set) var contents: [Int: InstanceContents]
    /// The number of instances in which rules determine its relevance.
    private var relevanceCount: Int

    init(_ contents: [Int: InstanceContents]) {
      self.contents = contents
      relevanceCount = contents.values.count { $0.relevance != nil }
    }

    /// Whether rules determine in some instance whether the cell is relevant. O(1).
    package var hasRelevance: Bool { relevanceCount > 0 }

    fileprivate mutating func set(_ field: StateChange.Field, to content: FieldContent?, in instance: Int) {
      if field == .relevance {
        let former = contents[instance]?.relevance
        relevanceCount += (content == nil ? 0 : 1) - (former == nil ? 0 : 1)
      }
      contents[instance, default: InstanceContents()].set(field, to: content)
    }
  }

  /// By cell, in no instance.
  private var columns: [CellPlace: Column] = [:]
  /// By cell, in no instance.
  private var numbers: [CellPlace: NumberColumn] = [:]
  /// The results of conditions on instances.
  package var conditions = ConditionResults()

  /// Creates columns of which nothing is known.
  package init() {}

  /// Whether nothing is known. O(1).
  package var isEmpty: Bool { columns.isEmpty && numbers.isEmpty && conditions.isEmpty }

  /// A cell in all instances, read the first time. O(1), then O(k) for k instances.
  mutating func column(ofCellAt place: CellPlace, read: () -> [Int: InstanceContents]) -> Column {
    if let known = columns[place.within(0)] { return known }
    let column = Column(read())
    columns[place.within(0)] = column
    return column
  }

  /// The numbers of a cell in the instances of a repeat, read the first time. O(1), then O(k) for k instances.
  mutating func numbers(
    ofCellAt place: CellPlace, in owner: CellPlace, read: () -> NumberColumn
  ) -> NumberColumn {
    if let known = numbers[place.within(0)], known.owner == owner { return known }
    let column = read()
    numbers[place.within(0)] = column
    return column
  }

  /// Applies a change to what is known, after the state and the instances.
  ///
  /// - Parameters:
  ///   - change: the change.
  ///   - place: the place of its cell, in any instance; `nil` for a section.
  ///   - former: the instance before the change.
  ///   - new: the instance after it.
  ///   - state: the state after it.
  /// - Complexity: O(c) for c conditions, O(log k) for k instances; O(k) for an added or removed one.
  mutating func take(
    _ change: StateChange, ofCellAt place: CellPlace?, from former: InstanceRoster.Instance?,
    to new: InstanceRoster.Instance?, in state: ResponseState
  ) {
    conditions.take(change)
    guard let place = place?.within(0) else { return }
    if change.field == .instance {
      for cell in numbers.keys {
        if let former { numbers[cell]?.remove(former) }
        if let new { numbers[cell]?.insert(new) { InstanceContents(of: $0, in: new.number, state) } }
      }
    } else if let new {
      columns[place]?.set(change.field, to: change.after, in: new.number)
      numbers[place]?.set(in: new) { InstanceContents(of: $0, in: new.number, state) }
    }
  }
}

extension InstanceContents {
  /// What a state has of a cell in an instance.
  init(of cell: FormCell, in instance: Int, _ state: ResponseState) {
    let state = state.state(of: cell, in: instance)
    self.init(entry: state.entry, calculated: state[.calculated], relevance: state[.relevance])
  }
}
