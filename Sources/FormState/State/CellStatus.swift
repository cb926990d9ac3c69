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
    self.init(
      key: cell.key, defaultValue: cell.defaultValue, entry: state.entries[cell.key], saved: state.saved[cell.key],
      draft: state.drafts[cell.key], isTouched: state.touched[cell.key] == true)
  }

  /// Describes a cell with what a person has left in it.
  public init(of cell: CellSnapshot) {
    self.init(
      key: cell.cell.key, defaultValue: cell.cell.defaultValue, entry: cell.entry, saved: cell.saved, draft: cell.draft,
      isTouched: cell.isTouched)
  }

  private init(key: String, defaultValue: CellValue?, entry: Entry?, saved: Entry?, draft: String?, isTouched: Bool) {
    self.key = key
    self.defaultValue = defaultValue
    self.draft = draft
    value = if let entry { entry.value } else { defaultValue }
    savedValue = if let saved { saved.value } else { defaultValue }
    // Files from before touches were kept still tell by what was left there.
    self.isTouched = isTouched || entry != nil || draft != nil
    isUnsaved = entry != saved
  }
}
