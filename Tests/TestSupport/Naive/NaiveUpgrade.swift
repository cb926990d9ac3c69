import FormState
import Foundation

/// The effect of an upgrade on a response, calculated in the slow and obvious way from the destination of each cell's
/// contents.
public struct NaiveUpgrade {
  /// The number of the version that the response fills in.
  let former: Int
  /// The number of the version that it moves to.
  let target: Int
  /// The definition that it moves to.
  let form: NaiveForm
  /// The destination of each cell's contents, by the subject's key and version alone.
  let cells: (StateSubject) -> String?
  /// The destination of each section's fold.
  let sections: (StateSubject) -> String?
  /// The state after it.
  public private(set) var state = ResponseState()
  /// The results for the cells with contents.
  public private(set) var fates: [StateSubject: Set<UpgradedCell.Fate>] = [:]
  /// The answers that are nowhere any more.
  public private(set) var lostAnswers: [String] = []

  /// Upgrades a state.
  public init(
    of state: ResponseState, from former: Int, to target: Int, form: FormDefinition,
    cells: @escaping (StateSubject) -> String?, sections: @escaping (StateSubject) -> String?
  ) {
    self.former = former
    self.target = target
    self.form = NaiveForm(form)
    self.cells = cells
    self.sections = sections
    if state.isCompleted { put(.completion, .flag(true), of: .response) }
    put(.responseFaults, state[.responseFaults, of: .response], of: .response)
    takeInstances(of: state)
    for subject in Self.newestFirst(state.cells.keys) { take(state.cells[subject] ?? CellState(), of: subject) }
    for subject in Self.newestFirst(state.folds.keys) { takeFold(state.folds[subject], of: subject) }
    // Other code determines the consequences of answers in instances.
    if !form.hasRepeats { self.state = self.form.derived(self.state) }
  }

  private static func newestFirst(_ subjects: some Sequence<StateSubject>) -> [StateSubject] {
    subjects.sorted { ($0.setAsideFrom ?? .max, $0.key) > ($1.setAsideFrom ?? .max, $1.key) }
  }

  /// Instances stay if their repeat is still one, and its place exists.
  private mutating func takeInstances(of before: ResponseState) {
    for (subject, place) in before.instances.sorted(by: { $0.key.instance < $1.key.instance }) {
      fates[subject] = []
      let content = FieldContent.text("\(place.parent) \(place.rank)")
      guard let key = cells(StateSubject(subject.key, setAsideFrom: subject.setAsideFrom)),
        let placed = form.cells.first(where: { $0.cell.key == key }), placed.cell.kind == .repeat,
        isThere(placed, in: place.parent)
      else {
        setAside(content, .instance, of: subject)
        continue
      }
      if subject.setAsideFrom != nil { fates[subject]?.insert(.returned) }
      if key != subject.key { fates[subject]?.insert(.renamed) }
      put(.instance, content, of: StateSubject(key, instance: subject.instance))
    }
  }

  /// Whether a cell is in an instance: outside of repeats in none, inside in one of the innermost repeat.
  private func isThere(_ placed: NaiveForm.Placed, in instance: Int) -> Bool {
    guard let around = form.ancestors(of: placed).first(where: { $0.cell.kind == .repeat }) else {
      return instance == 0
    }
    return state.instances[StateSubject(around.cell.key, instance: instance)] != nil
  }

  private mutating func put(_ field: StateChange.Field, _ content: FieldContent?, of subject: StateSubject) {
    state.apply(StateChange(field, of: subject, before: nil, after: content))
  }

  private mutating func setAside(_ content: FieldContent, _ field: StateChange.Field, of subject: StateSubject) {
    let origin = subject.setAsideFrom ?? former
    if origin == target {
      if field == .value { lostAnswers.append("\(field.rawValue) of \(subject)") }
      return
    }
    put(field, content, of: StateSubject(subject.key, instance: subject.instance, setAsideFrom: origin))
    if field != .touched { fates[subject]?.insert(.setAside) }
  }

  private mutating func takeFold(_ isFolded: Bool?, of subject: StateSubject) {
    guard let isFolded else { return }
    let section = sections(subject).flatMap { key in form.form.sections.first { $0.key == key && $0.isFoldable } }
    if let section, state.folds[StateSubject(section.key)] == nil {
      put(.fold, .flag(isFolded), of: StateSubject(section.key))
    } else {
      setAside(.flag(isFolded), .fold, of: subject)
    }
  }

