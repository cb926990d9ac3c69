/// A decision in progress: the changes so far, and the state after them.
struct DecisionDraft {
  let reader: FormReader
  /// Whether the action comes from a journal, which may contain what is refused now.
  let isInJournal: Bool
  /// The time of the action; `nil` if unknown, in which case `today` and `now` are not values.
  let moment: RuleMoment?
  var changes: [PlacedChange] = []
  /// The counter of the next added instance; `nil` until one is added.
  var nextCounter: Int?
  /// Of undo and redo, what is reverted or redone.
  private(set) var reversal: Reversal?
  /// The change to another version of the form.
  private(set) var upgrade: Upgrade?
  /// Whether the action restores earlier contents: no rule then sets anything or uses the clock.
  private(set) var bringsBack = false
  /// Whether it joins lines: it then states which results of the clock and of chance they keep.
  private(set) var joinsLines = false
  /// Whether the changes remove all entries.
  private(set) var leavesNothing = false
  /// Whether a sensitive cell is cleared.
  private(set) var erases = false

  /// The time and time zone for rules of another version.
  private var momentOfCrossing: RuleMoment { moment ?? .unused }

  init(reader: FormReader, isInJournal: Bool, moment: RuleMoment? = nil) {
    self.reader = reader
    self.isInJournal = isInJournal
    self.moment = moment
  }

  /// Adds the changes by an action.
  ///
  /// - Returns: the action with its cell named by key.
  /// - Throws: ``ActionError``; what the reader throws.
  mutating func decide(_ action: FormAction) throws -> FormAction {
    switch action {
    case .tap(let reference):
      let cell = try snapshot(of: reference)
      try tap(cell)
      return .tap(cell.reference)
    case .set(let reference, let value):
      let cell = try snapshot(of: reference)
      if cell.cell.kind == .choices { return try decide(choosing: value, in: cell) }
      if !isInJournal, let list = try reader.choiceList(of: cell, after: changes) {
        return try decide(choosing: value, among: list, in: cell)
      }
      if !isInJournal, let option = try reader.option(meantBy: value, under: cell) {
        try choose(option)
        return .choose(option.reference)
      }
      return .set(cell.reference, try set(value, in: cell))
    case .clear(let reference):
      let cell = try snapshot(of: reference)
      try clear(cell)
      return .clear(cell.reference)
    case .choose(let reference):
      if case .key(let key) = reference, let action = try choose(addressed: key) { return action }
      let option = try reader.naming(optionOf: reference) { try snapshot(of: reference) }
      try choose(option)
      return .choose(option.reference)
    case .expand(let reference):
      let cell = try expandableSnapshot(of: reference)
      expand(cell)
      return .expand(cell.reference)
    case .collapse(let reference):
      let cell = try expandableSnapshot(of: reference)
      setExpanded(false, cell)
      return .collapse(cell.reference)
    case .expandAll:
      expandAll()
      return action
    case .collapseAll:
      for cell in reader.expandableCells(areExpanded: true) { setExpanded(false, cell) }
      return action
    case .fold(let key):
      try setFolded(true, try section(withKey: key))
      return action
    case .unfold(let key):
      try setFolded(false, try section(withKey: key))
      return action
    case .toggleFold(let key):
      let section = try section(withKey: key)
      try setFolded(!section.isFolded, section)
      return action
    case .reveal(let reference):
      let cell = try snapshot(of: reference)
      try reveal(cell)
      return .reveal(cell.reference)
    case .reset(let reference):
      guard let reference else {
        try resetResponse()
        return action
      }
      let cell = try snapshot(of: reference)
      try reset(cell)
      return .reset(cell.reference)
    case .draft(let reference, let text):
      let cell = try snapshot(of: reference)
      return try setDraft(text, in: cell)
    case .add(let reference, let before, let number): return try add(to: reference, before: before, number: number)
    case .remove(let reference): return try remove(reference)
    case .move(let reference, let before): return try move(reference, before: before)
    case .reportFault(let message, let reference, let reporter):
      return try report(ReportedFault(message, from: reporter), on: reference)
    case .withdrawFaults(let reporter, let reference): return try withdraw(from: reporter, on: reference)
    case .settle(let reference, let number): return try settle(reference, taking: number)
    case .undo, .redo, .revert, .restore, .markSaved, .complete, .reopen, .upgrade, .recalculate, .merge, .checkpoint,
      .emptied:
      try decideOnResponse(action)
      return action
    }
  }

