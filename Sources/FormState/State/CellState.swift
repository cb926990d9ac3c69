/// What a person has done to a cell; whatever is `nil` is as the definition says.
public struct CellState: Hashable, Sendable {
  /// What a field holds that somebody has touched.
  private struct Touched: Hashable, Sendable {
    let field: StateChange.Field
    // A content and not a string, since texts that differ only in their spelling in Unicode are different texts.
    var content: FieldContent
  }

  /// The touched fields, each once: mostly one or two of all that there are, so that a cell takes no more room than it
  /// needs.
  private var touched: [Touched] = []

  /// Creates the state of a cell that is untouched.
  package init() {}

  /// Whether nobody has touched anything.
  package var isEmpty: Bool { touched.isEmpty }

  /// Whether there is more than a note that somebody has touched it.
  package var holdsAnything: Bool { touched.contains { $0.field != .touched } }

  /// The fields that somebody has touched, in no order that matters.
  package var touchedFields: [StateChange.Field] { touched.map(\.field) }

  /// Whether the person expanded or collapsed the cell; `nil` if nobody touched that.
  public var isExpanded: Bool? { self[.disclosure]?.flag }

  /// What the person left in the cell; `nil` if nobody touched it.
  public var entry: FieldContent? { self[.value] }

  /// The title that the cell displays instead of its own; `nil` for its own.
  public var title: String? { self[.title]?.text }

  /// What its control holds that is no value yet; `nil` for nothing.
  public var draft: String? { self[.draft]?.text }

  /// What the person had answered in an earlier version of the form, where this one holds it otherwise or refuses it.
  public var original: CellValue? { self[.original].flatMap { OriginalAnswer($0)?.value } }

  /// Whether the person had answered in an earlier version of the form what this one refuses, and has not answered
  /// since.
  public var isRefused: Bool { self[.original] != nil && entry == nil }

  /// What the person had left in the cell when the response was last marked as saved; `nil` for nothing.
  public var saved: FieldContent? { self[.saved] }

  /// Whether the person has entered something in the cell at some time.
  public var isTouched: Bool { self[.touched]?.flag == true }

  /// What others reported on what the cell holds, in the order in which they did.
  public var reportedFaults: [ReportedFault] { self[.reportedFaults].map { ReportedFaults($0).faults } ?? [] }

  /// Whether rules make the cell relevant, where it is otherwise than in a fresh response; `nil` where it is as there.
  public var isRelevant: Bool? { self[.relevance]?.flag }

  /// What a field holds; `nil` for an untouched one, and for one that cells do not have.
  ///
  /// - Complexity: O(f) for f touched fields.
  package subscript(field: StateChange.Field) -> FieldContent? {
    get { touched.first { $0.field == field }?.content }
    set {
      let place = touched.firstIndex { $0.field == field }
      switch (place, field.content(newValue)) {
      case (let place?, let content?): touched[place].content = content
      case (let place?, nil): touched.remove(at: place)
      case (nil, let content?): touched.append(Touched(field: field, content: content))
      case (nil, nil): break
      }
    }
  }

  /// Two states are equal when the same is touched, in whatever order.
  public static func == (left: CellState, right: CellState) -> Bool {
    left.touched.count == right.touched.count && left.touched.allSatisfy { right[$0.field] == $0.content }
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(Set(touched))
  }
}

extension StateChange.Field {
  /// What a cell keeps of a content in the field: nothing where cells do not have the field, or where it is no flag but
  /// has to be.
  fileprivate func content(_ content: FieldContent?) -> FieldContent? {
    switch (scope, contentType) {
    case (.cell, .flag) where role == .derived: content?.flag.map(FieldContent.flag)
    case (.cell, _): content
    default: nil
    }
  }
}

extension CellState {
  /// What a cell holds as long as nobody enters anything: what is calculated, otherwise its default.
  package func valueWithoutEntry(in cell: FormCell, starts: DerivedState) -> CellValue? {
    if let calculated = self[.calculated] ?? starts[.calculated] { return calculated.value ?? cell.defaultValue }
    return cell.defaultValue
  }
}

/// How a cell's value stands: against its default, against what was saved, and whether a person ever touched it.
public struct CellStatus: Hashable, Sendable {
  /// The key of the cell.
  public var key: String
  /// The number of the instance of a repeat that it is in; 0 outside of repeats.
  public var instance: Int
  /// What the cell holds now; `nil` for nothing.
  public var value: CellValue?
  /// What it holds as long as nobody enters anything: what is calculated, or what the definition says.
  public var defaultValue: CellValue?
  /// What it held when the response was last marked as saved; its default when it never was, or nobody had touched it
  /// then.
  public var savedValue: CellValue?
  /// What its control holds that is no value yet; `nil` for nothing.
  public var draft: String?
  /// Whether the person has entered something in it at some time, whether that was undone or not.
  public var isTouched: Bool
  /// Whether what the person left in it is not what was last marked as saved.
  public var isUnsaved: Bool

  /// What actions call the cell: its key, and the number of the instance that it is in, as in `name:7`.
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
