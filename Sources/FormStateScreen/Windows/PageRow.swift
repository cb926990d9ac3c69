import FormState
import FormStateInterchange
import FormStateStore

/// A row of the page: the row that commands print, and how the page draws it.
struct PageRow: Shape {
  static let meaning = "A row of the page."

  /// What identifies the row on the page.
  let key: String
  let height: Double
  /// Whether the page measures its height.
  let isMeasured: Bool
  let row: VisibleRow
  let place: CellPlace
  let shown: ShownForm
  let speech: Speech

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("type", { _ in "row" }, "That it is a row.")
    m("key", \.key, "What identifies it on the page.")
    m("h", \.height, "Its height in pixels.")
    m.include(\.printed)
    m("measure", \.isMeasured, "Whether the page measures its height.")
    m("control", \.shownControl, "What the value is changed with.")
    m.ifAny("problem", \.problem, "Why the draft is not a value.")
    m.ifAny("captioned", \.isCaptioned, "That the title shows the answer, and the subtitle the question.")
    m.ifAny("unanswered", \.isUnanswered, "That the title is the question's before an option is chosen.")
    m.ifAny("calculated", \.isCalculated, "That a rule gives the value, and nobody can change it.")
    m.ifAny("within", \.titleWithin, "The title of the first cell inside a group without one.")
    m.ifAny("range", \.row.range, "The range of the value.")
    m.ifAny("step", \.row.step, "The step of a slider.")
    m.ifAny("unit", \.row.unit, "The unit of the value.")
    m.ifAny("switchTitles", \.row.switchTitles, "The titles of a switch.")
    m.ifAny("options", \.options, "The options of the question.")
    m.ifAny("asked", \.asked, "The title of a question whose row shows the answer as its title.")
    m.ifAny("appearance", \.row.properties.appearance, "The appearance that the author wants.")
    m.ifAny("multiple", \.row.choosesSeveral, "That several options can be chosen.")
    m.ifAny("ranked", \.asksForOrder, "That the order of the chosen options counts.")
    m.ifAny("parent", \.parent, "The address of the cell above it.")
    m.includeIfAny(\.file)
    m.ifAny("media", { $0.media(of: $0.row.properties) }, "The pictures and sounds of its label.")
    m.ifAny("asks", \.asks, "What different persons answered at the same time.")
    m.ifAny("add", \.add, "The action that adds an instance to a repeat.")
    m.ifAny("begins", \.instance, "The instance of a repeat that begins with the row.")
  }

  /// The row as commands print it, without its row path, which changes with all rows above.
  private var printed: PrintedRow {
    PrintedRow(
      row, source: shown.source(of: row),
      faults: (faultsOfInstance + row.faults + faultsOfRepeat).map { $0.said(in: speech) },
      value: value, path: nil)
  }

  /// The different answers to the cell.
  private var asks: PageQuestion? {
    row.kind == .repeat ? nil : question(about: StateSubject(row.key, instance: row.instance))
  }

  private func question(about subject: StateSubject, isInstance: Bool = false) -> PageQuestion? {
    // The key of the response is not part of what the page draws.
    shown.question(about: subject, isInstance: isInstance, of: ResponseKey(form: ""), in: speech)
      .map { PageQuestion(question: $0) }
  }

  private var cell: FormCell? { shown.form.cell(at: place) }

  /// The value; of a whole number that JavaScript would round, the digits as text.
  private var value: CellValue? {
    guard case .integer(let whole)? = row.value, whole.magnitude > 1 << 53 else { return row.value }
    return .text(String(whole))
  }

  private var shownControl: String { specialControl ?? control }
  private var isUnanswered: Bool { isCaptioned && showsHint }
  private var isCalculated: Bool { row.isReadOnly && cell?.rule(.calculate) != nil }
  private var asksForOrder: Bool { cell?.asksForOrder ?? false }

  /// What people call the instances.
  private var names: InstanceNames { shown.state.instanceNames }

  /// The address of the cell above. A repeat is not in its instances, but in the one around it.
  private var parent: String? {
    guard let key = row.parent else { return nil }
    let sibling = row.instance == 0 ? nil : shown.index.siblingPosition(ofInstance: row.instance)
    guard let repeatPlace = sibling?.cell, shown.form.cell(at: repeatPlace)?.key == key else {
      return names.address(of: key, in: row.instance)
    }
    return names.address(of: key, in: repeatPlace.instance)
  }

  /// Whether the title shows the answer, and the subtitle the question.
  private var isCaptioned: Bool { cell?.summary != nil && !row.subtitle.isEmpty }

  /// The title of the first cell inside a group or repeat without one; `nil` if there is none, or the cell has a title.
  private var titleWithin: String? {
    guard row.title.isEmpty, row.subtitle.isEmpty, let cell, cell.additionalRows > 0,
      [.group, .repeat].contains(cell.kind)
    else { return nil }
    let inside = (place.position + 1)...(place.position + cell.additionalRows)
    return inside.lazy.compactMap { shown.form.cell(at: CellPlace(section: place.section, position: $0)) }
      .filter { !$0.isHidden }.flatMap { [$0.title, $0.subtitle] }.first { !$0.isEmpty }
  }

  /// Whether the title of a question with options is its text before one is chosen.
  private var showsHint: Bool {
    cell?.summary == .choice && row.value == nil && !row.options.contains(where: \.isChosen)
  }

  /// Why the draft is not a value; `nil` without a draft, or if it could be one.
  private var problem: String? {
    guard let draft = row.draft, !draft.isEmpty, let cell else { return nil }
    if let problem = problemWithPlace(draft) { return problem }
    do {
      _ = try cell.acceptedEntry(.text(draft))
      return nil
    } catch {
      return error.text(in: speech)
    }
  }

  /// The control for changing the value.
  private var control: String {
    switch row.kind {
    case .group, .choices: row.choosesFromList ? "list" : holdsOptionsAlone ? "options" : "none"
    case .custom: row.options.isEmpty ? "text" : "none"
    case .text, .longText, .integer, .decimal, .date, .time, .dateTime, .switch, .option, .slider, .file, .label,
      .repeat:
      row.kind.rawValue
    }
  }

  /// Whether the question draws its options itself while it is collapsed: in XForms, which have no expandable rows,
  /// and if the author sets an appearance.
  private var holdsOptionsAlone: Bool {
    guard let cell, !row.options.isEmpty, row.options.count == cell.additionalRows else { return false }
    return shown.form.isFromXForm || row.properties.appearance != nil
  }

  /// The title of a question that draws its options, if its row shows the answer as title instead.
  private var asked: String? {
    guard ["options", "list"].contains(control), let cell, cell.title != row.title else { return nil }
    return cell.title
  }

  /// The options; if the question draws them itself, those that can be chosen, with their pictures.
  private var options: [PageOption] {
    guard holdsOptionsAlone else { return row.options.map { PageOption(option: $0) } }
    return row.options.enumerated().compactMap { offset, option in
      let place = CellPlace(section: place.section, position: place.position + 1 + offset, instance: place.instance)
      guard let cell = shown.form.cell(at: place), !cell.isHidden,
        shown.state.isRelevant(cell, in: place.instance, shown.form.fresh)
      else { return nil }
      return PageOption(option: option, media: cell.hasRareProperties ? media(of: cell.properties) : [])
    }
  }
}

