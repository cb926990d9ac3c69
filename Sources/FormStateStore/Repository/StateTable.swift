import FormState

/// The table that holds one field of the state.
struct StateTable {
  let name: String
  let subjectColumn: String
  let subjectTable: String
  let contentColumn: String

  /// The table of a field.
  init(field: StateChange.Field) {
    switch field {
    case .disclosure:
      self.init("formstate_disclosure", of: "cell", content: "is_expanded")
    case .fold:
      self.init("formstate_fold", of: "section", content: "is_folded")
    case .value:
      self.init("formstate_value", of: "cell", content: "value")
    case .title:
      self.init("formstate_displayed_title", of: "cell", content: "title")
    }
  }

  private init(_ name: String, of subject: String, content: String) {
    self.name = name
    subjectColumn = "\(subject)_id"
    subjectTable = "formstate_\(subject)"
    contentColumn = content
  }
}
