#if CommandLine
import FormStateInterchange

/// The fields of all documents as the article *Every field*, in Markdown.
enum FieldArticle {
  /// The longest example that stands in a table.
  private static let longestExample = 48

  private static let opening = """
    # Every field

    The documents that FormState reads and writes, field by field.

    ## Overview

    Each object has a table with a line for each field. Fields that need more have a heading below the table, with the name that
    `formstate help field` takes: `formstate help field cell.required`. Fields in bold type are required. A field that is not listed is
    refused; only `properties` may hold anything, and options of a list may have further columns, which are texts. Later versions may
    add fields to answers.

    All of this is generated from the JSON Schemas (2020-12) that `formstate schema form`, `layout`, `actions` and
    `dump` print; an editor that knows JSON Schema shows it while you type.
    """

  /// The article, without a line feed at its end.
  static func text(of reference: SchemaReference) -> String {
    ([opening] + FormatSchema.allCases.flatMap { chapter(about: $0, in: reference) } + types(of: reference))
      .joined(separator: "\n\n")
  }

  /// A chapter about the values that many fields hold.
  private static func types(of reference: SchemaReference) -> [String] {
    let types = reference.fields.flatMap(\.field.types).reduce(into: [SchemaValue]()) { distinct, type in
      if !distinct.contains(where: { $0.title == type.title }) { distinct.append(type) }
    }
    return ["## What fields hold"] + types.flatMap { ["### \($0.title)", $0.description] }
  }

  private static func chapter(about format: FormatSchema, in reference: SchemaReference) -> [String] {
    let objects = reference.objects.filter { $0.format == format }
    return objects.flatMap { object in
      let isDocument = object.name == format.rawValue
      let heading = isDocument ? ["## \(format.heading)"] : ["### \(object.title)"]
      let place = object.place.isEmpty ? "" : " Its place is `\(object.place)`."
      return heading + [object.description + place] + section(about: object)
    }
  }

  private static func section(about object: SchemaObject) -> [String] {
    guard !object.fields.isEmpty else { return [] }
    let rows = object.fields.filter { $0.path.count == 1 }.map { row(of: $0, in: object) }
    let table = ["| field | meaning | holds | example |", "|---|---|---|---|"] + rows
    return [table.joined(separator: "\n")]
      + object.fields.filter { $0.path.count == 1 && hasMore($0, in: object) }.flatMap { more(about: $0, in: object) }
  }

  private static func row(of field: SchemaField, in object: SchemaObject) -> String {
    let name = field.isRequired ? "**`\(field.name)`**" : "`\(field.name)`"
    let example = field.examples.first.map { "`\($0.spacedLine)`" } ?? ""
    let cells = [
      name, field.description.firstSentence, field.briefType ?? "any value",
      example.count > longestExample ? "" : example,
    ]
    return "| \(cells.map(cell).joined(separator: " | ")) |"
  }

  /// Whether a field needs more than a line.
  private static func hasMore(_ field: SchemaField, in object: SchemaObject) -> Bool {
    !field.description.furtherSentences.isEmpty || !inner(field, in: object).isEmpty
      || field.type != field.briefType || (field.examples.first?.spacedLine.count ?? 0) > longestExample
  }

  private static func inner(_ field: SchemaField, in object: SchemaObject) -> [SchemaField] {
    object.fields.filter { $0.path.count > field.path.count && $0.path.starts(with: field.path) }
  }

  /// What a line of the table has no room for, under a heading to link to.
  private static func more(about field: SchemaField, in object: SchemaObject) -> [String] {
    let type = field.type.map { "It holds \($0)\(field.standard.map { ", by default `\($0.spacedLine)`" } ?? "")." }
    let members = inner(field, in: object).map { field in
      "- `\(field.name)`: \(field.description)\(field.examples.first.map { " `\($0.spacedLine)`" } ?? "")"
    }
    let name = field.path.last.map { OrderedJSON.string($0).line } ?? ""
    let examples = field.examples.map { "\(name): \($0.spacedLine)" }.joined(separator: "\n")
    return ["#### \(object.reference).\(field.name)", field.description] + [type].compactMap(\.self)
      + (members.isEmpty ? [] : [members.joined(separator: "\n")])
      + (examples.isEmpty ? [] : ["```text\n\(examples)\n```"])
  }

  /// A text for a cell of a table, in which a bar would end the cell.
  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}

extension FormatSchema {
  /// What the chapter about the documents is called.
  fileprivate var heading: String {
    switch self {
    case .form: "Form JSON"
    case .layout: "Layouts"
    case .actions: "Actions"
    case .dump: "Dumps"
    }
  }
}
#endif
