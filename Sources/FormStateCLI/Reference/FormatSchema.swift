#if CommandLine
import EmbeddedJSONSchemas
import FormStateInterchange

/// The JSON Schemas of FormState's own documents, which are in `Schemas`.
enum FormatSchema: String, CaseIterable {
  /// A form as JSON, with its responses.
  case form
  /// How a JSON document of any shape becomes a form.
  case layout
  /// A line of a script of actions.
  case actions
  /// Everything that a file holds.
  case dump

  /// The names of all of them.
  static var names: [String] { allCases.map(\.rawValue) }

  /// The schema, JSON Schema 2020-12 as JSON text.
  var text: String { JSONSchemas.texts["\(rawValue).schema.json"] ?? "" }
}

/// The files in `Schemas`.
enum JSONSchemas {
  /// The text of each by its path.
  static let texts = Dictionary(uniqueKeysWithValues: EmbeddedFiles.read(embedded_json_schemas()).lazy.map { ($0, $1) })
}
#endif
