import FormState
import FormStateInterchange

/// The members of a row in JSON.
struct RowMembers {
  typealias Member = (name: String, value: OrderedJSON)

  let row: VisibleRow
  let place: CellPlace
  let shown: ShownForm
  let speech: Speech

  /// The members of every row.
  var always: [Member] {
    [
      ("cell", .string(row.address)), ("level", .integer(row.level)), ("kind", .string(row.kind.rawValue)),
      ("identifier", .string(row.identifier)), ("control", .string(specialControl ?? control)),
      ("title", .string(row.title)),
      ("subtitle", .string(row.subtitle)), ("value", value), ("text", .string(row.readableText)),
    ]
  }

  /// The optional members.
  var sometimes: [Member] {
    var members: [Member] = []
    func add(_ name: String, _ value: OrderedJSON?) { if let value { members.append((name, value)) } }
    func add(_ name: String, where flag: Bool) { if flag { members.append((name, .boolean(true))) } }
    add("draft", row.draft.map(OrderedJSON.string))
    add("problem", problem.map(OrderedJSON.string))
    add("captioned", where: isCaptioned)
    add("unanswered", where: isCaptioned && showsHint)
    add("expandable", where: row.isExpandable)
    add("expanded", where: row.isExpanded)
    add("inline", where: row.isInline)
    add("lineLimit", row.lineLimit.map(OrderedJSON.integer))
    add("required", where: row.isRequired)
    add("readOnly", where: row.isReadOnly)
    add("calculated", where: row.isReadOnly && cell?.rule(.calculate) != nil)
    add("within", titleWithin.map(OrderedJSON.string))
    let faults = row.faults + faultsOfRepeat
    add("faults", faults.isEmpty ? nil : .json(faults.map { $0.said(in: speech) }.line))
    add("range", row.range.map { .object([("min", .number($0.minimum)), ("max", .number($0.maximum))]) })
    add("step", row.step.map(OrderedJSON.number))
    add("unit", row.unit.map(OrderedJSON.string))
    add("switchTitles", row.switchTitles.map { .object([("on", .string($0.on)), ("off", .string($0.off))]) })
    add("options", row.options.isEmpty ? nil : .array(options))
    add("asked", asked.map(OrderedJSON.string))
    add("appearance", row.properties.appearance.map(OrderedJSON.string))
    add("chosen", where: row.isChosen)
    add("multiple", where: row.choosesSeveral)
    add("ranked", where: cell?.asksForOrder ?? false)
    add("parent", row.parent.map(OrderedJSON.string))
    return members + ofMedia
  }

  /// The members of a repeat, and of the first row of each of its instances.
  var ofRepeats: [Member] {
    var members: [Member] = []
    if row.kind == .repeat, let cell, mayAdd(to: cell) {
      members.append(("add", action(.add, row.address)))
    }
    if let instance { members.append(("instance", instance)) }
    return members
  }

  private var cell: FormCell? { shown.form.cell(at: place) }

  /// The value; of a whole number that JavaScript would round, the digits as text.
  private var value: OrderedJSON {
    guard case .integer(let whole)? = row.value, whole.magnitude > 1 << 53 else { return OrderedJSON(row.value) }
    return .string(String(whole))
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
  private var options: [OrderedJSON] {
    guard holdsOptionsAlone else { return row.options.map { json(of: $0) } }
    return row.options.enumerated().compactMap { offset, option in
      let place = CellPlace(section: place.section, position: place.position + 1 + offset, instance: place.instance)
      guard let cell = shown.form.cell(at: place), !cell.isHidden,
        shown.state.isRelevant(cell, in: place.instance, shown.form.fresh)
      else { return nil }
      return json(of: option, media: cell.hasRareProperties ? media(of: cell.properties) : nil)
    }
  }

  private func json(of option: RowOption, media: OrderedJSON? = nil) -> OrderedJSON {
    .object(
      [
        ("cell", .string(option.key)), ("value", .string(option.value)), ("title", .string(option.title)),
        ("chosen", .boolean(option.isChosen)),
      ] + (media.map { [("media", $0)] } ?? []))
  }
}

// MARK: - Repeats

extension RowMembers {
  /// That a repeat has too few or too many counted instances.
  private var faultsOfRepeat: [Fault] {
    guard row.kind == .repeat, let cell else { return [] }
    return cell.faults(ofInstances: shown.index.countedInstances(ofRepeatAt: place), in: place.instance)
  }

  private func mayAdd(to cell: FormCell) -> Bool {
    guard cell.rule(.count) == nil, let maximum = cell.counts?.maximum else { return cell.rule(.count) == nil }
    return shown.index.instanceCount(ofRepeatAt: place) < maximum
  }

  /// The instance that begins with the row; `nil` if none does.
  private var instance: OrderedJSON? {
    guard row.instance != 0, shown.index.instanceRows(row.instance)?.range?.rows.lowerBound == row.path.row,
      let sibling = shown.index.siblingPosition(ofInstance: row.instance), let owner = shown.form.cell(at: sibling.cell)
    else { return nil }
    func address(_ number: Int) -> String { CellReference.instance(owner.key, number: number).description }
    let own = address(row.instance)
    var members: [Member] = [
      ("cell", .string(own)), ("position", .integer(sibling.index)), ("count", .integer(sibling.count)),
      ("counted", .boolean(sibling.isCounted)),
    ]
    if owner.rule(.count) == nil, sibling.count > owner.counts?.minimum ?? 0 {
      members.append(("remove", action(.remove, own)))
    }
    if let previous = sibling.previous { members.append(("up", action(.move, own, before: address(previous)))) }
    if sibling.next != nil {
      members.append(("down", action(.move, own, before: sibling.nextButOne.map(address))))
    }
    return .object(members)
  }

  /// An action as in a line of a script.
  private func action(_ kind: FormAction.Kind, _ cell: String, before: String? = nil) -> OrderedJSON {
    .object(
      [("action", .string(kind.rawValue)), ("cell", .string(cell))] + (before.map { [("before", .string($0))] } ?? []))
  }
}
