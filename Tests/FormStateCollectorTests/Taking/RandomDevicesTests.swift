#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Many devices, one collector") struct RandomDevicesTests {
  @Test(
    "Every entry that a device ever had arrives, and every state is proven, whatever is copied, lost or compacted",
    arguments: TestSeeds.seeds(2, full: 200))
  func anything(seed: UInt64) throws {
    let comment: Comment = "replay with FORMSTATE_TEST_SEED=\(seed)"
    let server = try CollectingServer()
    var devices = try RandomDevices(seed: seed)
    // The collector exists from the beginning, so nothing is compacted before it has it.
    for store in devices.all { _ = try store.nextBatch(for: "hq") }
    for _ in 0..<150 { try devices.step(server) }
    for store in devices.all {
      try server.collect(from: store, limit: 7)
      let status = try store.outboxStatus(of: "hq")
      #expect(status.refused.map(\.reason) == [], comment)
      #expect(status.entryCount == 0, comment)
    }
    try server.expectSound(
      devices.all[0], devices.all[1], devices.all[2], devices.all[3], devices.all[4], comment: comment)
    let rows = try server.connection.execute(
      "SELECT stream, seq, body::json ->> 'time', kind FROM formstate_entry WHERE kind <> 'checkpoint'")
    var stored: [StreamName: Set<String>] = [:]
    for row in rows {
      let (stream, time, kind): (String, String, String) = (try row[0], try row[2], try row[3])
      let seq: Int64 = try row[1]
      stored[try #require(StreamName(stream.replacing("-", with: ""))), default: []].insert("\(seq) \(time) \(kind)")
    }
    for (stream, entries) in devices.written {
      #expect(entries.subtracting(stored[stream] ?? []) == [], comment)
    }
    // Everything again changes nothing.
    let before = try server.contents()
    for store in devices.all {
      try store.removeDestination("hq")
      #expect(try Set(server.collect(from: store)).subtracting(["had"]) == [], comment)
    }
    #expect(try server.contents() == before, comment)
  }
}
#endif