  private mutating func decideOnResponse(_ action: FormAction) throws {
    switch action {
    case .undo(let scope): try revert(.undo, scope: scope)
    case .redo(let scope): try revert(.redo, scope: scope)
    case .revert(let revision, let only):
      try takeBack(try reader.journal(only ? .entry(revision) : .step(revision)), after: revision)
    case .restore(let revision): try takeBack(try reader.journal(.after(revision)), after: nil)
    case .markSaved: for cell in reader.unsavedCells() { appendSaved(cell) }
    case .complete: try complete()
    case .reopen: appendCompletion(false)
    case .upgrade(let move): cross(try reader.upgrade(by: move, at: momentOfCrossing))
    // The results of rules follow everything else.
    case .recalculate: try addFirstInstances()
    default: throw ActionError.notApplicable(action.kind)
    }
  }
}

// MARK: - Effects of actions

extension DecisionDraft {
  private mutating func tap(_ cell: CellSnapshot) throws {
    if cell.cell.isExpandable {
      if cell.isExpanded { setExpanded(false, cell) } else { expand(cell) }
    } else if cell.cell.kind == .option {
      try choose(cell)
    }
  }

  mutating func set(_ value: CellValue, in cell: CellSnapshot) throws -> CellValue {
    let meant = isInJournal ? value : moment?.value(named: value, for: cell.cell.kind) ?? value
    let accepted: CellValue
    do {
      accepted = try isInJournal ? cell.cell.acceptedInJournal(meant) : cell.cell.acceptedEntry(meant)
    } catch {
      throw ActionError.refusedValue(cell, error)
    }
    try setEntered(.value(accepted), of: cell)
    return accepted
  }

  mutating func clear(_ cell: CellSnapshot) throws {
    guard cell.cell.kind.holdsValue else {
      throw ActionError.holdsNoValue(cell: cell.address, kind: cell.cell.kind)
    }
    try setEntered(.cleared, of: cell)
    guard cell.cell.isSensitive else { return }
    erases = true
    if cell.state[.saved]?.value != nil { changes.append(cell.change(.saved, to: .cleared)) }
    // What others report may quote the answer.
    if cell.state[.reportedFaults] != nil { changes.append(cell.change(.reportedFaults, to: nil)) }
    // A rule may have set the answer there before it was marked as saved.
    for other in reader.savedCellsSetByRules() where other.place != cell.place {
      changes.append(other.change(.saved, to: .cleared))
    }
  }

  /// Keeps a draft; without a draft to discard, what is discarded is the answer that an upgrade refused.
  private mutating func setDraft(_ text: String?, in cell: CellSnapshot) throws -> FormAction {
    guard cell.cell.kind.takesTypedInput else {
      throw ActionError.takesNoDraft(cell: cell.address, kind: cell.cell.kind)
    }
    if text != nil, cell.isReadOnly { throw ActionError.readOnly(cell: cell.address) }
    if let text, !isInJournal {
      do {
        try FormCell.checkCharacters(of: text)
      } catch {
        throw ActionError.refusedValue(cell, error)
      }
    }
    if text == nil, cell.state.isRefused, cell.state[.draft] == nil {
      try reset(cell)
      return .reset(cell.reference)
    }
    // The text of the answer is not a draft.
    appendDraft(text == cell.value?.plainText ? nil : text, of: cell)
    return .draft(cell.reference, text)
  }

