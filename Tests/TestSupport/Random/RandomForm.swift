import FormState

/// Makes random forms: nested, with every kind of cell, hidden cells, folded sections and empty ones, accordions of
/// every scope and cells that grow in place.
public struct RandomForm {
  private var generator: SeededGenerator
  private var nextNumber = 0

  /// Begins at a seed.
  public init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// A form whose sections have about so many cells each, some of them and some of the cells with rules.
  public mutating func formWithRules(sections: Int, cellsPerSection: Int) -> FormDefinition {
    var form = form(sections: sections, cellsPerSection: cellsPerSection)
    let readsAbove = Bool.random(using: &generator)
    for section in form.sections.indices {
      let others = readsAbove ? form.sections[..<section] : form.sections[(section + 1)...]
      if Int.random(in: 0..<4, using: &generator) == 0 {
        form.sections[section].relevant = rule(.relevant, reading: others.flatMap(\.cells))
      }
      let cells = form.sections[section].cells
      for position in cells.indices where Int.random(in: 0..<3, using: &generator) == 0 {
        // The options of a list are the list's.
        if cells[position].kind == .option, cells[position].key.contains("=") { continue }
        let own = readsAbove ? cells[..<position] : cells[(position + 1 + cells[position].additionalRows)...]
        let hasOptions = form.sections[section].optionsDirectly(under: position).isEmpty == false
        form.sections[section].cells[position].rules = rules(
          of: cells[position],
          holdsValue: [.group, .choices].contains(cells[position].kind) ? hasOptions : cells[position].kind.holdsValue,
          reading: own + others.flatMap(\.cells))
        if form.sections[section].cells[position].rule(.title) != nil {
          form.sections[section].cells[position].summary = nil
        }
      }
    }
    return form
  }

  /// A rule that reads one or two of some cells. If all rules read only cells above them, or only cells below, there
  /// is no cycle.
  private mutating func rule(_ kind: FormRule.Kind, reading cells: [FormCell]) -> FormRule? {
    guard let first = condition(on: cells) else { return nil }
    guard Bool.random(using: &generator), let second = condition(on: cells) else { return FormRule(kind, first) }
    return FormRule(kind, "\(first) \(Bool.random(using: &generator) ? "and" : "or") \(second)")
  }

  /// Some rules of a cell that read some other cells.
  private mutating func rules(of cell: FormCell, holdsValue: Bool, reading cells: [FormCell]) -> [FormRule] {
    var rules: [FormRule?] = []
    if Bool.random(using: &generator) { rules.append(rule(.relevant, reading: cells)) }
    if cell.kind != .option, Int.random(in: 0..<6, using: &generator) == 0 { rules.append(title(reading: cells)) }
    guard holdsValue else { return rules.compactMap { $0 } }
    if Int.random(in: 0..<3, using: &generator) == 0 { rules.append(rule(.required, reading: cells)) }
    if Int.random(in: 0..<5, using: &generator) == 0 { rules.append(rule(.readOnly, reading: cells)) }
    for _ in 0..<Int.random(in: 0...2, using: &generator) { rules.append(constraint(on: cell, reading: cells)) }
    if Int.random(in: 0..<3, using: &generator) == 0 { rules.append(calculation(of: cell, reading: cells)) }
    return rules.compactMap { $0 }
  }

  private mutating func title(reading cells: [FormCell]) -> FormRule? {
    cells.filter(\.kind.holdsValue).randomElement(using: &generator).map {
      FormRule(.title, "if(${\($0.key)} = '', '', concat('About ', ${\($0.key)}))")
    }
  }

  private mutating func constraint(on cell: FormCell, reading cells: [FormCell]) -> FormRule? {
    let severity = FormRule.Severity.allCases.randomElement(using: &generator) ?? .error
    if Bool.random(using: &generator), let other = condition(on: cells) {
      return FormRule(.constraint, "\(other) or . != 'Tom'", message: "Not so.", severity: severity)
    }
    let own =
      switch cell.kind {
      case .switch: ". = true()"
      case .slider: ". < 9"
      default: "string-length(.) < 5"
      }
    return FormRule(.constraint, own, severity: severity)
  }

