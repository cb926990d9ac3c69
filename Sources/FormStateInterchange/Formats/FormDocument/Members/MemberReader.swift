import FormState

/// Reads the members of an object by its list, with a fault for each invalid one.
struct MemberReader<Object>: MemberVisitor {
  /// The object; a member that is missing or invalid leaves it as it was.
  var object: Object
  var fields: DocumentFields

  mutating func member<Codec: MemberCodec>(
    _ name: String, _ property: WritableKeyPath<Object, Codec.Value>, _ codec: Codec, default _: Codec.Value
  ) {
    if let value = fields.read(name, codec) { object[keyPath: property] = value }
  }

  mutating func optional<Codec: MemberCodec>(
    _ name: String, _ property: WritableKeyPath<Object, Codec.Value?>, _ codec: Codec
  ) {
    if let value = fields.read(name, codec) { object[keyPath: property] = value }
  }

  mutating func required<Codec: MemberCodec>(
    _ name: String, _ property: WritableKeyPath<Object, Codec.Value>, _ codec: Codec, or remedy: String
  ) {
    if fields.members[name] == nil { fields.addFault(name, "is missing", remedy) }
    if let value = fields.read(name, codec) { object[keyPath: property] = value }
  }

  mutating func onlyRead<Notation: MemberNotation>(
    _ name: String, _ property: WritableKeyPath<Object, Notation.Value>, _ notation: Notation
  ) {
    if let value = fields.read(name, notation) { object[keyPath: property] = value }
  }

  mutating func texts(_ name: String, _ property: WritableKeyPath<Object, String>, at place: (Object) -> TextPlace) {
    guard let given = fields.members[name] else { return }
    if let text = fields.text(given, named: name, at: place(object)) { object[keyPath: property] = text }
  }

  mutating func optionalTexts(
    _ name: String, _ property: WritableKeyPath<Object, String?>, at place: (Object) -> TextPlace
  ) {
    guard let given = fields.members[name] else { return }
    if let text = fields.text(given, named: name, at: place(object)) { object[keyPath: property] = text }
  }

  mutating func byHand(
    _: String, _: JSONTypes, isRequired _: Bool, default _: @autoclosure () -> String?,
    write _: (Object, inout FormDocumentWriter) throws(ExportError) -> Void
  ) {}
}

extension DocumentFields {
  /// Reads the listed members that are there into an object, except those that its own code reads.
  mutating func read<Object: DocumentObject>(into object: inout Object) {
    var reader = MemberReader(object: object, fields: self)
    Object.list(&reader)
    object = reader.object
    self = reader.fields
  }

  /// Reads an object within this one by its list, then what its own code reads.
  ///
  /// - Parameters:
  ///   - others: the names of members beside the listed ones.
  ///   - byHand: reads what the list leaves to the object's own code.
  /// - Returns: whether the value is an object, otherwise after a fault.
  mutating func read<Object: DocumentObject>(
    _ value: PropertyValue, at path: DocumentPath, into object: inout Object, and others: [String] = [],
    byHand: (inout DocumentFields, inout Object) -> Void = { _, _ in }
  ) -> Bool {
    var faults = FaultList(suggestions: suggestions)
    let known = others.isEmpty ? Object.names : Object.names + others
    guard var fields = DocumentFields(value, at: path, known: known, faults: &faults) else {
      take(faults)
      return false
    }
    fields.language = language
    fields.read(into: &object)
    byHand(&fields, &object)
    take(faultsOf: fields)
    return true
  }

  /// Reads a member; `nil` when it is missing or after a fault.
  mutating func read<Notation: MemberNotation>(_ name: String, _ notation: Notation) -> Notation.Value? {
    guard let given = members[name] else { return nil }
    return notation.read(given, named: name, in: &self)
  }
}