  private mutating func revert(_ direction: UndoDirection, scope: UndoScope) throws {
    guard let reversal = try reader.reversal(direction, scope: scope, at: momentOfCrossing) else {
      throw direction == .undo ? ActionError.nothingToUndo : .nothingToRedo
    }
    self.reversal = reversal
    bringsBack = true
    if let upgrade = reversal.upgrade { return cross(upgrade) }
    changes = reversal.changes
    try keepReports(leftBy: reversal.start..<(reversal.entry + 1))
    completeReversal()
  }

  /// Reverts entries.
  ///
  /// - Parameter revision: the revision to revert, on which no later entry may depend; `nil` if all later ones are
  ///   reverted as well.
  private mutating func takeBack(_ span: JournalSpan, after revision: Int?) throws {
    if let revision, let obstacle = span.obstacle {
      throw ActionError.standsUnder(
        revision: revision, later: obstacle.revision,
        subject: obstacle.subject.description(naming: reader.state.instanceNames))
    }
    bringsBack = true
    changes = span.reversal
    if let revision, changes.isEmpty { throw ActionError.nothingToRevert(revision: revision) }
    try keepReports(leftBy: span.revisions)
    completeReversal()
  }

  /// Takes over what stands when lines are joined, or after an undo beside other lines.
  mutating func join(_ standing: [PlacedChange]) {
    joinsLines = true
    changes = standing
    completeReversal()
  }

  private mutating func cross(_ upgrade: Upgrade) {
    if let changesWithinVersion = upgrade.changesWithinVersion {
      bringsBack = true
      changes = changesWithinVersion
      return
    }
    self.upgrade = upgrade
    changes = upgrade.changes.map(PlacedChange.init(ofResponse:))
  }

  mutating func choose(_ option: CellSnapshot) throws {
    // The definition check ensures that an option is under an expandable cell.
    guard option.cell.kind == .option, let value = option.cell.optionValue,
      let parent = reader.ancestors(of: option).first
    else {
      throw ActionError.notAnOption(cell: option.address, kind: option.cell.kind)
    }
    guard parent.cell.kind != .choices else { return try toggle(value, of: parent) }
    try setEntered(.text(value), of: parent)
    setExpanded(false, parent)
  }

  private mutating func reset(_ cell: CellSnapshot) throws {
    if cell.isReadOnly, cell.state.entry != nil { throw ActionError.readOnly(cell: cell.address) }
    for touched in reader.touchedCells(under: cell) { untouch(touched) }
    try resetInstances(below: cell)
  }

  private mutating func resetResponse() throws {
    leavesNothing = true
    for cell in reader.touchedCells(under: nil) { untouch(cell) }
    for section in reader.touchedSections() {
      changes.append(section.change(foldTo: nil))
    }
    try resetInstances(below: nil)
  }
}

// MARK: - Opening

extension DecisionDraft {
  /// Expands a cell, and in an accordion collapses the expanded ones.
  private mutating func expand(_ cell: CellSnapshot) {
    guard !cell.isExpanded else { return }
    if let accordion = cell.accordion {
      for other in reader.expandedCells(in: accordion) { setExpanded(false, other) }
    }
    setExpanded(true, cell)
  }

  /// Expands every cell; in an accordion the expanded one stays so, or else the first visible one is expanded.
  private mutating func expandAll() {
    var isTaken: [AccordionScope: Bool] = [:]
    for cell in reader.expandableCells(areExpanded: false) {
      if let accordion = cell.accordion {
        let taken = isTaken[accordion] ?? !reader.expandedCells(in: accordion).isEmpty
        isTaken[accordion] = taken || !cell.cell.isHidden
        if taken || cell.cell.isHidden { continue }
      }
      setExpanded(true, cell)
    }
  }

