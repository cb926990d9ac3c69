import Foundation
import Testing

/// Two instances to which two copies gave one counter, in one response.
@Suite("Instances with one counter")
struct SharedCounterTests {
  /// The trip of Ada and Grace, two passengers with the counter 7, and tags that begin alike.
  private func merged() async throws -> Workspace {
    let workspace = try await Workspace.withExample("trip.json")
    try await workspace.formstate("set", "answers.sqlite", "destination", "Rome")
    for (place, name) in [(2, "Ada"), (3, "Grace")] {
      try await workspace.formstate("add", "answers.sqlite", "passenger")
      try await workspace.formstate("set", "answers.sqlite", "passenger[\(place)]/name", name)
    }
    try await workspace.formstate("export", "json", "answers.sqlite", "--output", "filled.json")
    var text = try String(contentsOf: workspace.file("filled.json"), encoding: .utf8)
    let numbers = Set(text.matches(of: /"instance": ?([0-9]{10,})/).compactMap { Int($0.1) }).sorted()
    let counters = numbers.map { $0 >> 32 }
    try #require(counters == [1, 2, 3])
    // The tags 7f1… and 7f2….
    for (number, tag) in zip(numbers.dropFirst(), [0x13, 0x23]) {
      text = text.replacing("\(number)", with: "\(7 << 32 | tag)")
      text = text.replacing(/(name|passenger):(\d)([a-z][0-9a-z]{6})/) { match in
        guard match.2 == "\(number >> 32)" else { return String(match.0) }
        return "\(match.1):7f\(tag >> 4)00000"
      }
    }
    try text.write(to: workspace.file("merged.json"), atomically: true, encoding: .utf8)
    try await workspace.formstate("import", "merged.sqlite", "merged.json")
    return workspace
  }

  @Test("Each has an address that tells it apart, in every command, and the counter alone is refused")
  func addresses() async throws {
    let workspace = try await merged()
    #expect(try await workspace.formstate("check", "merged.sqlite") == "ok\n")
    #expect(try await workspace.formstate("get", "merged.sqlite", "name:7f1") == "Ada\n")
    #expect(try await workspace.formstate("get", "merged.sqlite", "name:7f2000") == "Grace\n")
    #expect(
      try await workspace.refused("get", "merged.sqlite", "name:7")
        == "Error: several instances are called “name:7”; write which one: name:7f1, name:7f2\n")
    #expect(
      try await workspace.refused("set", "merged.sqlite", "name:7f3", "Eve")
        == "Error: there is no instance “name:7f3”; it may have been removed\n")
    try await workspace.formstate("set", "merged.sqlite", "name:7f2", "Eve")
    let answers = try await workspace.formstate("answers", "merged.sqlite", "--ndjson")
    #expect(answers.contains(#""cell":"name","instance":\#(7 << 32 | 0x23),"address":"name:7f2""#))
    #expect(try await workspace.formstate("answers", "merged.sqlite").contains("Name (7f2)"))
    #expect(try await workspace.formstate("undo", "merged.sqlite").contains("Name (7f2)"))
    let shell = try await workspace.run(
      ["sqlite3", "-batch", "merged.sqlite", "SELECT DISTINCT instance FROM answer WHERE cell = 'name' ORDER BY 1"],
      of: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(shell.output == "7f1\n7f2\n")
    try await workspace.formstate("remove", "merged.sqlite", "passenger:7f1")
    #expect(try await workspace.formstate("get", "merged.sqlite", "name:7") == "Grace\n")
    #expect(try await workspace.formstate("check", "merged.sqlite") == "ok\n")
  }

  private func digest(of name: String, _ workspace: Workspace) async throws -> String? {
    let list = try await workspace.formstate("list", "\(name).sqlite", "--digests", "--json")
    return list.firstMatch(of: /"digest": ?"([0-9a-f]{64})"/).map { String($0.1) }
  }

  @Test("An exported list of actions names each fully, and replays elsewhere with the same digest")
  func replay() async throws {
    let workspace = try await merged()
    try await workspace.formstate("export", "actions", "merged.sqlite", "--output", "merged.jsonl")
    let actions = try String(contentsOf: workspace.file("merged.jsonl"), encoding: .utf8)
    #expect(actions.contains("name:7f100000") && actions.contains("name:7f200000"))
    try await workspace.formstate("import", "again.sqlite", "trip.json")
    try await workspace.formstate("replay", "again.sqlite", "merged.jsonl")
    let digests = [try await digest(of: "merged", workspace), try await digest(of: "again", workspace)]
    #expect(digests[0] == digests[1] && digests[0] != nil)
  }
}
