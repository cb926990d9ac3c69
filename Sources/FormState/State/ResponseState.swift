/// Everything that a person has touched in a response, and nothing else.
///
/// A fresh response is empty, whatever the size of its form.
public struct ResponseState: Hashable, Sendable {
  /// The touched state of cells; untouched ones are not listed. Contents that were set aside are, see
  /// ``StateSubject/setAsideFrom``.
  package private(set) var cells: [StateSubject: CellState] = [:]
  /// Whether sections are folded; untouched ones are not listed.
  package private(set) var folds: [StateSubject: Bool] = [:]
  /// Whether rules make sections relevant, for those where that differs from a fresh response.
  package private(set) var sectionRelevance: [StateSubject: Bool] = [:]
  /// The places of the instances of repeats, each by its repeat and its number.
  package private(set) var instances: [StateSubject: InstancePlace] = [:]
  /// What people call the instances of the version in force.
  package private(set) var instanceNames = InstanceNames()
  /// Whether the response is completed.
  public private(set) var isCompleted = false
  /// The other touched fields of the response as a whole.
  private var ofResponse: [StateChange.Field: FieldContent] = [:]

  /// The faults reported on the response as a whole, in the order of the reports.
  var reportedFaults: [ReportedFault] { ReportedFaults(ofResponse[.responseFaults]).faults }

  /// Creates the state of a fresh response.
  package init() {}

  /// Whether the response is untouched.
  package var isEmpty: Bool {
    cells.isEmpty && folds.isEmpty && sectionRelevance.isEmpty && instances.isEmpty && !isCompleted
      && ofResponse.isEmpty
  }

  /// The content of a field; `nil` if untouched. O(1).
  package subscript(field: StateChange.Field, of subject: StateSubject) -> FieldContent? {
    switch field.scope {
    case .cell: cells[subject]?[field]
    case .section: (field == .fold ? folds : sectionRelevance)[subject].map(FieldContent.flag)
    case .instance: instances[subject]?.content
    case .response where field == .completion: isCompleted ? .flag(true) : nil
    case .response: ofResponse[field]
    }
  }

  /// Whether anything except notes is set aside. O(k) for k touched cells.
  package var hasSetAside: Bool {
    cells.contains { $0.key.setAsideFrom != nil && $0.value.holdsAnything }
      || folds.keys.contains { $0.setAsideFrom != nil } || instances.keys.contains { $0.setAsideFrom != nil }
  }

  private mutating func set(_ field: StateChange.Field, of subject: StateSubject, to content: FieldContent?) {
    switch field.scope {
    case .cell:
      cells[subject, default: CellState()][field] = content
      if cells[subject]?.isEmpty == true { cells[subject] = nil }
    case .section where field == .fold: folds[subject] = content?.flag
    case .section: sectionRelevance[subject] = content?.flag
    case .instance: place(subject, at: content?.text.flatMap(InstancePlace.init))
    case .response where field == .completion: isCompleted = content?.flag == true
    case .response: ofResponse[field] = content
    }
  }

  private mutating func place(_ subject: StateSubject, at place: InstancePlace?) {
    let former = instances.removeValue(forKey: subject)
    instances[subject] = place
    guard subject.setAsideFrom == nil, (former == nil) != (place == nil) else { return }
    if place == nil { instanceNames.remove(subject.instance) } else { instanceNames.insert(subject.instance) }
  }

  /// Applies a change. O(1).
  ///
  /// - Returns: whether the state was the one before the change, as for every entry of a consistent journal.
  @discardableResult
  package mutating func apply(_ change: StateChange) -> Bool {
    let wasBefore = self[change.field, of: change.subject] == change.before
    set(change.field, of: change.subject, to: change.after)
    return wasBefore
  }

  /// Sets the stored state of a cell.
  package mutating func take(_ cell: CellState, of subject: StateSubject) {
    cells[subject] = cell.isEmpty ? nil : cell
  }

  /// Sets the stored place of an instance.
  package mutating func take(_ place: InstancePlace, of subject: StateSubject) {
    self.place(subject, at: place)
  }

  /// The changes from a fresh response to this state, in no particular order. O(k) for k touched fields.
  package var changes: [StateChange] { ResponseState().changes(to: self) }

  /// The changes from this state to another one, in no particular order. O(k) for k touched fields.
  package func changes(to other: ResponseState) -> [StateChange] {
    var changes = cellChanges(to: other)
    for field in StateChange.Field.allCases where field.scope != .cell {
      for subject in touchedSubjects(of: field, and: other) {
        let change = StateChange(
          field, of: subject, before: self[field, of: subject], after: other[field, of: subject])
        if !change.isEmpty { changes.append(change) }
      }
    }
    return changes
  }

  private func cellChanges(to other: ResponseState) -> [StateChange] {
    var changes: [StateChange] = []
    func add(_ fields: [StateChange.Field], of subject: StateSubject, _ before: CellState?, _ after: CellState?) {
      for field in fields {
        let change = StateChange(field, of: subject, before: before?[field], after: after?[field])
        if !change.isEmpty { changes.append(change) }
      }
    }
    for (subject, cell) in cells {
      let after = other.cells[subject]
      add(cell.touchedFields, of: subject, cell, after)
      add(after?.touchedFields.filter { cell[$0] == nil } ?? [], of: subject, cell, after)
    }
    for (subject, after) in other.cells where cells[subject] == nil {
      add(after.touchedFields, of: subject, nil, after)
    }
    return changes
  }