  private mutating func calculation(of cell: FormCell, reading cells: [FormCell]) -> FormRule? {
    // The number of a date depends on the time zone of an action; that is tested elsewhere.
    let others = cells.filter { $0.kind.holdsValue && (!cell.kind.isNumber || ![.date, .dateTime].contains($0.kind)) }
    guard let other = others.randomElement(using: &generator) else { return nil }
    let number = "number(${\(other.key)})"
    switch cell.kind {
    // Out of a slider's range now and then, though never initially.
    case .slider: return FormRule(.calculate, "if(\(number) > 20 and \(number) < 99, \(number) * 3, 1)")
    case .switch: return rule(.calculate, reading: cells)
    case .date: return FormRule(.calculate, "if(${\(other.key)} = 'Tom', '2020-02-29', '')")
    case .choices: return FormRule(.calculate, "if(${\(other.key)} = 'Tom', 'choice-1', '')")
    // Not a whole number now and then, though never initially.
    case .integer:
      return FormRule(.calculate, "if(\(number) > 20 and \(number) < 99, \(number) + 0.5, round(\(number) mod 5))")
    case .decimal: return FormRule(.calculate, "if(\(number) > 0 and \(number) < 80, \(number) div 4, '')")
    case .time: return FormRule(.calculate, "if(${\(other.key)} = 'Tom', '07:30:00', '')")
    case .dateTime: return FormRule(.calculate, "if(${\(other.key)} = 'Tom', '2020-02-29T07:30:00Z', '')")
    case .text: return FormRule(.calculate, "list('quality')[value = ${\(other.key)} or position() = 2]/title")
    case .group: return FormRule(.calculate, "if(${\(other.key)} = 'Tom', 'choice 1', '')")
    default: return FormRule(.calculate, "concat(${\(other.key)}, '!')")
    }
  }

  private mutating func condition(on cells: [FormCell]) -> String? {
    guard let cell = cells.filter(\.kind.holdsValue).randomElement(using: &generator) else { return nil }
    let value = "${\(cell.key)}"
    let conditions =
      switch cell.kind {
      case .switch: [value, "not(\(value))"]
      case .slider: ["\(value) > 3", "\(value) != 7", "\(value) >= 0"]
      case .choices: ["selected(\(value), 'choice 1')", "count-selected(\(value)) > 1", "\(value) = ''"]
      case .integer, .decimal: ["\(value) > 3", "\(value) != 7", "\(value) + 1 = 8"]
      case .time: ["\(value) = '14:30:00'", "\(value) = ''"]
      case .group: ["\(value) = 'choice 1'", "\(value) = 'good'", "\(value) != ''"]
      default: ["\(value) = ''", "\(value) = 'Tom'", "string-length(\(value)) > 3"]
      }
    return conditions.randomElement(using: &generator)
  }

  /// A form whose sections have about so many cells each.
  public mutating func form(sections: Int, cellsPerSection: Int) -> FormDefinition {
    FormDefinition(
      key: "random", title: "Random",
      sections: (0..<sections).map { number in
        let isFoldable = Int.random(in: 0..<4, using: &generator) > 0
        return FormSection(
          key: "section\(number)", title: "Section \(number)", isFoldable: isFoldable,
          startsFolded: isFoldable && Int.random(in: 0..<5, using: &generator) == 0,
          isAccordion: Int.random(in: 0..<4, using: &generator) == 0,
          cells: cells(count: Int.random(in: 0...cellsPerSection, using: &generator)))
      },
      accordion: [nil, nil, nil, .cells, .sections].randomElement(using: &generator) ?? nil,
      lists: [Self.list], rowHeights: ["idCellCustom": .automatic, "idCellLabel": .points(33.5)])
  }

  private static let list = OptionList(
    "quality", options: [.init(value: "good", title: "Good"), .init(value: "poor=bad", title: "Poor")])

  /// Cells in preorder, made from random parents to cover all shapes, deep and flat.
  private mutating func cells(count: Int) -> [FormCell] {
    var cells: [FormCell] = []
    var open: [Int] = []
    while cells.count < count {
      while !open.isEmpty && Int.random(in: 0..<4, using: &generator) == 0 { open.removeLast() }
      let parent = open.last.map { cells[$0] }
      var cell = cell(under: parent)
      if (cell.kind == .group || cell.kind == .choices) && open.count < 12
        && Int.random(in: 0..<4, using: &generator) == 0
      {
        cell.list = Self.list.name
      }
      for ancestor in open { cells[ancestor].additionalRows += 1 }
      cells.append(cell)
      if cell.isExpandable && open.count < 12 {
        open.append(cells.count - 1)
        if cell.list != nil {
          let options = Self.list.cells(ofQuestion: cell.key)
          cells += options
          for ancestor in open { cells[ancestor].additionalRows += options.count }
        }
      }
    }
    return withOptions(withSummaries(cells))
  }

