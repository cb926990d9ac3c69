import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// A long text in the journal: every revision reads back exactly.
@Suite("Long texts in a journal")
struct LongTextTests {
  private let key = ResponseKey(form: "letter")

  /// The parts of the texts: composed and decomposed letters, combining marks, emoji of several scalars.
  private static let pieces = [
    "a", "b", " ", "é", "e\u{301}", "\u{301}", "\u{FE0F}", "👩‍👩‍👧", "🇩🇪", "\u{1F1E9}", "\r\n", "\u{FEFF}", "日本", "ﬀ",
    "\u{10FFFF}", "'", "\u{200D}",
  ]

  @Test(
    "Every revision reads back scalar by scalar, despite undo, redo and compaction",
    arguments: TestSeeds.seeds(1, full: 40))
  func everyRevision(seed: UInt64) throws {
    let place = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var generator = SeededGenerator(seed: seed)
    let store = try FormStore.inMemory()
    try store.save(FormDefinition(key: "letter") { FormSection(key: "s") { Cell.text("text", title: "Text") } })
    var expected: [ResponseState] = [ResponseState()]
    for _ in 0..<6 {
      for _ in 0..<60 {
        try act(on: store, generator: &generator)
        if try store.revision(of: key) == expected.count {
          expected.append(try store.contents(of: key).state.withoutDrafts)
        }
      }
      try expectRevisions(expected, of: store, place)
      try store.compact(key, keeping: Int.random(in: 0...100, using: &generator))
      try expectRevisions(expected, of: store, place)
    }
    #expect(try store.check() == [], place)
  }

  private func act(on store: FormStore, generator: inout SeededGenerator) throws {
    let state = try store.contents(of: key).state
    let cell = CellReference.key("text")
    do {
      switch Int.random(in: 0..<20, using: &generator) {
      case 0..<3: try store.undo(of: key)
      case 3..<5: try store.redo(of: key)
      case 5: try store.apply(.clear(cell), to: key)
      case 6: try store.apply(.markSaved, to: key)
      case 7..<10: try store.apply(.draft(cell, edited(state.drafts["text"] ?? "", &generator)), to: key)
      default:
        try store.apply(.set(cell, .text(edited(state.entries["text"]?.text ?? "", &generator))), to: key)
      }
    } catch is ActionError {
      return
    }
  }

  /// The text after a random insertion, deletion or replacement between any two scalars.
  private func edited(_ text: String, _ generator: inout SeededGenerator) -> String {
    var scalars = Array(text.unicodeScalars)
    let start = Int.random(in: 0...scalars.count, using: &generator)
    let end = min(scalars.count, start + [0, 0, 1, 3, 40].randomElement(using: &generator, or: 0))
    let count = scalars.count < 40 ? 60 : [0, 1, 1, 2, 30].randomElement(using: &generator, or: 1)
    let new = (0..<count).flatMap { _ in Array(Self.pieces.randomElement(using: &generator, or: "a").unicodeScalars) }
    scalars.replaceSubrange(start..<end, with: new)
    return String(String.UnicodeScalarView(scalars))
  }

  private func expectRevisions(_ expected: [ResponseState], of store: FormStore, _ place: Comment) throws {
    let journal = try store.journal(of: key)
    let base = journal.first?.action == .checkpoint ? journal[0].revision : 0
    #expect(try store.revision(of: key) == expected.count - 1, place)
    for revision in base..<expected.count {
      #expect(try store.state(of: key, at: revision) == expected[revision], place)
    }
    var state = ResponseState()
    for entry in journal {
      for change in entry.changes {
        let follows = state.apply(change)
        #expect(follows, place)
      }
      #expect(state == expected[entry.revision], place)
    }
    try expectView(expected, of: store, after: base, place)
  }

  private func expectView(
    _ expected: [ResponseState], of store: FormStore, after base: Int, _ place: Comment
  ) throws {
    let rows = try store.read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT revision, field, value_before AS before, value_after AS after
          FROM history
          WHERE field IN ('value', 'draft')
          """)
    }
    #expect(rows.count > 0 || expected.count - 1 == base, place)
    for row in rows {
      let revision: Int = row["revision"]
      let field = try #require(StateChange.Field(rawValue: row["field"]))
      let sides: [(String, Int)] =
        revision == base ? [("after", base)] : [("before", revision - 1), ("after", revision)]
      for (side, revision) in sides {
        let viewed: String? = row[side]
        let held = expected[revision][field, of: StateSubject("text")]?.text
        #expect(viewed.map { Array($0.unicodeScalars) } == held.map { Array($0.unicodeScalars) }, place)
      }
    }
  }
}

extension Array {
  /// A random element; `other` if the array is empty.
  fileprivate func randomElement(using generator: inout SeededGenerator, or other: Element) -> Element {
    randomElement(using: &generator) ?? other
  }
}
