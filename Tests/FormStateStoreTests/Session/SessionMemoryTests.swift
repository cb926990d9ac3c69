import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A session applies actions to the state in its memory, so it must notice when the file has another one.
@Suite("A session's state in memory")
struct SessionMemoryTests {
  private static let questions = 4
  private let key = ResponseKey(form: "sums")

  /// Numbers, each with a running total.
  private var form: FormDefinition {
    let cells = (0..<Self.questions).flatMap { number in
      let before = number == 0 ? "0" : "${sum\(number - 1)}"
      return [
        FormCell(key: "number\(number)", kind: .integer, defaultValue: 0),
        FormCell(
          key: "sum\(number)", kind: .integer,
          rules: [FormRule(.calculate, "\(before) + ${number\(number)}")]),
      ]
    }
    return FormDefinition(key: "sums", sections: [FormSection(key: "all", cells: cells)])
  }

  @Test("Sums are right whether either of two sessions or the store writes", arguments: TestSeeds.seeds(1, full: 60))
  func sums(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let store = try FormStore.inMemory()
    try store.save(form)
    let sessions = try (0..<2).map { _ in try store.session(for: key, coalescing: .zero) }
    var numbers = Array(repeating: Int64(0), count: Self.questions)
    var past: [[Int64]] = []
    for step in 0..<120 {
      let action: FormAction
      if Int.random(in: 0..<6, using: &generator) == 0, let last = past.popLast() {
        (action, numbers) = (.undo(.everything), last)
      } else {
        let question = Int.random(in: 0..<Self.questions, using: &generator)
        past.append(numbers)
        numbers[question] += Int64.random(in: 1...9, using: &generator)
        action = .set(.key("number\(question)"), .integer(numbers[question]))
      }
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: try store.apply(action, to: key)
      case 1 where action.kind.continuesSteps: try sessions[0].group("One") { try $0.apply(action) }
      case 2: try sessions[1].apply(action)
      default: try sessions[0].apply(action)
      }
      let state = try store.contents(of: key).state
      let sums = form.sections[0].cells.filter { $0.key.hasPrefix("sum") }.map { state.value(of: $0, in: form) }
      let expected = numbers.indices.map { numbers[...$0].reduce(0, +) }
      let isUntouched = past.isEmpty && numbers.allSatisfy { $0 == 0 }
      try #require(
        isUntouched || sums == expected.map { .integer($0) }, "step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
    }
    for session in sessions {
      try session.refresh()
      #expect(session.value(of: .key("sum\(Self.questions - 1)")) == .integer(numbers.reduce(0, +)))
    }
    #expect(try store.check() == [])
  }
}
