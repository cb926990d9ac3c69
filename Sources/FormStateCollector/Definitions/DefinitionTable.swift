/// The tables of what definitions ask, each written once for a definition.
///
/// The definition itself is in `formstate_definition`.
enum DefinitionTable: String, CaseIterable {
  case language = "formstate_language"
  case text = "formstate_text"
  case section = "formstate_section"
  case cell = "formstate_cell"
  case condition = "formstate_condition"
  case rule = "formstate_rule"
  case option = "formstate_option"
  case list = "formstate_list"
  case listItem = "formstate_list_item"

  /// The columns, in the order of the values of rows.
  var columns: [String] {
    switch self {
    case .language: ["definition", "language", "is_own"]
    case .text: ["definition", "language", "subject", "key", "text"]
    case .section: ["definition", "section", "position", "title", "starts_folded"]
    case .cell: CellRow.columns
    case .condition: ["definition", "cell", "field", "subject", "depth", "holds"]
    case .rule: ["definition", "cell", "kind", "number", "message", "severity", "holds"]
    case .option: ["definition", "cell", "value", "title"]
    case .list: ["definition", "name", "list"]
    case .listItem: ["list", "position", "value", "title"]
    }
  }
}
