#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// A device, which pushes and compares as `formstate sync --send-only` does.
private struct PushingDevice {
  let store: FormStore
  let collector: ListeningCollector
  let token: String

  init(_ store: FormStore? = nil, _ name: String, to collector: ListeningCollector) throws {
    self.store = try store ?? FormStore.inMemory()
    if store == nil { try self.store.save(ProfileForm.form) }
    self.collector = collector
    token = try CollectorDevices(connection: try PostgresConnection(collector.server.cluster.address())).add(name)
  }

  func set(_ name: String, in response: String) throws {
    try store.apply(.set("firstname", .text(name)), to: ResponseKey(form: "profile", response: response))
  }

  /// Sends all that waits.
  ///
  /// - Returns: the names of the answers.
  @discardableResult
  func push() async throws -> [String] {
    var names: [String] = []
    while let batch = try store.nextBatch(for: "hq"), names.count < 100 {
      let reply = try await collector.post(
        String(decoding: try PushBatchDocument.write(batch), as: UTF8.self), token: token)
      let answers = try PushAnswerDocument.read(Data(reply.body.utf8), source: "answers")
      for taken in try store.take(answers, from: "hq") { #expect(taken.problem == nil) }
      names += answers.map(\.name)
    }
    return names
  }

  /// Compares what was acknowledged, and lets what is missing wait again.
  ///
  /// - Returns: the number of requests, and the revisions that are asked for.
  func compare() async throws -> (requestCount: Int, revisions: [Int]) {
    let inventory = try store.acknowledged(by: "hq")
    var waiting = [inventory.whole]
    var (count, missing): (Int, [PushAnswer]) = (0, [])
    while !waiting.isEmpty, count < 10 {
      let reply = try await collector.post(
        String(decoding: InventoryDocument.write(waiting), as: UTF8.self), token: token)
      count += 1
      let answer = try InventoryAnswer(Data(reply.body.utf8), to: waiting, source: "answer")
      #expect(reply.status == 200)
      waiting = answer.differing.flatMap(inventory.details)
      missing += answer.missing
    }
    for taken in try store.take(missing, from: "hq") { #expect(taken.problem == nil) }
    return (count, missing.compactMap(\.revision).sorted())
  }

  /// Does what a device does at each push.
  ///
  /// - Returns: the names of the answers to what was missing.
  func sync() async throws -> [String] {
    try await push()
    _ = try await compare()
    return try await push()
  }
}

@Suite("A database that was put back to an earlier day") struct PutBackTests {
  private let server: CollectingServer
  private let collector: ListeningCollector

  init() async throws {
    server = try CollectingServer()
    collector = try await ListeningCollector(server)
  }

  /// The collector with a connection of its own, since PostgreSQL was started again.
  private func reconnected() throws -> CollectingServer {
    try CollectingServer(cluster: server.cluster, settings: server.cluster.address())
  }

  @Test("Each device sends again what is missing, and then everything is proven and the same as before")
  func healed() async throws {
    let devices = try ["north", "south"].map { try PushingDevice(nil, $0, to: collector) }
    for (device, name) in zip(devices, ["Ada", "Eve"]) {
      for response in ["a", "b", "c"] { try device.set(name, in: response) }
      #expect(try await device.push() == ["took", "took", "took"])
    }
    try server.cluster.backUp()
    for device in devices {
      try device.set("Tom", in: "a")
      try device.set("Huck", in: "d")
      try device.set("Becky", in: "d")
      try await device.push()
      #expect(try await device.compare() == (1, []))
    }
    try server.cluster.putBack()
    #expect(collector.logged() == [])
    for device in devices {
      #expect(try device.store.nextBatch(for: "hq") == nil, "as far as the device knows, nothing waits")
      let (requestCount, revisions) = try await device.compare()
      #expect(requestCount == 2 && revisions == [1, 2])
      #expect(try await device.push() == ["took", "took"])
      #expect(try await device.compare() == (1, []))
    }
    #expect(
      collector.logged() == [
        "north 200 is asked to send missing entries of 2 responses again",
        "south 200 is asked to send missing entries of 2 responses again",
      ])
    try reconnected().expectSound(devices[0].store, devices[1].store)
  }

  @Test("A database put back to before a response began gets all of it, with its form")
  func begun() async throws {
    let device = try PushingDevice(nil, "north", to: collector)
    try server.cluster.backUp()
    try device.set("Ada", in: "a")
    try device.set("Eve", in: "a")
    try await device.push()
    try server.cluster.putBack()
    #expect(try await device.compare().revisions == [1])
    #expect(try await device.push() == ["needsDefinition", "took"])
    try reconnected().expectSound(device.store)
  }

  @Test("A journal that was compacted since then is sent from its checkpoint, and goes on beside what was kept")
  func compacted() async throws {
    let device = try PushingDevice(nil, "north", to: collector)
    try device.set("Ada", in: "a")
    try await device.push()
    try server.cluster.backUp()
    for name in ["Eve", "Tom", "Huck"] { try device.set(name, in: "a") }
    try await device.push()
    try device.store.compact(ResponseKey(form: "profile", response: "a"), keeping: 1)
    try server.cluster.putBack()
    // Nothing says any more that the entries which the checkpoint replaces go on from the kept one.
    #expect(try await device.sync() == ["forked"])
    #expect(try await device.compare() == (1, []))
    try reconnected().expectSound(device.store)
  }

  @Test("A copy of the file under another name costs its tips once, and nothing is sent twice")
  func copy() async throws {
    let device = try PushingDevice(nil, "north", to: collector)
    for number in 0..<70 { try device.set("Ada", in: "r\(number)") }
    try await device.push()
    let copy = try PushingDevice(device.store, "south", to: collector)
    // Too many to be listed at once: the first sum is divided.
    #expect(try await copy.compare() == (3, []))
    #expect(try await copy.compare() == (1, []))
    #expect(try await device.compare() == (1, []))
  }

  @Test("What was deleted on the device or at the collector is not asked for")
  func deleted() async throws {
    let device = try PushingDevice(nil, "north", to: collector)
    for response in ["a", "b"] { try device.set("Ada", in: response) }
    try await device.push()
    try device.store.delete(ResponseKey(form: "profile", response: "a"))
    #expect(try await device.compare() == (2, []))
    #expect(try await device.compare() == (1, []))
    let stream = try #require(try device.store.contents(of: ResponseKey(form: "profile", response: "b")).stream)
    #expect(try CollectedLines(connection: server.connection).forget(stream.description, reason: "asked") == 1)
    #expect(try await device.compare() == (1, []))
    try server.connection.execute("DELETE FROM formstate_sender")
    #expect(try await device.compare() == (2, []))
    #expect(try await device.compare() == (1, []))
  }

  @Test("A device whose file was put back states its earlier place")
  func deviceSetBack() async throws {
    let device = try PushingDevice(nil, "north", to: collector)
    for name in ["Ada", "Eve"] {
      try device.set(name, in: "a")
      try await device.push()
    }
    // As if it had sent more than its file has.
    let chain = [UInt8](repeating: 1, count: 32)
    try server.connection.execute("UPDATE formstate_sender SET seq = 9, chain = $1", [.bytes(chain)])
    #expect(try await device.compare() == (2, []))
    #expect(try await device.compare() == (1, []))
  }

  @Test("An inventory needs a token, and one that is no inventory is refused with its place")
  func refused() async throws {
    let inventory = "{\"formstate-inventory\":1}\n"
    #expect(try await collector.post(inventory, token: .some(nil)).status == 401)
    let reply = try await collector.post(inventory + "{\"have\":1}\n")
    #expect(reply.status == 400)
    let problem = "inventory:2: have: is an integer, not a text; write it in double quotes"
    #expect(reply.sentence?.hasPrefix(problem) == true)
    let long = try await collector.post(inventory + String(repeating: "\n", count: InventoryDocument.mostBytes))
    #expect(long.status == 413)
    #expect(try await collector.post(inventory).body == "{\"compared\":0}\n")
  }
}
#endif
