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
  ) throws(ExportError) -> Data {
    try begin(form, version: version, otherVersions)
    if !responses.isEmpty {
      beginResponses()
      for (key, response) in responses.sorted(by: { $0.key < $1.key }) { write(response, key: key) { _ in } }
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
    json.beginObject()
    write("formstate", Int(FormDocument.version))
    write("key", form.key)
    if let version { write("version", version) }
    try writeDefinition(form)
    try write(otherVersions)
  }

  mutating func endForm() { json.endObject() }

  /// Ends a document that is one form.
  mutating func endDocument() { json.endLine() }

  mutating func beginResponses() {
    json.name("responses")
    json.beginArray()
  }

  mutating func endResponses() { json.endArray() }

  private mutating func write(_ versions: [Int: FormDefinition]) throws(ExportError) {
    guard !versions.isEmpty else { return }
    json.name("otherVersions")
    json.beginArray()
    for (number, form) in versions.sorted(by: { $0.key < $1.key }) {
      json.beginObject()
      write("version", number)
      try writeDefinition(form)
      json.endObject()
    }
    json.endArray()
  }

  private mutating func writeDefinition(_ form: FormDefinition) throws(ExportError) {
    take(form)
    if let language = form.language { write("language", language) }
    write("title", form.title, at: .formTitle, isLeftOut: form.title.isEmpty)
    write(form.accordion)
    write(form.rowHeights)
    try write(form.properties)
    write(form.lists)
    json.name("sections")
    json.beginArray()
    for section in form.sections { try write(section) }
    json.endArray()
  }

  mutating func write(_ name: String, _ number: Int) {
    json.name(name)
    json.literal(String(number))
  }

  mutating func write(_ name: String, _ text: String) {
    json.name(name)
    json.string(text)
  }

  private mutating func write(_ name: String, _ flag: Bool) {
    json.name(name)
    json.boolean(flag)
  }

  private mutating func write(_ accordion: FormAccordion?) {
    switch accordion {
    case nil: break
    case .cells: write("accordion", true)
    case .sections?: write("accordion", "sections")
    }
  }

  private mutating func write(_ rowHeights: [String: RowHeight]) {
    guard !rowHeights.isEmpty else { return }
    json.name("rowHeights")
    json.beginObject()
    for (identifier, height) in rowHeights.sorted(by: { $0.key < $1.key }) {
      json.name(identifier)
      if let points = height.points { json.number(points) } else { json.literal("null") }
    }
    json.endObject()
  }

  private mutating func write(_ properties: [String: PropertyValue]) throws(ExportError) {
    guard !properties.isEmpty else { return }
    json.name("properties")
    try json.properties(properties)
  }
}

// MARK: - Sections and cells

extension FormDocumentWriter {
  private mutating func write(_ section: FormSection) throws(ExportError) {
    json.beginObject()
    write("key", section.key)
    if section.isKeyDerived { write("keyIsDerived", true) }
    write("title", section.title, at: .sectionTitle(section.key), isLeftOut: section.title.isEmpty)
    if !section.isFoldable { write("foldable", false) }
    if section.startsFolded { write("folded", true) }
    if section.isAccordion { write("accordion", true) }
    if let rule = section.relevant { write(rule.kind.rawValue, rule.source) }
    try write(section.properties)
    json.name("cells")
    json.beginArray()
    try writeCells(of: section)
    json.endArray()
    json.endObject()
  }

