/// The definitions of a JSON Schema, one for each shape that it refers to.
package struct ShapeDefinitions {
  /// The keywords of a schema, in order.
  package typealias Keywords = [(name: String, value: OrderedJSON)]

  private var definitions: Keywords = []
  private var shapes: [String: ObjectIdentifier] = [:]

  /// A self-contained schema of what a command prints, JSON Schema 2020-12 as JSON text. Objects are open.
  ///
  /// - Parameters:
  ///   - name: the name of the output.
  ///   - title: its title.
  ///   - meaning: what it is, as a sentence.
  ///   - alternatives: what is printed: one of these.
  package static func schema(
    of name: String, title: String, meaning: String, alternatives: [any Printed.Type]
  ) -> OrderedJSON {
    var definitions = ShapeDefinitions()
    let content =
      alternatives.count == 1 ? alternatives[0].schema(&definitions) : definitions.either(alternatives)
    let head: Keywords = [
      ("$schema", .string("https://json-schema.org/draft/2020-12/schema")),
      ("$id", .string("urn:formstate:output:\(name):1")), ("title", .string(title)), ("description", .string(meaning)),
    ]
    return .object(head + content + [("$defs", .object(definitions.definitions))])
  }

  /// A reference to the definition of a shape, which is added.
  mutating func reference(to shape: (some Shape).Type) -> Keywords {
    // PrintedRow is the definition row, and ListedForms<…> is listedForms.
    let type = "\(shape)".prefix { $0 != "<" }
    let word = type.hasPrefix("Printed") ? type.dropFirst("Printed".count) : type
    let name = word.prefix(1).lowercased() + word.dropFirst()
    if let known = shapes.updateValue(ObjectIdentifier(shape), forKey: name) {
      precondition(known == ObjectIdentifier(shape), "two shapes of one output are called \(name)")
    } else {
      // The place comes first: a shape may refer to itself.
      let index = definitions.count
      definitions.append((name, .null))
      definitions[index].value = .object(description(of: shape))
    }
    return [("$ref", .string("#/$defs/\(name)"))]
  }

  /// One of several values.
  mutating func either(_ alternatives: [any Printed.Type]) -> Keywords {
    [("anyOf", .array(alternatives.map { .object($0.schema(&self)) }))]
  }

  private mutating func description<S: Shape>(of shape: S.Type) -> Keywords {
    var members = MemberSchemas<S>(definitions: self)
    S.list(&members)
    self = members.definitions
    return [
      ("description", .string(S.meaning)), ("type", .string("object")),
      ("required", .array(members.required.map(OrderedJSON.string))), ("properties", .object(members.properties)),
    ]
  }
}

extension Shape {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    definitions.reference(to: Self.self)
  }
}

/// Describes the members of a shape.
private struct MemberSchemas<Object>: PrintedMembers {
  var definitions: ShapeDefinitions
  var properties: ShapeDefinitions.Keywords = []
  var required: [String] = []
  /// Whether every object has the members that are listed now.
  var isRequired = true

  init(definitions: ShapeDefinitions) { self.definitions = definitions }

  mutating func callAsFunction<Value: Printed>(_ name: String, _: (Object) -> Value, _ meaning: String) {
    add(name, Value.self, meaning)
    if isRequired { required.append(name) }
  }

  mutating func ifAny<Value: Omissible>(_ name: String, _: (Object) -> Value, _ meaning: String) {
    add(name, Value.Content.self, meaning)
  }

  mutating func include<Part: Shape>(_: (Object) -> Part) { list(Part.self, isRequired: isRequired) }

  mutating func includeIfAny<Part: Shape>(_: (Object) -> Part?) { list(Part.self, isRequired: false) }

  private mutating func add(_ name: String, _ type: (some Printed).Type, _ meaning: String) {
    precondition(!properties.contains { $0.name == name }, "\(Object.self) lists \(name) twice")
    properties.append((name, .object([("description", .string(meaning))] + type.schema(&definitions))))
  }

  private mutating func list<Part: Shape>(_: Part.Type, isRequired: Bool) {
    var part = MemberSchemas<Part>(definitions: definitions)
    part.isRequired = isRequired
    Part.list(&part)
    definitions = part.definitions
    properties += part.properties
    required += part.required
  }
}
