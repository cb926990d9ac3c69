import FormState

/// How a member's value is JSON: its types, and how it is read.
protocol MemberNotation {
  associatedtype Value
  /// The types that it may have in a document.
  var types: JSONTypes { get }

  /// Reads a value; `nil` after a fault.
  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> Value?
}

/// A notation that is written too.
protocol MemberCodec: MemberNotation {
  /// Writes a value.
  func write(_ value: Value, to writer: inout FormDocumentWriter) throws(ExportError)
}

/// A text.
struct Text: MemberCodec {
  let types: JSONTypes = [.string]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> String? {
    if let text = given.text { return text }
    fields.addFault(name, "is \(given.jsonTypeName), not a text", "write it in double quotes")
    return nil
  }

  func write(_ value: String, to writer: inout FormDocumentWriter) { writer.json.string(value) }
}

/// A boolean.
struct Flag: MemberCodec {
  let types: JSONTypes = [.boolean]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> Bool? {
    if case .boolean(let flag) = given { return flag }
    fields.addFault(name, "is \(given.jsonTypeName), not a boolean", "write true or false")
    return nil
  }

  func write(_ value: Bool, to writer: inout FormDocumentWriter) { writer.json.boolean(value) }
}

/// A number.
struct Number: MemberCodec {
  let types: JSONTypes = [.number]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> Double? {
    if let number = given.number { return number }
    fields.addFault(name, "is \(given.jsonTypeName), not a number", "write a number")
    return nil
  }

  func write(_ value: Double, to writer: inout FormDocumentWriter) { writer.json.number(value) }
}

/// A whole number within the range of a count, a revision or a version.
struct WholeNumber: MemberCodec {
  let types: JSONTypes = [.integer]
  /// The least one.
  let least: Int64
  /// The greatest one; by default the greatest of 32 bits.
  var greatest = Int64(Int32.max)
  /// What another value is, and what to write.
  let problem: String
  let action: String

  static let version = WholeNumber(
    least: 1, problem: "is not the number of a version", action: "write a whole number from 1")
  static let nextInstance = WholeNumber(
    least: 0, greatest: Int64(InstanceNumber.greatestCounter + 1), problem: "is not the number of an instance",
    action: "write a whole number to \(InstanceNumber.greatestCounter + 1), or omit it")
  static let count = WholeNumber(
    least: 0, problem: "is not a number of instances", action: "write a whole number from 0")
  static let earlierRevision = WholeNumber(
    least: 1, problem: "is not a revision", action: "write the number of an earlier entry")
  static let alternative = WholeNumber(
    least: 1, problem: "is not the number of an answer", action: "write the number of the answer to take, from 1")
  static let anyRevision = WholeNumber(
    least: 0, problem: "is not a revision", action: "write the number of an entry of the journal")

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> Int? {
    if case .integer(let number) = given, (least...greatest).contains(number) { return Int(number) }
    fields.addFault(name, problem, action)
    return nil
  }

  func write(_ value: Int, to writer: inout FormDocumentWriter) { writer.json.literal(String(value)) }
}

/// The number of an instance of a repeat: a whole one, which tells it from all others, or in an action the small one
/// that people read.
struct InstanceInDocument: MemberCodec {
  let types: JSONTypes = [.integer]
  /// Whether a small number is one.
  let mayBeSmall: Bool

  private static let problem = "is not the number of an instance"

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> Int? {
    if case .integer(let whole) = given, let number = Int(exactly: whole),
      InstanceNumber.isPossible(number)
        || (mayBeSmall ? 1...InstanceNumber.greatestCounter : 0...0).contains(number)
    {
      return number
    }
    fields.addFault(
      name, Self.problem,
      mayBeSmall
        ? "write a whole number from 1 to \(InstanceNumber.greatestCounter), or omit it"
        : "write it as it was exported, a number such as 30123456789, or omit it")
    return nil
  }

  func write(_ value: Int, to writer: inout FormDocumentWriter) { writer.json.literal(String(value)) }
}

/// The properties that are kept for the author, with JSON's notation for dates and data, see `PropertyValue`.
struct Properties: MemberCodec {
  let types: JSONTypes = [.object]

  func read(
    _ given: PropertyValue, named name: String, in fields: inout DocumentFields
  ) -> [String: PropertyValue]? {
    if case .dictionary(let values) = given { return values.mapValues(\.withTagsRead) }
    fields.addFault(name, "is \(given.jsonTypeName), not an object", "write an object")
    return nil
  }

  func write(_ value: [String: PropertyValue], to writer: inout FormDocumentWriter) throws(ExportError) {
    try writer.json.properties(value)
  }
}

/// A value that must be there, in an object that has none until it is read.
struct Stated<Codec: MemberCodec>: MemberCodec {
  private let codec: Codec
  var types: JSONTypes { codec.types }

  init(_ codec: Codec) { self.codec = codec }

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> Codec.Value?? {
    codec.read(given, named: name, in: &fields).map(Optional.some)
  }

  func write(_ value: Codec.Value?, to writer: inout FormDocumentWriter) throws(ExportError) {
    if let value { try codec.write(value, to: &writer) } else { writer.json.literal("null") }
  }
}

/// A value that is one text in a document.
protocol SpelledValue: CustomStringConvertible {
  /// Reads a text; `nil` if it is none.
  init?(_ text: String)

  /// What another text is, and what to write.
  static var refusal: (problem: String, action: String) { get }
}

/// A text with a notation of its own: a moment, a chain, the name of a stream.
struct Spelled<Value: SpelledValue>: MemberCodec {
  let types: JSONTypes = [.string]
  /// Whether a message says that the value can be left out.
  var mayBeOmitted = false

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> Value? {
    guard let text = Text().read(given, named: name, in: &fields) else { return nil }
    if let value = Value(text) { return value }
    fields.addFault(name, Value.refusal.problem, Value.refusal.action + (mayBeOmitted ? ", or omit it" : ""))
    return nil
  }

  func write(_ value: Value, to writer: inout FormDocumentWriter) { writer.json.string(value.description) }
}
