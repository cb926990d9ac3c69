import FormState
import Foundation

/// The effect of one action on a state, applied step by step.
struct NaiveDecision {
  let form: NaiveForm
  var state: ResponseState

  mutating func take(_ action: FormAction) throws(ActionError) {
    switch action {
    case .tap(let reference): try tap(form.find(reference))
    case .set(let reference, let value): try set(value, in: form.find(reference))
    case .clear(let reference): try clear(form.find(reference))
    case .choose(let reference): try choose(form.find(reference))
    case .expand(let reference): try open(expandable(reference))
    case .collapse(let reference): try setOpen(false, expandable(reference))
    case .expandAll: expandAll()
    case .collapseAll: for cell in form.cells { setOpen(false, cell) }
    case .fold(let key): try setFolded(true, form.section(key))
    case .unfold(let key): try setFolded(false, form.section(key))
    case .toggleFold(let key):
      let section = try form.section(key)
      try setFolded(!form.isFolded(section, in: state), section)
    case .reveal(let reference): try reveal(form.find(reference))
    case .reset(let reference?): try reset(form.find(reference))
    case .reset(nil): resetAll()
    case .draft(let reference, let text): try setDraft(text, in: form.find(reference))
    case .markSaved: for cell in form.cells { put(.saved, state.state(of: cell.cell).entry, in: cell) }
    case .complete: try complete()
    case .reopen: put(.completion, nil, of: .response)
    // Everything that follows from answers is calculated last.
    case .recalculate: break
    case .reportFault(let message, let reference, let reporter):
      try report(message, from: reporter, on: reference.map(form.find))
    case .withdrawFaults(let reporter, let reference): try withdraw(from: reporter, on: reference.map(form.find))
    case .add, .remove, .move, .undo, .redo, .revert, .restore, .upgrade, .settle, .merge, .checkpoint, .emptied:
      throw .notApplicable(action.kind)
    }
  }

  private mutating func put(_ field: StateChange.Field, _ content: FieldContent?, in placed: NaiveForm.Placed) {
    put(field, content, of: StateSubject(placed.cell.key))
  }

  private mutating func put(_ field: StateChange.Field, _ content: FieldContent?, of subject: StateSubject) {
    state.apply(StateChange(field, of: subject, before: state[field, of: subject], after: content))
  }
}

// MARK: - Answering

extension NaiveDecision {
  private mutating func tap(_ cell: NaiveForm.Placed) throws(ActionError) {
    if cell.cell.isExpandable {
      if form.isOpen(cell, in: state) { setOpen(false, cell) } else { open(cell) }
    } else if cell.cell.kind == .option {
      try choose(cell)
    }
  }

  private func named(_ options: [NaiveForm.Placed]) -> [(value: String, title: String)] {
    options.compactMap { option in option.cell.optionValue.map { ($0, option.cell.title) } }
  }

  private mutating func set(_ value: CellValue, in cell: NaiveForm.Placed) throws(ActionError) {
    let options = form.cells.filter { $0.cell.kind == .option && $0.parent == cell.number }
    if cell.cell.kind == .choices { return try setChoices(value, in: cell, among: options) }
    if cell.cell.kind == .group, !options.isEmpty {
      let valued = options.filter { $0.cell.optionValue == value.plainText }
      let titled = options.filter { $0.cell.title == value.plainText }
      if let meant = valued.first ?? (titled.count == 1 ? titled.first : nil) { return try choose(meant) }
      let refusal = RefusedValue(given: value, options: named(options), nearTo: value.plainText)
      throw .refusedValue(cell: cell.cell.key, refusal)
    }
    let accepted: CellValue
    do {
      accepted = try cell.cell.acceptedEntry(value)
    } catch {
      throw .refusedValue(cell: cell.cell.key, error)
    }
    try enter(.value(accepted), in: cell)
  }

  private mutating func clear(_ cell: NaiveForm.Placed) throws(ActionError) {
    guard cell.cell.kind.holdsValue else { throw .holdsNoValue(cell: cell.cell.key, kind: cell.cell.kind) }
    try enter(.cleared, in: cell)
  }

  private mutating func choose(_ option: NaiveForm.Placed) throws(ActionError) {
    guard option.cell.kind == .option, let value = option.cell.optionValue, let parent = option.parent else {
      throw .notAnOption(cell: option.cell.key, kind: option.cell.kind)
    }
    let question = form.cells[parent]
    guard question.cell.kind != .choices else { return try toggle(value, in: question) }
    try enter(.text(value), in: question)
    setOpen(false, question)
  }

  /// For several choices each tap appends one, or removes it again, and nothing collapses.
  private mutating func toggle(_ option: String, in question: NaiveForm.Placed) throws(ActionError) {
    let chosen =
      if case .choices(let values)? = NaiveRules(form, state).value(of: question) { values } else { [String]() }
    let left = chosen.contains(option) ? chosen.filter { $0 != option } : chosen + [option]
    try enter(left.isEmpty ? .cleared : .value(.choices(left)), in: question)
  }

