/// A definition with the responses that fill it in, as a document holds them.
public struct FormImport: Hashable, Sendable {
  /// A response of a document.
  public struct Response: Hashable, Sendable {
    /// Its random name; `nil` where the document says none.
    public var stream: StreamName?
    /// Its journal, from revision 1, or from a checkpoint, without a gap.
    public var journal: [JournalEntry]

    /// Creates a response.
    public init(stream: StreamName? = nil, journal: [JournalEntry]) {
      self.stream = stream
      self.journal = journal
    }
  }

  /// The definition.
  public var form: FormDefinition
  /// The responses by key.
  public var responses: [String: Response]

  /// Creates an import.
  public init(form: FormDefinition, responses: [String: Response] = [:]) {
    self.form = form
    self.responses = responses
  }
}
