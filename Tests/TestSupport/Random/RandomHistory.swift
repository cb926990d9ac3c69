import FormState

/// Makes random things that a person does over time: actions one by one and in groups, drafts, undo and redo of both
/// scopes, saving, completing and reopening.
public struct RandomHistory {
  /// One thing that happens, in one transaction.
  public enum Event: Hashable, Sendable {
    /// A single action.
    case action(FormAction)
    /// Actions that are applied as one.
    case group(String, [FormAction])
  }

  private var random: RandomForm
  private var generator: SeededGenerator

  /// Begins at a seed.
  public init(seed: UInt64) {
    random = RandomForm(seed: seed)
    generator = SeededGenerator(seed: ~seed)
  }

  /// A form whose sections have about so many cells each.
  public mutating func form(sections: Int, cellsPerSection: Int) -> FormDefinition {
    random.form(sections: sections, cellsPerSection: cellsPerSection)
  }

  /// The next action on a form; now and then one that is refused.
  public mutating func event(on form: FormDefinition) -> Event {
    switch Int.random(in: 0..<40, using: &generator) {
    case 0..<7: return .action(.undo(scope()))
    case 7..<11: return .action(.redo(scope()))
    case 11..<14:
      let count = Int.random(in: 1...4, using: &generator)
      return .group(name(of: ["Paste", "Fill in"]), (0..<count).map { _ in step(on: form) })
    case 14: return .action(.markSaved)
    case 15: return .action(Int.random(in: 0..<3, using: &generator) == 0 ? .complete : .reopen)
    case 16: return .action(.reopen)
    default: return .action(step(on: form))
    }
  }

  /// A number in a range.
  public mutating func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func name(of names: [String]) -> String { names.randomElement(using: &generator) ?? "" }

  private mutating func scope() -> UndoScope { Int.random(in: 0..<3, using: &generator) == 0 ? .values : .everything }

  private mutating func step(on form: FormDefinition) -> FormAction {
    let cell = form.sections.flatMap(\.cells).randomElement(using: &generator)
    guard let cell, Int.random(in: 0..<8, using: &generator) == 0 else {
      return random.action(on: form, visibleRows: [])
    }
    return .draft(.key(cell.key), ["", "2026-1", "“half", nil].randomElement(using: &generator) ?? nil)
  }
}