  private mutating func setChoices(
    _ value: CellValue, in cell: NaiveForm.Placed, among options: [NaiveForm.Placed]
  ) throws(ActionError) {
    func meant(_ text: String) -> String? {
      let valued = options.filter { $0.cell.optionValue == text }
      let titled = options.filter { $0.cell.title == text }
      return (valued.first ?? (titled.count == 1 ? titled.first : nil))?.cell.optionValue
    }
    let texts: [String]
    switch value {
    case .choices(let values): texts = values
    case .text(let text) where meant(text) == nil && !text.isEmpty: texts = text.components(separatedBy: ", ")
    default: texts = value == .text("") ? [] : [value.plainText]
    }
    if texts.isEmpty { return try clear(cell) }
    var chosen: [String] = []
    for text in texts {
      guard let option = meant(text) else {
        let refusal =
          options.isEmpty
          ? RefusedValue(given: .text(text), Wording(.valuesOfOptions))
          : RefusedValue(given: .text(text), options: named(options), nearTo: text, several: true)
        throw .refusedValue(cell: cell.cell.key, refusal)
      }
      chosen.append(option)
    }
    guard Set(chosen).count == chosen.count else {
      throw .refusedValue(
        cell: cell.cell.key, RefusedValue(given: .choices(chosen), Wording(.optionsOnce)))
    }
    try enter(.value(.choices(chosen)), in: cell)
  }

  private mutating func setDraft(_ text: String?, in cell: NaiveForm.Placed) throws(ActionError) {
    guard cell.cell.kind.takesTypedInput else { throw .takesNoDraft(cell: cell.cell.key, kind: cell.cell.kind) }
    if text != nil { try refuseReadOnly(cell) }
    do {
      // Any text.
      _ = try FormCell(key: cell.cell.key, kind: .text).acceptedEntry(.text(text ?? ""))
    } catch {
      throw .refusedValue(cell: cell.cell.key, error)
    }
    let held = state.state(of: cell.cell)
    // Without typed text, what is discarded is a refused answer.
    if text == nil, held[.draft] == nil, held[.original] != nil, held.entry == nil { return try reset(cell) }
    // The text of the answer is no draft.
    let kept = text == NaiveRules(form, state).value(of: cell)?.plainText ? nil : text
    put(.draft, kept.map(FieldContent.text), in: cell)
  }

  /// The person leaves a value in a cell, which replaces typed text.
  private mutating func enter(_ entry: FieldContent, in cell: NaiveForm.Placed) throws(ActionError) {
    try refuseReadOnly(cell)
    if state.state(of: cell.cell).entry != entry { put(.original, nil, in: cell) }
    put(.value, entry, in: cell)
    put(.draft, nil, in: cell)
    put(.touched, .flag(true), in: cell)
  }

  private func refuseReadOnly(_ cell: NaiveForm.Placed) throws(ActionError) {
    if NaiveRules(form, state).isReadOnly(cell) { throw .readOnly(cell: cell.cell.key) }
  }

  /// Only warnings may be left.
  private mutating func complete() throws(ActionError) {
    let errors = form.form.faults(in: state).filter { $0.severity == .error }
    let wrong = form.faults(in: state).filter { !form.isWarning($0) }
    guard wrong.isEmpty else { throw .faults(errors) }
    put(.completion, .flag(true), of: .response)
  }
}

// MARK: - From outside

extension NaiveDecision {
  private mutating func report(_ message: String, from reporter: String?, on cell: NaiveForm.Placed?)
    throws(ActionError)
  {
    let (field, subject) = Self.place(of: cell)
    var reports = NaiveReports(state[field, of: subject])
    let isKnown = reports.faults.contains { $0 == (reporter ?? "", message) }
    if message.isEmpty {
      throw .refusedReport(
        cell: cell?.cell.key, problem: "the message is empty; describe the fault in a sentence")
    }
    if !isKnown { reports.faults.append((reporter ?? "", message)) }
    put(field, reports.content, of: subject)
  }

  private mutating func withdraw(from reporter: String?, on cell: NaiveForm.Placed?) {
    for place in cell.map({ [$0] }) ?? [nil] + form.cells.map(Optional.some) {
      let (field, subject) = Self.place(of: place)
      var reports = NaiveReports(state[field, of: subject])
      reports.faults.removeAll { $0.reporter == reporter ?? "" }
      put(field, reports.content, of: subject)
    }
  }

  private static func place(of cell: NaiveForm.Placed?) -> (StateChange.Field, StateSubject) {
    cell.map { (.reportedFaults, StateSubject($0.cell.key)) } ?? (.responseFaults, .response)
  }
}

/// Reported faults, read and written by Foundation.
struct NaiveReports {
  var faults: [(reporter: String, message: String)] = []

