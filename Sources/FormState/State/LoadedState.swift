/// The state of a response in memory, with what follows from it. A copy shares everything.
package struct LoadedState: Sendable {
  /// The touched state.
  package private(set) var state: ResponseState
  /// The places of its instances of repeats.
  private(set) var roster: InstanceRoster
  /// What was found in the state, apart from drafts, which may change without an entry of the journal.
  package var findings = Findings()
  private var knownDrafts: [StateSubject: String]?

  /// What is found in a state when it is first asked for, and kept up by each change.
  package struct Findings: Sendable {
    /// What rules have read of all instances.
    var columns = InstanceColumns()
    /// The cells with reports.
    fileprivate var reported: Set<StateSubject>?
    /// The touched cells of each accordion that are expanded.
    fileprivate var expanded: [AccordionScope: Set<CellPlace>]?

    /// Creates findings of nothing.
    package init() {}
  }

  /// Creates what follows from a state. O(k log k) for k instances.
  package init(_ state: ResponseState, of form: FormDefinition) {
    self.state = state
    roster = InstanceRoster(state, of: form)
  }

  /// The cells with reports, in no particular order. O(1), the first time O(k) for k touched cells.
  mutating func reported() -> Set<StateSubject> {
    if let known = findings.reported { return known }
    let found = Set(state.cells.lazy.filter { $0.value[.reportedFaults] != nil }.map(\.key))
    findings.reported = found
    return found
  }

  /// The drafts, by their cells. O(1), the first time O(k) for k touched cells.
  package mutating func drafts() -> [StateSubject: String] {
    let drafts = knownDrafts ?? state.drafts
    knownDrafts = drafts
    return drafts
  }

  /// The changes from the drafts to others. O(d) for d drafts.
  package mutating func changes(toDrafts others: [StateSubject: String]) -> [StateChange] {
    let drafts = drafts()
    return Set(drafts.keys).union(others.keys).filter { drafts[$0] != others[$0] }.map { cell in
      StateChange(
        .draft, of: cell, before: drafts[cell].map(FieldContent.text), after: others[cell].map(FieldContent.text))
    }
  }

  /// The touched cells of an accordion that are expanded, and some that no longer exist. O(1), the first time O(k) for
  /// k touched cells.
  mutating func expanded(in accordion: AccordionScope, of index: FormIndex) -> Set<CellPlace> {
    if findings.expanded == nil {
      findings.expanded = [:]
      for (subject, cell) in state.cells where cell.isExpanded == true { noteExpanded(true, subject, in: index) }
    }
    return findings.expanded?[accordion] ?? []
  }

  private mutating func noteExpanded(_ isExpanded: Bool, _ subject: StateSubject, in index: FormIndex) {
    guard subject.setAsideFrom == nil, let place = index.place(ofCell: subject.key)?.within(subject.instance),
      let accordion = accordion(of: place, in: index)
    else { return }
    findings.expanded?[accordion, default: []].set(place, isMember: isExpanded)
  }

  /// The accordion that a cell is part of; `nil` for none. O(1).
  func accordion(of place: CellPlace, in index: FormIndex) -> AccordionScope? {
    index.accordion(of: place) { roster.instance(place.instance)?.cell.instance ?? 0 }
  }

  /// Applies a change. O(1); O(k) for an instance, for k instances of its repeat.
  package mutating func apply(_ change: StateChange, in index: FormIndex) {
    state.apply(change)
    if change.field == .reportedFaults { findings.reported?.set(change.subject, isMember: change.after != nil) }
    if change.field == .draft { knownDrafts?[change.subject] = change.after?.text }
    if change.field == .disclosure, findings.expanded != nil {
      noteExpanded(change.after?.flag == true, change.subject, in: index)
    }
    guard change.subject.setAsideFrom == nil, change.field == .instance || !findings.columns.isEmpty else { return }
    let number = change.subject.instance
    let former = roster.instance(number)
    if change.field == .instance, let place = index.place(ofCell: change.subject.key) {
      roster.set(number, of: place, to: change.after?.text.flatMap(InstancePlace.init))
    }
    findings.columns.take(change.identity, from: former, to: roster.instance(number), contents: state.contents)
  }

  /// Removes and returns what rules have read of all instances, to change it without a copy. O(1), the first time O(k)
  /// for k touched cells.
  mutating func takeColumns() -> InstanceColumns {
    var taken = InstanceColumns()
    swap(&taken, &findings.columns)
    taken.findHidden(in: state)
    return taken
  }
}
