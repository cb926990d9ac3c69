#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

@Suite("Attached files at a collector") struct CollectedFilesTests {
  private let server: CollectingServer
  private let folder: TemporaryFolder
  private let name: AttachmentName
  private static let content = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 * $0 / 7) })

  init() throws {
    server = try CollectingServer()
    folder = try TemporaryFolder()
    name = AttachmentName(
      of: "Dach ü.jpg", digest: PortableSHA256.digest(of: [UInt8](Self.content)).hexadecimalText)
  }

  private func collector(largestFile: Int = 1 << 30, keepsFiles: Bool = true) async throws -> ListeningCollector {
    var settings = CollectorRoutes.Settings()
    settings.files = keepsFiles ? CollectedFiles(folder: folder.path(""), largestFile: largestFile) : nil
    return try await ListeningCollector(server, settings: settings)
  }

  /// Sends the answers of a store that names the file, as a value or in an open question.
  private func sendAnswers(to collector: ListeningCollector, namingIt: Bool = true) async throws {
    let store = try FormStore.inMemory()
    try store.save(FormDefinition(key: "visit") { FormSection(key: "s") { Cell.file("photo", title: "Photo") } })
    try store.apply(.set("photo", .text(namingIt ? name.text : "other")), to: ResponseKey(form: "visit"))
    let lines = try CollectingServer.lines(of: try #require(try store.nextBatch(for: "hq")))
    #expect(try await collector.post(lines.joined(separator: "\n") + "\n").status == 200)
  }

  private func request(
    _ method: String, _ bytes: Data = Data(), _ headers: [String] = [], token: String? = nil, name: String? = nil,
    cut: Int = 0, to collector: ListeningCollector
  ) async throws -> HTTPReply {
    let (port, token) = (collector.port, token ?? collector.token)
    let path =
      "/batches/files/" + (name ?? self.name.text).addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)!
    return try await HTTPCaller.onThread {
      let caller = try HTTPCaller(port: port)
      caller.send(HTTPCaller.request(method, path, token: token, length: bytes.count, headers: headers))
      caller.send([UInt8](bytes.dropLast(cut)))
      if cut > 0 { caller.finish() }
      return try caller.reply(hasBody: method != "HEAD")
    }
  }

  private func patch(
    _ bytes: Data, from offset: Int, of length: Int = content.count, cut: Int = 0, to collector: ListeningCollector
  ) async throws -> HTTPReply {
    try await request(
      "PATCH", bytes, ["Upload-Offset: \(offset)", "Upload-Length: \(length)"], cut: cut, to: collector)
  }

  private func state(_ collector: ListeningCollector) async throws -> Int?? {
    let question = String(decoding: try FilesQuestion(names: [name]).document(), as: UTF8.self)
    let reply = try await collector.post(question)
    return try FilesAnswer(Data(reply.body.utf8), source: "answer").files[name]
  }

  @Test("A file is taken after the answer that names it, goes on where it broke off, and is given to who has the right")
  func story() async throws {
    let collector = try await collector()
    #expect(try await patch(Self.content, from: 0, to: collector).status == 404)
    try await sendAnswers(to: collector)
    #expect(try await state(collector) == .none)
    #expect(try await patch(Self.content, from: 0, cut: 100_000, to: collector).status == 408)
    let begun = try #require(try await state(collector) ?? nil)
    #expect(begun > 0 && begun <= 600_000)
    let wrong = try await patch(Self.content.dropFirst(7), from: 7, to: collector)
    #expect(wrong.status == 409 && wrong.headers["upload-offset"] == "\(begun)")
    #expect(wrong.sentence == "\(begun) bytes of “\(name.text)” are here; go on behind them")
    let last = try await patch(Self.content.dropFirst(begun), from: begun, to: collector)
    #expect(last.status == 201 && last.headers["upload-offset"] == "700000")
    #expect(try await state(collector) == .some(nil))
    #expect(try await patch(Self.content, from: 0, to: collector).status == 204)

    #expect(try await request("GET", to: collector).status == 403)
    let devices = CollectorDevices(connection: server.connection)
    let other = try await request("GET", token: try devices.add("far", .init(pulls: ["other"])), to: collector)
    #expect(
      other.status == 404
        && other.sentence
          == "no answer that the device gets back names the file “\(name.text)”; send the answer first"
    )
    let token = try devices.add("office", .init(pulls: ["visit"]))
    let whole = try await request("GET", token: token, to: collector)
    #expect(whole.status == 200 && whole.bytes == Self.content)
    let rest = try await request("GET", Data(), ["Range: bytes=200000-"], token: token, to: collector)
    #expect(rest.status == 206 && rest.bytes == Self.content.dropFirst(200_000))
    #expect(rest.headers["content-range"] == "bytes 200000-699999/700000")
    #expect(try await request("GET", Data(), ["Range: bytes=700000-"], token: token, to: collector).status == 416)
    let head = try await request("HEAD", token: token, to: collector)
    #expect(head.status == 200 && head.headers["content-length"] == "700000")
  }

  @Test("Both files of an open question are taken")
  func question() async throws {
    let stores = try (0..<2).map { _ in try FormStore.inMemory() }
    let key = ResponseKey(form: "visit")
    try stores[0].save(
      FormDefinition(key: "visit") {
        FormSection(key: "s") {
          Cell.file("photo", title: "Photo")
          Cell.text("note", title: "Note")
        }
      })
    try stores[0].apply(.set("note", "x"), to: key)
    try stores[1].restore(parts: stores[0].forEachPart)
    let collector = try await collector()
    for (store, value) in zip(stores, [name.text, "other-\(String(repeating: "f", count: 32)).jpg"]) {
      try store.apply(.set("photo", .text(value)), to: key)
      try server.collect(from: store)
    }
    let open: Int64 = try server.connection.execute(
      "SELECT count(*) FROM formstate_state WHERE field = 'alternatives'"
    ).only[0]
    #expect(open == 1)
    #expect(try await patch(Self.content, from: 0, to: collector).status == 201)
    let other = AttachmentName("other-\(String(repeating: "f", count: 32)).jpg")!
    #expect(try CollectedFiles.isNamed(other, within: nil, server.connection))
    #expect(try !CollectedFiles.isNamed(other, within: [ResponseScope("profile")], server.connection))
  }

  @Test("Bad requests are refused with the fix, and what is no content of its name is not kept")
  func refused() async throws {
    let collector = try await collector(largestFile: 1_000_000)
    try await sendAnswers(to: collector)
    #expect(try await request("PATCH", token: "wrong", to: collector).status == 401)
    let elsewhere = try await request("PATCH", name: "../secret", to: collector)
    #expect(elsewhere.status == 404 && elsewhere.sentence == "“/batches/files/../secret” names no attached file")
    #expect(try await request("DELETE", to: collector).headers["allow"] == "GET, HEAD, PATCH")
    let positions = [
      [], ["Upload-Offset: 0"], ["Upload-Offset: -1", "Upload-Length: 3"], ["Upload-Offset: 3", "Upload-Length: 3"],
      ["Upload-Offset: 0", "Upload-Length: 4"],
    ]
    for headers in positions {
      let reply = try await request("PATCH", Data("abc".utf8), headers, to: collector)
      #expect(
        reply.sentence
          == "Upload-Offset and Upload-Length must say where the body begins and how long the whole file is")
    }
    let long = try await patch(Data(count: 1_000_001), from: 0, of: 1_000_001, to: collector)
    #expect(long.status == 413 && long.sentence == "an attached file has at most 1000000 bytes")
    let other = try await patch(Data("abc".utf8), from: 0, of: 3, to: collector)
    #expect(other.status == 422)
    #expect(other.sentence == "the content of “\(name.text)” is not that of its name; send it again")
    #expect(try await state(collector) == .none)
    #expect(try await patch(Self.content, from: 0, to: collector).status == 201)
  }

  @Test("Without a folder nothing is kept; a file that did not arrive, and one that nobody names, are not there")
  func nothing() async throws {
    let without = try await collector(keepsFiles: false)
    for reply in [
      try await patch(Self.content, from: 0, to: without),
      try await without.post(String(decoding: try FilesQuestion(names: [name]).document(), as: UTF8.self)),
    ] {
      #expect(reply.status == 403)
      #expect(
        reply.sentence == "no attached files are kept here; start formstate-collect listen with --attachments")
    }
    try await sendAnswers(to: without, namingIt: false)
    #expect(try !CollectedFiles.isNamed(name, within: nil, server.connection))
  }
}
#endif
