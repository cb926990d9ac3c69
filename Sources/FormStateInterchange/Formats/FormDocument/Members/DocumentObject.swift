import FormState

/// An object of form JSON with the one list of its members, which ``MemberReader``, ``MemberWriter`` and
/// ``MemberTable`` visit.
///
/// The order of the list is the order of the bytes that are written, so the same content always has the same bytes.
protocol DocumentObject {
  /// The names of the members, to find unknown ones: `static let names = listedNames`.
  static var names: [String] { get }

  /// Presents each member to a visitor.
  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor)
}

/// Visits the members of an object.
///
/// Properties are literal key paths in a static function, which the optimizer turns into plain access.
protocol MemberVisitor<Object> {
  associatedtype Object

  /// A member that is written unless it has its default.
  mutating func member<Codec: MemberCodec>(
    _ name: String, _ property: WritableKeyPath<Object, Codec.Value>, _ codec: Codec, default standard: Codec.Value
  ) where Codec.Value: Equatable

  /// A member that may be missing.
  mutating func optional<Codec: MemberCodec>(
    _ name: String, _ property: WritableKeyPath<Object, Codec.Value?>, _ codec: Codec)

  /// A member that must be there.
  ///
  /// - Parameter remedy: what to write if it is missing.
  mutating func required<Codec: MemberCodec>(
    _ name: String, _ property: WritableKeyPath<Object, Codec.Value>, _ codec: Codec, or remedy: String)

  /// A member that is never written.
  mutating func onlyRead<Notation: MemberNotation>(
    _ name: String, _ property: WritableKeyPath<Object, Notation.Value>, _ notation: Notation)

  /// A text, or one for each language; an empty one is not written.
  mutating func texts(_ name: String, _ property: WritableKeyPath<Object, String>, at place: (Object) -> TextPlace)

  /// A text that may be missing, or one for each language.
  mutating func optionalTexts(
    _ name: String, _ property: WritableKeyPath<Object, String?>, at place: (Object) -> TextPlace)

  /// A member that depends on others: the object's own code reads it.
  ///
  /// - Parameters:
  ///   - standard: its default as JSON text; `nil` for none, and for one that depends on others.
  ///   - write: writes its name and value if it has to be written; an object that is only read writes nothing.
  mutating func byHand(
    _ name: String, _ types: JSONTypes, isRequired: Bool, default standard: @autoclosure () -> String?,
    write: (Object, inout FormDocumentWriter) throws(ExportError) -> Void)
}

extension MemberVisitor {
  /// A boolean.
  mutating func flag(_ name: String, _ property: WritableKeyPath<Object, Bool>, default standard: Bool = false) {
    member(name, property, Flag(), default: standard)
  }

  /// A member that is written by hand as well as read.
  mutating func byHand(
    _ name: String, _ types: JSONTypes, default standard: @autoclosure () -> String? = nil,
    write: (Object, inout FormDocumentWriter) throws(ExportError) -> Void
  ) {
    byHand(name, types, isRequired: false, default: standard(), write: write)
  }

  /// A required member that is written by hand as well as read.
  mutating func requiredByHand(
    _ name: String, _ types: JSONTypes, write: (Object, inout FormDocumentWriter) throws(ExportError) -> Void
  ) {
    byHand(name, types, isRequired: true, default: nil, write: write)
  }

  /// A member that is read by hand, and that this object never writes.
  mutating func onlyRead(_ name: String, _ types: JSONTypes, isRequired: Bool = false) {
    byHand(name, types, isRequired: isRequired, default: nil) { _, _ in }
  }
}

/// Types of JSON values.
///
/// Each visit of a member passes its types, so they are bits and cost nothing.
struct JSONTypes: OptionSet, Hashable {
  let rawValue: Int

  static let string = JSONTypes(rawValue: 1)
  static let integer = JSONTypes(rawValue: 1 << 1)
  static let number = JSONTypes(rawValue: 1 << 2)
  static let boolean = JSONTypes(rawValue: 1 << 3)
  static let array = JSONTypes(rawValue: 1 << 4)
  static let object = JSONTypes(rawValue: 1 << 5)
  static let null = JSONTypes(rawValue: 1 << 6)
  /// Anything; a number may be whole.
  static let any: JSONTypes = [.string, .number, .boolean, .array, .object, .null]
}
