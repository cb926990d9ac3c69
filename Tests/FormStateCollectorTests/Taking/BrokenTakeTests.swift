#if Collect
import Dispatch
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// What goes on while batches are taken: other collectors, a server that dies, rights that are missing.
@Suite("Taking under difficulties") struct BrokenTakeTests {
  let server: CollectingServer
  private let profile = ResponseKey(form: "profile")

  init() throws { server = try CollectingServer() }

  /// A store with many responses.
  private func store(responses: Int, entries: Int) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    for number in 0..<responses {
      let key = ResponseKey(form: "profile", response: "r\(number)")
      for entry in 0..<entries { try store.apply(.set("firstname", .text("Tom \(entry)")), to: key) }
    }
    return store
  }

  private func count(_ table: String) throws -> Int {
    let count: Int64 = try server.connection.execute("SELECT count(*) FROM \(table)").only[0]
    return Int(count)
  }

  @Test("Four collectors that take the same batches at once store everything once")
  func atOnce() throws {
    let store = try store(responses: 60, entries: 4)
    let lines = try CollectingServer.lines(of: try #require(try store.nextBatch(for: "hq")))
    let address = server.cluster.address()
    let failures = Locked<[String]>([])
    let answers = Locked<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      do {
        let connection = try PostgresConnection(address)
        var rest = lines[...]
        let reader = PushBatchReader(source: "batch") { _ in rest.popFirst().map { Data($0.utf8) } }
        try BatchTaking(connection: connection).take(reader) { taken in
          answers.withLock { $0 += taken.map(\.name) }
        }
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(answers.withLock { $0.count { $0 == "took" } } == 60)
    #expect(answers.withLock { $0.count { $0 == "had" } } == 180)
    #expect(try count("formstate_entry") == 240 && count("formstate_line") == 60)
    try server.expectSound(store)
  }

  /// Takes lines over a new connection, and returns how many parts were acknowledged before an error, if any.
  private func take(
    _ lines: [String], beforeLine: @escaping (_ number: Int) -> Void = { _ in }
  ) throws -> (acknowledged: Int, error: PostgresError?) {
    var (rest, number, acknowledged) = (lines[...], 0, 0)
    let reader = PushBatchReader(source: "batch") { _ in
      beforeLine(number)
      number += 1
      return rest.popFirst().map { Data($0.utf8) }
    }
    do {
      let connection = try PostgresConnection(server.cluster.address())
      try BatchTaking(connection: connection).take(reader) { acknowledged += $0.count }
      return (acknowledged, nil)
    } catch let error as PostgresError {
      return (acknowledged, error)
    }
  }

  @Test("A server that dies keeps what was acknowledged, and a part that was not is whole or missing")
  func dying() throws {
    // More streams than fit into one transaction.
    let store = try store(responses: 520, entries: 1)
    let lines = try CollectingServer.lines(of: try #require(try store.nextBatch(for: "hq")))
    try expectSurvival(of: lines, dyingAt: [0.3, 0.99], entries: 520)
  }

  @Test("So does one that dies in the middle of 200,000 entries", .enabled(if: TestSeeds.isFull))
  func dyingAmongMany() throws {
    var batch = try WrittenBatch()
    for number in 0..<2000 { batch.add(WrittenBatch.entries(100), response: "r\(number)") }
    try expectSurvival(of: batch.lines, dyingAt: [0.15, 0.5, 0.85], entries: 200_000)
  }

  /// Takes a batch again and again, while the server dies after a fraction of its lines, and then whole.
  private func expectSurvival(of lines: [String], dyingAt fractions: [Double], entries: Int) throws {
    let cluster = server.cluster
    for fraction in fractions {
      let fatal = Int(Double(lines.count) * fraction)
      let taken = try take(lines) { if $0 == fatal { cluster.stop(immediate: true) } }
      #expect(taken.error?.isConnectionGone == true)
      try cluster.start()
      let connection = try PostgresConnection(cluster.address())
      let stored: Int64 = try connection.execute("SELECT count(*) FROM formstate_line").only[0]
      #expect(Int(stored) >= taken.acknowledged)
      #expect(try CollectorCheck(connection: connection).run().faults == [])
    }
    #expect(try take(lines).error == nil)
    let report = try CollectorCheck(connection: try PostgresConnection(cluster.address())).run()
    #expect(report.entries == entries && report.faults == [])
  }

  @Test("Connections that break at any statement lose nothing and store nothing twice")
  func cutting() throws {
    let store = try store(responses: 40, entries: 5)
    let lines = try CollectingServer.lines(of: try #require(try store.nextBatch(for: "hq")))
    let address = server.cluster.address()
    let isDone = Locked(false)
    let cutter = Thread {
      guard let connection = try? PostgresConnection(address) else { return }
      while !isDone.withLock({ $0 }) {
        _ = try? connection.execute(
          """
          SELECT pg_terminate_backend(pid)
          FROM pg_stat_activity
          WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND state <> 'idle'
          """)
        usleep(UInt32.random(in: 100...8000))
      }
    }
    cutter.start()
    var broken = 0
    for _ in 0..<30 where try take(lines).error != nil { broken += 1 }
    isDone.withLock { $0 = true }
    #expect(try take(lines).error == nil || (try take(lines)).error == nil)
    #expect(broken > 0)
    let connection = try PostgresConnection(address)
    let stored: Int64 = try connection.execute("SELECT count(*) FROM formstate_entry").only[0]
    #expect(stored == 200)
    #expect(try CollectorCheck(connection: connection).run().faults == [])
  }

  @Test("The collector's role takes and checks, and can neither change nor delete an entry")
  func roles() throws {
    try server.connection.execute(
      script: """
        CREATE ROLE clinic LOGIN IN ROLE formstate_collector;
        CREATE ROLE analyst LOGIN IN ROLE formstate_reader;
        """)
    let store = try store(responses: 2, entries: 2)
    let lines = try CollectingServer.lines(of: try #require(try store.nextBatch(for: "hq")))
    let clinic = try PostgresConnection(server.cluster.address(user: "clinic"))
    var rest = lines[...]
    let reader = PushBatchReader(source: "batch") { _ in rest.popFirst().map { Data($0.utf8) } }
    try BatchTaking(connection: clinic).take(reader) { _ in }
    #expect(try CollectorCheck(connection: clinic).run().faults == [])
    for statement in ["UPDATE formstate_entry SET author = 'Sid'", "DELETE FROM formstate_entry"] {
      let error = #expect(throws: PostgresError.self) { try clinic.execute(statement) }
      #expect(error?.sqlState == "42501", "\(statement)")
    }
    let analyst = try PostgresConnection(server.cluster.address(user: "analyst"))
    let answers: Int64 = try analyst.execute("SELECT count(*) FROM answer WHERE cell = 'firstname'").only[0]
    #expect(answers == 2)
    let error = #expect(throws: PostgresError.self) { try analyst.execute("SELECT * FROM formstate_entry") }
    #expect(error?.sqlState == "42501")
  }

  @Test("A response that was forgotten leaves a tombstone alone, and its device is refused")
  func forgotten() throws {
    let store = try store(responses: 2, entries: 3)
    try server.collect(from: store)
    let key = ResponseKey(form: "profile", response: "r0")
    let stream = try #require(try store.contents(of: key).stream)
    let forgetting = CollectedLines(connection: server.connection)
    #expect(try forgetting.forget(stream.description, reason: "asked") == 3)
    #expect(try forgetting.forget(stream.description, reason: "asked") == 0)
    for table in ["entry", "line", "part", "state", "instance", "receipt", "choice"] {
      let rows = try server.connection.execute(
        "SELECT 1 FROM formstate_\(table) WHERE stream = $1", [.text(stream.description)])
      #expect(rows.isEmpty, "\(table)")
    }
    let tombstone = try server.connection.execute("SELECT last_seq, reason FROM formstate_forgotten").only
    #expect(try tombstone[0] as Int64 == 3 && tombstone[1] as String == "asked")
    try store.apply(.set("lastname", "Finn"), to: key)
    #expect(try server.collect(from: store) == ["refused"])
    #expect(
      try store.outboxStatus(of: "hq").refused.map(\.reason) == ["the response was deleted from the collector"])
    #expect(try count("formstate_line") == 1)
  }

  @Test("A collector that writes the lines of a response again while it is deleted brings nothing of it back")
  func forgetWhileTaken() throws {
    let store = try store(responses: 1, entries: 2)
    try server.collect(from: store)
    let stream = try #require(
      try store.contents(of: ResponseKey(form: "profile", response: "r0")).stream
    ).description
    try server.connection.execute("CREATE TABLE again AS SELECT * FROM formstate_line")
    let taking = try PostgresConnection(server.cluster.address())
    try taking.execute(script: "BEGIN; DELETE FROM formstate_line; INSERT INTO formstate_line SELECT * FROM again")
    let address = server.cluster.address()
    let count = Locked<Int?>(nil)
    let forgetting = Thread {
      let deleted = try? CollectedLines(connection: try PostgresConnection(address)).forget(stream, reason: "asked")
      count.withLock { $0 = deleted ?? -1 }
    }
    forgetting.start()
    try waitOnThread {
      try !server.connection.execute("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'").isEmpty
    }
    try taking.execute("COMMIT")
    try waitOnThread { count.withLock { $0 != nil } }
    #expect(count.withLock { $0 } == 2)
    #expect(try self.count("formstate_line") == 0)
    #expect(try self.count("formstate_forgotten") == 1)
  }

  @Test("Of lines that wait, the chosen one counts; of joined ones there is nothing to choose")
  func chosen() throws {
    let folder = try TemporaryFolder()
    let first = try FormStore(path: folder.path("first.sqlite"))
    try first.save(ProfileForm.form)
    try first.apply(.set("lastname", "Day"), to: profile)
    try FormStore.copyFile(at: folder.path("first.sqlite"), to: folder.path("second.sqlite"))
    let second = try FormStore(path: folder.path("second.sqlite"))
    let stream = try #require(try first.contents(of: profile).stream).description
    let lines = CollectedLines(connection: server.connection)
    for store in [first, second] {
      try store.apply(.set("birth-date", .date(try #require(CalendarDate(isoText: "1990-02-01")))), to: profile)
      try server.collect(from: store)
    }
    let merged = try server.connection.execute("SELECT line FROM formstate_line WHERE is_merged").only.number(0)
    #expect(try !lines.choose(merged, of: stream))
    for (store, name) in [(first, "Tom"), (second, "Huck")] {
      var form = ProfileForm.form
      form.title = name
      try store.save(form)
      try store.upgrade(profile)
      try store.apply(.set("firstname", .text(name)), to: profile)
      try server.collect(from: store)
    }
    func current() throws -> String {
      try server.connection.execute("SELECT readable FROM current_answer WHERE cell = 'firstname'").only[0]
    }
    #expect(try current() == "Tom")
    #expect(try lines.choose(2, of: stream))
    #expect(try current() == "Huck")
    #expect(try !lines.choose(3, of: stream))
    #expect(try current() == "Huck")
  }

  @Test("A text with the character NUL is refused, and one that spells it is not")
  func nul() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    try store.apply(.set("firstname", #"\u0000"#), to: profile)
    #expect(try server.collect(from: store) == ["took"])
    let value: String = try server.connection.execute("SELECT value FROM answer WHERE cell = 'firstname'").only[0]
    #expect(value == #"\u0000"#)
  }
}
#endif