  private func touchedSubjects(of field: StateChange.Field, and other: ResponseState) -> [StateSubject] {
    switch field.scope {
    // Cells list their fields themselves.
    case .cell: []
    case .section where field == .fold: Array(folds.keys) + other.folds.keys.lazy.filter { folds[$0] == nil }
    case .section:
      Array(sectionRelevance.keys) + other.sectionRelevance.keys.lazy.filter { sectionRelevance[$0] == nil }
    case .instance: Array(instances.keys) + other.instances.keys.lazy.filter { instances[$0] == nil }
    case .response: [.response]
    }
  }

  /// The touched contents of a field, ordered by instance and by the bytes of the key. O(k log k) for k touched cells.
  package func contents(of field: StateChange.Field) -> [(subject: StateSubject, content: FieldContent)] {
    let contents: [(subject: StateSubject, content: FieldContent)] =
      field.scope == .cell
      ? cells.compactMap { subject, cell in cell[field].map { (subject, $0) } }
      : touchedSubjects(of: field, and: ResponseState())
        .compactMap { subject in self[field, of: subject].map { (subject, $0) } }
    return contents.sorted { StateSubject.utf8Order($0.subject, $1.subject) }
  }
}

// MARK: - Combined with the definition

extension ResponseState {
  /// The touched state of a cell, in an instance of a repeat; 0 outside of repeats.
  package func state(of cell: FormCell, in instance: Int = 0) -> CellState {
    cells[StateSubject(cell.key, instance: instance)] ?? CellState()
  }

  /// Whether a cell is expanded in this state.
  package func isExpanded(_ cell: FormCell, in instance: Int = 0) -> Bool {
    cell.isExpandable && (cells[StateSubject(cell.key, instance: instance)]?.isExpanded ?? cell.startsExpanded)
  }

  /// Whether rules make a cell relevant in this state, regardless of its surroundings.
  package func isRelevant(_ cell: FormCell, in instance: Int = 0, _ fresh: FreshResponse) -> Bool {
    cells[StateSubject(cell.key, instance: instance)]?.isRelevant
      ?? fresh.state(ofCell: cell.key, in: instance)[.relevance]?.flag ?? true
  }

  /// Whether rules make a section relevant in this state.
  package func isRelevant(_ section: FormSection, _ fresh: FreshResponse) -> Bool {
    sectionRelevance[StateSubject(section.key)] ?? fresh.isRelevant(section: section.key)
  }

  /// The result of rules for a field of a cell in this state; `nil` if there is no rule.
  package func derived(
    _ field: StateChange.Field, of cell: FormCell, in instance: Int = 0, _ fresh: FreshResponse
  ) -> FieldContent? {
    cells[StateSubject(cell.key, instance: instance)]?[field] ?? fresh.state(ofCell: cell.key, in: instance)[field]
  }

  /// The drafts, by their cells.
  var drafts: [StateSubject: String] { cells.compactMapValues { $0[.draft]?.text } }

  /// The state without drafts: what a journal determines.
  package var withoutDrafts: ResponseState {
    var state = self
    for (subject, cell) in cells where cell[.draft] != nil { state.set(.draft, of: subject, to: nil) }
    return state
  }

  /// The state without the results of rules.
  package var withoutDerived: ResponseState {
    var state = self
    for change in changes where change.field.role == .derived { state.apply(change.inverse) }
    return state
  }

  /// Whether a section is folded in this state.
  package func isFolded(_ section: FormSection) -> Bool {
    folds[StateSubject(section.key)] ?? section.startsFolded
  }

  /// The value of a cell in this state: the entry, or else the calculated value, or else the default.
  ///
  /// - Complexity: O(1), except for the first call on a form with rules.
  package func value(of cell: FormCell, in form: FormDefinition, instance: Int = 0) -> CellValue? {
    value(of: cell, in: instance, form.fresh)
  }

  /// The same, with the results of rules in a fresh response available.
  package func value(of cell: FormCell, in instance: Int = 0, _ fresh: FreshResponse) -> CellValue? {
    content(of: cell, in: instance, fresh)?.value
  }

  /// The content with the value of a cell in this state; `nil` for none.
  package func content(of cell: FormCell, in instance: Int = 0, _ fresh: FreshResponse) -> FieldContent? {
    let calculated = derived(.calculated, of: cell, in: instance, fresh)
    return InstanceContents(entry: state(of: cell, in: instance).entry, calculated: calculated)
      .held(orDefault: cell.defaultValue)
  }

  /// The title that a cell displays in this state.
  ///
  /// - Complexity: O(1), except for the first call on a form with rules.
  package func title(of cell: FormCell, in form: FormDefinition, instance: Int = 0) -> String {
    title(of: cell, in: instance, form.fresh)
  }

  /// The same, with the results of rules in a fresh response available.
  package func title(of cell: FormCell, in instance: Int = 0, _ fresh: FreshResponse) -> String {
    let title =
      cells[StateSubject(cell.key, instance: instance)]?.title
      ?? fresh.state(ofCell: cell.key, in: instance)[.title]?.text ?? ""
    return title.isEmpty ? cell.title : title
  }
}