  private mutating func take(_ contents: CellState, of subject: StateSubject) {
    let fields: [StateChange.Field] = [.disclosure, .value, .title, .original, .saved, .touched, .reportedFaults]
    // Results of rules are recalculated.
    fates[subject] = fields.contains { $0 != .touched && contents[$0] != nil } ? [] : nil
    guard let key = cells(StateSubject(subject.key, setAsideFrom: subject.setAsideFrom)),
      let placed = form.cells.first(where: { $0.cell.key == key }), isThere(placed, in: subject.instance)
    else {
      for field in fields { if let content = contents[field] { setAside(content, field, of: subject) } }
      return
    }
    let place = StateSubject(key, instance: subject.instance)
    let taken = state.cells[place]
    if subject.setAsideFrom != nil { fates[subject]?.insert(.returned) }
    if key != subject.key { fates[subject]?.insert(.renamed) }
    let rest = takeAnswer(of: contents, subject, to: place, placed)
    for field in fields where field != .value && field != .original {
      guard let content = rest[field] else { continue }
      var fitting = Self.fitting(content, field, in: placed, of: form)
      if field == .saved {
        // A saved value stays as it is converted now; otherwise it is unchanged or removed.
        let held = state.cells[place]
        let first = held?[.original].flatMap(Self.answer).map(FieldContent.value) ?? held?.entry
        if let entry = held?.entry, content == first {
          fitting = entry
        } else if fitting != content || content == held?.entry {
          fitting = nil
        }
      }
      if taken?[field] == nil, let fitting {
        put(field, fitting, of: place)
      } else if field != .title || taken != nil {
        setAside(content, field, of: subject)
      }
    }
  }

  /// Moves an answer, which starts from the original, whatever earlier versions have made of it.
  ///
  /// - Returns: the state still to be moved, as if there had been no version in between.
  private mutating func takeAnswer(
    of contents: CellState, _ subject: StateSubject, to place: StateSubject, _ placed: NaiveForm.Placed
  ) -> CellState {
    let given = contents[.original].flatMap(Self.answer)
    guard let answer = given.map(FieldContent.value) ?? contents.entry else { return contents }
    var rest = contents
    if let given, contents.entry != nil, contents.saved == contents.entry { rest[.saved] = .value(given) }
    let taken = state.cells[place]
    let fitting = Self.fitting(answer, .value, in: placed, of: form)
    if let fitting, taken?.entry == nil, taken?[.original] == nil {
      put(.value, fitting, of: place)
      if fitting != answer, let value = answer.value { put(.original, Self.original(value), of: place) }
      if given != nil, contents.entry == nil || fitting == answer { fates[subject]?.insert(.returned) }
      if fitting != contents.entry ?? answer, given == nil || fitting != answer {
        fates[subject]?.insert(Self.count(of: fitting) < Self.count(of: answer) ? .partlyKept : .converted)
      }
      return rest
    }
    if let value = answer.value, Self.isTyped(placed.cell.kind), taken?.entry == nil, taken?[.original] == nil {
      put(.original, Self.original(value), of: place)
      fates[subject]?.insert(.keptAsDraft)
      return rest
    }
    for field in [StateChange.Field.value, .original] {
      if let content = contents[field] { setAside(content, field, of: subject) }
    }
    return contents
  }

  private static func count(of content: FieldContent) -> Int {
    if case .choices(let values)? = content.value { values.count } else { 0 }
  }

  /// A first answer as its field holds it.
  private static func original(_ value: CellValue) -> FieldContent {
    let type =
      switch value {
      case .text: "text"
      case .integer: "integer"
      case .real: "real"
      case .boolean: "switch"
      case .date: "date"
      case .decimal: "decimal"
      case .time: "time"
      case .dateTime: "dateTime"
      case .choices: "choices"
      }
    return .text("\(type) \(value.plainText)")
  }

