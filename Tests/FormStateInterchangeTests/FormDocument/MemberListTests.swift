import Foundation
import TestSupport
import Testing

@testable import FormState
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
    Object("form/$defs/response", ResponseInDocument.self),
    Object("form/$defs/line", LineInDocument.self),
    Object("form/$defs/entry", EntryInDocument.self),
    Object("form/$defs/change", ChangeInDocument.self),
    Object("dump", DumpInDocument.self),
    Object("layout", FormLayout.self),
    Object("layout/$defs/section", SectionInLayout.self),
    Object("layout/$defs/cell", CellLayout.self),
  ]

  @Test("A list and the schema agree", arguments: objects)
  func agreement(object: Object) throws {
    let differences = try DocumentSchema(object.pointer).differences(from: object.members)
    #expect(differences == [])
  }

  @Test("A kind of action has the parts that the schema gives it", arguments: FormAction.Kind.allCases)
  func action(kind: FormAction.Kind) throws {
    if kind == .checkpoint { return #expect(kind.parts.allowed == []) }
    if kind == .merge {
      return #expect(try DocumentSchema("form/$defs/merge").names == ["action", "rule", "with", "by"])
    }
    if kind == .emptied { return #expect(try DocumentSchema("form/$defs/emptied").names == ["action", "cell"]) }
    let parts: [(part: FormAction.Parts, names: Set<String>)] = [
      (.cell, ["cell", "at"]), (.section, ["section"]), (.value, ["value"]), (.before, ["before"]),
      (.instance, ["instance"]), (.message, ["message"]), (.from, ["from"]), (.revision, ["revision"]),
      (.only, ["only"]), (.scope, ["scope"]), (.upgrade, Set(UpgradeRecord.propertyNames)), (.alternative, ["take"]),
    ]
    let schema = try DocumentSchema("actions/$defs/\(DocumentSchema.nameOfAction(kind))")
    let step = Set(StepInScript.names)
    let allowed = parts.filter { kind.parts.allowed.contains($0.part) }.flatMap(\.names)
    #expect(schema.names == step.union(allowed).union(["action"]))
    let required = parts.filter { kind.parts.required.contains($0.part) }.flatMap(\.names)
    // Of an upgrade the version alone is required; a cell is named in one of two ways.
    let stated = kind == .upgrade ? ["version"] : required.filter { $0 != "cell" && $0 != "at" }
    #expect(schema.required == Set(stated).union(["action"]))
    #expect(schema.requiresOne(of: ["cell", "at"]) == kind.parts.required.contains(.cell))
    let members = ActionInDocument.listedMembers + StepInScript.listedMembers
    let differences = try schema.differences(
      from: members.filter { schema.names.contains($0.name) }, strictness: .ofOneKind)
    #expect(differences == [])
  }

  @Test("A planted difference is found")
  func planted() throws {
    let schema = try DocumentSchema("form/$defs/section")
    let members = FormSection.listedMembers
    let others = members.filter { $0.name != "foldable" }
    #expect(try schema.differences(from: others) == ["foldable: is in the schema alone"])
    let extra = ListedMember(name: "icon", types: [.string], standard: nil, isRequired: false)
    #expect(try schema.differences(from: members + [extra]) == ["icon: is in the list alone"])
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
      #expect(try schema.differences(from: edited) == ["\(planted.name): \(difference)"])
    }
  }
}

/// The JSON Schema of an object of a document.
private struct DocumentSchema {
  /// How strictly members are compared: exactly, or those of one kind of action, which may narrow a type and which
  /// state elsewhere what is required.
  enum Strictness { case exact, ofOneKind }

  private let document: OrderedJSON
  private let object: OrderedJSON

  /// Finds an object.
  ///
  /// - Parameter pointer: the name of the document, then the steps from its root.
  init(_ pointer: String) throws {
    let steps = pointer.split(separator: "/").map(String.init)
    document = try Self.document(steps[0])
    object = try #require(document.value(at: steps.dropFirst()), "\(pointer)")
  }

  private static func document(_ name: String) throws -> OrderedJSON {
    try OrderedJSON.read(Repository.text(of: "Schemas/\(name).schema.json"))
  }