/// An option of a question.
private struct PageOption: Shape {
  static let meaning = "An option of a question."

  let option: RowOption
  var media: [LabelMedium] = []

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("address", \.option.key, "What commands call the option.")
    m("value", \.option.value, "What the question holds when it is chosen.")
    m("title", \.option.title, "What it is called.")
    m("chosen", \.option.isChosen, "Whether it is chosen.")
    m.ifAny("media", \.media, "The pictures and sounds of its label.")
  }
}

extension NumberRange: Shape {
  package static let meaning = "A range of numbers."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("min", \.minimum, "The least number.")
    m("max", \.maximum, "The greatest.")
  }
}

extension SwitchTitles: Shape {
  package static let meaning = "The titles of a switch."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("on", \.on, "The title of on.")
    m("off", \.off, "The title of off.")
  }
}

// MARK: - Repeats

extension PageRow {
  /// That a repeat has too few or too many counted instances.
  private var faultsOfRepeat: [Fault] {
    guard row.kind == .repeat, let cell else { return [] }
    return cell.faults(ofInstances: shown.index.countedInstances(ofRepeatAt: place), in: place.instance).naming(names)
  }

  private var add: PageAction? {
    guard row.kind == .repeat, let cell, mayAdd(to: cell) else { return nil }
    return PageAction(kind: .add, cell: row.address)
  }