  /// The first answer that its field holds.
  private static func answer(_ content: FieldContent) -> CellValue? {
    guard let words = content.text?.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false),
      words.count == 2
    else { return nil }
    let text = String(words[1])
    return switch words[0] {
    case "integer": Int64(text).map(CellValue.integer)
    case "real": Double(text).map(CellValue.real)
    case "switch": .boolean(text == "true")
    case "date": CalendarDate(isoText: text).map(CellValue.date)
    case "decimal": ExactDecimal(text).map(CellValue.decimal)
    case "time": ClockTime(isoText: text).map(CellValue.time)
    case "dateTime": OffsetDateTime(isoText: text).map(CellValue.dateTime)
    case "choices": (try? JSONDecoder().decode([String].self, from: Data(text.utf8))).map(CellValue.choices)
    default: .text(text)
    }
  }

  private static func isTyped(_ kind: CellKind) -> Bool {
    ![.group, .choices, .option, .label, .repeat].contains(kind)
  }

  /// A value as a person would type it.
  private static func typed(_ value: CellValue) -> String {
    if case .choices(let values) = value { values.joined(separator: ", ") } else { value.plainText }
  }

  /// A content as a cell can have it; `nil` for one that it cannot.
  private static func fitting(
    _ content: FieldContent, _ field: StateChange.Field, in placed: NaiveForm.Placed, of form: NaiveForm
  ) -> FieldContent? {
    let kind = placed.cell.kind
    switch field {
    case .disclosure: return placed.cell.isExpandable ? content : nil
    case .title: return placed.cell.isExpandable && placed.cell.kind != .repeat ? content : nil
    case .requirement, .readOnly, .calculated, .faults, .original: return nil
    case .touched, .reportedFaults: return content
    case .fold, .draft, .completion, .relevance, .sectionRelevance, .instance, .responseFaults, .alternatives,
      .responseAlternatives:
      return nil
    case .value, .saved:
      guard let value = content.value else {
        return isTyped(kind) || kind == .group || kind == .choices ? content : nil
      }
      if kind == .choices {
        let options = form.children(of: placed).compactMap(\.cell.optionValue)
        let values = if case .choices(let values) = value { values } else { [value.plainText] }
        let kept = values.filter(options.contains)
        return kept.isEmpty ? nil : .value(.choices(kept))
      }
      if kind == .group {
        if case .choices(let values) = value, values.count == 1 {
          return fitting(.text(values[0]), field, in: placed, of: form)
        }
        let options = form.children(of: placed).map(\.cell.optionValue)
        return options.contains(value.plainText) ? .text(value.plainText) : nil
      }
      return converted(value, to: placed.cell).map(FieldContent.value)
    }
  }

  private static func converted(_ value: CellValue, to cell: FormCell) -> CellValue? {
    switch (cell.kind, value) {
    case (.text, _), (.longText, _): return .text(typed(value))
    case (.file, .text(let text)): return text.isEmpty ? nil : value
    case (.decimal, .decimal), (.time, .time), (.dateTime, .dateTime), (.integer, .integer): return value
    case (.decimal, .integer), (.decimal, .real), (.decimal, .text):
      return exact(value) == nil ? nil : ExactDecimal(value.plainText).map(CellValue.decimal)
    case (.integer, .real), (.integer, .decimal):
      return exact(value).flatMap { Int64($0.description) }.map(CellValue.integer)
    case (.integer, .text(let text)):
      return text.contains(".") ? nil : exact(value).flatMap { Int64($0.description) }.map(CellValue.integer)
    case (.slider, .decimal(let decimal)):
      guard let number = Double(decimal.text), Decimal(string: number.description) == exact(value) else { return nil }
      return accepted(number, cell)
    case (.time, .text(let text)): return ClockTime(isoText: text).map(CellValue.time)
    case (.dateTime, .text(let text)): return OffsetDateTime(isoText: text).map(CellValue.dateTime)
    case (.date, .dateTime(let moment)): return moment.time.isoText == "00:00:00" ? .date(moment.date) : nil
    case (.custom, .boolean(let isOn)): return .integer(isOn ? 1 : 0)
    case (.custom, .date), (.custom, .time), (.custom, .dateTime), (.custom, .decimal), (.custom, .choices):
      return .text(value.plainText)
    case (.custom, _): return value
    case (.date, .date), (.switch, .boolean): return value
    case (.date, .text(let text)): return CalendarDate(isoText: text).map(CellValue.date)
    case (.switch, .integer(0)), (.switch, .text("off")), (.switch, .text("false")), (.switch, .text("no")):
      return .boolean(false)
    case (.switch, .integer(1)), (.switch, .text("on")), (.switch, .text("true")), (.switch, .text("yes")):
      return .boolean(true)
    case (.slider, .integer(let number)): return accepted(Double(number), cell)
    case (.slider, .real(let number)): return accepted(number, cell)
    case (.slider, .text(let text)): return Double(text).flatMap { accepted($0, cell) }
    default: return nil
    }
  }

  /// The number that a value spells, calculated by Foundation.
  private static func exact(_ value: CellValue) -> Decimal? {
    let text = value.plainText
    guard text.wholeMatch(of: /[-+]?[0-9]+(\.[0-9]+)?/) != nil else { return nil }
    return Decimal(string: text)
  }

  private static func accepted(_ number: Double, _ cell: FormCell) -> CellValue? {
    guard let range = cell.range, range.minimum <= number, number <= range.maximum else { return nil }
    return CellValue.number(number)
  }
}
