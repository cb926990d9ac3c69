import FormStateStore
import TestSupport

@testable import FormState

/// Answers any form at random.
struct RandomAnswers {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// Gives a number of answers; refused ones are skipped.
  mutating func fill(_ key: ResponseKey, in store: FormStore, _ count: Int) throws {
    _ = try store.session(for: key)
    for _ in 0..<count {
      let contents = try store.contents(of: key)
      guard let action = action(in: contents.state, of: contents.form) else { return }
      do {
        try store.apply(action, to: key)
      } catch is ActionError {
        continue
      }
    }
  }

  private mutating func action(in state: ResponseState, of form: FormDefinition) -> FormAction? {
    var places: [(FormCell, Int)] = []
    form.forEachCell(in: state) { cell, place in
      let isXFormCalculation = cell.rule(.calculate) != nil && form.properties["xforms"] != nil
      if cell.kind != .option, cell.kind != .label, !isXFormCalculation { places.append((cell, place.instance)) }
    }
    guard let (cell, instance) = places.randomElement(using: &generator) else { return nil }
    let reference = instance == 0 ? CellReference.key(cell.key) : .instance(cell.key, number: instance)
    if cell.kind == .repeat { return .add(reference) }
    if number(8) == 0 { return .clear(reference) }
    return value(of: cell, in: form).map { .set(reference, $0) }
  }

  private mutating func number(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &generator) }

  private mutating func value(of cell: FormCell, in form: FormDefinition) -> CellValue? {
    let texts = ["Ada", " <b>&amp; \"x\"", "two\nlines\r", "0", "ö—𝄞", "]]>", "a b  c"]
    switch cell.kind {
    case .group, .choices:
      let options = options(of: cell, in: form)
      guard let option = options.randomElement(using: &generator) else { return nil }
      let other = options.randomElement(using: &generator).map { $0 == option ? [] : [$0] } ?? []
      return cell.kind == .group ? .text(option) : .choices([option] + other)
    case .integer, .slider: return .integer(Int64(number(12)) - 1)
    case .decimal: return .text(["1.50", "-0.3", "12", "007.0"][number(4)])
    case .date: return .text("2026-0\(1 + number(9))-1\(number(10))")
    case .time: return .text(["09:30", "23:59:59.25"][number(2)])
    case .dateTime: return .text(["2026-11-21T14:30:00+01:00", "2026-11-21T14:30:00.5Z"][number(2)])
    case .switch: return .boolean(number(2) == 0)
    case .text, .longText, .file, .custom: return texts.randomElement(using: &generator).map(CellValue.text)
    case .option, .label, .repeat: return nil
    }
  }

  private func options(of cell: FormCell, in form: FormDefinition) -> [String] {
    form.questions.first { $0.cell.key == cell.key }?.optionTitles.keys.sorted() ?? []
  }
}
