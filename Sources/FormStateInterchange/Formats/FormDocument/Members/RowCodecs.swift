import FormState

/// Which things of a form are an accordion.
struct Accordion: MemberCodec {
  let types: JSONTypes = [.boolean, .string]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> FormAccordion?? {
    switch given {
    case .boolean(false): return .some(nil)
    case .boolean(true), .string("cells"): return .cells
    case .string("sections"): return .sections
    default:
      fields.addFault(
        name, "is not a known accordion",
        "write true for the cells at the top level of all sections, \"sections\" for the sections themselves")
      return nil
    }
  }

  func write(_ value: FormAccordion?, to writer: inout FormDocumentWriter) {
    if value == .sections { writer.json.string("sections") } else { writer.json.boolean(value == .cells) }
  }
}

/// A height in points, or null for an automatic one.
struct Height: MemberCodec {
  let types: JSONTypes = [.number, .null]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> RowHeight? {
    if given == .null { return .automatic }
    if let points = given.number { return .points(points) }
    fields.addFault(name, "is \(given.jsonTypeName), not a number", "write a number, or null for automatic")
    return nil
  }

  func write(_ value: RowHeight, to writer: inout FormDocumentWriter) {
    if let points = value.points { writer.json.number(points) } else { writer.json.literal("null") }
  }
}

/// Row heights by reuse identifier.
struct RowHeights: MemberCodec {
  let types: JSONTypes = [.object]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> [String: RowHeight]? {
    guard case .dictionary(let entries) = given else {
      fields.addFault(name, "is \(given.jsonTypeName), not an object", "write heights by reuse identifier")
      return nil
    }
    var heights: [String: RowHeight] = [:]
    for (identifier, height) in entries.sorted(by: { $0.key < $1.key }) {
      heights[identifier] = Height().read(height, named: "\(name).\(identifier)", in: &fields)
    }
    return heights
  }

  func write(_ value: [String: RowHeight], to writer: inout FormDocumentWriter) {
    writer.json.beginObject()
    for (identifier, height) in value.sorted(by: { $0.key < $1.key }) {
      writer.json.name(identifier)
      Height().write(height, to: &writer)
    }
    writer.json.endObject()
  }
}

/// The number of lines of text in a row, or null for all of them.
struct LineLimit: MemberCodec {
  let types: JSONTypes = [.integer, .null]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> Int?? {
    switch given {
    case .null: return .some(nil)
    case .integer(let limit): return Int(clamping: limit)
    default:
      fields.addFault(
        name, "is \(given.jsonTypeName), not a whole number", "write the number of lines, or null for all")
      return nil
    }
  }

  func write(_ value: Int?, to writer: inout FormDocumentWriter) {
    writer.json.literal(value.map(String.init) ?? "null")
  }
}

extension InlineExpansion: DocumentObject {
  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.member("collapsedHeight", \.collapsedHeight, Height(), default: .automatic)
    visitor.member("expandedHeight", \.expandedHeight, Height(), default: .automatic)
    visitor.member("lineLimit", \.lineLimit, LineLimit(), default: nil)
  }
}

/// How a cell grows in place: `true` for automatic heights and all lines, `false` if it does not.
struct Inline: MemberCodec {
  let types: JSONTypes = [.boolean, .object]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> InlineExpansion?? {
    var inline = InlineExpansion()
    switch given {
    case .boolean(let isInline): return .some(isInline ? inline : nil)
    case .dictionary: return fields.read(given, at: fields.path.member(name), into: &inline) ? inline : nil
    default:
      fields.addFault(name, "is \(given.jsonTypeName), not an object", "write true, or an object with heights")
      return nil
    }
  }

  func write(_ value: InlineExpansion?, to writer: inout FormDocumentWriter) throws(ExportError) {
    if let value { try writer.write(value) } else { writer.json.boolean(false) }
  }
}
