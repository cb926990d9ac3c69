import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// What a sensitive cell contained leaves the file when it is cleared.
@Suite("Sensitive answers")
struct SensitiveAnswerTests {
  private let visit = ResponseKey(form: "visit")
  private static let secret = "Tuberculosis-1882-Koch"

  /// A form in which the answer to a question is sensitive, or not.
  private static func form(isSensitive: Bool = true) -> FormDefinition {
    FormDefinition(key: "visit", title: "Visit") {
      FormSection(key: "s") {
        Cell.text("name", title: "Name")
        Cell.longText("diagnosis", title: "Diagnosis").sensitive(isSensitive)
        Cell.text("copy", title: "Copy").calculate("concat('It is ', ${diagnosis})").sensitive(isSensitive)
        Cell.repeat("drugs", title: "Drugs") { Cell.text("drug", title: "Drug").sensitive(isSensitive) }
      }
    }
  }

  private struct Abandoned: Error {}

  private struct Opened {
    let folder: TemporaryFolder
    let path: String
    let store: FormStore

    init(_ form: FormDefinition, settings: FormStore.Settings = FormStore.Settings()) throws {
      folder = try TemporaryFolder()
      path = folder.path("store.sqlite")
      store = try FormStore(path: path, settings: settings)
      try store.save(form)
    }

    /// Whether the file or its log has a text.
    func contains(_ text: String) throws -> Bool {
      try ["", "-wal"].contains { ending in
        guard FileManager.default.fileExists(atPath: path + ending) else { return false }
        return try FileDamage.bytes(of: path + ending).range(of: Data(text.utf8)) != nil
      }
    }
  }

  /// Enters the secret in every way, with other answers around it.
  private func fill(_ store: FormStore) throws {
    let long = String(repeating: "The patient coughs. ", count: 400)
    try store.apply(.set(.key("name"), .text("Ada")), to: visit)
    try store.apply(.draft(.key("diagnosis"), "\(Self.secret) perhaps"), to: visit)
    for number in 0..<20 {
      try store.apply(.set(.key("diagnosis"), .text("\(long)\(Self.secret) \(number)\(long)")), to: visit)
    }
    try store.apply(.markSaved, to: visit)
    try store.group("Correct", in: visit) { group in
      try group.apply(.set(.key("diagnosis"), .text("\(Self.secret)!")))
      try group.apply(.set(.key("name"), .text("Ada Lovelace")))
    }
    try store.undo(of: visit)
    try store.redo(of: visit)
  }

  @Test("A cleared answer leaves no byte in the file or its log, and everything else stays")
  func noByte() throws {
    let opened = try Opened(Self.form())
    try fill(opened.store)
    #expect(try opened.contains(Self.secret), "the search should find it before")
    let revision = try opened.store.apply(.clear(.key("diagnosis")), to: visit)
    #expect(try !opened.contains(Self.secret))
    #expect(try opened.store.check() == [])
    let contents = try opened.store.contents(of: visit)
    #expect(contents.revision == revision)
    #expect(contents.answers().map(\.value) == [.text("Ada Lovelace"), nil, .text("It is ")])
    let journal = try opened.store.journal(of: visit)
    #expect(journal.map(\.revision) == Array(1...revision) && journal.last?.empties == true)
    #expect(journal.first?.action == .set("name", "Ada") && journal.first?.redacted == nil)
    #expect(journal.filter { $0.redacted != nil }.count == 24)
  }

  @Test("Control: an answer that is not sensitive stays in the journal when it is cleared")
  func control() throws {
    let opened = try Opened(Self.form(isSensitive: false))
    try fill(opened.store)
    try opened.store.apply(.clear(.key("diagnosis")), to: visit)
    #expect(try opened.contains(Self.secret))
    try opened.store.undo(of: visit)
    #expect(try opened.store.contents(of: visit).answers()[1].value == .text("\(Self.secret)!"))
  }

  @Test("In an instance of a repeat too; the other instances keep theirs")
  func instances() throws {
    let opened = try Opened(Self.form())
    for (number, text) in [(1, Self.secret), (2, "Streptomycin")] {
      try opened.store.apply(.add(.key("drugs")), to: visit)
      try opened.store.apply(.set(.instance("drug", number: number), .text(text)), to: visit)
    }
    try opened.store.apply(.clear(.instance("drug", number: 1)), to: visit)
    #expect(try !opened.contains(Self.secret))
    #expect(try opened.contains("Streptomycin"))
    #expect(try opened.store.check() == [])
  }

  @Test("The clearing cannot be undone; what follows can")
  func undo() throws {
    let opened = try Opened(Self.form())
    try fill(opened.store)
    let session = try opened.store.session(for: visit)
    let others = try opened.store.session(for: visit)
    try session.apply(.clear(.key("diagnosis")))
    #expect(session.undoNames == UndoNames())
    #expect(throws: ActionError.nothingToUndo) { try session.undo() }
    try session.apply(.set(.key("name"), .text("Grace")))
    #expect(session.undoNames.undo == "Set Name")
    try session.undo()
    try others.refresh()
    #expect(others.digest == session.digest)
    #expect(try opened.store.check() == [])
  }

