#if CommandLine
import FormState

/// Reads fields of a response as they show: with the default of a cell that nobody has touched.
struct FieldReader {
  private let form: FormDefinition
  private var state: ResponseState
  private var roster: InstanceRoster
  /// What people call the instances.
  var names: InstanceNames { state.instanceNames }
  /// What a person calls the cells that can hold an answer.
  private let questions: [String: Question]

  /// Prepares to read a response.
  ///
  /// - Parameter keys: the keys of the cells that are read.
  /// - Complexity: O(k log k) for k keys and instances.
  init(_ form: FormDefinition, _ state: ResponseState, naming keys: Set<String>) {
    (self.form, self.state) = (form, state)
    roster = InstanceRoster(state, of: form)
    questions = form.questionsAndRepeats(withKeys: keys)
  }

  /// Goes on to the response after changes, in the same version of the form.
  ///
  /// - Complexity: O(k) for k changes; O(i) for each of an instance, among i of its repeat.
  mutating func apply(_ changes: [StateChange]) {
    for change in changes {
      state.apply(change)
      let subject = change.subject
      guard change.field == .instance, subject.setAsideFrom == nil, let cell = form.place(ofCell: subject.key) else {
        continue
      }
      roster.set(subject.instance, of: cell, to: state.instances[subject])
    }
  }

  /// The response in another version of the form, after the changes of an upgrade.
  ///
  /// - Complexity: as for ``init(_:_:naming:)``.
  func upgraded(to form: FormDefinition, by changes: [StateChange], naming keys: Set<String>) -> FieldReader {
    var upgraded = state
    for change in changes { upgraded.apply(change) }
    return FieldReader(form, upgraded, naming: keys)
  }

  // MARK: - Places

  private func cell(_ subject: StateSubject) -> FormCell? {
    subject.setAsideFrom == nil ? form.place(ofCell: subject.key).flatMap(form.cell(at:)) : nil
  }

  private func section(_ subject: StateSubject) -> FormSection? {
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

  // MARK: - Contents

  /// What a person calls the cell or section of a change; `nil` for what is set aside or unknown.
  func title(of change: StateChange) -> String? {
    let subject = change.subject
    return switch change.field.scope {
    case .response: nil
    case .section: section(subject)?.titleOrKey
    case .cell, .instance: questions[subject.key]?.name ?? cell(subject)?.ownTitle
    }
  }

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
