import TestSupport
import Testing

@testable import FormState

@Suite("The state of a response")
struct ResponseStateTests {
  @Test("A content is a value, a flag, a text or cleared, and each is distinct")
  func contents() {
    #expect(FieldContent.flag(false) == .value(.boolean(false)))
    #expect(FieldContent.text("") == .value(.text("")))
    #expect(FieldContent.cleared.value == nil)
    #expect(FieldContent.text("").value == .text(""))
    let contents: [FieldContent] = [.flag(true), .text("true"), .value(.integer(1)), .value(.real(1)), .cleared]
    #expect(contents.map(\.flag) == [true, nil, nil, nil, nil])
    #expect(contents.map(\.text) == [nil, "true", nil, nil, nil])
    #expect(Set(contents).count == contents.count)
  }

  @Test("Each field of a cell is independent, and a cell without any is empty")
  func cell() {
    var cell = CellState()
    #expect(cell.isEmpty)
    let contents: [(StateChange.Field, FieldContent)] = [
      (.disclosure, .flag(false)), (.value, .cleared), (.title, .text("T")), (.draft, .text("")), (.saved, .text("S")),
      (.touched, .flag(true)),
    ]
    for (field, content) in contents { cell[field] = content }
    #expect(contents.allSatisfy { cell[$0.0] == $0.1 })
    #expect(cell.isExpanded == false)
    #expect(cell.entry == .cleared)
    #expect((cell.title, cell.draft) == ("T", ""))
    #expect(cell.saved == .text("S"))
    #expect(cell.isTouched)
    for field in [StateChange.Field.fold, .completion] {
      cell[field] = .flag(true)
      #expect(cell[field] == nil)
    }
    for (field, _) in contents {
      #expect(!cell.isEmpty)
      cell[field] = nil
    }
    #expect(cell.isEmpty)
  }

  @Test("A change sets only its field of its subject, and its inverse undoes it", arguments: Self.touches)
  func change(field: StateChange.Field, subject: StateSubject, content: FieldContent) {
    var state = ResponseState()
    let change = StateChange(field, of: subject, before: nil, after: content)
    let wasBefore = [change, change].map { state.apply($0) }
    #expect(wasBefore == [true, false])
    #expect(state[field, of: subject] == content)
    #expect(!state.isEmpty)
    #expect(state.changes == [change])
    let others = StateChange.Field.allCases.filter { $0 != field }
    #expect(others.allSatisfy { state[$0, of: subject] == nil })
    if field.scope != .response {
      #expect(state[field, of: StateSubject(subject.key, instance: subject.instance + 1)] == nil)
    }
    let wasAfter = state.apply(change.inverse)
    #expect(wasAfter)
    #expect(state == ResponseState())
  }

  private static let touches: [(StateChange.Field, StateSubject, FieldContent)] = [
    (.disclosure, StateSubject("a"), .flag(false)), (.fold, StateSubject("s"), .flag(false)),
    (.fold, StateSubject("s", instance: 2), .flag(true)), (.value, StateSubject("a"), .cleared),
    (.value, StateSubject("a", instance: 1), .value(.integer(3))), (.title, StateSubject("a"), .text("T")),
    (.draft, StateSubject("a"), .text("")), (.saved, StateSubject("a"), .cleared),
    (.touched, StateSubject("a"), .flag(true)), (.completion, .response, .flag(true)),
  ]

  @Test("A change from another state is applied and returns false")
  func farSide() {
    var state = ResponseState()
    var wasBefore = state.apply(StateChange(.value, of: StateSubject("a"), before: .text("x"), after: .text("y")))
    #expect(!wasBefore)
    #expect(state[.value, of: StateSubject("a")] == .text("y"))
    wasBefore = state.apply(StateChange(.value, of: StateSubject("a"), before: .cleared, after: nil))
    #expect(!wasBefore)
    #expect(state.isEmpty)
  }

