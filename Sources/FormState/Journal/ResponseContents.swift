/// A response, read at one point in time.
public struct ResponseContents: Hashable, Sendable {
  /// The key of the response.
  public let key: ResponseKey
  /// Its random name of 16 bytes, the same in all copies; `nil` for a response that has not begun.
  package let stream: StreamName?
  /// The version of its form.
  public let version: Int
  /// The definition of its form.
  public let form: FormDefinition
  /// The revision; 0 before the first action.
  public let revision: Int
  /// The touched state.
  public let state: ResponseState
  /// The digest of the definition, see `StateDigest`.
  package let definitionDigest: String
  /// One more than the greatest number of an instance of a repeat ever used; `nil` if it was not read.
  package var nextInstance: Int?

  /// The digest of definition and state, see `StateDigest`. O(k log k) for k touched fields.
  public var digest: String { StateDigest.ofState(state, definition: definitionDigest) }

  package init(
    key: ResponseKey, stream: StreamName?, version: Int, form: FormDefinition, revision: Int, state: ResponseState,
    definitionDigest: String
  ) {
    self.key = key
    self.stream = stream
    self.version = version
    self.form = form
    self.revision = revision
    self.state = state
    self.definitionDigest = definitionDigest
  }

  /// The same response with another state, for reports.
  func showing(_ state: ResponseState) -> ResponseContents {
    ResponseContents(
      key: key, stream: stream, version: version, form: form, revision: revision, state: state,
      definitionDigest: definitionDigest)
  }

  /// The same response with the texts of its form in another language.
  package func showing(_ form: FormDefinition) -> ResponseContents {
    ResponseContents(
      key: key, stream: stream, version: version, form: form, revision: revision, state: state,
      definitionDigest: definitionDigest)
  }
}

/// The keys of a response and its form. Both are stored canonically composed (NFC).
public struct ResponseKey: Hashable, Sendable {
  /// The key of the form.
  public var form: String {
    get { formKey.text }
    set { formKey = CanonicalKey(newValue) }
  }
  /// The key of the response; unique within its form.
  public var response: String {
    get { responseName.text }
    set { responseName = CanonicalKey(newValue) }
  }
  private var formKey: CanonicalKey
  private var responseName: CanonicalKey

  /// The default key of a response.
  public static let standardResponse = "default"

  /// Creates a key.
  public init(form: String, response: String = ResponseKey.standardResponse) {
    formKey = CanonicalKey(form)
    responseName = CanonicalKey(response)
  }
}

/// Coded as `{"form":"visit","response":"default"}`.
extension ResponseKey: Codable {
  private enum CodingKeys: String, CodingKey {
    case formKey = "form"
    case responseName = "response"
  }
}

/// A key, canonically composed (NFC).
private struct CanonicalKey: Hashable, Sendable, Codable {
  let text: String

  init(_ text: String) { self.text = text.canonicalKey }

  init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// The random name of a response, 16 bytes, created when it begins and the same in all copies.
///
/// Keys are chosen by people and recur on every device; the name identifies copies of one response in different files.
public struct StreamName: Hashable, Sendable, CustomStringConvertible {
  /// The 16 bytes.
  package let bytes: [UInt8]

  /// Creates a name from its bytes; `nil` if there are not 16.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.bytes = bytes
  }

  /// Reads 32 hexadecimal digits; `nil` for any other text.
  package init?(_ text: String) {
    guard let bytes = [UInt8](hexadecimal: text) else { return nil }
    self.init(bytes: bytes)
  }

  /// A new random name.
  package static func random() -> StreamName {
    StreamName(taking: (0..<16).map { _ in UInt8.random(in: .min ... .max) })
  }

  private init(taking bytes: [UInt8]) { self.bytes = bytes }

  /// The name as 32 lower-case hexadecimal digits.
  public var description: String { bytes.hexadecimalText }
}

/// A definition with its responses, as in a document.
public struct FormContents: Hashable, Sendable {
  /// A response of a document.
  public struct Response: Hashable, Sendable {
    /// Its random name; `nil` if the document does not have one.
    package var stream: StreamName?
    /// The number of its version if its journal does not name one; `nil` for the definition itself.
    package var version: Int?
    /// The number of the next instance of a repeat; 1 if none is known to have been added.
    package var nextInstance: Int
    /// Its journal, from revision 1 or from a checkpoint, without gaps.
    public var journal: [JournalEntry]
    /// The entries of other lines.
    package var others: [LineEntry]

    /// Creates a response.
    package init(
      stream: StreamName? = nil, version: Int? = nil, nextInstance: Int = 1, journal: [JournalEntry],
      others: [LineEntry] = []
    ) {
      self.stream = stream
      self.version = version
      self.nextInstance = nextInstance
      self.journal = journal
      self.others = others
    }
  }

  /// The contents of a store, a part at a time: a form, then each of its responses.
  @nonexhaustive
  public enum Part: Hashable, Sendable {
    /// A form with all of its versions, without responses; its own definition is the one for new responses.
    case form(FormContents)
    /// A response of the form before it.
    case response(key: String, Response)
  }

  /// The definition.
  public var form: FormDefinition { didSet { isProven = false } }
  /// The number of ``form`` in journals that name versions; `nil` if they name none.
  package var version: Int?
  /// The other versions of the form in its journals, by their numbers.
  package var otherVersions: [Int: FormDefinition] { didSet { isProven = false } }
  /// The responses by key.
  public var responses: [String: Response]
  /// Whether ``form`` is unchanged since an importer checked it, and need not be checked again.
  package private(set) var isProven: Bool {
    get { proof.holds }
    set { proof.holds = newValue }
  }
  private var proof = Proof()

  /// Says nothing about the contents, so any two are equal.
  private struct Proof: Hashable {
    var holds = false

    static func == (left: Proof, right: Proof) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  /// Creates contents.
  ///
  /// - Parameters:
  ///   - form: the definition.
  ///   - version: the number of the definition in journals that name versions.
  ///   - otherVersions: the other versions in the journals, by their numbers.
  ///   - responses: the responses by key.
  package init(
    form: FormDefinition, version: Int? = nil, otherVersions: [Int: FormDefinition] = [:],
    responses: [String: Response] = [:]
  ) {
    self.form = form
    self.version = version
    self.otherVersions = otherVersions
    self.responses = responses
  }

  /// Creates contents with checked definitions.
  package init(
    proven form: FormDefinition, version: Int? = nil, otherVersions: [Int: FormDefinition] = [:],
    responses: [String: Response]
  ) {
    self.init(form: form, version: version, otherVersions: otherVersions, responses: responses)
    isProven = true
  }
}

extension ResponseContents {
  /// The value of a cell: the entry, or else the calculated value, or else the default.
  ///
  /// - Parameters:
  ///   - cell: a cell of the form.
  ///   - instance: the number of the instance around it; 0 for none.
  /// - Complexity: O(1), except for the first call on a form with rules.
  public func value(of cell: FormCell, instance: Int = 0) -> CellValue? {
    state.value(of: cell, in: form, instance: instance)
  }

  /// The title that a cell displays, see ``value(of:instance:)``.
  public func title(of cell: FormCell, instance: Int = 0) -> String {
    state.title(of: cell, in: form, instance: instance)
  }
}
