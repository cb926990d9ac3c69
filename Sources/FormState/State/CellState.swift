/// The touched state of a cell; fields that are `nil` are as defined.
package struct CellState: Hashable, Sendable {
  /// A touched field with its content.
  private struct Touched: Hashable, Sendable {
    let field: StateChange.Field
    // Compared as content and not as strings: texts with different spellings in Unicode are different.
    var content: FieldContent
  }

  /// The touched fields, each once: mostly one or two of all, so a cell takes no more memory than it needs.
  private var touched: [Touched] = []

  /// Creates the state of an untouched cell.
  package init() {}

  /// Whether the cell is untouched.
  var isEmpty: Bool { touched.isEmpty }

  /// Whether there is more than a note that the cell was touched.
  var holdsAnything: Bool { touched.contains { $0.field != .touched } }

  /// The touched fields, in no particular order.
  var touchedFields: [StateChange.Field] { touched.map(\.field) }

  /// Whether the person expanded or collapsed the cell; `nil` if untouched.
  package var isExpanded: Bool? { self[.disclosure]?.flag }

  /// The person's entry; `nil` if untouched.
  package var entry: FieldContent? { self[.value] }

  /// The title that the cell displays instead of its own; `nil` for its own.
  package var title: String? { self[.title]?.text }

  /// The draft: the control's text that is not a value yet, or else the answer that this version refuses; `nil` for
  /// neither.
  package var draft: String? { self[.draft]?.text ?? (isRefused ? original?.enteredText : nil) }

  /// The answer in an earlier version of the form, if this one converted or refused it.
  package var original: CellValue? { self[.original].flatMap { OriginalAnswer($0)?.value } }

  /// Whether this version refuses the answer in an earlier version of the form, and there is no new answer yet.
  var isRefused: Bool { self[.original] != nil && entry == nil }

  /// The entry when the response was last marked as saved; `nil` for none.
  package var saved: FieldContent? { self[.saved] }

  /// Whether the entry differs from the one last marked as saved.
  var isUnsaved: Bool { entry?.withoutType != saved }

  /// Whether a person ever entered something in the cell.
  package var isTouched: Bool { self[.touched]?.flag == true || self[.draft] != nil }

  /// The faults reported on the value by others, in the order of the reports.
  package var reportedFaults: [ReportedFault] { self[.reportedFaults].map { ReportedFaults($0).faults } ?? [] }

  /// Whether rules make the cell relevant, if that differs from a fresh response; `nil` if it does not.
  var isRelevant: Bool? { self[.relevance]?.flag }

  /// The content of a field; `nil` for an untouched one, and for one that cells do not have.
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

  /// Two states are equal if the same fields are touched, in any order.
  package static func == (left: CellState, right: CellState) -> Bool {
    left.touched.count == right.touched.count && left.touched.allSatisfy { right[$0.field] == $0.content }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(Set(touched))
  }
}

extension StateChange.Field {
  /// The content that a cell keeps in the field: none if cells do not have the field, or if it must be a flag and is
  /// not.
  fileprivate func content(_ content: FieldContent?) -> FieldContent? {
    switch (scope, contentType) {
    case (.cell, .flag) where role == .derived: content?.flag.map(FieldContent.flag)
    case (.cell, _): content
    default: nil
    }
  }
}

extension CellState {
  /// The value without an entry: the calculated one, or the default.
  func valueWithoutEntry(in cell: FormCell, starts: CellState) -> CellValue? {
    if let calculated = self[.calculated] ?? starts[.calculated] { return calculated.value ?? cell.defaultValue }
    return cell.defaultValue
  }
}

/// The status of a cell's value, compared with its default and with the last saved value.
public struct CellStatus: Hashable, Sendable {
  /// The key of the cell.
  package var key: String
  /// The number of its instance of a repeat; 0 outside of repeats.
  package var instance: Int
  /// Its kind.
  package let kind: CellKind
  /// The source of the value.
  package let source: Answer.Source
  /// The current value; `nil` for none.
  public var value: CellValue?
  /// The value without an entry: the calculated one, or the definition's.
  public var defaultValue: CellValue?
  /// The value when the response was last marked as saved; the default if it never was, or the cell was untouched then.
  public var savedValue: CellValue?
  /// The draft: the control's text that is not a value yet; `nil` for none.
  public var draft: String?
  /// Whether a person ever entered something in it, undone or not.
  public var isTouched: Bool
  /// Whether the entry differs from the one last marked as saved.
  public var isUnsaved: Bool

  /// What people call the cell, also in actions: its key, with the shortest spelling of its instance, as in `name:7`.
  package let address: String

  /// Whether the value differs from the definition's default.
  public var isDirty: Bool { value != defaultValue }

  /// Describes a cell in a state of its response.
  package init(of cell: FormCell, in state: ResponseState, instance: Int = 0, of form: FormDefinition) {
    self.init(
      cell, instance: instance, at: state.instanceNames.address(of: cell.key, in: instance),
      state.state(of: cell, in: instance), starts: form.fresh.state(ofCell: cell.key, in: instance))
  }

  /// Describes a cell with its entry.
  package init(of cell: CellSnapshot) {
    self.init(cell.cell, instance: cell.instance, at: cell.address, cell.state, starts: cell.starts)
  }

  private init(_ cell: FormCell, instance: Int, at address: String, _ state: CellState, starts: CellState) {
    key = cell.key
    self.address = address
    kind = cell.kind
    self.instance = instance
    let unentered = state.valueWithoutEntry(in: cell, starts: starts)
    defaultValue = unentered
    draft = state.draft
    let value = if let entry = state.entry { entry.value } else { unentered }
    self.value = value
    source = Answer.Source(of: value, in: state, starts: starts)
    savedValue = if let saved = state.saved { saved.value } else { unentered }
    isTouched = state.isTouched
    isUnsaved = state.isUnsaved
  }
}
