import FormState

/// Why a document was refused, and the place in it.
///
/// The description reads as a message to a person:
/// `line 12, column 3: the key “title” occurs twice in one dictionary`.
struct DocumentFault: Error, Equatable, Sendable {
  /// The problem.
  let problem: DocumentProblem

  /// Its place.
  let place: DocumentPlace
}

extension DocumentFault: CustomStringConvertible {
  /// The place and the problem in words.
  var description: String {
    place == .wholeDocument ? "\(problem)" : "\(place): \(problem)"
  }
}

/// The place of a fault in a document.
enum DocumentPlace: Hashable, Sendable {
  /// A line and a column of a text format, both counted from 1; a column is one Unicode scalar wide.
  case text(line: Int, column: Int)

  /// A byte of a binary format, counted from 0.
  case byte(Int)

  /// An object of a binary property list: its number in the offset table, and the byte it begins at.
  case object(Int, byte: Int)

  /// The document as a whole.
  case wholeDocument
}

extension DocumentPlace: CustomStringConvertible {
  /// The place in words; empty for the whole document.
  var description: String {
    switch self {
    case .text(let line, let column): "line \(line), column \(column)"
    case .byte(let offset): "byte \(offset)"
    case .object(let number, let offset): "object \(number) at byte \(offset)"
    case .wholeDocument: ""
    }
  }
}

/// The problem of a refused document.
///
/// Problems name keys and element names, which belong to the form, and never values, which belong to a person.
enum DocumentProblem: Error, Equatable, Sendable {
  /// The document has no content.
  case empty

  /// The document begins like no format that can be imported.
  case unrecognisedFormat

  /// The document is of another, known kind.
  case foreignFormat(String)
  /// A document in a known XML format that also exists as JSON.
  case foreignXML(String)

  /// The document is an Excel workbook, as XLSForms are.
  case workbook

  /// The document has more bytes than the limit.
  case tooLarge(maximumBytes: Int)

  /// Containers are nested more deeply than the limit.
  case tooDeep(maximumDepth: Int)

  /// The document has more values and keys than the limit.
  case tooManyNodes(maximumNodes: Int)

  /// Written out, the shared objects of the document have more values and keys than the limit.
  case tooManySharedNodes(maximumNodes: Int)

  /// Written out, the shared objects of the document have more bytes than the limit.
  case tooManySharedBytes(maximumBytes: Int)

  /// A text holds a character that XML has no notation for.
  case forbiddenCharacter(UInt32)

  /// A container contains itself.
  case cycle

  /// The document holds a type that has no place in a form, such as a set.
  case unsupportedType(String)

  /// A key occurs twice in one dictionary.
  case duplicateKey(String)

  /// A key has more bytes than the limit.
  case keyTooLong(maximumBytes: Int)

  /// A dictionary key is not a string.
  case nonStringKey

  /// The document breaks the grammar of its format.
  case malformed(String)

  /// Something follows the end of the document.
  case trailingContent

  /// The document ends before it is complete.
  case truncated

  /// A date is not of the form `YYYY-MM-DDTHH:MM:SSZ`, or not a valid moment.
  case invalidDate

  /// Data is not well-formed Base64.
  case invalidBase64

  /// A number breaks the grammar or leaves the range of its type.
  case invalidNumber(String)

  /// The XML has declarations inside its document type.
  case internalSubset

  /// The XML has a document type where none is allowed.
  case documentType

  /// XML elements are nested more deeply than the limit.
  case elementsTooDeep(maximumDepth: Int)

  /// The XML has more elements, attributes and texts than the limit.
  case tooManyElements(maximumNodes: Int)

  /// An element of XML has more attributes than the limit.
  case tooManyAttributes(maximumAttributes: Int)

  /// The name of an element or attribute of XML has more bytes than the limit.
  case nameTooLong(maximumBytes: Int)

  /// The XML refers to an entity that is neither predefined nor a valid character number.
  case unknownEntity

  /// The text is not valid UTF-8.
  case invalidUTF8

  /// The text is in an encoding that is not read.
  case unsupportedEncoding(String)
}

extension DocumentProblem: CustomStringConvertible {
  /// The problem in words that a person can act on.
  var description: String {
    switch self {
    case .empty: "the document is empty"
    case .unrecognisedFormat: "this is neither a property list (XML or binary) nor a JSON object or array"
    case .foreignFormat(let name): "this is \(name); save it as a property list (XML or binary) or as JSON"
    case .foreignXML(let name): "this is \(name); save it as JSON, and map its items to cells with a layout"
    case .workbook:
      "this is an Excel workbook; if it is an XLSForm, make an XForm of it with “pip install pyxform” and "
        + "“xls2xform form.xlsx form.xml”"
    case .tooLarge(let maximum): "the document holds more than \(maximum) bytes"
    case .tooDeep(let maximum): "containers are nested more than \(maximum) levels deep"
    case .tooManyNodes(let maximum): "the document holds more than \(maximum) values and keys"
    case .tooManySharedNodes(let maximum):
      "the shared parts of the document expand to more than \(maximum) values and keys; write them out, or save it as XML"
    case .tooManySharedBytes(let maximum):
      "the shared parts of the document expand to more than \(maximum) bytes; write them out, or save it as XML"
    case .forbiddenCharacter(let number):
      "a text \(ForbiddenCharacter(number: number).problem)"
    case .cycle: "a container contains itself"
    case .unsupportedType(let name): "\(name) cannot be part of a form"
    case .duplicateKey(let key): "the key “\(key)” occurs twice in one dictionary\(key.noteOnTwins)"
    case .keyTooLong(let maximum): "a key has more than \(maximum) bytes"
    case .nonStringKey: "a dictionary key is not a string"
    case .malformed(let reason): reason
    case .trailingContent: "something follows the end of the document"
    case .truncated: "the document ends before it is complete"
    case .invalidDate: "a date must be a valid moment written as YYYY-MM-DDTHH:MM:SSZ"
    case .invalidBase64: "data must be well-formed Base64"
    case .invalidNumber(let reason): reason
    case .internalSubset: "a document type with internal declarations is refused"
    case .documentType: "a document type (<!DOCTYPE …>) is refused, whatever it declares; remove it"
    case .elementsTooDeep(let maximum): "elements are nested more than \(maximum) levels deep"
    case .tooManyElements(let maximum): "the document holds more than \(maximum) elements, attributes and texts"
    case .tooManyAttributes(let maximum): "an element has more than \(maximum) attributes"
    case .nameTooLong(let maximum): "the name of an element or attribute has more than \(maximum) bytes"
    case .unknownEntity: "only &amp; &lt; &gt; &quot; &apos; and valid character references are allowed"
    case .invalidUTF8: "the text is not valid UTF-8"
    case .unsupportedEncoding(let name): "text encoded as \(name) is not supported; save it as UTF-8"
    }
  }
}
