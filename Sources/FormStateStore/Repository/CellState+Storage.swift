import FormState
import GRDB

extension CellState {
  /// The columns of what a person did to a cell, in the order in which ``init(stored:from:kind:)`` reads them.
  static let storedColumns = """
    state.is_expanded, state.is_set, state.value, state.title, state.draft, state.is_saved, state.saved, state.is_touched
    """

  /// The number of ``storedColumns``.
  static let storedColumnCount = 8

  /// Reads what was done to a cell, whose columns begin at an index; untouched where they are all NULL.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` when a cell of the kind cannot have such a state.
  init(stored row: Row, from index: Int, kind: CellKind) throws {
    self.init()
    self[.disclosure] = try row.decode(Bool?.self, atIndex: index).map(FieldContent.flag)
    self[.value] = try Self.value(of: row, from: index + 1, kind)
    self[.title] = try row.decode(String?.self, atIndex: index + 3).map(FieldContent.text)
    self[.draft] = try row.decode(String?.self, atIndex: index + 4).map(FieldContent.text)
    self[.saved] = try Self.value(of: row, from: index + 5, kind)
    self[.touched] = try row.decode(Bool?.self, atIndex: index + 7).map(FieldContent.flag)
  }

  private static func value(of row: Row, from index: Int, _ kind: CellKind) throws -> FieldContent? {
    guard try row.decode(Bool?.self, atIndex: index) == true else { return nil }
    return try CellValue(stored: try row.decode(atIndex: index + 1), kind: kind).map(FieldContent.value) ?? .cleared
  }
}

extension StateChange.Field {
  /// The columns of `formstate_cell_state` that hold a field of a cell.
  ///
  /// - Parameter content: what the field is to hold; `nil` for nothing.
  /// - Returns: each column with what it is to hold; none for a field that cells do not have.
  func storedColumns(holding content: FieldContent?) -> [(name: String, value: DatabaseValue)] {
    let value = content?.value?.stored ?? .null
    let mark = content == nil ? DatabaseValue.null : 1.databaseValue
    return switch self {
    case .disclosure: [("is_expanded", value)]
    case .value: [("is_set", mark), ("value", value)]
    case .title: [("title", value)]
    case .draft: [("draft", value)]
    case .saved: [("is_saved", mark), ("saved", value)]
    case .touched: [("is_touched", value)]
    case .fold, .completion: []
    }
  }

  /// Reads a stored field.
  ///
  /// - Throws: ``StoreError/damaged(_:)`` for a name that there is not.
  init(stored name: String) throws {
    guard let field = StateChange.Field(rawValue: name) else {
      throw StoreError.damaged("the journal holds a change of the unknown field “\(name.prefix(40))”")
    }
    self = field
  }
}
