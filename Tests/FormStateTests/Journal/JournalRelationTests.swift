import Testing

@testable import FormState

@Suite("Relation between the journals of two copies")
struct JournalRelationTests {
  /// An entry that sets a text, by default to its revision.
  private func entry(_ revision: Int, _ text: String? = nil, before: String? = nil, version: Int? = 1) -> JournalEntry {
    JournalEntry(
      revision: revision, version: version, action: .set(.key("a"), .text(text ?? "\(revision)")),
      time: Timestamp(milliseconds: Int64(revision)) ?? .now,
      changes: [
        StateChange(
          .value, of: StateSubject("a"),
          before: (before ?? (revision > 1 ? "\(revision - 1)" : nil)).map(FieldContent.text),
          after: .text(text ?? "\(revision)"))
      ])
  }

  private func journal(_ revisions: ClosedRange<Int>) -> [JournalEntry] { revisions.map { entry($0) } }

  private func checkpoint(_ revision: Int, _ text: String? = nil) -> JournalEntry {
    JournalEntry(
      revision: revision, version: 1, action: .checkpoint, time: .now,
      changes: [
        StateChange(.value, of: StateSubject("a"), before: nil, after: .text(text ?? "\(revision)"))
      ])
  }

  @Test("Equal journals are the same, empty or not, regardless of abandoned entries")
  func same() {
    #expect(JournalRelation(of: [], to: []) == .same)
    #expect(JournalRelation(of: journal(1...3), to: journal(1...3)) == .same)
    var abandoned = journal(1...3)
    abandoned[1].abandonedBy = 3
    #expect(JournalRelation(of: abandoned, to: journal(1...3)) == .same)
    #expect(JournalRelation(of: [entry(1, version: nil)], to: [entry(1)]) == .same)
    #expect(JournalRelation(of: [entry(1, version: 2)], to: [entry(1)]) == .forked(at: 1))
  }

  @Test("A journal that continues the other is ahead by its further entries")
  func beginnings() {
    #expect(JournalRelation(of: journal(1...2), to: journal(1...4)) == .ahead(journal(3...4)))
    #expect(JournalRelation(of: journal(1...4), to: journal(1...2)) == .behind)
    #expect(JournalRelation(of: [], to: journal(1...2)) == .ahead(journal(1...2)))
    #expect(JournalRelation(of: journal(1...2), to: []) == .behind)
  }

  @Test("Journals fork at the first entry that differs in action, time or author")
  func forked() {
    let other = journal(1...2) + [entry(3, "x"), entry(4, "y", before: "x")]
    #expect(JournalRelation(of: journal(1...4), to: other) == .forked(at: 3))
    #expect(JournalRelation(of: journal(1...9), to: other) == .forked(at: 3))
    var later = journal(1...3)
    later[2].time = Timestamp(milliseconds: 9) ?? .now
    #expect(JournalRelation(of: journal(1...3), to: later) == .forked(at: 3))
    var author = journal(1...3)
    author[0].author = "Tom"
    #expect(JournalRelation(of: journal(1...3), to: author) == .forked(at: 1))
  }

  @Test("A compacted journal is compared by its checkpoint's state and the entries after it")
  func compacted() {
    let compacted = [checkpoint(3)] + journal(4...5)
    #expect(JournalRelation(of: compacted, to: journal(1...5)) == .same)
    #expect(JournalRelation(of: journal(1...5), to: compacted) == .same)
    #expect(JournalRelation(of: journal(1...3), to: compacted) == .ahead(journal(4...5)))
    #expect(JournalRelation(of: compacted, to: journal(1...7)) == .ahead(journal(6...7)))
    #expect(JournalRelation(of: [checkpoint(2)] + journal(3...5), to: compacted) == .same)
    #expect(JournalRelation(of: [checkpoint(3, "x")] + journal(4...5), to: journal(1...5)) == .forked(at: 3))
    #expect(JournalRelation(of: compacted, to: [checkpoint(3), entry(4, "x")]) == .forked(at: 4))
  }

  @Test("A journal compacted beyond the end of the other counts as forked")
  func beyond() {
    #expect(JournalRelation(of: journal(1...2), to: [checkpoint(3)]) == .forked(at: 3))
    #expect(JournalRelation(of: [checkpoint(3)], to: []) == .forked(at: 3))
  }

  @Test("A branch's name depends only on the stream's name and the entry")
  func branches() throws {
    let name = try #require(StreamName(bytes: [UInt8](repeating: 7, count: 16)))
    let other = try #require(StreamName(bytes: [UInt8](repeating: 8, count: 16)))
    #expect(name.branch(at: entry(3)) == name.branch(at: entry(3)))
    var abandoned = entry(3)
    abandoned.abandonedBy = 4
    #expect(name.branch(at: abandoned) == name.branch(at: entry(3)))
    let names = [name, name.branch(at: entry(3)), name.branch(at: entry(3, "x")), other.branch(at: entry(3))]
    #expect(Set(names).count == 4)
  }

  @Test("A free key appends the next unused number to the key")
  func freeKeys() {
    var keys = FreeKeys(besides: ["ada", "ada-2", "tom"])
    #expect(keys.take(like: "ada") == "ada-3")
    #expect(keys.take(like: "ada") == "ada-4")
    #expect(keys.take(like: "tom") == "tom-2")
  }

  @Test("A second response of a key has the beginning of its stream's name, which it leaves here on its way")
  func marks() throws {
    let stream = try #require(StreamName("3fa90b00000000000000000000000000"))
    var keys = FreeKeys(besides: ["ada", "tom~3fa9"])
    #expect(keys.take(like: "ada", of: stream) == "ada~3fa9")
    #expect(keys.take(like: "ada", of: stream) == "ada~3fa90b00")
    #expect(keys.take(like: "tom", of: stream) == "tom~3fa90b00")
    for (key, exchanged) in [
      ("ada~3fa9", "ada"), ("ada~3fa90b00", "ada"), ("a~b~3fa9", "a~b"), ("ada", "ada"), ("ada~3fa", "ada~3fa"),
      ("ada~3fa90", "ada~3fa90"), ("ada~ffff", "ada~ffff"), ("~3fa9", "~3fa9"), ("ada~", "ada~"),
      ("ada~3FA9", "ada~3FA9"),
    ] {
      #expect(ResponseKey(form: "f", response: key).exchanged(for: stream).response == exchanged)
    }
  }
}