  /// Writes the cells nested, with a stack instead of recursion.
  private mutating func writeCells(of section: FormSection) throws(ExportError) {
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
      try write(
        cell, parentKey: nesting.parents[row].map { section.cells[$0].key },
        childKinds: below.map { section.cells[$0].kind })
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

  private mutating func write(
    _ cell: FormCell, parentKey: String?, childKinds: [CellKind]
  ) throws(ExportError) {
    let derivedKey = parentKey.flatMap { parent in
      cell.optionValue.map { FormCell.optionKey(question: parent, value: $0) }
    }
    if cell.key != derivedKey { write("key", cell.key) }
    if cell.isKeyDerived { write("keyIsDerived", true) }
    write("kind", cell.kind.rawValue)
    if let value = cell.optionValue, value != cell.key { write("value", value) }
    if let list = cell.list { write("options", list) }
    if cell.identifier != cell.kind.standardIdentifier { write("identifier", cell.identifier) }
    write("title", cell.title, at: .cell(cell.key, .title), isLeftOut: cell.title.isEmpty)
    write("subtitle", cell.subtitle, at: .cell(cell.key, .subtitle), isLeftOut: cell.subtitle.isEmpty)
    if let value = cell.defaultValue {
      json.name("value")
      json.value(value)
    }
    if cell.isExpandable != cell.isUsuallyExpandable {
      write("expandable", cell.isExpandable)
    }
    if cell.startsExpanded { write("expanded", true) }
    if cell.isHidden { write("hidden", true) }
    if cell.isSensitive { write("sensitive", true) }
    write(cell.rules, ofCell: cell.key)
    if cell.isAccordion { write("accordion", true) }
    if let inline = cell.inline { write(inline) }
    if let title = cell.rule(.title) {
      json.name("summary")
      json.beginObject()
      write("expression", title.source, at: .cell(cell.key, .titleExpression))
      json.endObject()
    } else if cell.infersSummary,
      cell.summary != cell.inferredSummary(fromKinds: childKinds) || hasOtherTexts(at: .cell(cell.key, .summary))
    {
      write(cell.summary, ofCell: cell.key)
    }
    if let range = cell.range, cell.kind != .slider || range != FormCell.standardSliderRange {
      json.name("minimum")
      json.number(range.minimum)
      json.name("maximum")
      json.number(range.maximum)
    }
    if let counts = cell.counts { try write(counts) }
    if let step = cell.step {
      json.name("step")
      json.number(step)
    }
    if let unit = cell.unit { write("unit", unit, at: .cell(cell.key, .unit)) }
    write("offTitle", cell.switchTitles?.off, at: .cell(cell.key, .offTitle))
    write("onTitle", cell.switchTitles?.on, at: .cell(cell.key, .onTitle))
    try write(cell.properties)
  }

  private mutating func write(_ counts: InstanceCounts) throws(ExportError) {
    if counts.minimum != 0 { write("minimum", counts.minimum) }
    if let maximum = counts.maximum { write("maximum", maximum) }
    if counts.initial != 0 { write("initial", counts.initial) }
    guard !counts.first.isEmpty else { return }
    json.name("firstInstances")
    json.beginArray()
    for instance in counts.first { try json.properties(instance.members) }
    json.endArray()
  }

  private mutating func write(_ lists: [OptionList]) {
    guard !lists.isEmpty else { return }
    json.name("lists")
    json.beginObject()
    for list in lists {
      json.name(list.name)
      json.beginArray()
      for option in list.options {
        json.beginObject()
        write("value", option.value)
        let place = TextPlace.option(list: list.name, value: option.value)
        write("title", option.title, at: place, isLeftOut: option.title.isSpelled(like: option.value))
        for (name, text) in option.columns.sorted(by: { $0.key < $1.key }) { write(name, text) }
        json.endObject()
      }
      json.endArray()
    }
    json.endObject()
  }

  private mutating func write(_ inline: InlineExpansion) {
    json.name("inline")
    json.beginObject()
    for (name, height) in [("collapsedHeight", inline.collapsedHeight), ("expandedHeight", inline.expandedHeight)] {
      guard let points = height.points else { continue }
      json.name(name)
      json.number(points)
    }
    if let limit = inline.lineLimit {
      json.name("lineLimit")
      json.literal(String(limit))
    }
    json.endObject()
  }

  private mutating func write(_ summary: Summary?, ofCell key: String) {
    json.name("summary")
    guard let summary else { return json.string("none") }
    guard let text = summary.text else { return json.string(summary.name) }
    json.beginObject()
    write(summary.name, text, at: .cell(key, .summary))
    json.endObject()
  }
}

// MARK: - Dumps

extension FormDocumentWriter {
  mutating func beginDump() {
    json.beginObject()
    write(StoreDump.mark, Int(StoreDump.version))
    json.name("forms")
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
