import FormState

/// A JSON document whose objects keep their members in the order in which they were written.
///
/// Foundation's encoder either sorts the names or leaves them in no order, and a person reads this output too.
indirect enum OrderedJSON {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([OrderedJSON])
  case object([(name: String, value: OrderedJSON)])

  /// The document as text, indented; lists of plain values stay on one line.
  var text: String {
    var text = ""
    write(to: &text, indentation: "")
    return text
  }

  // The depth is that of the shapes written here, never of input.
  private func write(to text: inout String, indentation: String) {
    switch self {
    case .null: text += "null"
    case .boolean(let flag): text += flag ? "true" : "false"
    case .integer(let number): text += String(number)
    case .number(let number): text += Value.number(number)?.plainText ?? "null"
    case .string(let string): Self.write(string, to: &text)
    case .array(let values) where values.allSatisfy(\.isPlain):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text, indentation: indentation)
      }
      text += "]"
    case .array(let values):
      Self.writeLines(of: values, between: ("[", "]"), to: &text, indentation: indentation) {
        $0.write(to: &$1, indentation: $2)
      }
    case .object(let members) where members.isEmpty:
      text += "{}"
    case .object(let members):
      Self.writeLines(of: members, between: ("{", "}"), to: &text, indentation: indentation) {
        Self.write($0.name, to: &$1)
        $1 += ": "
        $0.value.write(to: &$1, indentation: $2)
      }
    }
  }

  private static func writeLines<Item>(
    of items: [Item], between brackets: (String, String), to text: inout String, indentation: String,
    writeItem: (Item, inout String, String) -> Void
  ) {
    let inner = indentation + "  "
    text += brackets.0
    for (index, item) in items.enumerated() {
      text += index > 0 ? ",\n" : "\n"
      text += inner
      writeItem(item, &text, inner)
    }
    text += "\n\(indentation)\(brackets.1)"
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }

  /// Whether the value takes no more than a few characters on a line of others.
  private var isPlain: Bool {
    switch self {
    case .null, .boolean, .integer, .number, .string: true
    case .array(let values): values.allSatisfy { if case .integer = $0 { true } else { false } }
    case .object: false
    }
  }
}

extension OrderedJSON {
  /// The string, or `null`.
  init(_ string: String?) {
    self = string.map(OrderedJSON.string) ?? .null
  }

  /// The number, or `null`.
  init(_ number: Int?) {
    self = number.map(OrderedJSON.integer) ?? .null
  }

  /// The value in the type that JSON has for it; dates are strings.
  init(_ value: Value?) {
    switch value {
    case nil: self = .null
    case .text(let text): self = .string(text)
    case .integer(let number): self = Int(exactly: number).map(OrderedJSON.integer) ?? .number(Double(number))
    case .real(let number): self = .number(number)
    case .boolean(let isOn): self = .boolean(isOn)
    case .date(let date): self = .string(date.isoText)
    }
  }

  /// The row path as `[section,row]`.
  init(_ path: RowPath) {
    self = .array([.integer(path.section), .integer(path.row)])
  }
}
