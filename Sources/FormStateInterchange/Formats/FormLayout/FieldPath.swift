import FormState

/// The path of a field within a value: names joined by dots, such as `address.city`; `.` for the value itself.
struct FieldPath: Hashable, Sendable {
  /// The names from the outermost inwards; none for the value itself.
  let names: [String]

  /// The most names that a path may have: no document nests its values deeper.
  static let mostNames = 200

  /// Reads a path; `nil` for one with an empty name, with blanks around a name, or with more than ``mostNames``.
  init?(_ text: String) {
    if text == "." {
      names = []
      return
    }
    // By scalars: a combining mark after the dot would make one character of the two.
    let parts = text.unicodeScalars.split(
      separator: ".", maxSplits: Self.mostNames, omittingEmptySubsequences: false)
    guard parts.count <= Self.mostNames else { return nil }
    for part in parts {
      guard let first = part.first?.properties, let last = part.last?.properties, !first.isWhitespace,
        !last.isWhitespace
      else { return nil }
    }
    names = parts.map { String(String.UnicodeScalarView($0)) }
  }

  /// How to write a path instead of a text that is none.
  static func wording(for text: String) -> String {
    text.utf8.lazy.filter { $0 == UInt8(ascii: ".") }.prefix(mostNames).count < mostNames
      ? "write names joined by dots, such as address.city, or . for the value itself"
      : "write at most \(mostNames) names, since no document nests its values deeper"
  }

  /// The place of the field if the value is at a path.
  func path(from start: DocumentPath) -> DocumentPath {
    names.reduce(start) { $0.member($1) }
  }

  /// Looks up the field in a value. O(k) for k names.
  func lookup(in element: DocumentElement) -> FieldLookup {
    var current = element
    for name in names {
      guard case .dictionary(let members) = current.value else {
        return current.value.hasContent ? .blocked(current) : .absent(path(from: element.path))
      }
      guard let value = members[name] else { return .absent(path(from: element.path)) }
      current = DocumentElement(value: value, path: current.path.member(name))
    }
    return .found(current)
  }
}

/// The result of a lookup.
enum FieldLookup {
  /// The field is there; it may be null.
  case found(DocumentElement)
  /// The field is missing; its place.
  case absent(DocumentPath)
  /// The path leads through something other than an object.
  case blocked(DocumentElement)
}

/// A value of a document and its place.
struct DocumentElement {
  let value: PropertyValue
  let path: DocumentPath
}

extension PropertyValue {
  /// Whether the value is anything to show: neither null nor an empty text, array or object.
  var hasContent: Bool {
    switch self {
    case .null: false
    case .string(let text): !text.isEmpty
    case .array(let values): !values.isEmpty
    case .dictionary(let values): !values.isEmpty
    case .boolean, .integer, .real, .date, .data: true
    }
  }

  /// The value as text in a title: empty for null, whole numbers without a fraction; `nil` if it is not a text.
  var plainText: String? {
    switch self {
    case .null: ""
    case .string(let text): text
    case .boolean(let flag): flag ? "true" : "false"
    case .integer(let whole): String(whole)
    case .real(let number): CellValue.number(number)?.plainText
    case .date, .data, .array, .dictionary: nil
    }
  }
}