  private func mayAdd(to cell: FormCell) -> Bool {
    guard cell.rule(.count) == nil, let maximum = cell.counts?.maximum else { return cell.rule(.count) == nil }
    return shown.index.instanceCount(ofRepeatAt: place) < maximum
  }

  /// That it is open whether the instance stays that begins with the row.
  private var faultsOfInstance: [Fault] {
    guard let owner = beginning, let cell = shown.form.cell(at: owner) else { return [] }
    return cell.faults(ofInstance: row.instance, in: shown.state).naming(names)
  }

  /// The repeat of the instance that begins with the row; `nil` if none does.
  private var beginning: CellPlace? {
    guard row.instance != 0, shown.index.instanceRows(row.instance)?.range?.rows.lowerBound == row.path.row else {
      return nil
    }
    return shown.index.siblingPosition(ofInstance: row.instance)?.cell
  }

  /// The instance that begins with the row; `nil` if none does.
  private var instance: PageInstance? {
    guard row.instance != 0, shown.index.instanceRows(row.instance)?.range?.rows.lowerBound == row.path.row,
      let sibling = shown.index.siblingPosition(ofInstance: row.instance), let owner = shown.form.cell(at: sibling.cell)
    else { return nil }
    func address(_ number: Int) -> String { names.address(of: owner.key, in: number) }
    let own = address(row.instance)
    let mayRemove = owner.rule(.count) == nil && sibling.count > owner.counts?.minimum ?? 0
    return PageInstance(
      address: own, asks: question(about: StateSubject(owner.key, instance: row.instance), isInstance: true),
      position: sibling.index, count: sibling.count, isCounted: sibling.isCounted,
      remove: mayRemove ? PageAction(kind: .remove, cell: own) : nil,
      up: sibling.previous.map { PageAction(kind: .move, cell: own, before: address($0)) },
      down: sibling.next.map { _ in PageAction(kind: .move, cell: own, before: sibling.nextButOne.map(address)) })
  }
}

/// An instance of a repeat, with what can be done with it.
private struct PageInstance: Shape {
  static let meaning = "An instance of a repeat."

  let address: String
  let asks: PageQuestion?
  let position: Int
  let count: Int
  let isCounted: Bool
  let remove: PageAction?
  let up: PageAction?
  let down: PageAction?

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("address", \.address, "What commands call the instance.")
    m.ifAny("asks", \.asks, "That one person removed it and another answered in it.")
    m("position", \.position, "Its position in the repeat, from 0.")
    m("count", \.count, "How many instances the repeat has.")
    m("counted", \.isCounted, "Whether the rule of the repeat counts it.")
    m.ifAny("remove", \.remove, "The action that removes it.")
    m.ifAny("up", \.up, "The action that moves it up.")
    m.ifAny("down", \.down, "The action that moves it down.")
  }
}

/// What different persons said of one subject at the same time.
struct PageQuestion: Shape, Hashable {
  static let meaning = "What different persons said at the same time."

  let question: ResponseQuestion

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("identity", \.question.identity, "What the page sends as seen when a person chooses.")
    m.ifAny("cell", \.question.address, "What commands call its subject; left out for the completion.")
    m("alternatives", \.alternatives, "What was said, first what shows.")
  }

  private var alternatives: [PageAlternative] { question.alternatives.map { PageAlternative(said: $0) } }
}

/// One of the things said.
private struct PageAlternative: Shape {
  static let meaning = "One of the things said."

  let said: ResponseQuestion.Alternative

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("text", \.said.text, "What was said; null for no answer, and for a removed instance.")
    m("author", \.said.author, "Who said it; null if that is unknown.")
    m("time", \.said.time.isoText, "When, by the clock of the author's device.")
  }
}

/// An action as in a line of a script.
struct PageAction: Shape {
  static let meaning = "An action as in a line of a script."

  let kind: FormAction.Kind
  let cell: String
  var before: String?

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("action", \.kind, "What is done.")
    m("cell", \.cell, "The cell.")
    m.ifAny("before", \.before, "The instance before which another one is put.")
  }
}
