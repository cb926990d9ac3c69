/// What FormState's own documents look like: the JSON Schemas beside this file.
///
/// `Scripts/embed` takes them into the binary.
public enum FormatSchema: String, CaseIterable, Sendable {
  /// A form as JSON, with its responses.
  case form
  /// How a JSON document of any shape becomes a form.
  case layout
  /// A line of a script of actions.
  case actions
  /// What responses hold, question by question.
  case answers
  /// Everything that a file holds.
  case dump

  /// The schema, JSON Schema 2020-12 as JSON text.
  public var text: String { EmbeddedFiles.texts["\(rawValue).schema.json"] ?? "" }
}
