import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// Swift lists the members of each object of a document once, and the JSON Schema, which editors read, lists them too.
/// They must agree on names, types, defaults and what is required.
@Suite("The members of documents in Swift and in the JSON Schema")
struct MemberListTests {
  /// An object of a document: its place in the schema, and its list.
  struct Object: CustomTestStringConvertible {
    let pointer: String
    let members: [ListedMember]
    var testDescription: String { pointer }

    init<Listed: DocumentObject>(_ pointer: String, _: Listed.Type) {
      self.pointer = pointer
      members = Listed.listedMembers
    }
  }

  static let objects = [
    Object("form", FormInDocument.self),
    Object("form/$defs/otherVersion", OtherVersion.self),
    Object("form/$defs/section", FormSection.self),
    Object("form/$defs/cell", CellInDocument.self),
    Object("form/$defs/option", OptionInDocument.self),
    Object("form/$defs/listOption", OptionInDocument.self),
    Object("form/$defs/cell/properties/inline/oneOf/1", InlineExpansion.self),
    Object("form/$defs/cell/properties/required/oneOf/2", RequiredRule.self),
    Object("form/$defs/cell/properties/constraints/items/oneOf/1", ConstraintRule.self),
    Object("form/$defs/cell/properties/calculate/anyOf/1", CalculationRule.self),
    Object("form/$defs/cell/properties/set/items", SettingRule.self),
  ]

  @Test("A list and the schema agree", arguments: objects)
  func agreement(object: Object) throws {
    #expect(try DocumentSchema(object.pointer).differences(from: object.members) == [])
  }

  @Test("A planted difference is found")
  func planted() throws {
    let schema = try DocumentSchema("form/$defs/section")
    let members = FormSection.listedMembers
    #expect(schema.differences(from: members.filter { $0.name != "foldable" }) == ["foldable: is in the schema alone"])
    let extra = ListedMember(name: "icon", types: [.string], standard: nil, isRequired: false)
    #expect(schema.differences(from: members + [extra]) == ["icon: is in the list alone"])
    let planted: [(member: ListedMember, difference: String)] = [
      (
        ListedMember(name: "foldable", types: [.boolean], standard: "false", isRequired: false),
        "the default is false, in the schema true"
      ),
      (
        ListedMember(name: "title", types: [.string], standard: nil, isRequired: false),
        "is a string, in the schema a object or string"
      ),
      (
        ListedMember(name: "key", types: [.string], standard: nil, isRequired: false),
        "is not required, but in the schema it is"
      ),
      (
        ListedMember(name: "folded", types: [.boolean], standard: "false", isRequired: true),
        "is required, but not in the schema"
      ),
    ]
    for (planted, difference) in planted {
      let edited = members.map { $0.name == planted.name ? planted : $0 }
      #expect(schema.differences(from: edited) == ["\(planted.name): \(difference)"])
    }
  }
}

/// The JSON Schema of an object of a document.
private struct DocumentSchema {
  private let document: OrderedJSON
  private let object: OrderedJSON

  /// Finds an object.
  ///
  /// - Parameter pointer: the name of the document, then the steps from its root.
  init(_ pointer: String) throws {
    let steps = pointer.split(separator: "/").map(String.init)
    let document = try OrderedJSON.read(Repository.text(of: "Schemas/\(steps[0]).schema.json"))
    self.document = document
    object = try steps.dropFirst().reduce(document) { value, step in
      try #require(Int(step).map { value.elements[$0] } ?? value[step], "\(pointer)")
    }
  }

  /// What the schema and a list say differently, a sentence each.
  func differences(from list: [ListedMember]) -> [String] {
    let described = object["properties"]?.members ?? []
    let alone = described.filter { member in !list.contains { $0.name == member.name } }
    return alone.map { "\($0.name): is in the schema alone" } + list.flatMap(differences)
  }

  private func differences(of member: ListedMember) -> [String] {
    guard let schema = object["properties"]?[member.name] else { return ["\(member.name): is in the list alone"] }
    let types = types(of: schema)
    let standard = schema["default"]?.line
    let required = object["required"]?.strings ?? []
    var found: [String] = []
    if types != member.types { found.append("is a \(member.types.words), in the schema a \(types.words)") }
    if standard != member.standard {
      found.append("the default is \(member.standard ?? "none"), in the schema \(standard ?? "none")")
    }
    let isRequired = required.contains(member.name)
    if member.isRequired && !isRequired { found.append("is required, but not in the schema") }
    if !member.isRequired && isRequired { found.append("is not required, but in the schema it is") }
    return found.map { "\(member.name): \($0)" }
  }

  /// The types that a schema accepts.
  private func types(of schema: OrderedJSON) -> Set<JSONType> {
    if let reference = schema["$ref"]?.string {
      let steps = reference.split(separator: "/").dropFirst().map(String.init)
      return types(of: steps.reduce(document) { $0[$1] ?? .null })
    }
    if let alternatives = schema["oneOf"] ?? schema["anyOf"] {
      return alternatives.elements.reduce(into: []) { $0.formUnion(types(of: $1)) }
    }
    if let value = schema["const"] { return [value.type] }
    if let values = schema["enum"]?.elements { return Set(values.map(\.type)) }
    guard let named = schema["type"] else { return .any }
    return Set((named.string.map { [$0] } ?? named.strings).compactMap(JSONType.init))
  }
}

extension OrderedJSON {
  fileprivate subscript(name: String) -> OrderedJSON? { members.first { $0.name == name }?.value }
  fileprivate var members: [(name: String, value: OrderedJSON)] {
    if case .object(let members) = self { members } else { [] }
  }
  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var elements: [OrderedJSON] { if case .array(let elements) = self { elements } else { [] } }
  fileprivate var strings: [String] { elements.compactMap(\.string) }

  fileprivate var type: JSONType {
    switch self {
    case .null: .null
    case .boolean: .boolean
    case .integer: .integer
    case .number: .number
    case .string: .string
    case .array: .array
    case .object, .json: .object
    }
  }
}

extension Set<JSONType> {
  fileprivate var words: String { map(\.rawValue).sorted().joined(separator: " or ") }
}
