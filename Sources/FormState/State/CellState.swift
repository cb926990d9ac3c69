/// What a person has done to a cell; whatever is `nil` is as the definition says.
public struct CellState: Hashable, Sendable {
  // Contents and not strings, since texts that differ only in their spelling in Unicode are different texts.
  private var disclosure: FieldContent?
  private var value: FieldContent?
  private var displayed: FieldContent?
  private var drafted: FieldContent?
  private var savedValue: FieldContent?
  private var touch: FieldContent?

  /// Creates the state of a cell that nobody has touched.
  public init() {}

  /// Whether nobody has touched anything.
  public var isEmpty: Bool { self == CellState() }

  /// Whether the person expanded or collapsed the cell; `nil` when nobody touched that.
  public var isExpanded: Bool? { disclosure?.flag }

  /// What the person left in the cell; `nil` when nobody touched it.
  public var entry: FieldContent? { value }

  /// The title that the cell displays instead of its own; `nil` for its own.
  public var title: String? { displayed?.text }

  /// What its control holds that is no value yet; `nil` for nothing.
  public var draft: String? { drafted?.text }

  /// What the person had left in the cell when the response was last marked as saved; `nil` for nothing.
  public var saved: FieldContent? { savedValue }

  /// Whether the person has entered something in the cell at some time.
  public var isTouched: Bool { touch?.flag == true }

  /// What a field holds; `nil` for an untouched one, and for one that cells do not have.
  public subscript(field: StateChange.Field) -> FieldContent? {
    get {
      switch field {
      case .disclosure: disclosure
      case .value: value
      case .title: displayed
      case .draft: drafted
      case .saved: savedValue
      case .touched: touch
      case .fold, .completion: nil
      }
    }
    set {
      switch field {
      case .disclosure: disclosure = newValue
      case .value: value = newValue
      case .title: displayed = newValue
      case .draft: drafted = newValue
      case .saved: savedValue = newValue
      case .touched: touch = newValue
      case .fold, .completion: break
      }
    }
  }
}
