import Testing

@testable import FormState

/// Merges, byte for byte. Instances have their counters alone, and chains are replaced by the author and the revision
/// of their entries; heads, and the answers to one question, have different revisions, so the chains do not matter.
@Suite("Golden merges")
struct GoldenMergeTests {
  private static let room = FormAction.add("room", number: 5)

  @Test("Different answers of two persons are open, and the greatest shows")
  func open() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada")])
    try meeting.act(0, [.set("advice", "Bob"), .set("floors", 2)])
    try meeting.act(1, [.set("advice", "Eve")])
    #expect(
      try meeting.changes() == #"""
        "with":[{"chain":"south2","revision":2}],\#
        "by":[{"author":"south","cell":"advice","chain":"south2","revision":2}]},"changes":[\#
        {"cell":"advice","field":"alternatives","after":[{"value":"Eve","author":"south",\#
        "time":"2026-11-30T00:53:21.000Z","revision":2,"chain":"south2"},\#
        {"value":"Bob","author":"north","time":"2026-11-30T00:53:22.000Z","revision":2,\#
        "chain":"north2"}]},\#
        {"cell":"advice","field":"value","before":"Bob","after":"Eve"}]
        """#)
  }

  @Test("Answers to different questions are combined, and rules are evaluated again")
  func combined() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada"), Self.room])
    try meeting.act(0, [.choose("roof=poor"), .set("amount:5", 40)])
    try meeting.act(1, [.set("advice", "none"), .set("floors", 9), .set("name:5", "Hall")])
    #expect(
      try meeting.changes() == #"""
        "with":[{"chain":"north4","revision":4}],\#
        "by":[{"author":"north","cell":"roof","chain":"north3","revision":3},\#
        {"author":"north","cell":"amount","chain":"north4","instance":5,"revision":4}]},"changes":[\#
        {"cell":"roof","field":"touched","after":true},\#
        {"cell":"roof","field":"value","after":"poor"},\#
        {"cell":"amount","instance":5,"field":"touched","after":true},\#
        {"cell":"amount","instance":5,"field":"value","after":40},\#
        {"cell":"reason","field":"relevance","after":true},\#
        {"cell":"total","field":"calculated","after":40},\#
        {"cell":"roof","field":"title","after":"Poor"}]
        """#)
  }

  @Test("An undone answer yields to another person's")
  func undone() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada")])
    try meeting.act(0, [.set("advice", "Bob")])
    try meeting.undo(0)
    try meeting.act(1, [.set("advice", "Eve")])
    #expect(
      try meeting.changes() == #"""
        "with":[{"chain":"south2","revision":2}],\#
        "by":[{"author":"south","cell":"advice","chain":"south2","revision":2}]},"changes":[\#
        {"cell":"advice","field":"value","before":"Ada","after":"Eve"}]
        """#)
  }

  @Test("Each choice is joined by itself")
  func choices() throws {
    let meeting = try MergeMeeting([.choose("a"), .choose("b")])
    try meeting.act(0, [.choose("a"), .choose("c")])
    try meeting.act(1, [.choose("d")])
    #expect(
      try meeting.changes() == #"""
        "with":[{"chain":"south3","revision":3}],\#
        "by":[{"author":"north","cell":"damage","chain":"north4","revision":4}]},"changes":[\#
        {"cell":"damage","field":"value","before":["b","c"],"after":["b","c","d"]},\#
        {"cell":"damage","field":"title","before":"b, c","after":"b, c, d"}]
        """#)
  }

  @Test("An instance that was removed and answered stays, with all that was in it, and is asked about")
  func removedAndAnswered() throws {
    let meeting = try MergeMeeting([Self.room, .set("name:5", "Hall"), .set("label:6", "red")])
    try meeting.act(0, [.remove("room:5"), .set("advice", "Ada")])
    try meeting.act(1, [.set("amount:5", 3)])
    #expect(
      try meeting.changes() == #"""
        "with":[{"chain":"south4","revision":4}],\#
        "by":[{"author":"south","cell":"amount","chain":"south4","instance":5,"revision":4}]},"changes":[\#
        {"cell":"room","instance":5,"field":"instance","after":"0 0"},\#
        {"cell":"bag","instance":6,"field":"instance","after":"5 0"},\#
        {"cell":"amount","instance":5,"field":"touched","after":true},\#
        {"cell":"amount","instance":5,"field":"value","after":3},\#
        {"cell":"code","instance":5,"field":"calculated","after":"c0.10993899778016925"},\#
        {"cell":"name","instance":5,"field":"touched","after":true},\#
        {"cell":"name","instance":5,"field":"value","after":"Hall"},\#
        {"cell":"note","instance":5,"field":"value","after":"Hall!"},\#
        {"cell":"room","instance":5,"field":"alternatives","after":[{"value":"0 0","author":"south",\#
        "time":"2026-11-30T00:53:21.000Z","revision":4,"chain":"south4"},\#
        {"author":"north","time":"2026-11-30T00:53:24.000Z","revision":4,"chain":"north4"}]},\#
        {"cell":"label","instance":6,"field":"touched","after":true},\#
        {"cell":"label","instance":6,"field":"value","after":"red"},\#
        {"cell":"total","field":"calculated","after":3}]
        """#)
  }

  @Test("An instance that nobody answered in goes, and one that was added stays")
  func removedAndAdded() throws {
    let meeting = try MergeMeeting([Self.room, .set("name:5", "Hall")])
    try meeting.act(0, [.set("advice", "Ada"), .set("floors", 1)])
    try meeting.act(1, [.remove("room:5"), .add("room", number: 2_005), .set("floors", 1)])
    #expect(
      try meeting.changes() == #"""
        "with":[{"chain":"north4","revision":4}],\#
        "by":[{"author":"north","cell":"advice","chain":"north3","revision":3}]},"changes":[\#
        {"cell":"advice","field":"touched","after":true},\#
        {"cell":"advice","field":"value","after":"Ada"}]
        """#)
  }

  @Test("A completion without an answer of another person is withdrawn")
  func completion() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada")])
    try meeting.act(0, [.set("floors", 1), .complete])
    try meeting.act(1, [.set("advice", "Eve")])
    #expect(
      try meeting.changes() == #"""
        "with":[{"chain":"south2","revision":2}],\#
        "by":[{"author":"south","cell":"advice","chain":"south2","revision":2}]},"changes":[\#
        {"cell":"advice","field":"value","before":"Ada","after":"Eve"},\#
        {"field":"completion","before":true},\#
        {"field":"responseAlternatives","after":[{"author":"south",\#
        "time":"2026-11-30T00:53:21.000Z","revision":2,"chain":"south2"},\#
        {"value":true,"author":"north","time":"2026-11-30T00:53:23.000Z","revision":3,\#
        "chain":"north3"}]}]
        """#)
  }

  @Test("Of a sensitive answer the cleared one shows")
  func sensitive() throws {
    let meeting = try MergeMeeting([.set("secret", "x")])
    try meeting.act(0, [.set("advice", "Ada"), .set("secret", "y")])
    try meeting.act(1, [.clear("secret")])
    #expect(
      try meeting.changes() == #"""
        "with":[{"chain":"south2","revision":2}],\#
        "by":[{"author":"south","cell":"secret","chain":"south2","revision":2}]},"changes":[\#
        {"cell":"secret","field":"alternatives","after":[{"value":null,"author":"south",\#
        "time":"2026-11-30T00:53:21.000Z","revision":2,"chain":"south2"},\#
        {"value":"y","author":"north","time":"2026-11-30T00:53:23.000Z","revision":3,\#
        "chain":"north3"}]},\#
        {"cell":"secret","field":"value","before":"y","after":null}]
        """#)
  }

  @Test("A report stays while the value shows that it is about")
  func reports() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada"), .set("floors", 1)])
    try meeting.act(0, [.set("advice", "Bob"), .expand("roof")])
    try meeting.act(
      1, [.reportFault("Who?", on: "advice"), .reportFault("Few.", on: "floors", from: "hq"), .markSaved])
    #expect(
      try meeting.changes() == #"""
        "with":[{"chain":"north4","revision":4}],\#
        "by":[{"author":"north","cell":"advice","chain":"north3","revision":3}]},"changes":[\#
        {"cell":"advice","field":"reportedFaults","before":[{"message":"Who?"}]},\#
        {"cell":"advice","field":"value","before":"Ada","after":"Bob"},\#
        {"cell":"roof","field":"disclosure","after":true}]
        """#)
  }

  @Test("The merge of three heads")
  func three() throws {
    let meeting = try MergeMeeting(of: ["north", "south", "east"], [.set("advice", "Ada")])
    try meeting.act(0, [.set("floors", 1), .set("advice", "Bob"), .set("floors", 2), .set("floors", 3)])
    try meeting.act(1, [.expand("roof"), .set("advice", "Eva"), .set("advice", "Eve")])
    try meeting.act(2, [.clear("advice")])
    #expect(
      try meeting.changes() == #"""
        "with":[{"chain":"east2","revision":2},\#
        {"chain":"south4","revision":4}],\#
        "by":[{"author":"south","cell":"advice","chain":"south4","revision":4}]},"changes":[\#
        {"cell":"advice","field":"alternatives","after":[{"value":"Eve","author":"south",\#
        "time":"2026-11-30T00:53:23.000Z","revision":4,"chain":"south4"},\#
        {"value":null,"author":"east","time":"2026-11-30T00:53:21.000Z","revision":2,\#
        "chain":"east2"},\#
        {"value":"Bob","author":"north","time":"2026-11-30T00:53:23.000Z","revision":3,\#
        "chain":"north3"}]},\#
        {"cell":"advice","field":"value","before":"Bob","after":"Eve"},\#
        {"cell":"roof","field":"disclosure","after":true}]
        """#)
  }

  @Test("The chain goes on from the main head with the line of the merge")
  func address() throws {
    let meeting = try MergeMeeting([.set("advice", "Ada")])
    try meeting.act(0, [.set("advice", "Bob")])
    try meeting.act(1, [.set("floors", 2)])
    let response = try meeting.meet()
    let merge = try #require(response.merge)
    var chain = merge.main.chain
    chain.append(try JournalLine.text(of: merge.entry, after: 1, digests: [1: MergeForm.digest]))
    #expect(response.address == EntryAddress(revision: 3, chain: chain))
  }
}

extension MergeMeeting {
  /// The changes of the merge as JSON, with short chains and numbers.
  func changes() throws -> String {
    let response = try meet()
    var json = JSONWriter(isPretty: false)
    json.entry(try #require(response.merge).entry, after: 1, naming: .numbers)
    var line = json.text
    for entry in world.entries {
      let address = entry.line.address
      line = line.replacing(address.chain.description, with: "\(entry.line.entry.author ?? "")\(address.revision)")
      for number in entry.line.changes.map(\.subject.instance) where number > 0 {
        line = line.replacing(String(number), with: String(InstanceNumber.counter(of: number)))
      }
    }
    return try String(line[#require(line.range(of: "\"with\"")).lowerBound...].dropLast())
  }
}
