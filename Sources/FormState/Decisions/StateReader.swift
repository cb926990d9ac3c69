/// The form and the response that a decision reads, all at one revision.
///
/// The repository reads the few rows that a decision needs from SQLite, inside the transaction that writes the result.
package protocol StateReader {
  /// The index of the definition for a form with repeats; `nil` for a form without.
  func repeating() throws -> FormIndex?
  /// The instance with a number; `nil` if there is none.
  func instance(_ number: Int) throws -> InstanceRoster.Instance?
  /// The instances of a repeat, in order; the repeat is named with the instance around it.
  func instances(of cell: CellPlace) throws -> [InstanceRoster.Instance]
  /// The number of instances of a repeat.
  func instanceCount(of cell: CellPlace) throws -> Int
  /// The instance directly before another one of its repeat, or for `nil` the last one; `nil` if there is none.
  func instance(before next: InstanceRoster.Instance?, of cell: CellPlace) throws -> InstanceRoster.Instance?
  /// All instances of a repeat, in any instance around it, in no particular order.
  func allInstances(of cell: CellPlace) throws -> [InstanceRoster.Instance]
  /// The touched cells of an instance, without those of nested repeats; the instance itself first, if rules have
  /// touched it.
  func touchedCells(inInstance number: Int) throws -> [CellSnapshot]
  /// What rules read of a cell in all instances in which it was touched; a repeat represents its instances as well.
  func instanceContents(ofCellAt place: CellPlace) throws -> [Int: InstanceContents]
  /// Removes and returns the kept results of a condition for instances, to change them without a copy.
  func takeConditionResults(of condition: ConditionResults.Condition) -> [Int: ConditionResults.Result]
  /// Keeps the results of a condition for instances.
  func keep(_ results: [Int: ConditionResults.Result], of condition: ConditionResults.Condition)
  /// The number of the next instance added to the response.
  func nextInstanceNumber() throws -> Int
  /// The cell with a key, in no instance; `nil` if the form has none.
  func cell(withKey key: String) throws -> CellSnapshot?
  /// The cell at a place, visible or not; `nil` if the form has none there. The existence of the instance is not
  /// checked.
  func cell(at place: CellPlace) throws -> CellSnapshot?
  /// The visible cell at a row path; `nil` if there is none.
  func cell(at path: RowPath) throws -> CellSnapshot?
  /// The cells above a cell, the nearest first.
  func ancestors(of cell: CellSnapshot) throws -> [CellSnapshot]
  /// The option with a value directly below a cell; `nil` if there is none.
  func option(withValue value: String, under cell: CellSnapshot) throws -> CellSnapshot?
  /// The cells directly below a cell, in order.
  func children(of cell: CellSnapshot) throws -> [CellSnapshot]
  /// The cells directly below a cell that have a value initially, or an entry or calculated value, and those of some
  /// that are there, in order.
  ///
  /// A title sums up their values. The others have no value, and there may be very many.
  func filledChildren(of cell: CellSnapshot, orAmong changed: Set<CellPlace>) throws -> [CellSnapshot]
  /// Every expandable cell that is expanded, or every one that is collapsed, in the order of the form.
  func expandableCells(areExpanded: Bool) throws -> [CellSnapshot]
  /// The expanded cells of an accordion, in the order of the form.
  func expandedCells(in accordion: AccordionScope) throws -> [CellSnapshot]
  /// The touched cells among a cell and its descendants, or for `nil` in the whole form, in the order of the form.
  func touchedCells(under cell: CellSnapshot?) throws -> [CellSnapshot]
  /// The section with a key; `nil` if the form has none.
  func section(withKey key: String) throws -> SectionSnapshot?
  /// The section at a position; `nil` if the form has none there.
  func section(at position: Int) throws -> SectionSnapshot?
  /// The other unfolded foldable sections if the form is an accordion of its sections; empty if it is not.
  func unfoldedSections(besides section: SectionSnapshot) throws -> [SectionSnapshot]
  /// The sections that were folded or unfolded, in the order of the form.
  func touchedSections() throws -> [SectionSnapshot]
  /// Whether the response is completed.
  func isCompleted() throws -> Bool
  /// The random name of the response; `nil` if it has not begun.
  func streamName() throws -> StreamName?
  /// The rules that read a cell in a range of a section, each once.
  func rules(readingCells positions: Range<Int>, inSection section: Int) throws -> [RuleSnapshot]
  /// All rules of the form.
  func rules() throws -> [RuleSnapshot]
  /// The list of the form with a name; `nil` if it has none.
  func list(named name: String) throws -> (any RuleList)?
  /// The faults of the answers, in the order of the form.
  func faults() throws -> [Fault]
  /// Whether there may be reports on a cell, which makes it worth a look.
  func mayHaveReports() throws -> Bool
  /// The faults reported on the response as a whole.
  func reportsOnResponse() throws -> ReportedFaults
  /// The cells with reports, in the order of the form.
  func reportedCells() throws -> [CellSnapshot]
  /// The cells whose entry differs from the one last marked as saved, in the order of the form.
  func unsavedCells() throws -> [CellSnapshot]
  /// The changes that revert the last undo step, or restore the last undone one; `nil` if there is none.
  func reversal(_ direction: UndoDirection, scope: UndoScope, at moment: RuleMoment) throws -> Reversal?
  /// The first change of a field by the entries after one; `nil` if none of them changed it.
  func firstChange(of identity: StateChange.Identity, after entry: Int) throws -> StateChange?
  /// The changes of entries of the journal.
  ///
  /// - Throws: ``ActionError/Code/unknownRevision``, ``ActionError/Code/beforeUpgrade``.
  func journal(_ selection: JournalSpan.Selection) throws -> JournalSpan
  /// The change of the response to another version of its form.
  ///
  /// - Throws: ``ActionError/Code/noSuchVersion``, ``ActionError/Code/alreadyInVersion``.
  func crossing(by move: VersionMove, at moment: RuleMoment) throws -> Crossing
  /// The number of sections.
  func sectionCount() throws -> Int
  /// The number of visible rows of a section.
  func rowCount(inSection section: Int) throws -> Int
  /// The cell key nearest to an unknown one; `nil` if none is near.
  func nearestCellKey(to key: String) throws -> String?
  /// The section key nearest to an unknown one; `nil` if none is near.
  func nearestSectionKey(to key: String) throws -> String?
}

