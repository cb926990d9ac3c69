import Testing

@testable import FormState

@Suite("Answers of several lines")
struct MergedAnswerTests {
  private static func value(_ key: String, _ response: MergeWorld.Response) -> CellValue? {
    response.state[.value, of: StateSubject(key)]?.value
  }

  @Test("What an undo brings back of a rule yields to a person's answer")
  func undoneRule() throws {
    let meeting = try MergeMeeting([.set("floors", 1)])
    try meeting.act(0, [.choose("roof=poor"), .choose("roof=fair")])
    try meeting.undo(0)
    try meeting.act(1, [.set("advice", "none")])
    let response = try meeting.meet()
    #expect(Self.value("roof", response) == "poor")
    #expect(Self.value("advice", response) == "none")
    #expect(response.questions.isEmpty)
  }

  @Test("An answer in a nested instance keeps the removed one around it")
  func nested() throws {
    let meeting = try MergeMeeting([.add("room", number: 5), .set("name:5", "Hall")])
    try meeting.act(0, [.remove("room:5"), .set("floors", 1)])
    try meeting.act(1, [.set("label:6", "red")])
    let response = try meeting.meet()
    #expect(response.state.instances.keys.map(\.instance).sorted() == [5, 6])
    #expect(response.state[.value, of: StateSubject("label", instance: 6)] == .text("red"))
    #expect(response.questions.inOrder.map(\.identity.subject) == [StateSubject("room", instance: 5)])
  }

  @Test("A question stays open while nobody answers it, also where all have built on the merge that asks")
  func questionBeforeCut() throws {
    let meeting = try MergeMeeting([.set("floors", 1)])
    try meeting.act(0, [.expand("roof"), .set("advice", "Bob")])
    try meeting.act(1, [.set("advice", "Eve")])
    let open = try meeting.meet().questions
    #expect(open.byField.count == 1)
    try meeting.act(0, [.set("floors", 2)])
    try meeting.act(1, [.set("reason", "x"), .set("reason", "y")])
    #expect(try meeting.meet().questions == open)
    try meeting.act(1, [.set("advice", "Zoe")])
    #expect(try meeting.meet().questions.isEmpty)
  }

  @Test("Of an option that both sides changed the change stands, not the return")
  func options() throws {
    let meeting = try MergeMeeting([.choose("a")])
    try meeting.act(0, [.choose("a"), .choose("b"), .choose("b")])
    try meeting.act(1, [.choose("a"), .choose("a"), .choose("b"), .expand("roof")])
    #expect(try Self.value("damage", meeting.meet())?.chosenValues == ["b"])
  }

  @Test("Two who settle one question differently are asked again, also if one says something new")
  func settledDifferently() throws {
    let meeting = try MergeMeeting([.set("floors", 1)])
    try meeting.act(0, [.expand("roof"), .set("advice", "Bob")])
    try meeting.act(1, [.set("advice", "Eve")])
    #expect(try Self.value("advice", meeting.meet()) == "Bob")
    try meeting.act(0, [.set("advice", "Eve")])
    try meeting.act(1, [.set("advice", "Zoe"), .set("floors", 3)])
    let question = try #require(try meeting.meet().questions.inOrder.first)
    #expect(Set(question.question.alternatives.map(\.content)) == [.text("Eve"), .text("Zoe")])
  }
}