  @Test("A clearing that is reverted with its group erases nothing")
  func revertedGroup() throws {
    let opened = try Opened(Self.form())
    try fill(opened.store)
    let before = try opened.store.journal(of: visit)
    #expect(throws: Abandoned.self) {
      try opened.store.group("Reconsider", in: visit) { group in
        try group.apply(.clear(.key("diagnosis")))
        throw Abandoned()
      }
    }
    #expect(try opened.store.journal(of: visit) == before)
    try opened.store.group("Decide", in: visit) { group in
      try group.apply(.clear(.key("diagnosis")))
      try group.apply(.set(.key("name"), .text("Grace")))
    }
    #expect(try !opened.contains(Self.secret))
    #expect(try opened.store.contents(of: visit).answers()[0].value == .text("Grace"))
  }

  @Test("A host that reverts the clearing, or a group with it, keeps the journal")
  func hostTransaction() throws {
    let folder = try TemporaryFolder()
    let queue = try DatabaseQueue(path: folder.path("host.sqlite"))
    let store = try FormStore(database: queue)
    try store.save(Self.form())
    try fill(store)
    let before = try store.journal(of: visit)
    try queue.inTransaction { db in
      try store.apply(.clear(.key("diagnosis")), to: visit, in: db)
      return .rollback
    }
    #expect(try store.journal(of: visit) == before)
    try queue.write { db in
      _ = #expect(throws: Abandoned.self) {
        try store.group("Reconsider", in: visit, in: db) { group in
          try group.apply(.clear(.key("diagnosis")))
          throw Abandoned()
        }
      }
    }
    #expect(try store.journal(of: visit) == before)
    try queue.write { _ = try store.apply(.clear(.key("diagnosis")), to: visit, in: $0) }
    #expect(try store.journal(of: visit).last?.empties == true)
    try store.reclaimSpace()
    #expect(try FileDamage.bytes(of: folder.path("host.sqlite")).range(of: Data(Self.secret.utf8)) == nil)
  }

  @Test("As long as another connection reads from the log, the log keeps it, and reclaiming says so")
  func somebodyReads() throws {
    let opened = try Opened(Self.form(), settings: FormStore.Settings(busyTimeout: 0.05))
    try fill(opened.store)
    let reader = try FormStore(path: opened.path, access: .read)
    try reader.read { db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM formstate_form")
      try opened.store.apply(.clear(.key("diagnosis")), to: visit)
      #expect(throws: StoreError.busy) { try opened.store.emptyLog() }
    }
    try opened.store.emptyLog()
    #expect(try !opened.contains(Self.secret))
  }

  @Test(
    "Clearing does not wait for a reader of the log; the store says so, and empties it later", .timeLimit(.minutes(1)))
  func withoutWaiting() throws {
    let opened = try Opened(Self.form(), settings: FormStore.Settings(busyTimeout: 70))
    try fill(opened.store)
    let reader = try FormStore(path: opened.path, access: .read)
    let session = try opened.store.session(for: visit)
    try reader.read { db in
      _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM formstate_form")
      try session.apply(.clear(.key("diagnosis")))
      #expect(opened.store.logHoldsClearedAnswers)
      try session.apply(.set(.key("name"), .text("Grace")))
      #expect(opened.store.logHoldsClearedAnswers)
    }
    try session.apply(.set(.key("name"), .text("Ada")))
    #expect(!opened.store.logHoldsClearedAnswers)
    #expect(try !opened.contains(Self.secret))
  }

  @Test("What marks the answer as saved goes too, and the response counts as saved as it is")
  func saved() throws {
    let opened = try Opened(Self.form())
    try fill(opened.store)
    try opened.store.apply(.clear(.key("diagnosis")), to: visit)
    let saved = try opened.store.contents(of: visit).state.cells[StateSubject("diagnosis")]?[.saved]
    #expect(saved == .cleared)
  }

  @Test("A collector that has the entries gets the clear, and the same line goes on")
  func outbox() throws {
    let opened = try Opened(Self.form())
    try opened.store.apply(.set(.key("diagnosis"), .text(Self.secret)), to: visit)
    let first = try #require(try opened.store.nextBatch(for: "hq"))
    #expect(lines(of: first).contains(Self.secret))
    let answers = first.parts.map {
      PushAnswer(stream: $0.stream, outcome: .took(revision: $0.last, chain: $0.chain.description))
    }
    #expect(try opened.store.take(answers, from: "hq").allSatisfy { $0.problem == nil })
    try opened.store.apply(.clear(.key("diagnosis")), to: visit)
    try opened.store.apply(.set(.key("name"), .text("Ada")), to: visit)
    let next = lines(of: try #require(try opened.store.nextBatch(for: "hq")))
    #expect(!next.contains(Self.secret) && next.contains(#""empties":true"#) && next.contains("Ada"))
    let part = try #require(try opened.store.nextBatch(for: "hq")).parts[0]
    #expect(part.after == 1 && part.chainBefore == first.parts[0].chain && part.lines.count == 2)
    #expect(try opened.store.check() == [])
  }

  private func lines(of batch: PushBatch) -> String { batch.parts.flatMap(\.lines).joined(separator: "\n") }
}
