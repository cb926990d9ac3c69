import FormState
import FormStateStore
import Foundation

/// Writes form JSON; what a reader would infer anyway is left out.
struct FormDocumentWriter {
  private var json = JSONWriter(isPretty: true)

  /// Writes a form that has been checked, with journals of its responses.
  mutating func write(_ form: FormDefinition, journals: [String: [JournalEntry]]) throws(ExportError) -> Data {
    json.beginObject()
    json.name("formstate")
    json.literal(String(FormDocument.version))
    write("key", form.key)
    if !form.title.isEmpty { write("title", form.title) }
    write(form.accordion)
    write(form.rowHeights)
    try write(form.properties)
    json.name("sections")
    json.beginArray()
    for section in form.sections { try write(section) }
    json.endArray()
    write(journals)
    json.endObject()
    json.endLine()
    return json.data
  }

  private mutating func write(_ name: String, _ text: String) {
    json.name(name)
    json.string(text)
  }

  private mutating func write(_ name: String, _ flag: Bool) {
    json.name(name)
    json.boolean(flag)
  }

  private mutating func write(_ accordion: FormAccordion) {
    switch accordion {
    case .none: break
    case .cells: write("accordion", true)
    case .sections: write("accordion", accordion.rawValue)
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
    if !section.title.isEmpty { write("title", section.title) }
    if !section.isFoldable { write("foldable", false) }
    if section.startsFolded { write("folded", true) }
    if section.isAccordion { write("accordion", true) }
    try write(section.properties)
    json.name("cells")
    json.beginArray()
    try writeCells(of: section)
    json.endArray()
    json.endObject()
  }

  /// Writes the cells nested, with a stack instead of recursion.
  private mutating func writeCells(of section: FormSection) throws(ExportError) {
    let children = Children(nesting: Nesting(of: section))
    var ends: [Int] = []
    for (row, cell) in section.cells.enumerated() {
      closeCells(endingBy: row, ends: &ends)
      json.beginObject()
      try write(cell, childKinds: children.positions(under: row).lazy.map { section.cells[$0].kind })
      if cell.additionalRows > 0 {
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

  private mutating func write(_ cell: FormCell, childKinds: some Sequence<CellKind>) throws(ExportError) {
    write("key", cell.key)
    write("kind", cell.kind.rawValue)
    if cell.identifier != cell.kind.standardIdentifier { write("identifier", cell.identifier) }
    if !cell.title.isEmpty { write("title", cell.title) }
    if !cell.subtitle.isEmpty { write("subtitle", cell.subtitle) }
    if let value = cell.defaultValue {
      json.name("value")
      json.value(value)
    }
    if cell.isExpandable != cell.isUsuallyExpandable {
      write("expandable", cell.isExpandable)
    }
    if cell.startsExpanded { write("expanded", true) }
    if cell.isHidden { write("hidden", true) }
    if cell.isAccordion { write("accordion", true) }
    if let inline = cell.inline { write(inline) }
    if cell.isExpandable && cell.summary != .inferred(fromKinds: childKinds) { write(cell.summary) }
    if let range = cell.range, range != FormCell.standardSliderRange {
      json.name("minimum")
      json.number(range.minimum)
      json.name("maximum")
      json.number(range.maximum)
    }
    if let titles = cell.switchTitles {
      write("offTitle", titles.off)
      write("onTitle", titles.on)
    }
    try write(cell.properties)
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

  private mutating func write(_ summary: Summary) {
    json.name("summary")
    guard let text = summary.text else { return json.string(summary.name) }
    json.beginObject()
    write(summary.name, text)
    json.endObject()
  }
}

// MARK: - Responses

extension FormDocumentWriter {
  private mutating func write(_ journals: [String: [JournalEntry]]) {
    guard !journals.isEmpty else { return }
    json.name("responses")
    json.beginArray()
    for (key, entries) in journals.sorted(by: { $0.key < $1.key }) {
      json.beginObject()
      write("key", key)
      json.name("journal")
      json.beginArray()
      for entry in entries { write(entry) }
      json.endArray()
      json.endObject()
    }
    json.endArray()
  }

  private mutating func write(_ entry: JournalEntry) {
    json.beginObject()
    json.name("revision")
    json.literal(String(entry.revision))
    write("time", entry.time)
    json.step(isContinued: entry.step != entry.revision, group: entry.group)
    if let reverts = entry.reverts {
      json.name("reverts")
      json.literal(String(reverts))
    }
    if let target = entry.target, target != entry.reverts {
      json.name("target")
      json.literal(String(target))
    }
    json.name("action")
    json.action(entry.action)
    json.name("changes")
    json.beginArray()
    for change in entry.changes { write(change) }
    json.endArray()
    json.endObject()
  }

  private mutating func write(_ change: StateChange) {
    json.beginObject()
    if change.field != .completion { write(change.field == .fold ? "section" : "cell", change.subject) }
    write("field", change.field.rawValue)
    switch change {
    case .disclosure(_, let before, let after), .fold(_, let before, let after), .touched(_, let before, let after),
      .completion(let before, let after):
      if let before { write("before", before) }
      if let after { write("after", after) }
    case .title(_, let before, let after), .draft(_, let before, let after):
      if let before { write("before", before) }
      if let after { write("after", after) }
    case .value(_, let before, let after), .saved(_, let before, let after):
      write("before", before)
      write("after", after)
    }
    json.endObject()
  }

  /// An untouched side is left out; a cleared one is null.
  private mutating func write(_ name: String, _ entry: Entry?) {
    guard let entry else { return }
    json.name(name)
    switch entry {
    case .cleared: json.literal("null")
    case .value(let value): json.value(value)
    }
  }
}
