#if CommandLine
import FormStateInterchange
import FormStateSchemas

/// An object of the documents that FormState reads and writes, as its schema says.
struct SchemaObject {
  let format: FormatSchema
  /// Its name in the schema; of the document itself that of the format.
  let name: String
  /// The same with the format before it, where another format has an object of that name.
  let reference: String
  /// What it is called, such as `A cell`.
  let title: String
  let description: String
  /// Where it stands in the document; empty for the document itself.
  let place: String
  /// Its fields, each followed by those within it.
  let fields: [SchemaField]
}

/// A field of such an object.
struct SchemaField {
  /// The name of the field, behind those of the fields that it stands in: `required`, `message`.
  let path: [String]
  let description: String
  /// What it can hold; `nil` for anything.
  let type: String?
  /// The same in a few words.
  let briefType: String?
  /// Whether it has to be there.
  let isRequired: Bool
  /// What counts where it is left out; `nil` where the schema does not say.
  let standard: OrderedJSON?
  let examples: [OrderedJSON]
  /// The objects that it holds, by their names.
  let objects: [String]
  /// What else it holds that has a name, such as an expression.
  let types: [SchemaValue]
  /// Whether its members have names of the author's.
  let isMap: Bool

  /// The name within the object: `required.message`.
  var name: String { path.joined(separator: ".") }
}

/// A sort of values that many fields hold.
struct SchemaValue: Hashable {
  /// What it is called, such as `An expression`.
  let title: String
  let description: String

  /// Both; the description alone where it begins with the title.
  var sentences: String { description.hasPrefix(title) ? description : "\(title). \(description)" }
}

/// All that the JSON Schemas say of documents.
struct SchemaReference {
  /// The objects, the document itself before those in it.
  let objects: [SchemaObject]

  /// Reads the schemas.
  ///
  /// - Throws: where one of them is no JSON.
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

  /// The fields of the objects that a field holds and that have no name of their own.
  private static func fields(
    within schema: OrderedJSON, in document: SchemaDocument, below path: [String]
  ) -> [SchemaField] {
    SchemaDocument.parts(of: schema).filter { $0.schema["$ref"] == nil }.flatMap { part in
      fields(of: part.schema, in: document, below: path) + fields(within: part.schema, in: document, below: path)
    }
  }

  private static func types(in schema: OrderedJSON, of document: SchemaDocument) -> [SchemaValue] {
    if let definition = document.reference(of: schema).flatMap(document.definition) {
      guard !document.isObject(definition), let title = definition["title"]?.string else { return [] }
      return [SchemaValue(title: title, description: definition["description"]?.string ?? "")]
    }
    return SchemaDocument.parts(of: schema).flatMap { types(in: $0.schema, of: document) }
  }

  private static func objects(in schema: OrderedJSON, of document: SchemaDocument) -> [String] {
    if let name = document.reference(of: schema), let definition = document.definition(name) {
      return document.isObject(definition) ? [name] : []
    }
    // A schema that lies beside this one is named by its file.
    if let file = schema["$ref"]?.string { return [String(file.prefix { $0 != "." })] }
    return SchemaDocument.parts(of: schema).flatMap { objects(in: $0.schema, of: document) }
  }
}
#endif
