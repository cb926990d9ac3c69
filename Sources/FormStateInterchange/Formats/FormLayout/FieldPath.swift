import FormState

/// Where a field stands within a value: names joined by dots, such as `address.city`; `.` for the value itself.
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

  /// Where the field stands when the value stands at a path.
  func path(from start: DocumentPath) -> DocumentPath {
    names.reduce(start) { $0.member($1) }
  }

  /// Looks the field up in a value. O(k) for k names.
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

/// What a look for a field came to.
enum FieldLookup {
  /// The field is there; it may be null.
  case found(DocumentElement)
  /// The field is not there; where it would stand.
  case absent(DocumentPath)
  /// On the way stands something that is no object, so that it has no fields.
  case blocked(DocumentElement)
}

/// A value of a document and where it stands.
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

  /// The value as text in a title: nothing for null, numbers whole where they are whole; `nil` where it is no text.
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
