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
    let (room, bag) = (try meeting.number(5), try meeting.number(6))
    try meeting.act(0, [.remove("room:5"), .set("floors", 1)])
    try meeting.act(1, [.set("label:6", "red")])
    let response = try meeting.meet()
    #expect(response.state.instances.keys.map(\.instance).sorted() == [room, bag])
    #expect(response.state[.value, of: StateSubject("label", instance: bag)] == .text("red"))
    #expect(response.questions.inOrder.map(\.identity.subject) == [StateSubject("room", instance: room)])
  }

  @Test("Two who each add an instance and answer in it have both, each with its own answers")
  func added() throws {
    let meeting = try MergeMeeting([.add("room"), .set("name:1", "Hall")])
    try meeting.act(0, [.add("room"), .set("name:3", "Attic"), .set("label:4", "red"), .set("amount:3", 3)])
    try meeting.act(1, [.add("room"), .set("name:3", "Cellar"), .add("bag:3"), .set("label:5", "blue")])
    let numbers = try [0, 1].map { try meeting.number(3, on: $0) }
    #expect(numbers[0] != numbers[1])
    let response = try meeting.meet()
    #expect(response.questions.isEmpty)
    #expect(response.state.instances.count == 7)
    for (number, name) in zip(numbers, ["Attic", "Cellar"]) {
      #expect(response.state[.value, of: StateSubject("name", instance: number)] == .text(name))
    }
    #expect(response.state[.value, of: StateSubject("amount", instance: numbers[1])] == nil)
    // Both were appended at one rank: the lower number is first.
    let order = InstanceOrder(response.state).instances(of: "room", in: 0)
    #expect(Array(order.dropFirst()) == numbers.sorted())
    let labels = response.state.contents(of: .value).filter { $0.subject.key == "label" }
    #expect(
      labels.map { response.state.instances[StateSubject("bag", instance: $0.subject.instance)]?.parent }
        == labels.map { $0.content == .text("red") ? numbers[0] : numbers[1] })
    #expect(response.state.instanceNames.spelling(of: numbers[0]).hasPrefix("3"))
    #expect(Set(numbers.map(response.state.instanceNames.spelling)).count == 2)
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
