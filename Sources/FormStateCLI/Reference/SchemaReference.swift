#if CommandLine
import FormStateInterchange

/// An object in the documents that FormState reads and writes, from its JSON Schema.
struct SchemaObject {
  let format: FormatSchema
  /// Its name in the schema; for the document itself, the name of the format.
  let name: String
  /// ``name``, prefixed with the format if another format has an object of that name.
  let reference: String
  /// Its title, such as `A cell`.
  let title: String
  let description: String
  /// Its place in the document; empty for the document itself.
  let place: String
  /// Its fields, each followed by its nested fields.
  let fields: [SchemaField]
}

/// A field of an object.
struct SchemaField {
  /// The names of the enclosing fields and of the field itself: `required`, `message`.
  let path: [String]
  let description: String
  /// The values that it accepts; `nil` for any.
  let type: String?
  /// The same in a few words.
  let briefType: String?
  /// Whether it is required.
  let isRequired: Bool
  /// Its default; `nil` if the schema has none.
  let standard: OrderedJSON?
  let examples: [OrderedJSON]
  /// The names of the objects that it holds.
  let objects: [String]
  /// The named types of its other values, such as an expression.
  let types: [SchemaValue]
  /// Whether the author chooses the names of its members.
  let isMap: Bool

  /// The name within the object: `required.message`.
  var name: String { path.joined(separator: ".") }
}

/// A type of value that many fields share.
struct SchemaValue: Hashable {
  /// Its title, such as `An expression`.
  let title: String
  let description: String

  /// Title and description; only the description if it begins with the title.
  var sentences: String { description.hasPrefix(title) ? description : "\(title). \(description)" }
}

/// The objects and fields of all document schemas.
struct SchemaReference {
  /// The objects, each document before the objects in it.
  let objects: [SchemaObject]

  /// Reads the schemas.
  ///
  /// - Throws: an error if a schema is not valid JSON.
  init() throws {
    var objects: [SchemaObject] = []
    for format in FormatSchema.allCases {
      let document = try SchemaDocument(format)
      let places = document.places
      let named = [(format.rawValue, document.root)] + document.definitions.filter { document.isObject($0.value) }
      for (name, schema) in named where schema["properties"] != nil || name == format.rawValue {
        let isTaken = objects.contains { $0.name == name }
        objects.append(
          SchemaObject(
            format: format, name: name, reference: isTaken ? "\(format.rawValue).\(name)" : name,
            title: schema["title"]?.string ?? name, description: schema["description"]?.string ?? "",
            place: places[name] ?? "", fields: Self.fields(of: schema, in: document)))
      }
    }
    self.objects = objects
  }

  private static func fields(
    of schema: OrderedJSON, in document: SchemaDocument, below path: [String] = []
  ) -> [SchemaField] {
    let required = schema["required"]?.elements.compactMap(\.string) ?? []
    return (schema["properties"]?.members ?? []).flatMap { name, member in
      let (member, document) = document.described(member)
      let field = SchemaField(
        path: path + [name], description: document.member("description", of: member)?.string ?? "",
        type: SchemaType(document: document).phrase(of: member),
        briefType: SchemaType(document: document, isBrief: true).phrase(of: member),
        isRequired: required.contains(name), standard: document.member("default", of: member),
        examples: document.member("examples", of: member)?.elements ?? [], objects: objects(in: member, of: document),
        types: types(in: member, of: document),
        isMap: SchemaDocument.parts(of: member).contains { $0.step == ".NAME" })
      return [field] + fields(within: member, in: document, below: field.path)
    }
  }

  /// The fields of the unnamed objects that a field holds.
  private static func fields(
    within schema: OrderedJSON, in document: SchemaDocument, below path: [String]
  ) -> [SchemaField] {
    SchemaDocument.parts(of: schema).filter { $0.schema["$ref"] == nil }.flatMap { part in
      fields(of: part.schema, in: document, below: path) + fields(within: part.schema, in: document, below: path)
    }
  }

  private static func types(in schema: OrderedJSON, of document: SchemaDocument) -> [SchemaValue] {
    if let definition = document.target(of: schema)?.schema {
      guard !document.isObject(definition), let title = definition["title"]?.string else { return [] }
      return [SchemaValue(title: title, description: definition["description"]?.string ?? "")]
    }
    return SchemaDocument.parts(of: schema).flatMap { types(in: $0.schema, of: document) }
  }

  private static func objects(in schema: OrderedJSON, of document: SchemaDocument) -> [String] {
    if let target = document.target(of: schema) { return document.isObject(target.schema) ? [target.name] : [] }
    return SchemaDocument.parts(of: schema).flatMap { objects(in: $0.schema, of: document) }
  }
}
#endif
