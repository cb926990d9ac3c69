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
    if Self.isWorkbook(data) { throw Self.fault("this is a workbook; save its sheet as CSV (UTF-8)") }
    self.init()
    notation = isRaw ? .raw : .marked
    let (titles, rows) = try CSVReader.table(data)
    let names = titles.map { isRaw ? $0 : FormulaMark.removed(from: $0).trimmed }
    if Set(["instance", "position", "within"]).isSubset(of: names) {
      throw Self.fault(
        "this is the table of a repeat; import answers in instances with a line for each question, as answers --csv writes "
          + "them, or with the whole form, as export --format json writes it")
    }
    if Set(["version", "cell", "draft", "expanded"]).isSubset(of: names) {
      throw Self.fault("these are set-aside contents; map them to cells with upgrade --map")
    }
    func text(_ field: String) -> String { isRaw ? field : FormulaMark.removed(from: field) }
    if Set(["cell", "value"]).isSubset(of: names), Set(names).isSubset(of: Self.long) {
      // Names may repeat: the first column of a name counts.
      let places = Dictionary(zip(names, 0...)) { first, _ in first }
      for row in rows { try addAnswer(row.fields.map(text), places, line: row.line) }
    } else {
      addResponses(rows.map { ($0.line, $0.fields.map(text)) }, names)
    }
  }

  private mutating func addResponses(_ rows: [(line: Int, fields: [String])], _ names: [String]) {
    let (form, response) = (names.firstIndex(of: "form"), names.firstIndex(of: "response"))
    let columns = names.enumerated().map { position, name in
      position == form || position == response ? nil : addColumn(name)
    }
    for (number, fields) in rows {
      func name(_ position: Int?) -> String? { position.flatMap { fields.element(at: $0) }.flatMap(Self.name) }
      var line = AnswerSheet.Line(number: number, form: name(form), response: name(response))
      line.entries = zip(columns, fields).compactMap { column, field in
        column.map { AnswerSheet.Entry(column: $0, number: number, value: field.isEmpty ? nil : .string(field)) }
      }
      add(line)
    }
  }

  private mutating func addAnswer(
    _ fields: [String], _ places: [String: Int], line: Int
  ) throws(DocumentFault) {
    func field(_ name: String) -> String { places[name].flatMap { fields.element(at: $0) } ?? "" }
    let instance = field("instance").trimmed
    guard let number = instance.isEmpty ? 0 : Int(instance), number >= 0 else {
      throw DocumentFault(
        problem: .malformed("“\(instance.shortened)” is not the number of an instance"),
        place: .text(line: line, column: 1))
    }
    let value = field("value")
    add(
      AnswerSheet.Entry(
        column: column(field("cell").trimmed), number: line, instance: number,
        value: value.isEmpty ? nil : .string(value), source: Answer.Source(rawValue: field("source"))),
      form: Self.name(field("form")), response: Self.name(field("response")))
  }

  private static func isWorkbook(_ data: Data) -> Bool {
    data.starts(with: [0x50, 0x4B, 0x03, 0x04]) || data.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
  }
}
