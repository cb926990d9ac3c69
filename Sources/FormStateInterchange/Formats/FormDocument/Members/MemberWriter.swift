import FormState

/// Writes the members of an object by its list; defaults are omitted.
struct MemberWriter<Object>: MemberVisitor {
  let object: Object
  var document: FormDocumentWriter
  /// Why a member could not be written; the first of several.
  var failure: ExportError?

  private mutating func write<Codec: MemberCodec>(_ name: String, _ value: Codec.Value, _ codec: Codec) {
    document.json.name(name)
    do throws(ExportError) {
      try codec.write(value, to: &document)
    } catch {
      failure = failure ?? error
    }
  }

  mutating func member<Codec: MemberCodec>(
    _ name: String, _ property: WritableKeyPath<Object, Codec.Value>, _ codec: Codec, default standard: Codec.Value
  ) where Codec.Value: Equatable {
    let value = object[keyPath: property]
    if value != standard { write(name, value, codec) }
  }

  mutating func optional<Codec: MemberCodec>(
    _ name: String, _ property: WritableKeyPath<Object, Codec.Value?>, _ codec: Codec
  ) {
    if let value = object[keyPath: property] { write(name, value, codec) }
  }

  mutating func required<Codec: MemberCodec>(
    _ name: String, _ property: WritableKeyPath<Object, Codec.Value>, _ codec: Codec, or _: String
  ) { write(name, object[keyPath: property], codec) }

  mutating func onlyRead<Notation: MemberNotation>(
    _: String, _: WritableKeyPath<Object, Notation.Value>, _: Notation
  ) {}

  mutating func texts(_ name: String, _ property: WritableKeyPath<Object, String>, at place: (Object) -> TextPlace) {
    let text = object[keyPath: property]
    document.write(name, text, at: place(object), isLeftOut: text.isEmpty)
  }

  mutating func optionalTexts(
    _ name: String, _ property: WritableKeyPath<Object, String?>, at place: (Object) -> TextPlace
  ) { document.write(name, object[keyPath: property], at: place(object)) }

  mutating func byHand(
    _: String, _: JSONTypes, isRequired _: Bool, default _: @autoclosure () -> String?,
    write: (Object, inout FormDocumentWriter) throws(ExportError) -> Void
  ) {
    do throws(ExportError) {
      try write(object, &document)
    } catch {
      failure = failure ?? error
    }
  }
}

extension FormDocumentWriter {
  /// Writes an object by its list.
  mutating func write<Object: DocumentObject>(_ object: Object) throws(ExportError) {
    json.beginObject()
    try writeMembers(of: object)
    json.endObject()
  }

  /// Writes the members of an object that is open.
  mutating func writeMembers<Object: DocumentObject>(of object: Object) throws(ExportError) {
    // The bytes move into the visitor and back: a second owner would copy them.
    var writer = MemberWriter(object: object, document: FormDocumentWriter(version: nil))
    swap(&writer.document, &self)
    Object.list(&writer)
    swap(&writer.document, &self)
    if let failure = writer.failure { throw failure }
  }
}
