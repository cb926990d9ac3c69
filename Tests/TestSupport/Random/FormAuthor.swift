import FormState

/// An author who writes a form at random and keeps changing it, and who knows the identity of each cell.
///
/// If keys are derived, cells with the same name are only ever changed in one way: two changes that look like a third
/// one would be ambiguous.
public struct FormAuthor: Sendable {
  var generator: SeededGenerator
  /// The current form.
  public internal(set) var form = AuthoredForm()
  private let keys: Keys
  /// Whether groups may be repeats.
  let writesRepeats: Bool
  private var next = 0
  /// Earlier changes, by name.
  var edited: Set<String> = []

  /// Who gives cells and sections their keys.
  private enum Keys: CaseIterable { case given, derived, mixed }

  /// Begins at a seed, with a form of several sections.
  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    keys = Keys.allCases.randomElement(using: &generator) ?? .mixed
    writesRepeats = Bool.random(using: &generator)
    for _ in 0..<number(in: 2...4) { form.sections.append(section()) }
  }

  /// Whether the keys of all cells and sections are given, so anything may be changed.
  var givesAllKeys: Bool { keys == .given }

  /// A number in a range.
  public mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  /// Whether something happens that happens once in so many times.
  public mutating func happens(onceIn count: Int) -> Bool { number(in: 1...count) == 1 }

  /// A number that was not there before.
  mutating func fresh() -> Int {
    next += 1
    return next
  }

  // MARK: Writing

  private mutating func isKeyDerived() -> Bool {
    switch keys {
    case .given: false
    case .derived: true
    case .mixed: happens(onceIn: 2)
    }
  }

  mutating func section() -> AuthoredForm.Section {
    let identity = fresh()
    let isFoldable = !happens(onceIn: 4)
    let section = FormSection(
      key: "s\(identity)", title: happens(onceIn: 5) ? "" : "Section \(identity)", isFoldable: isFoldable,
      startsFolded: isFoldable && happens(onceIn: 6), isAccordion: happens(onceIn: 5), isKeyDerived: isKeyDerived())
    let cells = (0..<number(in: 0...5)).map { _ in cell(level: 0) }
    return AuthoredForm.Section(identity: identity, section: section, cells: cells)
  }

  static let simpleKinds: [CellKind] = [
    .text, .text, .slider, .switch, .date, .custom, .longText, .integer, .decimal, .time, .dateTime, .file,
  ]

  /// A cell with the cells below it.
  mutating func cell(level: Int) -> AuthoredForm.Cell {
    let identity = fresh()
    var kind: CellKind =
      number(in: 0...9) < (level < 2 ? 4 : 1)
      ? (happens(onceIn: 4) ? .choices : .group)
      : happens(onceIn: 12) ? .label : Self.simpleKinds.randomElement(using: &generator) ?? .text
    if kind == .group, writesRepeats, happens(onceIn: 2) { kind = .repeat }
    // In a picker, the cell above has the title.
    let isHeading = kind == .group || kind == .choices || kind == .repeat
    let isNamed = level == 0 || isHeading || number(in: 0...9) < 6
    var cell = FormCell(
      key: "g\(identity)", kind: kind, title: isNamed ? title(identity) : "", isKeyDerived: isKeyDerived())
    if isHeading, happens(onceIn: 3) { (cell.title, cell.subtitle) = ("", "About \(identity)") }
    Self.suit(&cell)
    if kind == .custom, happens(onceIn: 2) {
      cell.inline = InlineExpansion(lineLimit: 2)
      cell.isExpandable = true
    }
    if cell.isExpandable {
      cell.startsExpanded = happens(onceIn: 2)
      cell.isAccordion = happens(onceIn: 5)
    }
    var authored = AuthoredForm.Cell(identity: identity, cell: cell, rules: rules(of: identity))
    if isHeading || cell.isExpandable && happens(onceIn: 2) { authored.children = children(of: authored, level) }
    return authored
  }

  /// Rules that read earlier cells, if they are above.
  private mutating func rules(of identity: Int) -> [AuthoredForm.Rule] {
    guard identity > 1, happens(onceIn: 3) else { return [] }
    return [FormRule.Kind.relevant, .required, .readOnly, .constraint, .calculate].filter { _ in happens(onceIn: 3) }
      .map { AuthoredForm.Rule(kind: $0, identity: number(in: 1...(identity - 1))) }
  }

  private mutating func children(of cell: AuthoredForm.Cell, _ level: Int) -> [AuthoredForm.Cell] {
    guard cell.cell.kind != .repeat, happens(onceIn: 2) else {
      return (0..<number(in: 0...3)).map { _ in self.cell(level: level + 1) }
    }
    return (1...number(in: 2...4)).map { _ in option(of: cell.identity) }
  }

  mutating func title(_ identity: Int) -> String {
    happens(onceIn: 3) ? ["Name", "Age", "City", "Note"].randomElement(using: &generator) ?? "" : "Title \(identity)"
  }

  /// An option whose value identifies the question.
  mutating func option(of question: Int) -> AuthoredForm.Cell {
    let identity = fresh()
    let value = AuthoredValue.text(of: question, prefix: "o", number: identity % 1000)
    let cell = FormCell(
      key: "o\(identity)", kind: .option, title: "Option \(identity)", optionValue: value, isKeyDerived: true)
    return AuthoredForm.Cell(identity: identity, cell: cell)
  }

  /// Gives a cell what its kind requires, and removes what it must not have.
  static func suit(_ cell: inout FormCell) {
    cell.identifier = cell.kind.standardIdentifier
    cell.range = cell.kind == .slider ? NumberRange(minimum: 0, maximum: 10_000_000) : nil
    cell.counts = cell.kind == .repeat ? InstanceCounts() : nil
    cell.isExpandable = cell.kind == .group || cell.kind == .choices || cell.kind == .repeat || cell.isExpandable
  }
}

