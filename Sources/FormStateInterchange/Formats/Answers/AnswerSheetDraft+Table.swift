import FormState
import Foundation

/// Tables of answers.
extension AnswerSheetDraft {
  /// The columns of a table with a line for each question.
  private static let long: Set = [
    "form", "response", "section", "question", "cell", "instance", "value", "readable", "source",
  ]

  /// Reads a table.
  init(table data: Data, isRaw: Bool) throws(DocumentFault) {
    self.init()
    try add(table: data, isRaw: isRaw)
  }

  /// Adds the lines of a table, those of the same response to one line.
  mutating func add(table data: Data, isRaw: Bool) throws(DocumentFault) {
    if Self.isWorkbook(data) { throw Self.fault("this is a workbook; save its sheet as CSV (UTF-8)") }
    notation = isRaw ? .raw : .marked
    let (titles, rows) = try CSVReader.table(data)
    let names = titles.map { isRaw ? $0 : FormulaMark.removed(from: $0).trimmed }
    if Set(["version", "cell", "question", "expanded"]).isSubset(of: names) {
      throw Self.fault("these are set-aside contents; map them to cells with upgrade --map")
    }
    func text(_ field: String) -> String { isRaw ? field : FormulaMark.removed(from: field) }
    if Set(Self.places).isSubset(of: names) {
      for row in rows { try addInstance(row.fields.map(text), names, line: row.line) }
    } else if Set(["cell", "value"]).isSubset(of: names), Set(names).isSubset(of: Self.long) {
      // Names may repeat: the first column of a name counts.
      let places = Dictionary(zip(names, 0...)) { first, _ in first }
      for row in rows { try addAnswer(row.fields.map(text), places, line: row.line) }
    } else {
      addResponses(rows.map { ($0.line, $0.fields.map(text)) }, names)
    }
  }

  private mutating func addResponses(_ rows: [(line: Int, fields: [String])], _ names: [String]) {
    hasHeader = true
    let (form, response) = (names.firstIndex(of: "form"), names.firstIndex(of: "response"))
    let columns = names.enumerated().map { position, name in
      position == form || position == response ? nil : addColumn(name)
    }
    for row in rows {
      let (number, fields) = (numberOfFirstLine + row.line, row.fields)
      func name(_ position: Int?) -> String? { position.flatMap { fields.element(at: $0) }.flatMap(Self.name) }
      var line = AnswerSheet.Line(number: number, form: name(form), response: name(response))
      line.entries = zip(columns, fields).compactMap { column, field in
        column.map { AnswerSheet.Entry(column: $0, number: number, value: field.isEmpty ? nil : .string(field)) }
      }
      add(line)
    }
  }

  /// The columns that say which instance of a repeat a line is about.
  private static let places = ["instance", "position", "within"]

  /// Adds the answers in an instance of a repeat, from its own table.
  private mutating func addInstance(_ fields: [String], _ names: [String], line: Int) throws(DocumentFault) {
    hasHeader = true
    func field(_ name: String) -> String? {
      names.firstIndex(of: name).flatMap { fields.element(at: $0) }.flatMap(Self.name)
    }
    guard let number = try Self.number(field("instance") ?? "", line: line), number > 0 else {
      throw Self.fault("the line has no instance", line: line)
    }
    let within = try Self.number(field("within") ?? "0", line: line)
    for (position, name) in names.enumerated() where !(["form", "response"] + Self.places).contains(name) {
      let value = fields.element(at: position) ?? ""
      add(
        AnswerSheet.Entry(
          column: column(name), number: numberOfFirstLine + line, instance: number, within: within,
          value: value.isEmpty ? nil : .string(value)),
        form: field("form"), response: field("response"))
    }
  }

  /// The number of an instance; `nil` for none.
  private static func number(_ text: String, line: Int) throws(DocumentFault) -> Int? {
    if text.isEmpty { return nil }
    guard let number = InstanceName(text[...])?.number else {
      throw fault("“\(text.shortened)” is not the number of an instance", line: line)
    }
    return number
  }

  private static func fault(_ problem: String, line: Int) -> DocumentFault {
    DocumentFault(problem: .malformed(problem), place: .text(line: line, column: 1))
  }

  private mutating func addAnswer(
    _ fields: [String], _ places: [String: Int], line: Int
  ) throws(DocumentFault) {
    func field(_ name: String) -> String { places[name].flatMap { fields.element(at: $0) } ?? "" }
    let number = try Self.number(field("instance").trimmed, line: line) ?? 0
    let value = field("value")
    add(
      AnswerSheet.Entry(
        column: column(field("cell").trimmed), number: numberOfFirstLine + line, instance: number,
        value: value.isEmpty ? nil : .string(value), source: Answer.Source(rawValue: field("source"))),
      form: Self.name(field("form")), response: Self.name(field("response")))
  }

  private static func isWorkbook(_ data: Data) -> Bool {
    data.starts(with: [0x50, 0x4B, 0x03, 0x04]) || data.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
  }
}
