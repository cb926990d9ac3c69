import Testing

@testable import FormState

@Suite("Lines that wait")
struct MergeObstacleTests {
  @Test("Two persons who give one number wait: one would get the other's instance")
  func number() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada")])
    let number = InstanceNumber(counter: 7, tag: 1).whole
    try meeting.act(0, [.add("room", number: number)])
    try meeting.act(1, [.set("floors", 1), .add("room", number: number)])
    #expect(throws: MergeObstacle.number(number)) { try meeting.meet() }
  }

  @Test("One number in two repeats waits too")
  func numberInTwoRepeats() throws {
    let meeting = try MergeMeeting([.add("room", number: 5)])
    let number = InstanceNumber(counter: 9, tag: 1).whole
    try meeting.act(0, [.add("room", number: number)])
    try meeting.act(1, [.set("floors", 1), .add("bag:5", number: number)])
    #expect(throws: MergeObstacle.number(number)) { try meeting.meet() }
  }

  @Test("Lines of which one leads to another version wait, and so do lines that both went back to one")
  func versions() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada")])
    try meeting.act(0, [.set("floors", 1)])
    try meeting.act(1, [.set("floors", 2)])
    let lines = meeting.world.entries.map(\.line)
    let tips = Array(lines.dropFirst().map(\.address))
    func merge(_ versions: [Int], after cut: Int) throws -> MergeEntry? {
      let graph = try EntryGraph(tips: tips) { address in
        guard let line = lines.first(where: { $0.address == address }), var entry = line.action else { return nil }
        entry.version = tips.firstIndex(of: address).map { versions[$0] }
        return LineEntry(entry, at: address, after: line.previous)
      }
      let reader = FormReader(MergeForm.index, version: versions[0])
      return try MergeEntry(joining: graph, reader: reader, versionAtCut: cut)
    }
    #expect(throws: MergeObstacle.versions) { try merge([1, 2], after: 1) }
    #expect(throws: MergeObstacle.versions) { try merge([1, 1], after: 2) }
    #expect(try merge([1, 1], after: 1) != nil)
  }

  @Test("Two who dispute an answer again and again beside a third line are joined in bounded time")
  func dispute() throws {
    let meeting = try MergeMeeting(of: ["north", "south", "east"], [.set("advice", "Ada")])
    try meeting.act(2, [.set("floors", 1)])
    for round in 0..<110 {
      try meeting.act(0, [.set("advice", .text("n\(round)"))])
      try meeting.act(1, [.set("advice", .text("s\(round)"))])
      try meeting.meet(of: [0, 1])
    }
    let response = try meeting.meet()
    let question = try #require(response.questions.inOrder.first)
    #expect(Set(question.question.alternatives.map(\.content)) == [.text("n109"), .text("s109")])
  }
}