  init(_ content: FieldContent?) {
    let words = content?.text.flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
    faults = stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) }
  }

  var content: FieldContent? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    let data = try? encoder.encode(faults.flatMap { [$0.reporter, $0.message] })
    return faults.isEmpty ? nil : data.map { .text(String(decoding: $0, as: UTF8.self)) }
  }
}

extension NaiveForm {
  /// A state without the reports on cells that had another value in the previous one.
  ///
  /// - Parameter kept: names cells whose reports are already correct.
  public func withoutOutdatedReports(
    _ after: ResponseState, since before: ResponseState, besides kept: (StateSubject) -> Bool = { _ in false }
  ) -> ResponseState {
    guard after.cells.contains(where: { $0.value[.reportedFaults] != nil }) else { return after }
    let (old, new) = (NaiveRules(self, before), NaiveRules(self, after))
    var result = after
    for cell in cells where old.value(of: cell) != new.value(of: cell) {
      let subject = StateSubject(cell.cell.key)
      guard let content = after[.reportedFaults, of: subject], !kept(subject) else { continue }
      result.apply(StateChange(.reportedFaults, of: subject, before: content, after: nil))
    }
    return result
  }
}

// MARK: - Back to the definition

extension NaiveDecision {
  private mutating func untouch(_ cell: NaiveForm.Placed) {
    let fields: [StateChange.Field] = [.disclosure, .value, .draft, .original]
    for field in fields { put(field, nil, in: cell) }
  }

  private mutating func reset(_ cell: NaiveForm.Placed) throws(ActionError) {
    if state.state(of: cell.cell).entry != nil { try refuseReadOnly(cell) }
    for gone in [cell] + form.descendants(of: cell) { untouch(gone) }
  }

  private mutating func resetAll() {
    for cell in form.cells { untouch(cell) }
    for section in form.form.sections { put(.fold, nil, of: StateSubject(section.key)) }
  }
}

// MARK: - Opening

extension NaiveDecision {
  private func expandable(_ reference: CellReference) throws(ActionError) -> NaiveForm.Placed {
    let cell = try form.find(reference)
    guard cell.cell.isExpandable else { throw .notExpandable(cell: cell.cell.key) }
    return cell
  }

  private mutating func setOpen(_ isOpen: Bool, _ cell: NaiveForm.Placed) {
    guard form.isOpen(cell, in: state) != isOpen else { return }
    // As the definition says is untouched.
    put(.disclosure, isOpen == cell.cell.startsExpanded ? nil : .flag(isOpen), in: cell)
  }

  private mutating func open(_ cell: NaiveForm.Placed) {
    guard !form.isOpen(cell, in: state) else { return }
    for rival in form.rivals(of: cell) { setOpen(false, rival) }
    setOpen(true, cell)
  }

  /// Everything is expanded; in an accordion the expanded cell, otherwise the first that can show.
  private mutating func expandAll() {
    for cell in form.cells where cell.cell.isExpandable && !form.isOpen(cell, in: state) {
      let rivals = form.rivals(of: cell)
      let isAccordion = isInAccordion(cell)
      if isAccordion && (cell.cell.isHidden || rivals.contains { form.isOpen($0, in: state) }) { continue }
      setOpen(true, cell)
    }
  }

  /// A cell can be the only one of its accordion.
  private func isInAccordion(_ cell: NaiveForm.Placed) -> Bool {
    if let parent = cell.parent { return form.cells[parent].cell.isAccordion }
    return form.form.accordion == .cells || form.form.sections[cell.section].isAccordion
  }

  private mutating func reveal(_ cell: NaiveForm.Placed) throws(ActionError) {
    let ancestors = form.ancestors(of: cell)
    let relevance = NaiveRules(form, state)
    if let hidden = ([cell] + ancestors).first(where: \.cell.isHidden) {
      throw .neverShows(cell: cell.cell.key, hidden: hidden.cell.key)
    }
    let section = form.form.sections[cell.section]
    if !relevance.isRelevant(section: cell.section) { throw .irrelevant(cell: cell.cell.key, by: section.key) }
    if let irrelevant = ([cell] + ancestors).last(where: { !relevance.isRelevant($0) }) {
      throw .irrelevant(cell: cell.cell.key, by: irrelevant.cell.key)
    }
    if form.isFolded(section, in: state) { try setFolded(false, section) }
    for ancestor in ancestors.reversed() { open(ancestor) }
  }

  private mutating func setFolded(_ isFolded: Bool, _ section: FormSection) throws(ActionError) {
    guard section.isFoldable else { throw .notFoldable(section: section.key) }
    guard form.isFolded(section, in: state) != isFolded else { return }
    if !isFolded && form.form.accordion == .sections {
      for other in form.form.sections where other.isFoldable && other.key != section.key {
        if !form.isFolded(other, in: state) { fold(other, true) }
      }
    }
    fold(section, isFolded)
  }

  private mutating func fold(_ section: FormSection, _ isFolded: Bool) {
    put(.fold, isFolded == section.startsFolded ? nil : .flag(isFolded), of: StateSubject(section.key))
  }
}
