#if Collect
import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// PostgreSQL without room on its disk.
@Suite("A full disk", .enabled(if: SmallDisk.canBeMade, "a small disk can only be mounted by root on Linux"))
struct FullDiskTests {
  private let folder: TemporaryFolder
  private var url: URL { URL(fileURLWithPath: folder.path) }

  init() throws { folder = try TemporaryFolder() }

  /// More entries than the disks have room for; in the full run also more than one transaction takes.
  private static let (partCount, entryCount) = TestSeeds.isFull ? (12, 4000) : (6, 2000)
  /// Megabytes that have room for some of the entries.
  private static let room = TestSeeds.isFull ? 10 : 4
  /// Megabytes that have room for some of the write-ahead log, which is larger.
  private static let logRoom = TestSeeds.isFull ? 48 : 8

  private func batch() throws -> [String] {
    var batch = try WrittenBatch()
    for number in 0..<Self.partCount {
      batch.add(WrittenBatch.entries(Self.entryCount), response: "r\(number)")
    }
    return batch.lines
  }

  private func take(_ cluster: TemporaryCluster) throws -> CollectProgram.Outcome {
    try CollectProgram.run(["take", "batch", "--database", cluster.address()], in: url)
  }

  /// Takes a batch, first without and then with enough room.
  private func expectWhole(
    _ cluster: TemporaryCluster, problem: Regex<Substring>, makeRoom: () throws -> Void
  ) throws {
    let lines = try batch()
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url.appendingPathComponent("batch"))
    let failed = try take(cluster)
    #expect(failed.status == 1)
    #expect(failed.errors.hasPrefix("Error: ") && failed.errors.contains(problem), "\(failed.errors)")
    try makeRoom()
    let connection = try PostgresConnection(cluster.address())
    let whole = try connection.execute(
      "SELECT count(*) FROM formstate_line WHERE entries = $1 AND last_seq = $1", [.integer(Int64(Self.entryCount))])
    let counts = try connection.execute(
      "SELECT (SELECT count(*) FROM formstate_line), (SELECT count(*) FROM formstate_entry)")
    let lineCount: Int64 = try counts.only[0]
    #expect(try whole.only[0] as Int64 == lineCount && counts.only[1] as Int64 == Int64(Self.entryCount) * lineCount)
    #expect(lineCount < Self.partCount && failed.lines.count <= Int(lineCount))
    #expect(try CollectorCheck(connection: connection).run().faults == [])
    let taken = try take(cluster)
    #expect(taken.status == 0 && taken.lines.count == Self.partCount, "\(taken.errors)")
    #expect(taken.lines.count { $0.contains(#""answer":"took""#) } == Self.partCount - Int(lineCount))
    #expect(try CollectorCheck(connection: connection).run().entries == Self.partCount * Self.entryCount)
    #expect(try CollectorCheck(connection: connection).run().faults == [])
  }

  @Test("Without room for entries, the batch ends with a sentence, and is taken whole once there is room")
  func entries() throws {
    let disk = try SmallDisk(megabytes: Self.room)
    let server = try CollectingServer()
    try server.connection.execute("CREATE TABLESPACE small LOCATION '\(disk.folder)'")
    try server.connection.execute("ALTER TABLE formstate_entry SET TABLESPACE small")
    try expectWhole(server.cluster, problem: /PostgreSQL refused a statement: could not extend file/) {
      try disk.resize(megabytes: 200)
    }
    try server.connection.execute("ALTER TABLE formstate_entry SET TABLESPACE pg_default")
    try server.connection.execute("DROP TABLESPACE small")
  }

  @Test("Without room for the write-ahead log, PostgreSQL stops, and nothing acknowledged is lost")
  func log() throws {
    let disk = try SmallDisk(megabytes: 100)
    let cluster = try TemporaryCluster(on: disk)
    _ = try CollectorSchema(connection: try PostgresConnection(cluster.address())).make()
    let size = try FileManager.default.attributesOfFileSystem(forPath: disk.folder)
    let free = (size[.systemFreeSize] as? Int ?? 0) >> 20
    try disk.resize(megabytes: 100 - free + Self.logRoom)
    try expectWhole(cluster, problem: /the connection to PostgreSQL broke|could not extend file|No space left/) {
      cluster.stop(immediate: true)
      try disk.resize(megabytes: 400)
      try cluster.start()
    }
  }
}
#endif
