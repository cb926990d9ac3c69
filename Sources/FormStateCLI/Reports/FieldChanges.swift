#if CommandLine
import FormState
import FormStateInterchange

/// Tells which fields of a response differ between two revisions, with what they hold on either side.
///
/// Unlike the journal, it tells what shows: the default of a cell that nobody has touched, not that it is untouched.
struct FieldChanges {
  private let before: FieldReader
  private let after: FieldReader
  private let changes: [StateChange]
  /// The cells whose contents are left out.
  private let concealed: SensitiveCells

  /// Compares two revisions.
  ///
  /// - Complexity: O(k log k) for k touched fields and instances of both.
  init(from before: ShownForm, to after: ShownForm, concealing concealed: SensitiveCells) {
    self.concealed = concealed
    changes = before.state.changes(to: after.state).filter { Self.reported.contains($0.field) }
    let keys = Set(changes.map(\.subject.key))
    self.before = FieldReader(before.form, before.state, naming: keys)
    self.after = FieldReader(after.form, after.state, naming: keys)
  }

  /// The fields that are reported. Faults have lines of their own, and that a cell was touched needs none.
  static let reported = Set(StateChange.Field.allCases)
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
    let isConcealed = concealed.conceals(change)
    let sides = PrintedChange.Sides(
      before: before.content(of: change, raw: change.before)?.shown(isConcealed: isConcealed),
      after: after.content(of: change, raw: change.after)?.shown(isConcealed: isConcealed))
    return PrintedChange(
      of: change, called: after.title(of: change) ?? before.title(of: change), naming: after.names, sides)
  }
}
#endif