  @Test("Contents are ordered by instance, then by the bytes of the key")
  func order() {
    // By characters “é” comes before “z”, by bytes after it; a capital comes before both.
    let subjects = [("Z", 0), ("a", 0), ("a-b", 0), ("ab", 0), ("z", 0), ("é", 0), ("a", 1), ("Z", 2)]
      .map { StateSubject($0.0, instance: $0.1) }
    var state = ResponseState()
    for subject in subjects.shuffled() {
      state.apply(StateChange(.value, of: subject, before: nil, after: .text(subject.description)))
      state.apply(StateChange(.fold, of: subject, before: nil, after: .flag(subject.instance > 0)))
    }
    state.apply(StateChange(.draft, of: StateSubject("only drafted"), before: nil, after: .text("d")))
    #expect(state.contents(of: .value).map(\.subject) == subjects)
    #expect(state.contents(of: .value).map(\.content) == subjects.map { .text($0.description) })
    #expect(state.contents(of: .fold).map(\.content) == subjects.map { .flag($0.instance > 0) })
    #expect(state.contents(of: .draft).map(\.subject.key) == ["only drafted"])
    #expect(state.contents(of: .completion).isEmpty)
  }

  @Test(
    "The changes between two random states lead there and back, each field once",
    arguments: TestSeeds.seeds(20, full: 300))
  func changes(seed: UInt64) {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var generator = SeededGenerator(seed: seed)
    let (one, other) = (Self.state(&generator), Self.state(&generator))
    let changes = one.changes(to: other)
    #expect(Set(changes.map(\.identity)).count == changes.count, place)
    #expect(changes.allSatisfy { !$0.isEmpty }, place)
    var state = one
    let wereBefore = changes.shuffled(using: &generator).map { state.apply($0) }
    #expect(!wereBefore.contains(false), place)
    #expect(state == other, place)
    let wereAfter = changes.shuffled(using: &generator).map { state.apply($0.inverse) }
    #expect(!wereAfter.contains(false), place)
    #expect(state == one, place)
    #expect(one.changes(to: one).isEmpty, place)
    var fresh = ResponseState()
    for change in one.changes { fresh.apply(change) }
    #expect(fresh == one, place)
  }

  private static func state(_ generator: inout SeededGenerator) -> ResponseState {
    var state = ResponseState()
    for (field, subject, content) in touches where Bool.random(using: &generator) {
      let others: [FieldContent] = field.contentType == .flag ? [content] : [content, .text("other"), .cleared]
      let after = others.randomElement(using: &generator)
      state.apply(StateChange(field, of: subject, before: nil, after: field.contentType == .text ? content : after))
    }
    return state
  }

  @Test("Untouched state follows the definition")
  func definition() {
    let cell = FormCell(
      key: "a", kind: .text, title: "A", defaultValue: .text("d"), isExpandable: true, startsExpanded: true)
    let section = FormSection(key: "s", startsFolded: true)
    let form = FormDefinition(key: "f", sections: [section])
    var state = ResponseState()
    #expect(state.isExpanded(cell) && state.isFolded(section))
    #expect(state.value(of: cell, in: form) == .text("d"))
    #expect(state.title(of: cell, in: form) == "A")
    let subject = StateSubject("a")
    state.apply(StateChange(.disclosure, of: subject, before: nil, after: .flag(false)))
    state.apply(StateChange(.value, of: subject, before: nil, after: .cleared))
    state.apply(StateChange(.title, of: subject, before: nil, after: .text("B")))
    state.apply(StateChange(.fold, of: StateSubject("s"), before: nil, after: .flag(false)))
    #expect(!state.isExpanded(cell) && !state.isFolded(section))
    #expect(state.value(of: cell, in: form) == nil)
    #expect(state.title(of: cell, in: form) == "B")
    #expect(state.state(of: cell).entry == .cleared)
  }

  @Test("A change reverts to its original content from any current state")
  func reverting() {
    var state = ResponseState()
    let subject = StateSubject("a")
    let change = StateChange(.value, of: subject, before: .text("x"), after: .text("y"))
    state.apply(StateChange(.value, of: subject, before: nil, after: .text("z")))
    #expect(change.reverting(in: state) == StateChange(.value, of: subject, before: .text("z"), after: .text("x")))
  }

  @Test("A subject outside repeats is described by its key alone")
  func subjects() {
    #expect(StateSubject("a").description == "a")
    #expect(StateSubject("a", instance: 3).description == "a:3")
    #expect(StateSubject("a") != StateSubject("a", instance: 3))
  }
}
