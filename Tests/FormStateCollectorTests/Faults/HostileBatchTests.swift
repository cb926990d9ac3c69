#if Collect
import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// Batches that ask too much of the collector, or are none: the built program says which line is wrong, takes little
/// memory, and stores nothing.
@Suite("Hostile batches") struct HostileBatchTests {
  let server: CollectingServer
  private let folder: TemporaryFolder
  private var url: URL { URL(fileURLWithPath: folder.path) }

  init() throws {
    server = try CollectingServer()
    folder = try TemporaryFolder()
  }

  /// Gives a batch to the program.
  private func take(_ batch: Data) throws -> CollectProgram.Outcome {
    try batch.write(to: url.appendingPathComponent("batch"))
    return try CollectProgram.run(["take", "batch", "--database", server.cluster.address()], in: url)
  }

  private func entryCount() throws -> Int {
    let count: Int64 = try server.connection.execute("SELECT count(*) FROM formstate_entry").only[0]
    return Int(count)
  }

  @Test(
    "A batch with a fault ends with the line that has it, in limited memory, and nothing is stored",
    arguments: HostileBatch.all)
  func refused(fault: HostileBatch) throws {
    let outcome = try take(try fault.write(TestSeeds.isFull ? fault.fullSize : fault.size))
    #expect(outcome.errors == "Error: batch:\(fault.problem)\n")
    #expect(outcome.status == 1 && outcome.lines == [])
    #expect(try entryCount() == 0)
  }

  @Test("What can be understood and not stored is refused, and the other responses of the batch are taken")
  func poisoned() throws {
    let key = String(repeating: "c", count: 100_000)
    let poisons = [
      (
        WrittenBatch.entry(1, "Tom", time: "0000-02-29T10:00:00.000Z"),
        "PostgreSQL cannot store it: date/time field value out of range: \"0000-02-29T10:00:00.000Z\""
      ),
      (
        WrittenBatch.entry(1, "Tom").replacing(#""revision":1"#, with: #""revision": 1"#),
        "an entry is not written as FormState writes it"
      ),
      (
        WrittenBatch.entry(1, "Tom").replacing(#"ion":"set"#, with: #"ion":"s\u0065t"#),
        "an entry is not written as FormState writes it"
      ),
      (WrittenBatch.entry(1, "Tom", cell: key), "the entry 1 cannot be read: action.cell: there is no cell “"),
    ]
    var batch = try WrittenBatch()
    batch.add(WrittenBatch.entries(2))
    for (entry, _) in poisons {
      batch.add([entry])
      batch.add(WrittenBatch.entries(2))
    }
    let answers = try server.take(batch.lines)
    #expect(answers.map(\.name) == ["took"] + poisons.flatMap { _ in ["refused", "took"] })
    for (answer, (_, words)) in zip(answers.filter { $0.name == "refused" }, poisons) {
      guard case .refused(let reason) = answer.outcome else { continue }
      #expect(reason.hasPrefix(words))
      #expect(reason.count < 300)
    }
    #expect(try entryCount() == 2 * (poisons.count + 1))
    #expect(try CollectorCheck(connection: server.connection).run().faults == [])
  }

  @Test("A stream that names 10,000 definitions is asked for the first that is missing")
  func definitions() throws {
    var batch = try WrittenBatch()
    batch.add(WrittenBatch.entries(2), definitions: HostileBatch.definitions(10_000))
    let outcome = try take(HostileBatch.data(batch.lines))
    #expect(outcome.status == 0 && outcome.lines.count == 1)
    #expect(outcome.lines.first?.contains(#""answer":"needsDefinition""#) ?? false)
    #expect(try entryCount() == 0)
  }

  @Test(
    "Twice as much takes twice as long", .enabled(if: TestSeeds.isFull),
    arguments: HostileBatch.all.filter { $0.size > 1 })
  func growth(fault: HostileBatch) throws {
    // Larger ones end at a limit before they are read.
    let size = min(fault.fullSize, 500_000)
    let once = try take(try fault.write(size)).seconds
    let twice = try take(try fault.write(2 * size)).seconds
    #expect(twice < 3 * once + 0.2)
  }
}
#endif
