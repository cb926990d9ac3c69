#if CommandLine
import FormStateInterchange

/// A JSON Schema of ours, in the order in which it is written.
struct SchemaDocument {
  let format: FormatSchema
  /// The schema of the whole document.
  let root: OrderedJSON
  /// What other schemas refer to, by name.
  let definitions: [(name: String, value: OrderedJSON)]

  /// Reads the schema of a format.
  ///
  /// - Throws: where it is no JSON.
  init(_ format: FormatSchema) throws {
    self.format = format
    root = try OrderedJSON.read(format.text)
    definitions = root["$defs"]?.members ?? []
  }

  /// What a schema refers to.
  struct Target {
    /// The document that it is in.
    let document: SchemaDocument
    /// The steps to it from the root of that document.
    let steps: [String]
    let schema: OrderedJSON

    /// Its name: that of a definition, or of a whole format.
    var name: String { steps.last ?? document.format.rawValue }
  }

  /// What a schema refers to, in this document or in another one; `nil` where it refers to nothing.
  func target(of schema: OrderedJSON) -> Target? { schema["$ref"]?.string.flatMap(target) }

  private func target(_ reference: String) -> Target? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = String(parts[0].prefix { $0 != "." })
    let other = FormatSchema(rawValue: file).flatMap { Self.all[$0] }
    guard let document = file.isEmpty ? self : other else { return nil }
    let steps = parts.dropFirst().joined().split(separator: "/").map(String.init)
    let found = steps.reduce(Optional(document.root)) { $0?[$1] }
    return found.map { Target(document: document, steps: steps, schema: $0) }
  }

  /// The documents, which refer to one another.
  private static let all = Dictionary(
    uniqueKeysWithValues: FormatSchema.allCases.compactMap { format in
      (try? SchemaDocument(format)).map { (format, $0) }
    })

  /// A field that is described as one of another object, with its document; any other as it is.
  func described(_ field: OrderedJSON) -> (schema: OrderedJSON, document: SchemaDocument) {
    guard let target = target(of: field), target.schema["title"] == nil else { return (field, self) }
    let (schema, document) = target.document.described(target.schema)
    let own = field.members.filter { $0.name != "$ref" }
    let others = schema.members.filter { member in !own.contains { $0.name == member.name } }
    return (.object(own + others), document)
  }

  /// What a schema says, or else the definition that it refers to.
  func member(_ name: String, of schema: OrderedJSON) -> OrderedJSON? {
    schema[name] ?? target(of: schema)?.schema[name]
  }

  /// Whether a definition is an object of which people read: it has fields and a title.
  func isObject(_ definition: OrderedJSON) -> Bool { definition["properties"] != nil && definition["title"] != nil }

  /// The schemas of which a value is one, or of which its elements or members are.
  static func parts(of schema: OrderedJSON) -> [(step: String, schema: OrderedJSON)] {
    var parts = ["oneOf", "anyOf"].flatMap { schema[$0]?.elements ?? [] }.map { (step: "", schema: $0) }
    if let items = schema["items"] { parts.append(("[]", items)) }
    if let members = schema["additionalProperties"], case .object = members { parts.append((".NAME", members)) }
    return parts
  }
}

extension SchemaDocument {
  /// The schema as text, with copies of what it refers to in other documents: it needs no other file.
  var selfContained: String {
    var copies: [(name: String, value: OrderedJSON)] = []
    let copied = copy(of: root, in: self, adding: &copies)
    guard !copies.isEmpty else { return format.text }
    let own = copied["$defs"]?.members ?? []
    return OrderedJSON.object(copied.without(["$defs"]).members + [("$defs", .object(own + copies))]).text + "\n"
  }

  /// A schema of a document, which refers to nothing outside of this one.
  private func copy(
    of schema: OrderedJSON, in document: SchemaDocument, adding copies: inout [(name: String, value: OrderedJSON)]
  ) -> OrderedJSON {
    switch schema {
    case .array(let elements): return .array(elements.map { copy(of: $0, in: document, adding: &copies) })
    case .object(let members):
      return .object(
        members.map { name, value in
          guard name == "$ref", let target = value.string.flatMap(document.target) else {
            return (name, copy(of: value, in: document, adding: &copies))
          }
          return (name, .string(reference(to: target, adding: &copies)))
        })
    default: return schema
    }
  }

  private func reference(to target: Target, adding copies: inout [(name: String, value: OrderedJSON)]) -> String {
    if target.document.format == format { return "#" + target.steps.map { "/\($0)" }.joined() }
    let names = target.steps.filter { $0 != "$defs" }
    let name = ([target.document.format.rawValue] + names).joined(separator: ".")
    if !copies.contains(where: { $0.name == name }) {
      let place = copies.count
      copies.append((name, .null))
      // Of a whole document, its definitions are copied one by one, and it loses its own base for references.
      let schema = target.steps.isEmpty ? target.schema.without(["$schema", "$id", "$defs"]) : target.schema
      copies[place].value = copy(of: schema, in: target.document, adding: &copies)
    }
    return "#/$defs/\(name)"
  }
}

extension SchemaDocument {
  /// Where each object stands in a document, by its name: `sections[].cells[]`; empty for the document itself.
  var places: [String: String] {
    var places: [String: String] = [:]
    var seen: Set<String> = []
    addPlaces(in: root, at: "", to: &places, seen: &seen)
    return places
  }

  private func addPlaces(
    in schema: OrderedJSON, at place: String, to places: inout [String: String], seen: inout Set<String>
  ) {
    if let target = target(of: schema), target.document.format == format, seen.insert(target.name).inserted {
      places[target.name] = place
      addPlaces(in: target.schema, at: place, to: &places, seen: &seen)
    }
    for (name, member) in schema["properties"]?.members ?? [] {
      addPlaces(in: member, at: place.isEmpty ? name : "\(place).\(name)", to: &places, seen: &seen)
    }
    for part in Self.parts(of: schema) {
      addPlaces(in: part.schema, at: place + part.step, to: &places, seen: &seen)
    }
  }
}

extension OrderedJSON {
  /// The members of an object.
  var members: [(name: String, value: OrderedJSON)] { if case .object(let members) = self { members } else { [] } }

  /// The elements of an array.
  var elements: [OrderedJSON] { if case .array(let elements) = self { elements } else { [] } }

  /// The text of a string.
  var string: String? { if case .string(let string) = self { string } else { nil } }

  /// An object without some of its members.
  fileprivate func without(_ names: Set<String>) -> OrderedJSON {
    .object(members.filter { !names.contains($0.name) })
  }

  /// The value of a member.
  subscript(name: String) -> OrderedJSON? { members.first { $0.name == name }?.value }

  /// The document on one line, with blanks between its parts, as people write it.
  var spacedLine: String {
    switch self {
    case .array(let elements): "[\(elements.map(\.spacedLine).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.map { "\(OrderedJSON.string($0.name).line): \($0.value.spacedLine)" }.joined(separator: ", "))}"
    default: line
    }
  }
}
#endif