/// Answers that identify their cells.
public enum AuthoredValue {
  /// A text that identifies a cell.
  public static func text(of identity: Int, prefix: String, number: Int) -> String {
    "\(prefix)\(identity * 1000 + number)"
  }

  /// The cell of an answer; `nil` for one that does not identify it, such as a switch.
  public static func identity(of content: FieldContent?) -> Int? {
    switch content?.value {
    case .text(let text): identity(of: text)
    case .integer(let number): number < 1000 ? nil : Int(number) / 1000
    case .real(let number): number < 1000 ? nil : Int(number) / 1000
    case .date(let date): identity(of: date.isoText)
    case .decimal(let decimal): decimal.number < 1000 ? nil : Int(decimal.number) / 1000
    case .dateTime(let moment): identity(of: moment.date.isoText)
    case .choices(let values): values.first.flatMap(identity)
    case .boolean, .time, nil: nil
    }
  }

  private static func identity(of text: String) -> Int? {
    if let date = CalendarDate(isoText: text) { return Int(date.isoText.prefix(4)).map { $0 - 1000 } }
    let number = Int(text.drop { $0.isLetter })
    return number.flatMap { $0 < 1000 ? nil : $0 / 1000 }
  }
}

extension FormAuthor {
  /// An action on the form, whose answers identify their cells.
  ///
  /// - Parameters:
  ///   - version: the form that the person sees.
  ///   - state: its state.
  ///   - random: does anything whatsoever.
  public mutating func action(
    on version: AuthoredForm.Version, in state: ResponseState, by random: inout RandomForm
  ) -> FormAction {
    if version.hasRepeats, happens(onceIn: 4) { return actionOnInstances(of: version, state) }
    let action = random.action(on: version.form, visibleRows: []).mapReferences { reference in
      reference.subject.map { self.reference(to: $0.key, version, state) } ?? reference
    }
    guard let cell = version.form.sections.flatMap(\.cells).randomElement(using: &generator),
      let identity = version.cells[cell.key]
    else { return action }
    let reference = reference(to: cell.key, version, state)
    switch action {
    case .set: return .set(reference, value(of: identity, for: cell.kind))
    case .draft(_, let text?) where !text.contains("\0"):
      return .draft(reference, AuthoredValue.text(of: identity, prefix: "d", number: number(in: 0...999)))
    default: return action
    }
  }

  /// A cell, in any instance if it is in a repeat.
  private mutating func reference(
    to key: String, _ version: AuthoredForm.Version, _ state: ResponseState
  ) -> CellReference {
    guard let around = version.repeatAround(key), let number = instance(of: around, state) else { return .key(key) }
    return .instance(key, number: number)
  }

  private mutating func instance(of key: String, _ state: ResponseState) -> Int? {
    state.instances.keys.filter { $0.key == key && $0.setAsideFrom == nil }.map(\.instance).sorted()
      .randomElement(using: &generator)
  }

  private mutating func actionOnInstances(of version: AuthoredForm.Version, _ state: ResponseState) -> FormAction {
    let key = version.repeatKeys.randomElement(using: &generator) ?? ""
    let other = instance(of: key, state).map { CellReference.instance(key, number: $0) }
    let next = happens(onceIn: 2) ? other : nil
    guard let own = instance(of: key, state), !happens(onceIn: 2) else {
      return .add(reference(to: key, version, state), before: next)
    }
    let reference = CellReference.instance(key, number: own)
    return happens(onceIn: 3) ? .remove(reference) : .move(reference, before: next)
  }

  private mutating func value(of identity: Int, for kind: CellKind) -> CellValue {
    let number = number(in: 0...999)
    switch kind {
    case .slider, .integer: return .integer(Int64(identity * 1000 + number))
    case .decimal: return .text("\(identity * 1000 + number).50")
    case .dateTime: return .text("\(Self.date(of: identity, number))T\(number % 2 == 0 ? "00:00" : "14:30")+01:00")
    case .time: return .text("14:3\(number % 10)")
    case .switch: return .boolean(number % 2 == 0)
    case .date: return .text(Self.date(of: identity, number))
    default:
      switch number % 8 {
      case 0...2: return .text(AuthoredValue.text(of: identity, prefix: "", number: number))
      case 3: return .text(Self.date(of: identity, number))
      case 4: return .text(["on", "no", "true"].randomElement(using: &generator) ?? "")
      default: return .text(AuthoredValue.text(of: identity, prefix: "t", number: number))
      }
    }
  }

  private static func date(of identity: Int, _ number: Int) -> String {
    "\(1000 + identity)-0\(number % 9 + 1)-1\(number % 10)"
  }
}
