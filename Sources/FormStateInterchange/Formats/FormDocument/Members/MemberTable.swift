import FormState

/// A member of an object as its list names it, for comparison with the JSON Schema.
struct ListedMember {
  let name: String
  let types: JSONTypes
  /// The default as JSON text; `nil` for none, and for an empty one.
  let standard: String?
  let isRequired: Bool
}

/// Collects the members of an object from its list; no instance is needed.
struct MemberTable<Object>: MemberVisitor {
  private(set) var members: [ListedMember] = []

  private mutating func add(
    _ name: String, _ types: JSONTypes, _ standard: String? = nil, isRequired: Bool = false
  ) {
    // An object may list a member twice, to write it at one of two places.
    guard !members.contains(where: { $0.name == name }) else { return }
    members.append(ListedMember(name: name, types: types, standard: standard, isRequired: isRequired))
  }

  mutating func member<Codec: MemberCodec>(
    _ name: String, _: WritableKeyPath<Object, Codec.Value>, _ codec: Codec, default standard: Codec.Value
  ) {
    var writer = FormDocumentWriter(version: nil, isPretty: false)
    let isWritten = (try? codec.write(standard, to: &writer)) != nil
    let text = writer.json.text
    add(name, codec.types, isWritten && !["null", "{}", "[]", "\"\""].contains(text) ? text : nil)
  }

  mutating func optional<Codec: MemberCodec>(
    _ name: String, _: WritableKeyPath<Object, Codec.Value?>, _ codec: Codec
  ) { add(name, codec.types) }

  mutating func required<Codec: MemberCodec>(
    _ name: String, _: WritableKeyPath<Object, Codec.Value>, _ codec: Codec, or _: String
  ) { add(name, codec.types, isRequired: true) }

  mutating func onlyRead<Notation: MemberNotation>(
    _ name: String, _: WritableKeyPath<Object, Notation.Value>, _ notation: Notation
  ) { add(name, notation.types) }

  mutating func texts(_ name: String, _: WritableKeyPath<Object, String>, at _: (Object) -> TextPlace) {
    add(name, [.string, .object])
  }

  mutating func optionalTexts(_ name: String, _: WritableKeyPath<Object, String?>, at _: (Object) -> TextPlace) {
    add(name, [.string, .object])
  }

  mutating func byHand(
    _ name: String, _ types: JSONTypes, isRequired: Bool, default standard: @autoclosure () -> String?,
    write _: (Object, inout FormDocumentWriter) throws(ExportError) -> Void
  ) { add(name, types, standard(), isRequired: isRequired) }
}

extension DocumentObject {
  /// The members of the list.
  static var listedMembers: [ListedMember] {
    var table = MemberTable<Self>()
    list(&table)
    return table.members
  }

  /// The names of the list.
  static var listedNames: [String] { listedMembers.map(\.name) }
}
