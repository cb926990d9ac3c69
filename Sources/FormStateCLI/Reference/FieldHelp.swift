#if CommandLine
import FormStateInterchange

/// `formstate help field NAME …`, which says what a field of a document means, and `formstate help fields`, which lists
/// them.
///
/// The parser has a command `help` of its own that takes names of commands alone; so these words are looked at before
/// it sees them, and no command may be called `field` or `fields`.
enum FieldHelp {
  /// The words behind `help` that mean this.
  static let words = ["field", "fields"]

  /// What is asked for; `nil` where the words ask for something else.
  ///
  /// - Parameter reference: the objects and fields, if they have been read.
  /// - Throws: a usage error for an unknown name, with the nearest one.
  static func text(askedForBy words: [String], in reference: SchemaReference? = nil) throws -> String? {
    guard words.first == "help", words.count > 1, Self.words.contains(words[1]) else { return nil }
    let names = words.dropFirst(2).filter { $0 != "--help" && $0 != "-h" }
    let reference = try reference ?? SchemaReference()
    if names.isEmpty { return list(of: reference) }
    if names == ["--markdown"] { return FieldArticle.text(of: reference) }
    return try names.map { try page(about: $0, in: reference) }.joined(separator: "\n\n")
  }

  // MARK: - One name

  /// The maximum number of fields that are explained for a word in their descriptions.
  private static let mostMentions = 3

  private static func page(about name: String, in reference: SchemaReference) throws -> String {
    let match = reference.matches(name)
    if let object = match.objects.first {
      let others = match.objects.dropFirst().map(\.reference) + distinct(match.fields).map(\.reference)
      return (page(about: object) + also(others)).joined(separator: "\n")
    }
    let fields = distinct(match.fields)
    guard let first = fields.first else {
      let mentions = distinct(reference.mentions(of: name))
      guard mentions.isEmpty else {
        return
          (["No field is called “\(name.shortened)”; it is mentioned here:", ""]
          + mentions.prefix(mostMentions).map(page).joined(separator: [""])
          + also(mentions.dropFirst(mostMentions).map(\.reference))).joined(separator: "\n")
      }
      throw WrongUsage(
        "there is no field “\(name.shortened)”\(reference.nearest(to: name).asSuggestion); "
          + "formstate help fields lists them all")
    }
    let shown = fields.filter { $0.object.format == first.object.format }
    let others = fields.dropFirst(shown.count).map(\.reference)
    return (shown.map(page).joined(separator: [""]) + also(others)).joined(separator: "\n")
  }

  /// The fields, each meaning only once: a field that many objects share is described once, at the first.
  private static func distinct(_ fields: [FoundField]) -> [FoundField] {
    fields.reduce(into: []) { distinct, found in
      if !distinct.contains(where: { $0.field.description == found.field.description }) { distinct.append(found) }
    }
  }

  private static func page(about found: FoundField) -> [String] {
    let field = found.field
    var facts = [(String, String)]()
    if let type = field.type { facts.append(("Type", type)) }
    facts.append(("Place", "\(found.place), in \(found.object.format.phrase)"))
    if field.isRequired {
      facts.append(("Default", "none; the field is required"))
    } else if let standard = field.standard {
      facts.append(("Default", standard.spacedLine))
    }
    for (index, example) in field.examples.enumerated() {
      let name = field.path.last.map { OrderedJSON.string($0).line } ?? ""
      facts.append((index == 0 ? "Example" : "", "\(name): \(example.spacedLine)"))
    }
    let inner = found.object.fields.filter { $0.path.dropLast() == field.path[...] }
    let types = field.types.flatMap { [""] + TextLines.wrapped($0.sentences, after: "  ") }
    let objects = field.objects.map { "formstate help field \($0)" }
    let within = TextLines.table(inner.map { [$0.name, $0.description.firstSentence] })
    return [found.reference] + TextLines.wrapped(field.description, after: "  ") + [""]
      + TextLines.table(facts.map { [$0.0, $0.1] })
      + (inner.isEmpty ? [] : ["", "  Within it:"] + within)
      + types + (objects.isEmpty ? [] : ["", "  What it holds: \(objects.joined(separator: ", "))"])
  }

  private static func page(about object: SchemaObject) -> [String] {
    let place = object.place.isEmpty ? "" : ": \(object.place), in \(object.format.phrase)"
    let rows = object.fields.filter { $0.path.count == 1 }.map { field in
      [field.name, field.description.firstSentence + (field.isRequired ? " Required." : "")]
    }
    return ["\(object.reference)\(place)"] + TextLines.wrapped(object.description, after: "  ") + [""]
      + TextLines.table(rows)
  }

  private static func also(_ names: [String]) -> [String] {
    names.isEmpty ? [] : [""] + TextLines.wrapped("Also: \(names.joined(separator: ", "))", after: "")
  }

  // MARK: - All names

  private static func list(of reference: SchemaReference) -> String {
    let lines = FormatSchema.allCases.flatMap { format in
      let objects = reference.objects.filter { $0.format == format && !$0.fields.isEmpty }
      return ["", format.phrase.prefix(1).uppercased() + format.phrase.dropFirst()]
        + TextLines.table(
          objects.map { object in
            [object.reference, object.fields.filter { $0.path.count == 1 }.map(\.name).joined(separator: "  ")]
          })
    }
    return
      ([
        "The fields of documents, by object.", "",
        "  formstate help field required         explain a field",
        "  formstate help field section.title    explain the field of one object",
        "  formstate help field cell             explain an object, one line per field",
      ] + lines).joined(separator: "\n")
  }
}

extension FormatSchema {
  /// The document in a sentence.
  var phrase: String {
    switch self {
    case .form: "form JSON"
    case .layout: "a layout"
    case .actions: "a line of a script"
    case .dump: "a dump"
    }
  }
}

extension String {
  /// The text up to its first full stop outside of code.
  var firstSentence: String {
    var isCode = false
    for index in indices {
      if self[index] == "`" { isCode.toggle() }
      let next = self.index(after: index)
      if !isCode, self[index] == ".", next == endIndex || self[next] == " " { return String(self[...index]) }
    }
    return self
  }

  /// What follows the first sentence; empty for one alone.
  var furtherSentences: String { String(dropFirst(firstSentence.count).drop { $0 == " " }) }
}
#endif
