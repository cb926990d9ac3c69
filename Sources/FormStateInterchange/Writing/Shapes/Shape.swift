import FormState

/// An object of an output: one list of its members writes it as JSON and describes it as a JSON Schema.
///
/// The order of the list is the order of the members. A function returns the value of each, so no key path is
/// interpreted:
///
/// ```swift
/// extension Fault: Shape {
///   static let meaning = "Something that is wrong with an answer."
///   static func list<M: PrintedMembers<Self>>(_ m: inout M) {
///     m("message", \.message, "What a person is told.")
///     m.ifAny("reporter", \.reporter, "Who reported it.")
///   }
/// }
/// ```
package protocol Shape: Printed {
  /// What the object is, as a sentence.
  static var meaning: String { get }

  /// Passes each member to a visitor.
  static func list<M: PrintedMembers<Self>>(_ m: inout M)
}

/// Visits the members of a shape.
package protocol PrintedMembers<Object> {
  /// The shape.
  associatedtype Object

  /// A member that every object has; `null` for an optional without a value.
  mutating func callAsFunction<Value: Printed>(_ name: String, _ value: (Object) -> Value, _ meaning: String)

  /// A member that is left out without content: no value, no elements, or `false`.
  mutating func ifAny<Value: Omissible>(_ name: String, _ value: (Object) -> Value, _ meaning: String)

  /// The members of another shape, among those of this one.
  mutating func include<Part: Shape>(_ part: (Object) -> Part)

  /// The members of another shape; all are left out where it is `nil`.
  mutating func includeIfAny<Part: Shape>(_ part: (Object) -> Part?)
}

/// A value of an output, which knows its JSON Schema.
package protocol Printed {
  /// The keywords of its schema.
  ///
  /// - Parameter definitions: the definitions that the schema may refer to; those of its shapes are added.
  static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords

  /// Whether a list of such values stays on one line of an indented document.
  static var isShort: Bool { get }

  /// Writes the value.
  func write(to writer: inout JSONWriter)
}

/// A value that an output may leave out.
package protocol Omissible: Printed {
  /// What is written where it is not left out.
  associatedtype Content: Printed

  /// The content; `nil` where there is nothing to write.
  var content: Content? { get }
}

// MARK: - Writing

extension Printed {
  package static var isShort: Bool { false }

  /// The value as an indented document, without an end of line.
  package var text: String { written(isPretty: true) }

  /// The value on one line.
  package var line: String { written(isPretty: false) }

  private func written(isPretty: Bool) -> String {
    var writer = JSONWriter(isPretty: isPretty)
    write(to: &writer)
    return writer.text
  }
}

extension Shape {
  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writeMembers(to: &writer)
    writer.endObject()
  }

  /// Writes the members into an object that is open.
  package func writeMembers(to writer: inout JSONWriter) {
    var members = PrintedMemberWriter(object: self)
    // The bytes are lent, never copied.
    swap(&members.writer, &writer)
    Self.list(&members)
    swap(&members.writer, &writer)
  }
}

/// Writes the members of an object.
private struct PrintedMemberWriter<Object>: PrintedMembers {
  let object: Object
  var writer = JSONWriter(isPretty: false)

  init(object: Object) { self.object = object }

  mutating func callAsFunction<Value: Printed>(_ name: String, _ value: (Object) -> Value, _: String) {
    writer.name(name)
    value(object).write(to: &writer)
  }

  mutating func ifAny<Value: Omissible>(_ name: String, _ value: (Object) -> Value, _: String) {
    guard let content = value(object).content else { return }
    writer.name(name)
    content.write(to: &writer)
  }

  mutating func include<Part: Shape>(_ part: (Object) -> Part) {
    part(object).writeMembers(to: &writer)
  }

  mutating func includeIfAny<Part: Shape>(_ part: (Object) -> Part?) {
    part(object)?.writeMembers(to: &writer)
  }
}