  private mutating func cell(under parent: FormCell?) -> FormCell {
    nextNumber += 1
    let key = "c\(nextNumber)"
    let kinds: [CellKind] = [
      .group, .group, .text, .date, .switch, .slider, .label, .custom, .option, .option, .option, .choices, .choices,
      .longText, .integer, .decimal, .time, .dateTime, .file,
    ]
    var kind = kinds.randomElement(using: &generator) ?? .text
    if kind == .option && (![.group, .choices, .custom].contains(parent?.kind) || parent?.list != nil) { kind = .text }
    let inline = Int.random(in: 0..<6, using: &generator) == 0 && kind != .option ? inlineExpansion() : nil
    let isNumber = kind == .integer || kind == .decimal
    let isBounded = isNumber && Bool.random(using: &generator)
    let isExpandable =
      kind == .group || kind == .choices || inline != nil || (kind == .custom && Bool.random(using: &generator))
    return FormCell(
      key: key, kind: kind, title: "Title \(nextNumber)",
      subtitle: kind == .group ? "Group \(nextNumber)" : "",
      defaultValue: defaultValue(of: kind), isExpandable: isExpandable,
      startsExpanded: isExpandable && Bool.random(using: &generator),
      isHidden: Int.random(in: 0..<12, using: &generator) == 0,
      isAccordion: isExpandable && Int.random(in: 0..<4, using: &generator) == 0, inline: inline,
      range: kind == .slider || isBounded ? NumberRange(minimum: -5, maximum: 20) : nil,
      step: (kind == .slider || isNumber) && Bool.random(using: &generator) ? 0.5 : nil,
      unit: (kind == .slider || isNumber) && Bool.random(using: &generator) ? "kg" : nil,
      switchTitles: kind == .switch ? SwitchTitles(off: "Single", on: "Married") : nil)
  }

  private mutating func inlineExpansion() -> InlineExpansion {
    let heights: [RowHeight] = [.automatic, .points(20), .points(44.5)]
    return InlineExpansion(
      collapsedHeight: heights.randomElement(using: &generator) ?? .automatic,
      expandedHeight: heights.randomElement(using: &generator) ?? .automatic,
      lineLimit: Bool.random(using: &generator) ? 2 : nil)
  }

  private mutating func defaultValue(of kind: CellKind) -> CellValue? {
    guard Int.random(in: 0..<3, using: &generator) == 0 else { return nil }
    switch kind {
    case .text, .longText, .file, .custom: return .text("default \(nextNumber)")
    case .integer: return .integer(Int64.random(in: -5...20, using: &generator))
    case .decimal: return ExactDecimal("7.\(nextNumber % 10)0").map(CellValue.decimal)
    case .time: return ClockTime(hour: nextNumber % 24, minute: 30).map(CellValue.time)
    case .dateTime: return OffsetDateTime(isoText: "2026-11-21T14:30:00+01:00").map(CellValue.dateTime)
    case .switch: return .boolean(Bool.random(using: &generator))
    case .slider: return .integer(Int64.random(in: -5...20, using: &generator))
    case .date: return CalendarDate(year: 1835, month: 11, day: 30).map(CellValue.date)
    case .group, .choices, .option, .label, .repeat: return nil
    }
  }

  private mutating func withSummaries(_ cells: [FormCell]) -> [FormCell] {
    let nesting = Nesting(additionalRows: cells.map(\.additionalRows))
    var result = cells
    for (position, cell) in cells.enumerated() where cell.isExpandable {
      let children = cells.indices.filter { nesting.parents[$0] == position }.map { cells[$0] }
      result[position].summary = summary(children: children)
    }
    return result
  }

  /// Gives options values that occur in other questions too, and questions one of their values as a default.
  private mutating func withOptions(_ cells: [FormCell]) -> [FormCell] {
    let nesting = Nesting(additionalRows: cells.map(\.additionalRows))
    var result = cells
    for (position, cell) in cells.enumerated() where [.group, .choices, .custom].contains(cell.kind) {
      let options = cells.indices.filter { nesting.parents[$0] == position && cells[$0].kind == .option }
      for (number, option) in options.enumerated() where cell.list == nil && Bool.random(using: &generator) {
        result[option].optionValue = "choice \(number + 1)"
      }
      if cell.kind == .choices, Bool.random(using: &generator) {
        let values = options.compactMap { result[$0].optionValue }.shuffled(using: &generator).prefix(2)
        result[position].defaultValue = values.isEmpty ? nil : .choices(Array(values))
      }
      if cell.kind == .group, let option = options.randomElement(using: &generator), Bool.random(using: &generator) {
        result[position].defaultValue = result[option].optionValue.map(CellValue.text)
      }
    }
    return result
  }

