/// What a decision can read of a form and its response, all at one revision.
///
/// The repository reads the few rows that a decision asks for from SQLite, inside the transaction that will write
/// what was decided.
package protocol StateReader {
  /// The definition, laid out, of a form with repeats; `nil` for a form without.
  func repeating() throws -> FormIndex?
  /// The instance with a number; `nil` if there is none.
  func instance(_ number: Int) throws -> InstanceRoster.Instance?
  /// The instances of a repeat, in order; the repeat is named in the instance that it is in.
  func instances(of cell: CellPlace) throws -> [InstanceRoster.Instance]
  /// The number of instances of a repeat.
  func instanceCount(of cell: CellPlace) throws -> Int
  /// The instance that stands directly before another one of its repeat, or with `nil` the last one; `nil` if there
  /// is none.
  func instance(before next: InstanceRoster.Instance?, of cell: CellPlace) throws -> InstanceRoster.Instance?
  /// All instances of a repeat, whatever the repeat stands in, in no order that matters.
  func allInstances(of cell: CellPlace) throws -> [InstanceRoster.Instance]
  /// The touched cells of an instance, without those of repeats within; the instance itself first, where rules have
  /// touched it.
  func touchedCells(inInstance number: Int) throws -> [CellSnapshot]
  /// What rules read of a cell in all instances, of those in which it was touched; a repeat stands for its instances as
  /// well.
  func instanceContents(ofCellAt place: CellPlace) throws -> [Int: InstanceContents]
  /// Hands out what a condition gave of instances before, as far as that was kept, and keeps it no longer: so nobody
  /// copies it.
  func takeConditionResults(of condition: ConditionResults.Condition) -> [Int: ConditionResults.Result]
  /// Keeps what a condition gives of instances.
  func keep(_ results: [Int: ConditionResults.Result], of condition: ConditionResults.Condition)
  /// The number of the next instance that is added to the response.
  func nextInstanceNumber() throws -> Int
  /// The cell with a key, in no instance; `nil` if the form has none.
  func cell(withKey key: String) throws -> CellSnapshot?
  /// The cell at a place, whether it shows or not; `nil` if the form has none there. Nobody makes sure that there is
  /// the instance.
  func cell(at place: CellPlace) throws -> CellSnapshot?
  /// The cell that shows at a row path; `nil` if none does.
  func cell(at path: RowPath) throws -> CellSnapshot?
  /// The cells above a cell, the nearest first.
  func ancestors(of cell: CellSnapshot) throws -> [CellSnapshot]
  /// The option with a value directly below a cell; `nil` if there is none.
  func option(withValue value: String, under cell: CellSnapshot) throws -> CellSnapshot?
  /// The cells directly below a cell, in order.
  func children(of cell: CellSnapshot) throws -> [CellSnapshot]
  /// The cells directly below a cell that hold something at first, or of which something was entered or calculated, and
  /// those of some that stand there, in order.
  ///
  /// A title sums up what these hold. The others hold nothing, and there may be very many.
  func filledChildren(of cell: CellSnapshot, orAmong changed: Set<CellPlace>) throws -> [CellSnapshot]
  /// Every expandable cell that is expanded, or every one that is collapsed, in the order of the form.
  func expandableCells(areExpanded: Bool) throws -> [CellSnapshot]
  /// The expanded cells of an accordion, in the order of the form.
  func expandedCells(in accordion: AccordionScope) throws -> [CellSnapshot]
  /// The touched cells among a cell and those below it, or with `nil` in the whole form, in the order of the form.
  func touchedCells(under cell: CellSnapshot?) throws -> [CellSnapshot]
  /// The section with a key; `nil` if the form has none.
  func section(withKey key: String) throws -> SectionSnapshot?
  /// The section at a position; `nil` if the form has none there.
  func section(at position: Int) throws -> SectionSnapshot?
  /// The other sections that can be folded and are not, when the form is an accordion of its sections; otherwise none.
  func unfoldedSections(besides section: SectionSnapshot) throws -> [SectionSnapshot]
  /// The sections whose fold was touched, in the order of the form.
  func touchedSections() throws -> [SectionSnapshot]
  /// Whether the response is completed.
  func isCompleted() throws -> Bool
  /// The random name of the response; `nil` where it has not begun.
  func streamName() throws -> StreamName?
  /// The rules that read one of some neighbouring cells of a section, each once.
  func rules(readingCells positions: Range<Int>, inSection section: Int) throws -> [RuleSnapshot]
  /// All rules of the form.
  func rules() throws -> [RuleSnapshot]
  /// The list of the form with a name; `nil` if it has none.
  func list(named name: String) throws -> (any RuleList)?
  /// The faults of the answers, in the order of the form.
  func faults() throws -> [Fault]
  /// Whether others may have reported something on a cell, so that it is worth a look.
  func mayHaveReports() throws -> Bool
  /// What others reported on the response as a whole.
  func reportsOnResponse() throws -> ReportedFaults
  /// The cells on which others reported something, in the order of the form.
  func reportedCells() throws -> [CellSnapshot]
  /// The cells in which a person has left something else than what was last marked as saved, in the order of the form.
  func unsavedCells() throws -> [CellSnapshot]
  /// What takes the last undo step back, or does again what was reverted last; `nil` if there is none.
  func reversal(_ direction: UndoDirection, scope: UndoScope, at moment: RuleMoment) throws -> Reversal?
  /// What entries of the journal did.
  ///
  /// - Throws: ``ActionError/Code/unknownRevision``, ``ActionError/Code/beforeUpgrade``.
  func journal(_ selection: JournalSpan.Selection) throws -> JournalSpan
  /// What takes the response to another version of its form.
  ///
  /// - Throws: ``ActionError/Code/noSuchVersion``, ``ActionError/Code/alreadyInVersion``.
  func crossing(by move: VersionMove, at moment: RuleMoment) throws -> Crossing
  /// The number of sections.
  func sectionCount() throws -> Int
  /// The number of visible rows of a section.
  func rowCount(inSection section: Int) throws -> Int
  /// The key of a cell that is most like an unknown one; `nil` if none is like it.
  func nearestCellKey(to key: String) throws -> String?
  /// The key of a section that is most like an unknown one; `nil` if none is like it.
  func nearestSectionKey(to key: String) throws -> String?
}

