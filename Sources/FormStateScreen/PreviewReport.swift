import FormStateInterchange

/// How it stands with the file of a form that is previewed.
package struct PreviewReport: Hashable, Sendable {
  /// What messages call the file.
  package var file: String
  /// The number of the version that shows; `nil` while there is none.
  package var version: Int?
  /// Why the file cannot be read as a form; what shows is the version before. Empty for a file that can.
  package var faults: [Diagnostic] = []
  /// What was off in the file and could be understood.
  package var notes: [Diagnostic] = []
  /// Why the response was begun again; `nil` where it was not.
  package var said: String?
  /// That the file is gone; `nil` while it is there.
  package var loss: String?

  /// What a page is told.
  var json: OrderedJSON {
    .object([
      ("file", .string(file)), ("version", OrderedJSON(version)), ("faults", .array(faults.map(Self.json))),
      ("notes", .array(notes.map(Self.json))), ("said", OrderedJSON(said)), ("gone", OrderedJSON(loss)),
    ])
  }

  private static func json(of diagnostic: Diagnostic) -> OrderedJSON {
    .object(OrderedJSON.members(of: diagnostic) + [("text", .string(diagnostic.description))])
  }
}
