import Testing

@testable import FormState

@Suite("Undo after a merge")
struct MergedUndoTests {
  private static func value(_ key: String, _ response: MergeWorld.Response) -> CellValue? {
    response.state[.value, of: StateSubject(key)]?.value
  }

  @Test("Beside another person's answer that one stays, and the question is closed")
  func besideAnother() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada")])
    try meeting.act(0, [.expand("roof"), .set("advice", "Bob")])
    try meeting.act(1, [.set("advice", "Eve")])
    #expect(try meeting.meet().questions.byField.count == 1)
    try meeting.undo(0)
    let response = try meeting.meet()
    #expect(Self.value("advice", response) == "Eve")
    #expect(response.questions.isEmpty)
  }

  @Test("An answer that stands alone goes back to the one before it, and the other line's answers stay")
  func alone() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada")])
    try meeting.act(0, [.set("advice", "Bob")])
    try meeting.act(1, [.set("floors", 2), .set("floors", 3)])
    try meeting.meet()
    try meeting.undo(0)
    let response = try meeting.meet()
    #expect(Self.value("advice", response) == "Ada")
    #expect(Self.value("floors", response) == 3)
  }

  @Test("What others have changed since is left alone")
  func changedSince() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada")])
    try meeting.act(0, [.set("advice", "Bob"), .set("floors", 1)])
    try meeting.act(1, [.set("reason", "x")])
    try meeting.meet()
    try meeting.act(1, [.set("floors", 4)])
    let response = try meeting.meet()
    let step = try #require(meeting.world.entries.first { $0.action == .set("floors", 1) }).line.changes
    #expect(
      Reversal.changes(
        reverting: step, beside: response.questions, in: response.state, of: MergeForm.index) == [])
  }

  @Test("Of several choices only the own one goes")
  func choices() throws {
    let meeting = try MergeMeeting([.choose("a")])
    try meeting.act(0, [.choose("b")])
    try meeting.act(1, [.choose("c")])
    #expect(try Set(Self.value("damage", meeting.meet())?.chosenValues ?? []) == ["a", "b", "c"])
    try meeting.undo(0)
    #expect(try Set(Self.value("damage", meeting.meet())?.chosenValues ?? []) == ["a", "c"])
  }

  @Test("A removed instance comes back with its contents, and an added one goes")
  func instances() throws {
    let meeting = try MergeMeeting([.add("room", number: 5), .set("name:5", "Hall")])
    let (room, bag) = (try meeting.number(5), try meeting.number(6))
    try meeting.act(0, [.remove("room:5")])
    try meeting.act(1, [.add("room", number: 2_005), .set("name:2005", "Attic")])
    try meeting.meet()
    try meeting.undo(0)
    let back = try meeting.meet()
    #expect(back.state[.value, of: StateSubject("name", instance: room)] == .text("Hall"))
    try meeting.undo(1)
    try meeting.undo(1)
    let gone = try meeting.meet()
    #expect(gone.state.instances.keys.map(\.instance).sorted() == [room, bag])
    #expect(gone.state.cells.keys.allSatisfy { $0.instance <= bag })
  }
}
