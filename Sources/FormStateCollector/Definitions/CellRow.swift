import FormState

/// A row of `formstate_cell`.
struct CellRow {
  /// The columns, in the order of ``values``.
  static let columns = [
    "definition", "cell", "form", "section", "section_title", "section_position", "position", "kind", "question",
    "repeat", "minimum", "maximum", "list", "is_question", "is_hidden", "starts_expanded", "is_conditional",
    "has_default", "default_type", "default_content", "default_readable", "default_translations", "first_type",
    "first_content", "first_readable", "first_translations", "is_first_calculated",
  ]

  private let rows: DefinitionRows
  private let surrounded: SurroundedCell
  private var cell: FormCell { surrounded.cell }

  /// Describes a cell of a definition.
  init(_ surrounded: SurroundedCell, of rows: DefinitionRows) {
    self.surrounded = surrounded
    self.rows = rows
  }

  /// The values of the row. O(k) for k cells directly under the cell.
  var values: [PostgresValue] { place + properties + firstValues }

  private var place: [PostgresValue] {
    let section = rows.form.sections[surrounded.place.section]
    return [
      .text(rows.digest), .text(cell.key), .text(rows.form.key), .text(section.key), .text(section.shownTitle),
      .integer(Int64(surrounded.place.section)), .integer(Int64(surrounded.place.position)),
    ]
  }

  private var properties: [PostgresValue] {
    let counts = cell.kind == .repeat ? cell.counts ?? InstanceCounts() : nil
    return [
      .text(cell.kind.rawValue), .text(surrounded.name), .text(surrounded.around.innerRepeat ?? ""),
      PostgresValue(counts?.minimum), PostgresValue(counts?.maximum), PostgresValue(cell.list ?? cell.choices?.list),
      .bool(isQuestion), .bool(surrounded.isHidden), .bool(cell.startsExpanded), .bool(surrounded.isConditional),
    ]
  }

  private var isQuestion: Bool { rows.form.canBeAsked(at: surrounded.place) }

  /// The default and the value in a new response, and whether there can be any.
  private var firstValues: [PostgresValue] {
    guard isQuestion, cell.defaultValue != nil || cell.hasRareProperties else { return Self.noValues }
    let givesValue = cell.rules.contains { $0.kind.givesValue }
    let calculated = givesValue ? rows.form.fresh.state(ofCell: cell.key)[.calculated]?.value : nil
    return [.bool(cell.defaultValue != nil || givesValue)] + parts(of: cell.defaultValue)
      + parts(of: calculated ?? cell.defaultValue) + [.bool(calculated != nil)]
  }

  private static let noValues: [PostgresValue] =
    [false] + Array(repeating: .null, count: 8) + [false]

  /// The type, the content, and the readable texts of a value.
  private func parts(of value: CellValue?) -> [PostgresValue] {
    guard let value else { return Array(repeating: .null, count: 4) }
    let (letter, content) = StateDigest.parts(of: value)
    let readable = rows.readable.text(of: value, in: cell, at: surrounded.place)
    return [.text(letter), PostgresValue(content), PostgresValue(readable.own), PostgresValue(readable.json)]
  }
}

extension DefinitionRows {
  /// Passes on the rows of `formstate_cell`.
  func forEachCell(_ body: ([PostgresValue]) throws -> Void) rethrows {
    for cell in form.surroundedCells { try body(CellRow(cell, of: self).values) }
  }

  /// Passes on the rows of `formstate_option`.
  func forEachOption(_ body: ([PostgresValue]) throws -> Void) rethrows {
    // The keys of the cells above the current one, outermost first.
    var above: [String] = []
    for each in form.surroundedCells {
      let cell = each.cell
      above.removeLast(above.count - each.level)
      func add(_ key: String, _ value: String, _ title: String) throws {
        // A choice without a title shows its value.
        try body([.text(digest), .text(key), .text(value), .text(title.isEmpty ? value : title)])
      }
      if cell.kind == .option, let question = above.last, let value = cell.optionValue {
        try add(question, value, cell.title)
      }
      if cell.kind == .switch {
        let titles = cell.switchTitles ?? .standard
        for isOn in [true, false] { try add(cell.key, isOn ? "true" : "false", titles.title(isOn: isOn)) }
      }
      above.append(cell.key)
    }
  }
}
