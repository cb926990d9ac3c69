import FormState

/// A JSON document whose objects keep the order of their members.
///
/// Foundation's encoder either sorts the names or leaves them in no order, and a person reads this output too.
package indirect enum OrderedJSON: Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([OrderedJSON])
  case object([(name: String, value: OrderedJSON)])
  /// Existing JSON, on one line.
  case json(String)

  /// The document as text, indented; lists of plain values stay on one line.
  package var text: String {
    var writer = JSONWriter(isPretty: true)
    write(to: &writer)
    return writer.text
  }

  /// The document on one line.
  package var line: String {
    var writer = JSONWriter(isPretty: false)
    write(to: &writer)
    return writer.text
  }

  /// Writes the document among others, as one of their values.
  // The depth is that of the shapes written here, never of input.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.literal("null")
    case .boolean(let flag): writer.boolean(flag)
    case .integer(let number): writer.literal(String(number))
    case .number(let number): writer.number(number)
    case .string(let string): writer.string(string)
    case .json(let text): writer.literal(text)
    case .array(let values) where writer.isPretty && values.allSatisfy(\.isPlain):
      var line = JSONWriter(isPretty: false)
      write(to: &line)
      writer.literal(line.text)
    case .array(let values):
      writer.beginArray()
      for value in values { value.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.name(member.name)
        member.value.write(to: &writer)
      }
      writer.endObject()
    }
  }

  /// Whether the value fits in a few characters on a shared line.
  private var isPlain: Bool {
    switch self {
    case .null, .boolean, .integer, .number, .string: true
    case .array(let values): values.allSatisfy { if case .integer = $0 { true } else { false } }
    case .object, .json: false
    }
  }
}

extension OrderedJSON {
  /// The string, or `null`.
  package init(_ string: String?) {
    self = string.map(OrderedJSON.string) ?? .null
  }

  /// The number, or `null`.
  package init(_ number: Int?) {
    self = number.map(OrderedJSON.integer) ?? .null
  }

  /// The value in the type that JSON has for it; dates, times and exact numbers are strings.
  package init(_ value: CellValue?) {
    switch value {
    case nil: self = .null
    case .text(let text): self = .string(text)
    case .integer(let number): self = Int(exactly: number).map(OrderedJSON.integer) ?? .number(Double(number))
    case .real(let number): self = .number(number)
    case .boolean(let isOn): self = .boolean(isOn)
    case .choices(let values): self = .array(values.map(OrderedJSON.string))
    case let value?: self = .string(value.plainText)
    }
  }

  /// The row path as `[section,row]`.
  package init(_ path: RowPath) {
    self = .array([.integer(path.section), .integer(path.row)])
  }
}
