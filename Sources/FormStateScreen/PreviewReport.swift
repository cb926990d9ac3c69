import FormStateInterchange

/// The state of a previewed form's file.
struct PreviewReport: Hashable, Sendable {
  /// The name of the file in messages.
  var file: String
  /// The number of the shown version; `nil` while there is none.
  var version: Int?
  /// Why the file cannot be read as a form; the previous version stays visible. Empty for a readable file.
  var faults: [Diagnostic] = []
  /// The repaired irregularities of the file.
  var notes: [Diagnostic] = []
  /// Why the response was begun again; `nil` if it was not.
  var said: String?
  /// That the file is gone; `nil` while it exists.
  var loss: String?

  /// The report as JSON.
  var json: OrderedJSON {
    .object([
      ("file", .string(file)), ("version", OrderedJSON(version)),
      ("faults", .json(faults.map(ToldDiagnostic.init).line)), ("notes", .json(notes.map(ToldDiagnostic.init).line)),
      ("said", OrderedJSON(said)), ("gone", OrderedJSON(loss)),
    ])
  }
}

/// A diagnostic, also as a line.
private struct ToldDiagnostic: Shape {
  static let meaning = "Something in a document that was off."

  let diagnostic: Diagnostic

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.diagnostic)
    m("text", \.diagnostic.description, "The same as a person reads it.")
  }
}