extension StateReader {
  /// The option with an address `QUESTION=VALUE`; `nil` if it names none.
  ///
  /// Both keys and values may contain equals signs, so each of them is tried, up to a few.
  package func option(addressedBy address: String) throws -> CellSnapshot? {
    let signs = address.indices.lazy.filter { address[$0] == "=" }.prefix(8)
    for sign in signs {
      guard case .cell(let question)? = try addressed(String(address[..<sign]).canonicalKey) else { continue }
      let value = String(address[address.index(after: sign)...]).canonicalKey
      if let option = try option(withValue: value, under: question) { return option }
    }
    return nil
  }

  /// The option of a question that a value refers to: the one with that value, or the only one with that title; `nil`
  /// for a cell without options as rows.
  ///
  /// - Throws: ``ActionError/Code/refusedValue`` for a value that matches none of the options.
  func option(meantBy value: CellValue, under question: CellSnapshot) throws -> CellSnapshot? {
    guard question.cell.kind == .group else { return nil }
    let text = value.plainText.canonicalKey
    if let option = try option(withValue: text, under: question) { return option }
    let options = try children(of: question).filter { $0.cell.kind == .option }
    guard !options.isEmpty else { return nil }
    let titled = options.filter { $0.cell.title.canonicalKey == text }
    if let option = titled.first, titled.count == 1 { return option }
    let refusal = RefusedValue(given: value, options: options.map(\.cell).namedOptions, nearTo: value.plainText)
    throw ActionError.refusedValue(question, refusal)
  }
}