  private mutating func reveal(_ cell: CellSnapshot) throws {
    let ancestors = reader.ancestors(of: cell)
    if let hidden = ([cell] + ancestors).first(where: \.cell.isHidden) {
      throw ActionError.neverShows(cell: cell.address, hidden: hidden.address)
    }
    let section = reader.section(at: cell.place.section)
    if let section, !section.isRelevant { throw ActionError.irrelevant(cell: cell.address, by: section.key) }
    let around = cell.instance == 0 ? ancestors : reader.cellsAndInstances(above: cell)
    if let irrelevant = ([cell] + around).last(where: { !$0.isRelevant }) {
      throw ActionError.irrelevant(cell: cell.address, by: irrelevant.address)
    }
    if let section, section.isFolded { try setFolded(false, section) }
    for ancestor in ancestors.reversed() { expand(ancestor) }
  }

  private mutating func setFolded(_ isFolded: Bool, _ section: SectionSnapshot) throws {
    guard section.isFoldable else { throw ActionError.notFoldable(section: section.key) }
    guard section.isFolded != isFolded else { return }
    if !isFolded {
      for other in reader.unfoldedSections(besides: section) { appendFold(true, of: other) }
    }
    appendFold(isFolded, of: section)
  }

  private mutating func appendFold(_ isFolded: Bool, of section: SectionSnapshot) {
    changes.append(section.change(foldTo: isFolded == section.startsFolded ? nil : isFolded))
  }
}

// MARK: - Changes

extension DecisionDraft {
  private mutating func setExpanded(_ isExpanded: Bool, _ cell: CellSnapshot) {
    guard cell.isExpanded != isExpanded else { return }
    // What the definition says is not kept: expanding and collapsing a form leaves nothing behind.
    changes.append(cell.change(.disclosure, to: isExpanded == cell.cell.startsExpanded ? nil : .flag(isExpanded)))
  }

  /// Sets the value of a cell to a person's entry.
  mutating func setEntered(_ entry: FieldContent, of cell: CellSnapshot) throws {
    if cell.isReadOnly { throw ActionError.readOnly(cell: cell.address) }
    setEntry(entry, of: cell)
  }

  /// Sets the value of a cell; removes its draft, and its answer in earlier versions.
  mutating func setEntry(_ entry: FieldContent?, of cell: CellSnapshot) {
    changes.append(cell.change(.value, to: entry))
    appendDraft(nil, of: cell)
    if entry != cell.state.entry || cell.state.isRefused { changes.append(cell.change(.original, to: nil)) }
    if entry != nil { appendTouch(of: cell) }
    // To say again what shows settles the question.
    if cell.state[.alternatives] != nil { changes.append(cell.change(.alternatives, to: nil)) }
  }

  private mutating func appendDraft(_ text: String?, of cell: CellSnapshot) {
    changes.append(cell.change(.draft, to: text.map(FieldContent.text)))
  }

  private mutating func appendTouch(of cell: CellSnapshot) {
    changes.append(cell.change(.touched, to: .flag(true)))
  }

  private mutating func appendSaved(_ cell: CellSnapshot) {
    changes.append(cell.change(.saved, to: cell.state.entry?.withoutType))
  }

  private mutating func untouch(_ cell: CellSnapshot) {
    changes.append(cell.change(.disclosure, to: nil))
    setEntry(nil, of: cell)
  }
}

// MARK: - Finding the cell

extension DecisionDraft {
  private func expandableSnapshot(of reference: CellReference) throws -> CellSnapshot {
    let cell = try snapshot(of: reference)
    guard cell.cell.isExpandable else { throw ActionError.notExpandable(cell: cell.address) }
    return cell
  }

  private func section(withKey key: String) throws -> SectionSnapshot {
    guard let section = reader.section(withKey: key) else {
      throw ActionError.unknownSection(key: key, nearest: try reader.nearestSectionKey(to: key))
    }
    return section
  }

  func snapshot(of reference: CellReference) throws -> CellSnapshot {
    try reader.cell(namedBy: try reader.addressed(reference))
  }
}