  /// The name of the definition of a kind of action.
  static func nameOfAction(_ kind: FormAction.Kind) throws -> String {
    let definitions = try document("actions")["$defs"]?.members ?? []
    let found = definitions.first { _, definition in
      let action = definition["properties"]?["action"]
      return action?["const"]?.string == kind.rawValue || action?["enum"]?.strings.contains(kind.rawValue) == true
    }
    return try #require(found?.name)
  }

  private var properties: [(name: String, value: OrderedJSON)] { object["properties"]?.members ?? [] }
  var names: Set<String> { Set(properties.map(\.name)) }
  var required: Set<String> { Set(object["required"]?.strings ?? []) }

  func requiresOne(of names: [String]) -> Bool {
    object["oneOf"]?.elements.compactMap { $0["required"]?.strings } == names.map { [$0] }
  }

  /// What the schema and a list say differently, a sentence each.
  func differences(from list: [ListedMember], strictness: Strictness = .exact) throws -> [String] {
    let alone = properties.filter { member in !list.contains { $0.name == member.name } }
    return try alone.map { "\($0.name): is in the schema alone" } + list.flatMap { try differences(of: $0, strictness) }
  }

  private func differences(of member: ListedMember, _ strictness: Strictness) throws -> [String] {
    guard let schema = object["properties"]?[member.name] else { return ["\(member.name): is in the list alone"] }
    let types = try types(of: schema, in: document)
    let standard = try (schema["default"] ?? resolved(schema, in: document).schema["default"])?.line
    var found: [String] = []
    if strictness == .exact ? types != member.types : !types.isSubset(of: member.types) {
      found.append("is a \(member.types.words), in the schema a \(types.words)")
    }
    if standard != member.standard {
      found.append("the default is \(member.standard ?? "none"), in the schema \(standard ?? "none")")
    }
    let isRequired = strictness == .exact ? required.contains(member.name) : member.isRequired
    if member.isRequired && !isRequired { found.append("is required, but not in the schema") }
    if !member.isRequired && isRequired { found.append("is not required, but in the schema it is") }
    return found.map { "\(member.name): \($0)" }
  }

  /// What a schema refers to, with its document.
  private func resolved(
    _ schema: OrderedJSON, in document: OrderedJSON
  ) throws -> (schema: OrderedJSON, document: OrderedJSON) {
    guard let reference = schema["$ref"]?.string else { return (schema, document) }
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let file = parts[0].split(separator: ".").first.map(String.init)
    let target = try file.map(Self.document) ?? document
    let steps = parts.dropFirst().joined().split(separator: "/").map(String.init)
    return try resolved(#require(target.value(at: steps[...]), "\(reference)"), in: target)
  }

  /// The types that a schema accepts.
  private func types(of schema: OrderedJSON, in document: OrderedJSON) throws -> JSONTypes {
    let (schema, document) = try resolved(schema, in: document)
    if let alternatives = schema["oneOf"] ?? schema["anyOf"], schema["type"] == nil {
      return try JSONTypes(alternatives.elements.map { try types(of: $0, in: document) })
    }
    if let value = schema["const"] { return value.type }
    if let values = schema["enum"]?.elements { return JSONTypes(values.map(\.type)) }
    guard let named = schema["type"] else { return .any }
    return JSONTypes((named.string.map { [$0] } ?? named.strings).compactMap { JSONTypes.named[$0] })
  }
}

extension OrderedJSON {
  fileprivate subscript(name: String) -> OrderedJSON? { members.first { $0.name == name }?.value }
  fileprivate var members: [(name: String, value: OrderedJSON)] {
    if case .object(let members) = self { members } else { [] }
  }
  fileprivate func value(at steps: ArraySlice<String>) -> OrderedJSON? {
    steps.reduce(Optional(self)) { value, step in Int(step).map { value?.elements[$0] } ?? value?[step] }
  }
  fileprivate var string: String? { if case .string(let text) = self { text } else { nil } }
  fileprivate var elements: [OrderedJSON] { if case .array(let elements) = self { elements } else { [] } }
  fileprivate var strings: [String] { elements.compactMap(\.string) }

  fileprivate var type: JSONTypes {
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

extension JSONTypes {
  fileprivate static let named: [String: JSONTypes] = [
    "string": .string, "integer": .integer, "number": .number, "boolean": .boolean, "array": .array,
    "object": .object, "null": .null,
  ]

  fileprivate var words: String {
    Self.named.filter { contains($0.value) }.map(\.key).sorted().joined(separator: " or ")
  }
}
