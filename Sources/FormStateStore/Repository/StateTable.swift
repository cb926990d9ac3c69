import FormState

/// The table that holds one field of the cells or sections of a response.
struct StateTable {
  let name: String
  let subjectColumn: String
  let subjectTable: String
  let contentColumn: String

  /// The table of a field.
  ///
  /// - Returns: `nil` for the one field of the response itself, which has its column in `formstate_response`.
  init?(field: StateChange.Field) {
    switch field {
    case .disclosure:
      self.init("formstate_disclosure", of: "cell", content: "is_expanded")
    case .fold:
      self.init("formstate_fold", of: "section", content: "is_folded")
    case .value:
      self.init("formstate_value", of: "cell", content: "value")
    case .title:
      self.init("formstate_displayed_title", of: "cell", content: "title")
    case .draft:
      self.init("formstate_draft", of: "cell", content: "draft")
    case .saved:
      self.init("formstate_saved_value", of: "cell", content: "value")
    case .touched:
      self.init("formstate_touched_cell", of: "cell", content: "is_touched")
    case .completion:
      return nil
    }
  }

  private init(_ name: String, of subject: String, content: String) {
    self.name = name
    subjectColumn = "\(subject)_id"
    subjectTable = "formstate_\(subject)"
    contentColumn = content
  }
}
