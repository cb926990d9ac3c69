/// What FormState's own documents look like: the JSON Schemas beside this file, embedded in the binary.
///
/// A new file is listed here and among the target's resources in `Package.swift`.
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
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] {
    switch self {
    case .form: PackageResources.form_schema_json
    case .layout: PackageResources.layout_schema_json
    case .actions: PackageResources.actions_schema_json
    case .answers: PackageResources.answers_schema_json
    case .dump: PackageResources.dump_schema_json
    }
  }
}
