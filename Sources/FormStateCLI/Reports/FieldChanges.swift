#if CommandLine
import FormState
import FormStateInterchange

/// Tells which fields of a response differ between two revisions, with what they hold on either side.
///
/// Unlike the journal, it tells what shows: the default of a cell that nobody has touched, not that it is untouched.
struct FieldChanges {
  private let before: FieldReader
  private let after: FieldReader
  /// What a person calls the cells that can hold an answer.
  private let questions: [String: Question]
  private let changes: [StateChange]
  /// The cells whose contents are left out.
  private let concealed: SensitiveCells

  /// Compares two revisions.
  ///
  /// - Complexity: O(k log k) for k touched fields and instances of both.
  init(from before: ShownForm, to after: ShownForm, concealing concealed: SensitiveCells) {
    self.concealed = concealed
    (self.before, self.after) = (FieldReader(before), FieldReader(after))
    let changes = before.state.changes(to: after.state).filter { Self.reported.contains($0.field) }
    let keys = Set(changes.map(\.subject.key))
    questions = before.form.questionsAndRepeats(withKeys: keys)
      .merging(after.form.questionsAndRepeats(withKeys: keys)) { $1 }
    self.changes = changes
  }

  /// The fields that are reported. Faults have lines of their own, and that a cell was touched needs none.
  private static let reported = Set(StateChange.Field.allCases)
    .subtracting([
      .touched, .original, .faults, .reportedFaults, .responseFaults, .alternatives, .responseAlternatives,
    ])

  /// The fields that are reported of an instance that is added or removed.
  private static let reportedOfInstances: Set<StateChange.Field> = [.instance, .value, .draft]

  /// The changes in the order of the form.
  var inOrder: [PrintedChange] {
    changes.filter(isReported).map { ($0, order(of: $0)) }.sorted { $0.1.lexicographicallyPrecedes($1.1) }
      .map { shown($0.0) }
  }

  private func isReported(_ change: StateChange) -> Bool {
    let number = change.subject.instance
    // An instance may have another rank at the same place.
    if change.field == .instance, before.position(of: change.subject) == after.position(of: change.subject) {
      return false
    }
    guard number > 0, change.subject.setAsideFrom == nil, before.holds(change.subject) != after.holds(change.subject)
    else { return true }
    return Self.reportedOfInstances.contains(change.field)
  }

  /// What changes are ordered by: the response itself, then the form from top to bottom, then what is set aside.
  private func order(of change: StateChange) -> [Int] {
    let field = StateChange.Field.allCases.firstIndex(of: change.field) ?? 0
    guard change.field.scope != .response else { return [-1, 0, 0, field] }
    guard let place = after.place(of: change) ?? before.place(of: change) else { return [.max, 0, 0, field] }
    return [place.section, place.position, change.subject.instance, field]
  }

  private func shown(_ change: StateChange) -> PrintedChange {
    let (subject, isConcealed) = (change.subject, concealed.conceals(change))
    let sides = PrintedChange.Sides(
      before: before.content(of: change, raw: change.before)?.shown(isConcealed: isConcealed),
      after: after.content(of: change, raw: change.after)?.shown(isConcealed: isConcealed))
    let title: String? =
      switch change.field.scope {
      case .response: nil
      case .section: (after.section(subject) ?? before.section(subject))?.titleOrKey
      case .cell, .instance: questions[subject.key]?.name ?? (after.cell(subject) ?? before.cell(subject))?.ownTitle
      }
    return PrintedChange(of: change, called: title, sides)
  }
}

/// Reads fields of a response as they show.
private struct FieldReader {
  private let form: FormDefinition
  private let state: ResponseState
  private let roster: InstanceRoster

  init(_ shown: ShownForm) {
    (form, state) = (shown.form, shown.state)
    roster = InstanceRoster(shown.state, of: shown.form)
  }

  func cell(_ subject: StateSubject) -> FormCell? {
    subject.setAsideFrom == nil ? form.place(ofCell: subject.key).flatMap(form.cell(at:)) : nil
  }

  func section(_ subject: StateSubject) -> FormSection? {
    subject.setAsideFrom == nil ? form.sections.first { $0.key == subject.key } : nil
  }

  /// Where the subject of a change stands; a section stands before its cells.
  func place(of change: StateChange) -> CellPlace? {
    let subject = change.subject
    guard subject.setAsideFrom == nil else { return nil }
    guard change.field.scope == .section else { return form.place(ofCell: subject.key) }
    return form.sections.firstIndex { $0.key == subject.key }.map { CellPlace(section: $0, position: -1) }
  }

  /// Whether the instance is there that a subject stands in.
  func holds(_ subject: StateSubject) -> Bool {
    subject.instance == 0 || roster.instance(subject.instance) != nil
  }

  /// The place of an instance among those of its repeat, from 1; `nil` where it is not there.
  func position(of subject: StateSubject) -> Int? { roster.position(of: subject.instance).map { $0 + 1 } }

  /// What a field holds.
  ///
  /// - Parameter raw: what the state has of it, for what is set aside.
  func content(of change: StateChange, raw: FieldContent?) -> CellValue? {
    let subject = change.subject
    guard subject.setAsideFrom == nil else { return raw?.value }
    switch change.field {
    case .completion: return .boolean(state.isCompleted)
    case .instance: return position(of: subject).map { .integer(Int64($0)) }
    case .fold: return section(subject).map { .boolean(state.isFolded($0)) }
    case .sectionRelevance: return section(subject).map { .boolean(state.isRelevant($0, form.fresh)) }
    default:
      guard let cell = cell(subject), holds(subject) else { return nil }
      return content(of: change.field, of: cell, in: subject.instance)
    }
  }

  private func content(of field: StateChange.Field, of cell: FormCell, in instance: Int) -> CellValue? {
    let status = CellStatus(of: cell, in: state, instance: instance, of: form)
    switch field {
    case .value: return status.value
    case .saved: return status.savedValue
    case .draft: return status.draft.map(CellValue.text)
    case .title: return .text(state.title(of: cell, in: form, instance: instance))
    case .disclosure: return .boolean(state.isExpanded(cell, in: instance))
    case .relevance: return .boolean(state.isRelevant(cell, in: instance, form.fresh))
    default:
      // What rules make of it; where there is no rule it is neither required nor read-only, and nothing is calculated.
      let content = state.derived(field, of: cell, in: instance, form.fresh) ?? field.contentWithoutRule
      return content?.value
    }
  }
}

extension FormSection {
  /// Its title, or its key where it has none.
  var titleOrKey: String { title.isEmpty ? key : title }
}

extension FormCell {
  /// What the form's author calls the cell; its key where nothing does.
  fileprivate var ownTitle: String { [title, subtitle].first { !$0.isEmpty } ?? key }
}
#endif
