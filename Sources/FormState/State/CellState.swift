/// What a person has done to a cell; whatever is `nil` is as the definition says.
public struct CellState: Hashable, Sendable {
  // Contents and not strings, since texts that differ only in their spelling in Unicode are different texts.
  private var disclosure: FieldContent?
  private var value: FieldContent?
  private var displayed: FieldContent?
  private var drafted: FieldContent?
  private var savedValue: FieldContent?
  private var touch: FieldContent?
  private var derived = DerivedState()
  private var reported: FieldContent?
  private var formerly: FieldContent?

  /// Creates the state of a cell that nobody has touched.
  package init() {}

  /// Whether nobody has touched anything.
  package var isEmpty: Bool { self == CellState() }

  /// Whether there is more than a note that somebody has touched it.
  package var holdsAnything: Bool {
    StateChange.Field.allCases.contains { $0 != .touched && self[$0] != nil }
  }

  /// Whether the person expanded or collapsed the cell; `nil` when nobody touched that.
  public var isExpanded: Bool? { disclosure?.flag }

  /// What the person left in the cell; `nil` when nobody touched it.
  public var entry: FieldContent? { value }

  /// The title that the cell displays instead of its own; `nil` for its own.
  public var title: String? { displayed?.text }

  /// What its control holds that is no value yet; `nil` for nothing.
  public var draft: String? { drafted?.text }

  /// What the person had answered in an earlier version of the form, where this one holds it otherwise or refuses it.
  public var original: CellValue? { formerly == nil ? nil : OriginalAnswer(formerly)?.value }

  /// Whether the person had answered in an earlier version of the form what this one refuses, and has not answered since.
  public var isRefused: Bool { formerly != nil && value == nil }

  /// What the person had left in the cell when the response was last marked as saved; `nil` for nothing.
  public var saved: FieldContent? { savedValue }

  /// Whether the person has entered something in the cell at some time.
  public var isTouched: Bool { touch?.flag == true }

  /// What others reported on what the cell holds, in the order in which they did.
  public var reportedFaults: [ReportedFault] { reported == nil ? [] : ReportedFaults(reported).faults }

  /// Whether rules make the cell relevant, where it is otherwise than in a fresh response; `nil` where it is as there.
  public var isRelevant: Bool? { derived[.relevance]?.flag }

  /// What a field holds; `nil` for an untouched one, and for one that cells do not have.
  package subscript(field: StateChange.Field) -> FieldContent? {
    get {
      switch field {
      case .disclosure: disclosure
      case .value: value
      case .title: displayed
      case .draft: drafted
      case .saved: savedValue
      case .touched: touch
      case .relevance, .requirement, .readOnly, .calculated, .faults: derived[field]
      case .reportedFaults: reported
      case .original: formerly
      case .fold, .completion, .sectionRelevance, .instance, .responseFaults: nil
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
      case .relevance, .requirement, .readOnly, .calculated, .faults: derived[field] = newValue
      case .reportedFaults: reported = newValue
      case .original: formerly = newValue
      case .fold, .completion, .sectionRelevance, .instance, .responseFaults: break
      }
    }
  }
}

extension CellState {
  /// What a cell holds as long as nobody enters anything: what is calculated, otherwise its default.
  package func valueWithoutEntry(in cell: FormCell, starts: DerivedState) -> CellValue? {
    if let calculated = derived[.calculated] ?? starts[.calculated] { return calculated.value ?? cell.defaultValue }
    return cell.defaultValue
  }
}

/// How a cell's value stands: against its default, against what was saved, and whether a person ever touched it.
public struct CellStatus: Hashable, Sendable {
  /// The key of the cell.
  public var key: String
  /// The number of the instance of a repeat that it stands in; 0 outside of repeats.
  public var instance: Int
  /// What the cell holds now; `nil` for nothing.
  public var value: CellValue?
  /// What it holds as long as nobody enters anything: what is calculated, or what the definition says.
  public var defaultValue: CellValue?
  /// What it held when the response was last marked as saved; its default when it never was, or nobody had touched it then.
  public var savedValue: CellValue?
  /// What its control holds that is no value yet; `nil` for nothing.
  public var draft: String?
  /// Whether the person has entered something in it at some time, whether that was undone or not.
  public var isTouched: Bool
  /// Whether what the person left in it is not what was last marked as saved.
  public var isUnsaved: Bool

  /// What actions call the cell: its key, and the number of the instance that it stands in, as in `name:7`.
  public var address: String { instance == 0 ? key : "\(key):\(instance)" }

  /// Whether the value differs from the definition's default.
  public var isDirty: Bool { value != defaultValue }

  /// Describes a cell in a state of its response.
  package init(of cell: FormCell, in state: ResponseState, instance: Int = 0, of form: FormDefinition) {
    self.init(
      cell, instance: instance, state.state(of: cell, in: instance),
      starts: form.fresh.state(ofCell: cell.key, in: instance))
  }

  /// Describes a cell with what a person has left in it.
  package init(of cell: CellSnapshot) {
    self.init(cell.cell, instance: cell.instance, cell.state, starts: cell.starts)
  }

  private init(_ cell: FormCell, instance: Int, _ state: CellState, starts: DerivedState) {
    key = cell.key
    self.instance = instance
    let unentered = state.valueWithoutEntry(in: cell, starts: starts)
    defaultValue = unentered
    draft = state.draft
    value = if let entry = state.entry { entry.value } else { unentered }
    savedValue = if let saved = state.saved { saved.value } else { unentered }
    isTouched = state.isTouched
    isUnsaved = state.entry != state.saved
  }
}