  private mutating func summary(children: [FormCell]) -> Summary? {
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      return .join(separator: ", ")
    case 1:
      let source = children.prefix(2).map { "{\($0.key)}" }.joined(separator: " – ")
      return (try? Template(source)).map(Summary.template)
    default:
      return .inferred(fromKinds: children.map(\.kind))
    }
  }

  /// A random action on a form: mostly one that is accepted, now and then one that is not.
  public mutating func action(on form: FormDefinition, visibleRows: [[Int]]) -> FormAction {
    let cells = form.sections.flatMap(\.cells)
    let sections = form.sections.map(\.key)
    guard let cell = cells.randomElement(using: &generator),
      let section = sections.randomElement(using: &generator)
    else { return .collapseAll }
    let reference = reference(to: cell, visibleRows: visibleRows)
    switch Int.random(in: -8..<40, using: &generator) {
    case -8...(-6):
      return .reportFault(word(of: ["Taken.", "“So not”, 日本", ""]), on: perhaps(reference), from: reporter())
    case -5: return .withdrawFaults(from: reporter(), on: perhaps(reference))
    case -4: return Int.random(in: 0..<8, using: &generator) == 0 ? .complete : .reopen
    case -3: return .markSaved
    case -2: return .draft(reference, "2026-13-")
    case -1: return .draft(reference, ["½", "a\u{0}b", nil].randomElement(using: &generator) ?? nil)
    case 0: return .expandAll
    case 1: return .collapseAll
    case 2...3: return .fold(section: section)
    case 4...6: return .unfold(section: section)
    case 7: return .toggleFold(section: section)
    case 8...9: return .reveal(reference)
    case 10...11: return .clear(reference)
    case 12: return .reset(reference)
    case 13: return Int.random(in: 0..<5, using: &generator) == 0 ? .reset(nil) : .tap(reference)
    case 14...15: return .expand(reference)
    case 16: return .collapse(reference)
    case 17...19:
      return .choose(optionAddress(in: form) ?? reference)
    case 20...29: return .set(reference, value(for: cell))
    default: return .tap(reference)
    }
  }

  private mutating func word(of words: [String]) -> String { words.randomElement(using: &generator) ?? "" }

  private mutating func reporter() -> String? { [nil, "server", "caf\u{e9}"].randomElement(using: &generator) ?? nil }

  private mutating func perhaps(_ reference: CellReference) -> CellReference? {
    Int.random(in: 0..<4, using: &generator) == 0 ? nil : reference
  }

  /// A random option, by its key or by its question and value; now and then a value that the question has not.
  private mutating func optionAddress(in form: FormDefinition) -> CellReference? {
    guard let section = form.sections.randomElement(using: &generator) else { return nil }
    let parents = Nesting(of: section).parents
    let options = section.cells.indices.filter { section.cells[$0].kind == .option }
    guard let position = options.randomElement(using: &generator), let parent = parents[position] else { return nil }
    let option = section.cells[position]
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return .key("\(section.cells[parent].key)=nothing")
    case 1..<4: return .key("\(section.cells[parent].key)=\(option.optionValue ?? "")")
    default: return .key(option.key)
    }
  }

  private mutating func reference(to cell: FormCell, visibleRows: [[Int]]) -> CellReference {
    let section = Int.random(in: 0..<max(1, visibleRows.count), using: &generator)
    let count = section < visibleRows.count ? visibleRows[section].count : 0
    guard Bool.random(using: &generator), count > 0 else { return .key(cell.key) }
    // One row past the end occurs too, and must be refused.
    return .rowPath(RowPath(section: section, row: Int.random(in: 0...count, using: &generator)))
  }

  private mutating func value(for cell: FormCell) -> CellValue {
    switch cell.kind {
    case .switch: return .boolean(Bool.random(using: &generator))
    case .slider: return .number(Double.random(in: -8...22, using: &generator).rounded()) ?? .integer(0)
    case .date: return .text(Bool.random(using: &generator) ? "2026-02-29" : "2024-02-29")
    case .choices:
      let values: [CellValue] = [
        .choices(["choice 1"]), .choices(["choice 2", "choice 1"]), .choices([]), .text("good"),
        .text("poor=bad, good"),
        .text("choice 1, choice 1"), .text("nothing, choice 1"), .text(""), .integer(1),
      ]
      return values.randomElement(using: &generator) ?? .choices([])
    case .integer, .decimal:
      let values: [CellValue] = [
        .integer(Int64.random(in: -9...22, using: &generator)), .text("7"), .text("7.50"), .text("1e5"), .real(2.5),
        .text("+3.0"), .text("--1"), .text(String(repeating: "9", count: 30)), .text("007"), .boolean(true),
      ]
      return values.randomElement(using: &generator) ?? .integer(0)
    case .time: return .text(["14:30", "24:00", "23:59:60", "07:05:09.25"].randomElement(using: &generator) ?? "")
    case .dateTime:
      let texts = [
        "2026-11-21T14:30+01:00", "2026-11-21T14:30", "2026-02-29T00:00:00Z", "2024-02-29T00:00:00.125-03:30",
        "2026-11-21T14:30+25:00",
      ]
      return .text(texts.randomElement(using: &generator) ?? "")
    default: return .text(["", "Tom", "Sawyer Jr", "“ü”, 日本"].randomElement(using: &generator) ?? "")
    }
  }
}
