/// The sensitive cells of a form, whose contents reports leave out.
///
/// A report shows ``mask`` in place of a content, so it still says where something is and that it changed.
package struct SensitiveCells: Hashable, Sendable {
  /// What stands for a content.
  package static let mask = "•••"

  /// The keys of the cells, in all versions of the form.
  package let keys: Set<String>
  /// The options of sensitive questions, each with the key of its question: the key of an option says what was chosen.
  package let questions: [String: String]

  /// No cells: nothing is left out.
  package static let none = SensitiveCells(keys: [], questions: [:])

  /// Creates a set.
  ///
  /// - Parameters:
  ///   - keys: the keys of the cells.
  ///   - questions: the options of those that are questions, each with the key of its question.
  package init(keys: Set<String>, questions: [String: String]) {
    self.keys = keys
    self.questions = questions
  }

  /// The sensitive cells of definitions. O(n) for n cells.
  package init(of forms: [FormDefinition]) {
    var (keys, questions) = (Set<String>(), [String: String]())
    for section in forms.lazy.flatMap(\.sections) {
      for (row, cell) in section.cells.enumerated() where cell.isSensitive {
        keys.insert(cell.key)
        let below = section.cells[row...].dropFirst().prefix(max(0, cell.additionalRows))
        for option in below where option.kind == .option { questions[option.key] = cell.key }
      }
    }
    self.init(keys: keys, questions: questions)
  }

  /// Whether nothing is left out.
  package var isEmpty: Bool { keys.isEmpty }

  /// Whether the contents of a cell are left out.
  package func contains(_ key: String) -> Bool { keys.contains(key) }
}

extension SensitiveCells {
  /// A response without the contents of sensitive cells. O(k) for k touched fields.
  package func concealing(_ contents: ResponseContents) -> ResponseContents {
    guard !isEmpty else { return contents }
    var state = contents.state
    for change in contents.state.changes {
      let masked = concealing(change)
      guard masked != change else { continue }
      state.apply(StateChange(change.field, of: change.subject, before: change.after, after: masked.after))
    }
    return contents.showing(state)
  }

  /// An entry of a journal without the contents of sensitive cells.
  package func concealing(_ entry: JournalEntry) -> JournalEntry {
    guard !isEmpty else { return entry }
    var entry = entry
    entry.action = concealing(entry.action)
    entry.changes = entry.changes.map(concealing)
    return entry
  }

  /// Whether the contents of a changed field are left out.
  package func conceals(_ change: StateChange) -> Bool {
    change.field.traits.isPersonal && contains(change.subject.key)
  }

  private func concealing(_ change: StateChange) -> StateChange {
    guard conceals(change) else { return change }
    var change = change
    change.before = Self.masked(change.before, in: change.field)
    change.after = Self.masked(change.after, in: change.field)
    return change
  }

  private static func masked(_ content: FieldContent?, in field: StateChange.Field) -> FieldContent? {
    guard content?.value != nil else { return content }
    return field == .original ? OriginalAnswer(.text(mask)).content : .text(mask)
  }

  private func concealing(_ action: FormAction) -> FormAction {
    switch action {
    case .set(let cell, _) where contains(cell): .set(cell, .text(Self.mask))
    case .draft(let cell, let text) where contains(cell): .draft(cell, text.map { _ in Self.mask })
    case .choose(let option): .choose(concealing(option))
    case .tap(let option): .tap(concealing(option))
    default: action
    }
  }

  private func contains(_ cell: CellReference) -> Bool { cell.subject.map { contains($0.key) } ?? false }

  /// The option of a sensitive question without what it says.
  private func concealing(_ option: CellReference) -> CellReference {
    guard let subject = option.subject, let question = questions[subject.key] else { return option }
    let key = FormCell.optionKey(question: question, value: Self.mask)
    return CellReference(key, in: subject.instance)
  }

  /// Cells that are set aside, without the contents of sensitive ones.
  package func concealing(_ cells: [SetAsideCell]) -> [SetAsideCell] {
    cells.map { cell in
      guard contains(cell.key) else { return cell }
      return cell.showing(entry: Self.masked(cell.entry, in: .value))
    }
  }
}

extension CellValue {
  /// The value in a report, which leaves out what a sensitive cell contains.
  package func shown(isConcealed: Bool) -> CellValue { isConcealed ? .text(SensitiveCells.mask) : self }
}