/// A cell with its place and its touched state, at one revision.
package struct CellSnapshot: Hashable, Sendable {
  /// The cell's definition.
  package var cell: FormCell
  /// The place of the cell in the form.
  package var place: CellPlace
  /// The accordion that the cell is part of; `nil` for none.
  package var accordion: AccordionScope?
  /// Its instance of a repeat; 0 outside of repeats.
  package var instance: Int { place.instance }
  /// Its touched state.
  package var state: CellState
  /// The results of rules for it in a fresh response.
  package var starts: CellState

  /// Creates a snapshot.
  package init(
    cell: FormCell, place: CellPlace, accordion: AccordionScope? = nil, state: CellState = CellState(),
    starts: CellState = CellState()
  ) {
    self.cell = cell
    self.place = place
    self.accordion = accordion
    self.state = state
    self.starts = starts
  }

  /// The result of rules for a field of the cell; the content without a rule if there is none.
  package func derived(_ field: StateChange.Field) -> FieldContent? {
    state[field] ?? starts[field] ?? field.contentWithoutRule
  }

  /// Whether rules make the cell relevant, regardless of its surroundings.
  package var isRelevant: Bool { derived(.relevance)?.flag ?? true }

  /// Whether rules make the cell read-only.
  package var isReadOnly: Bool { derived(.readOnly)?.flag ?? false }

  /// The value of the cell.
  package var value: CellValue? {
    if let entry = state.entry { return entry.value }
    return state.valueWithoutEntry(in: cell, starts: starts)
  }

  /// Whether the cell is expanded.
  package var isExpanded: Bool {
    cell.isExpandable && (state.isExpanded ?? cell.startsExpanded)
  }

  /// The subject of a change of the cell.
  var subject: StateSubject { StateSubject(cell.key, instance: instance) }

  /// A placed change of a field of the cell from its current content.
  func change(_ field: StateChange.Field, to after: FieldContent?) -> PlacedChange {
    PlacedChange(StateChange(field, of: subject, before: state[field], after: after), of: self)
  }
}

/// A section without its cells, with its place and its folding, at one revision.
package struct SectionSnapshot: Hashable, Sendable {
  /// The key of the section.
  package var key: String
  /// The title of the section.
  package var title: String
  /// The position of the section in the form, from 0.
  package var position: Int
  /// The number of cells of the section.
  package var cellCount: Int
  /// Whether the section can be folded.
  package var isFoldable: Bool
  /// Whether a fresh response starts with the section folded.
  package var startsFolded: Bool
  /// Whether the person folded or unfolded it; `nil` if untouched.
  package var fold: Bool?
  /// Whether rules make it relevant in a fresh response.
  package var startsRelevant: Bool
  /// Whether rules make it relevant; `nil` if it is as in a fresh response.
  package var relevance: Bool?
  /// The rule that decides its relevance; `nil` if it always is.
  package var rule: FormRule?

  /// Creates a snapshot.
  package init(
    key: String, title: String, position: Int, cellCount: Int, isFoldable: Bool, startsFolded: Bool, fold: Bool?,
    startsRelevant: Bool = true, relevance: Bool? = nil, rule: FormRule? = nil
  ) {
    self.key = key
    self.title = title
    self.position = position
    self.cellCount = cellCount
    self.isFoldable = isFoldable
    self.startsFolded = startsFolded
    self.fold = fold
    self.startsRelevant = startsRelevant
    self.relevance = relevance
    self.rule = rule
  }

  /// Whether rules make the section relevant.
  package var isRelevant: Bool { relevance ?? startsRelevant }

  /// Whether the section is folded.
  package var isFolded: Bool { fold ?? startsFolded }

  /// A placed change of the section's folding from its current state.
  func change(foldTo after: Bool?) -> PlacedChange {
    PlacedChange(
      change: StateChange(
        .fold, of: StateSubject(key), before: fold.map(FieldContent.flag), after: after.map(FieldContent.flag)),
      section: position, position: nil, extent: cellCount, startsOpen: !startsFolded)
  }

  /// A placed change of the section's relevance from its current state.
  func change(relevanceTo after: Bool?) -> PlacedChange {
    PlacedChange(
      change: StateChange(
        .sectionRelevance, of: StateSubject(key), before: relevance.map(FieldContent.flag),
        after: after.map(FieldContent.flag)),
      section: position, position: nil, extent: cellCount, startsOpen: startsRelevant)
  }
}

/// A set of cells in which expanding one collapses the others.
package enum AccordionScope: Hashable, Sendable {
  /// The cells at the top level of all sections.
  case form
  /// The cells at the top level of the section at a position.
  case section(Int)
  /// The cells directly under the cell at a place.
  case cell(CellPlace)
}
