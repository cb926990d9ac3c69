/// How a cell's value stands: against its default, against what was saved, and whether a person ever touched it.
public struct CellStatus: Hashable, Sendable {
  /// The key of the cell.
  public var key: String
  /// What the cell holds now; `nil` for nothing.
  public var value: CellValue?
  /// What the definition says that it holds as long as nobody touches it.
  public var defaultValue: CellValue?
  /// What it held when the response was last marked as saved; its default when it never was, or nobody had touched it then.
  public var savedValue: CellValue?
  /// What its control holds that is no value yet; `nil` for nothing.
  public var draft: String?
  /// Whether the person has entered something in it at some time, whether that was undone or not.
  public var isTouched: Bool
  /// Whether what the person left in it is not what was last marked as saved.
  public var isUnsaved: Bool

  /// Whether the value differs from the definition's default.
  public var isDirty: Bool { value != defaultValue }

  /// Describes a cell in a state of its response.
  public init(of cell: FormCell, in state: ResponseState) {
    self.init(cell, state.state(of: cell))
  }

  /// Describes a cell with what a person has left in it.
  public init(of cell: CellSnapshot) {
    self.init(cell.cell, cell.state)
  }

  private init(_ cell: FormCell, _ state: CellState) {
    key = cell.key
    defaultValue = cell.defaultValue
    draft = state.draft
    value = if let entry = state.entry { entry.value } else { cell.defaultValue }
    savedValue = if let saved = state.saved { saved.value } else { cell.defaultValue }
    isTouched = state.isTouched
    isUnsaved = state.entry != state.saved
  }
}
