import FormState
import Foundation

/// Writes form JSON; defaults are omitted.
struct FormDocumentWriter {
  var json: JSONWriter
  /// The number of the definition; `nil` if there is no other.
  var version: Int?
  /// The name of the form's own language.
  var language: String?
  /// The texts in other languages, ordered by these.
  var otherTexts: [TextPlace: [(language: String, text: String)]] = [:]
  /// Whether each entry of a journal is one line, for comparing two documents line by line.
  let writesEntriesOnOneLine: Bool

  init(version: Int?, writesEntriesOnOneLine: Bool = false, isPretty: Bool = true) {
    json = JSONWriter(isPretty: isPretty)
    self.version = version
    self.writesEntriesOnOneLine = writesEntriesOnOneLine
  }

  /// Writes a form that has been checked on one line, without a line end.
  static func onOneLine(_ form: FormDefinition) throws(ExportError) -> Data {
    var writer = FormDocumentWriter(version: nil, isPretty: false)
    try writer.begin(form, version: nil, [:])
    writer.endForm()
    return writer.json.data
  }

  /// Writes a form that has been checked, with its other versions and its responses.
  mutating func write(
    _ form: FormDefinition, _ otherVersions: [Int: FormDefinition], responses: [String: FormContents.Response]
  ) throws -> Data {
    try begin(form, version: version, otherVersions)
    if !responses.isEmpty {
      beginResponses()
      for (key, response) in responses.sorted(by: { $0.key < $1.key }) { try write(response, key: key) { _ in } }
      endResponses()
    }
    endForm()
    endDocument()
    return json.data
  }

  /// Writes a form that has been checked, as far as its responses.
  mutating func begin(
    _ form: FormDefinition, version: Int?, _ otherVersions: [Int: FormDefinition]
  ) throws(ExportError) {
    self.version = version
    take(form)
    json.beginObject()
    try writeMembers(of: FormInDocument(form: form, version: version, otherVersions: otherVersions))
  }

  mutating func endForm() { json.endObject() }

  /// Ends a document that is one form.
  mutating func endDocument() { json.endLine() }

  mutating func beginResponses() {
    json.name("responses")
    json.beginArray()
  }

  mutating func endResponses() { json.endArray() }

  mutating func write(_ name: String, _ number: Int) {
    json.name(name)
    json.literal(String(number))
  }

  mutating func write(_ name: String, _ text: String) {
    json.name(name)
    json.string(text)
  }

  mutating func write(_ name: String, _ number: Double) {
    json.name(name)
    json.number(number)
  }

  mutating func write(_ name: String, _ flag: Bool) {
    json.name(name)
    json.boolean(flag)
  }
}

// MARK: - Cells and options

extension FormDocumentWriter {
  /// Writes the cells nested, with a stack instead of recursion.
  mutating func writeCells(of section: FormSection) throws(ExportError) {
    let nesting = Nesting(of: section)
    let children = Children(nesting: nesting)
    var ends: [Int] = []
    // The options of a list are not repeated; they come first below their question.
    var endOfListed = 0
    for (row, cell) in section.cells.enumerated() where row >= endOfListed {
      closeCells(endingBy: row, ends: &ends)
      let below = children.positions(under: row)
      endOfListed = row + 1 + (cell.list == nil ? 0 : below.prefix { section.cells[$0].kind == .option }.count)
      json.beginObject()
      let parentKey = nesting.parents[row].map { section.cells[$0].key }
      let kinds = below.map { section.cells[$0].kind }
      try writeMembers(of: CellInDocument(cell: cell, parentKey: parentKey, childKinds: kinds))
      if row + 1 + cell.additionalRows > endOfListed {
        json.name("cells")
        json.beginArray()
        ends.append(row + 1 + cell.additionalRows)
      } else {
        json.endObject()
      }
    }
    closeCells(endingBy: section.cells.count, ends: &ends)
  }

  private mutating func closeCells(endingBy row: Int, ends: inout [Int]) {
    while let end = ends.last, end <= row {
      json.endArray()
      json.endObject()
      ends.removeLast()
    }
  }

  /// Writes the first instances of a repeat.
  mutating func write(_ instances: [FirstInstance]) throws(ExportError) {
    guard !instances.isEmpty else { return }
    json.name("firstInstances")
    json.beginArray()
    for instance in instances { try json.properties(instance.members) }
    json.endArray()
  }

  /// Writes the lists of a form, whose options have columns.
  mutating func write(_ lists: [OptionList]) throws(ExportError) {
    guard !lists.isEmpty else { return }
    json.name("lists")
    json.beginObject()
    for list in lists {
      json.name(list.name)
      json.beginArray()
      for option in list.options {
        json.beginObject()
        try writeMembers(of: OptionInDocument(option: option) { .option(list: list.name, value: $0) })
        for (name, text) in option.columns.sorted(by: { $0.key < $1.key }) { write(name, text) }
        json.endObject()
      }
      json.endArray()
    }
    json.endObject()
  }

  /// Writes how a title follows from the cells below, unless that is the default.
  mutating func writeSummary(of object: CellInDocument) {
    let cell = object.cell
    if let title = cell.rule(.title) {
      return writeSummary("expression", title.source, at: .cell(cell.key, .titleExpression))
    }
    let place = TextPlace.cell(cell.key, .summary)
    guard cell.infersSummary,
      cell.summary != cell.inferredSummary(fromKinds: object.childKinds) || hasOtherTexts(at: place)
    else { return }
    guard let text = cell.summary?.text else { return write("summary", cell.summary?.name ?? "none") }
    writeSummary(cell.summary?.name ?? "", text, at: place)
  }

  private mutating func writeSummary(_ name: String, _ text: String, at place: TextPlace) {
    json.name("summary")
    json.beginObject()
    write(name, text, at: place)
    json.endObject()
  }
}

// MARK: - Dumps

extension FormDocumentWriter {
  mutating func beginDump() {
    json.beginObject()
    write(StoreDump.mark, Int(StoreDump.version))
    json.name(StoreDump.formsName)
    json.beginArray()
  }

  mutating func endDump() {
    json.endArray()
    json.endObject()
    json.endLine()
  }

  /// The number of bytes written and not yet taken.
  var byteCount: Int { json.byteCount }

  /// Takes the bytes written so far.
  mutating func takeBytes() -> Data { json.takeBytes() }
}
