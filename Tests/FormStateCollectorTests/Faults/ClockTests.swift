#if Collect
import FormState
import TestSupport
import Testing

@testable import FormStateCollector

/// Devices whose clocks are wrong. Nothing is compared by time, so nothing depends on it.
@Suite("Clocks") struct ClockTests {
  let server: CollectingServer

  init() throws { server = try CollectingServer() }

  private static let times = [
    "2027-11-26T10:00:00.000Z", "2025-11-26T10:00:00.000Z", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z",
    "2026-11-26T10:00:00.001Z",
  ]

  private func texts(_ query: String) throws -> [String] {
    try server.connection.execute(query).map { try $0[0] as String }
  }

  private static let shown = #"to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"#

  @Test("Times are stored and shown as the device said, a year off and at both ends of the calendar")
  func shown() throws {
    var batch = try WrittenBatch()
    let entries = Self.times.enumerated().map { number, time in
      WrittenBatch.entry(number + 1, "Tom \(number)", after: number == 0 ? nil : "Tom \(number - 1)", time: time)
    }
    batch.add(entries)
    #expect(try server.take(batch.lines).map(\.name) == ["took"])
    #expect(
      try texts("SELECT \(Self.shown) FROM history WHERE field = 'value' ORDER BY revision") == Self.times)
    #expect(try texts("SELECT readable FROM answer WHERE cell = 'firstname'") == ["Tom 4"])
    #expect(try texts("SELECT \(Self.shown) FROM answer WHERE cell = 'firstname'") == Self.times.suffix(1))
    let line = "SELECT to_char(started, 'YYYY') || ' ' || to_char(updated, 'YYYY') FROM response"
    #expect(try texts(line) == ["2027 2026"])
    #expect(try CollectorCheck(connection: server.connection).run().faults == [])
  }

  @Test("Lines are joined by their chains, whichever clock is ahead, and both answers are kept", arguments: times)
  func fork(time: String) throws {
    let stream = StreamName.random()
    var (first, second) = (try WrittenBatch(), try WrittenBatch())
    let chain = first.add([WrittenBatch.entry(1, "Tom")], of: stream)
    first.add(
      [WrittenBatch.entry(2, "Sid", after: "Tom"), WrittenBatch.entry(3, "Huck", after: "Sid")], of: stream, after: 1,
      chain: chain)
    second.add([WrittenBatch.entry(2, "Becky", after: "Tom", time: time)], of: stream, after: 1, chain: chain)
    #expect(try server.take(first.lines).map(\.name) == ["took", "took"])
    #expect(try server.take(second.lines).map(\.name) == ["took"])
    #expect(try texts("SELECT readable FROM current_answer WHERE cell = 'firstname'") == ["Huck"])
    #expect(try texts("SELECT value FROM conflict ORDER BY number") == ["Huck", "Becky"])
    #expect(try CollectorCheck(connection: server.connection).run().faults == [])
  }
}
#endif