extension StateReader {
  /// The option that an address `QUESTION=VALUE` names; `nil` if it names none.
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

  /// The option of a question that a value means: the one with that value, or the only one with that title; `nil` for a
  /// cell without options as rows.
  ///
  /// - Throws: ``ActionError/Code/refusedValue`` for a value that means none of the options.
  func option(meantBy value: CellValue, under question: CellSnapshot) throws -> CellSnapshot? {
    guard question.cell.kind == .group else { return nil }
    let text = value.plainText.canonicalKey
    if let option = try option(withValue: text, under: question) { return option }
    let options = try children(of: question).filter { $0.cell.kind == .option }
    guard !options.isEmpty else { return nil }
    let titled = options.filter { $0.cell.title.canonicalKey == text }
    if let option = titled.first, titled.count == 1 { return option }
    let refusal = RefusedValue(given: value, acceptedOptions: options.compactMap(\.cell.optionValue))
    throw ActionError.refusedValue(cell: question.address, refusal)
  }
}

/// A cell, where it stands, and what a person has done to it, at one revision.
package struct CellSnapshot: Hashable, Sendable {
  /// The cell's definition.
  package var cell: FormCell
  /// Where the cell stands in the form.
  package var place: CellPlace
  /// The accordion that the cell is part of; `nil` for none.
  package var accordion: AccordionScope?
  /// Which instance of a repeat it stands in; 0 outside of repeats.
  package var instance: Int { place.instance }
  /// What a person has done to it.
  package var state: CellState
  /// What rules make of it in a fresh response.
  package var starts: DerivedState

  /// Creates a snapshot.
  package init(
    cell: FormCell, place: CellPlace, accordion: AccordionScope? = nil, state: CellState = CellState(),
    starts: DerivedState = DerivedState()
  ) {
    self.cell = cell
    self.place = place
    self.accordion = accordion
    self.state = state
    self.starts = starts
  }

  /// What rules make of a field of the cell; what holds without a rule if there is none.
  package func derived(_ field: StateChange.Field) -> FieldContent? {
    state[field] ?? starts[field] ?? field.contentWithoutRule
  }

  /// Whether rules make the cell relevant, whatever it stands in.
  package var isRelevant: Bool { derived(.relevance)?.flag ?? true }

  /// Whether rules keep a person from changing what the cell holds.
  package var isReadOnly: Bool { derived(.readOnly)?.flag ?? false }

  /// What the cell holds.
  package var value: CellValue? {
    if let entry = state.entry { return entry.value }
    return state.valueWithoutEntry(in: cell, starts: starts)
  }

  /// Whether the cell is expanded.
  package var isExpanded: Bool {
    cell.isExpandable && (state.isExpanded ?? cell.startsExpanded)
  }

  /// What a change of the cell is about.
  var subject: StateSubject { StateSubject(cell.key, instance: instance) }

  /// A change of a field of the cell from what it is to something else, placed.
  func change(_ field: StateChange.Field, to after: FieldContent?) -> PlacedChange {
    PlacedChange(StateChange(field, of: subject, before: state[field], after: after), of: self)
  }
}

/// A section without its cells, where it stands, and whether a person folded it, at one revision.
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
  /// Whether the person folded or unfolded it; `nil` if nobody touched that.
  package var fold: Bool?
  /// Whether rules make it relevant in a fresh response.
  package var startsRelevant: Bool
  /// Whether rules make it relevant; `nil` where it is as in a fresh response.
  package var relevance: Bool?
  /// By which rule it is asked at all; `nil` if it always is.
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

  /// A change of the section's fold from what it is to something else, placed.
  func change(foldTo after: Bool?) -> PlacedChange {
    PlacedChange(
      change: StateChange(
        .fold, of: StateSubject(key), before: fold.map(FieldContent.flag), after: after.map(FieldContent.flag)),
      section: position, position: nil, extent: cellCount, startsOpen: !startsFolded)
  }

  /// A change of the section's relevance from what it is to something else, placed.
  func change(relevanceTo after: Bool?) -> PlacedChange {
    PlacedChange(
      change: StateChange(
        .sectionRelevance, of: StateSubject(key), before: relevance.map(FieldContent.flag),
        after: after.map(FieldContent.flag)),
      section: position, position: nil, extent: cellCount, startsOpen: startsRelevant)
  }
}

/// The cells of which expanding one collapses the others.
package enum AccordionScope: Hashable, Sendable {
  /// The cells at the top level of all sections.
  case form
  /// The cells at the top level of the section at a position.
  case section(Int)
  /// The cells directly under the cell at a place.
  case cell(CellPlace)
}
