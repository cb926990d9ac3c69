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

  /// The name of the definition that a schema refers to; `nil` where it refers to none.
  func reference(of schema: OrderedJSON) -> String? {
    guard let reference = schema["$ref"]?.string, reference.hasPrefix(Self.prefix) else { return nil }
    return String(reference.dropFirst(Self.prefix.count))
  }

  /// A definition by name.
  func definition(_ name: String) -> OrderedJSON? { definitions.first { $0.name == name }?.value }

  /// What a schema says, or else the definition that it refers to.
  func member(_ name: String, of schema: OrderedJSON) -> OrderedJSON? {
    schema[name] ?? reference(of: schema).flatMap(definition)?[name]
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

  private static let prefix = "#/$defs/"
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
    if let name = reference(of: schema), let definition = definition(name), seen.insert(name).inserted {
      places[name] = place
      addPlaces(in: definition, at: place, to: &places, seen: &seen)
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
