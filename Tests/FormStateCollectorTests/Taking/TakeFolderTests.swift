#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// A folder in which devices exchange answers, taken by the built program.
@Suite("Taking a folder") struct TakeFolderTests {
  private let server: CollectingServer
  private let folder: TemporaryFolder
  private let key = ResponseKey(form: "profile")

  init() throws {
    server = try CollectingServer()
    folder = try TemporaryFolder()
  }

  /// Writes what a store has since the last file into a device's folder.
  private func write(_ store: FormStore, as name: String) throws {
    let batch = try #require(try store.nextBatch(for: "folder"))
    try store.take(
      batch.parts.map {
        PushAnswer(stream: $0.stream, outcome: .took(revision: $0.last, chain: $0.chain.description))
      }, from: "folder")
    let url = URL(fileURLWithPath: folder.path("stick/\(name)"))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try PushBatchDocument.write(batch).write(to: url)
  }

  private func take() throws -> CollectProgram.Outcome {
    try CollectProgram.run(
      ["take", "stick", "--database", server.cluster.address()], in: URL(fileURLWithPath: folder.path))
  }

  private func entryCount() throws -> Int64 {
    try server.connection.execute("SELECT count(*) FROM formstate_entry").only[0]
  }

  @Test("All files are taken, whatever their order; one that is not whole is named, and taken once it is")
  func taken() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.set("firstname", "Tom"), to: key)
    // What others go on after comes last by its name.
    try write(store, as: "ffffffffffffffff/000009-0000000000000000.jsonl")
    try store.apply(.set("lastname", "Sawyer"), to: key)
    try write(store, as: "aaaaaaaaaaaaaaaa/000001-0000000000000000.jsonl")
    try store.apply(.set("lastname", "Finn"), to: key)
    try write(store, as: "aaaaaaaaaaaaaaaa/000002-0000000000000000.jsonl")
    let last = URL(fileURLWithPath: folder.path("stick/aaaaaaaaaaaaaaaa/000002-0000000000000000.jsonl"))
    let whole = try Data(contentsOf: last)
    try whole.prefix(whole.count - 12).write(to: last)
    var outcome = try take()
    #expect(outcome.status == 1 && outcome.lines == [])
    #expect(outcome.errors.contains("the batch ends here without its last line"))
    #expect(
      outcome.errors.hasSuffix(
        "Error: 1 of 3 files of “stick” could not be taken whole; the others are; take it again\n"))
    #expect(try entryCount() >= 2)
    try whole.write(to: last)
    outcome = try take()
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    #expect(try entryCount() == 3)
    #expect(try CollectorCheck(connection: server.connection).run().faults == [])
  }
}
#endif
