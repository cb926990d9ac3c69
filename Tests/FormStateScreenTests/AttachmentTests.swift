import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Attached files")
struct AttachmentTests {
  private static let form = FormDefinition(
    key: "visit",
    sections: [
      FormSection(
        key: "s",
        cells: [
          FormCell(key: "photo", kind: .file, title: "Photo"), FormCell(key: "name", kind: .text, title: "Name"),
          FormCell(key: "made", kind: .file, rules: [FormRule(.readOnly, "true()")]),
        ])
    ])
  /// SHA-256 of “content”.
  private static let name = "a-ed7002b439e9ac845f22357d822bac14.png"

  let folder: TemporaryFolder
  let server: Server

  init() throws {
    folder = try TemporaryFolder()
    let store = try FormStore.inMemory()
    try store.save(Self.form)
    server = Server(models: ScreenModels(store: store, form: "visit"), folders: Self.folders(folder.path("kept")))
  }

  private static func folders(_ path: String) -> ScreenFolders {
    ScreenFolders(attachments: AttachmentFolder(path: path, largestFile: 1 << 20))
  }

  private func upload(_ text: String, called name: String = "a.png", to cell: String = "photo") async throws -> (
    status: Int, json: PropertyValue
  ) {
    try await server.ask("POST", "/attachments?cell=\(cell)&name=\(name)", text)
  }

  private func mode(of path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  private func kept() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path("kept")) }

  /// The status, the headers and the text of a response.
  private func file(
    _ address: String, range: String? = nil, method: String = "GET"
  ) async throws -> (status: Int, headers: [String: String], text: String?) {
    let response = await server.routes.respond(to: Server.request(method, address, headers: ["range": range]))
    let headers = Dictionary(response.headers.map { ($0.name, $0.value) }) { first, _ in first }
    guard case .file(let file, let part) = response.body else { return (response.status, headers, nil) }
    let data = try file.read(from: part.lowerBound, atMost: part.count)
    return (response.status, headers, String(decoding: data, as: UTF8.self))
  }

  @Test("An uploaded file gets a name with its digest, is private to its owner, and is served back")
  func keeping() async throws {
    let (status, json) = try await upload("content")
    #expect(status == 200)
    #expect(json["value"]?.text == Self.name)
    #expect(try kept() == [Self.name])
    #expect(try mode(of: folder.path("kept")) == 0o700)
    #expect(try mode(of: folder.path("kept/\(Self.name)")) == 0o600)
    try await server.act("{\"action\":\"set\",\"cell\":\"photo\",\"value\":\"\(Self.name)\"}")
    let row = try await server.get("/rows")["items"]?.elements?.first { $0["cell"]?.text == "photo" }
    #expect(row?["value"]?.text == Self.name)
    let seen = try await file("/attachments/\(Self.name)")
    #expect(seen.status == 200 && seen.text == "content")
    #expect(seen.headers["Content-Type"] == "image/png" && seen.headers["Content-Disposition"] == nil)
    #expect(seen.headers["X-Content-Type-Options"] == "nosniff")
  }

  @Test("Identical content is stored once, with a hard link for each name")
  func storingOnce() async throws {
    _ = try await upload("content")
    _ = try await upload("content")
    #expect(try kept() == [Self.name])
    let other = try await upload("content", called: "b.png").json["value"]?.text
    #expect(other == "b-ed7002b439e9ac845f22357d822bac14.png")
    let numbers = try kept().map {
      try FileManager.default.attributesOfItem(atPath: folder.path("kept/\($0)"))[.systemFileNumber] as? Int
    }
    #expect(numbers.count == 2 && Set(numbers).count == 1)
  }

  @Test("Uploading a truncated file again restores it")
  func mending() async throws {
    _ = try await upload("content")
    try Data("con".utf8).write(to: URL(fileURLWithPath: folder.path("kept/\(Self.name)")))
    _ = try await upload("content")
    #expect(try await file("/attachments/\(Self.name)").text == "content")
  }

  @Test("File types that a browser could run are served only as downloads")
  func saving() async throws {
    for ending in ["svg", "html", "pdf", "js"] {
      let name = try #require(try await upload("<svg onload='x'/>", called: "a.\(ending)").json["value"]?.text)
      let headers = try await file("/attachments/\(name)").headers
      #expect(headers["Content-Type"] == "application/octet-stream")
      #expect(headers["Content-Disposition"] == "attachment")
    }
  }

  @Test("A range request returns its part, 416 beyond the end, and the whole file when malformed")
  func parts() async throws {
    _ = try await upload("content")
    let address = "/attachments/\(Self.name)"
    let first = try await file(address, range: "bytes=0-2")
    #expect(first.status == 206 && first.text == "con" && first.headers["Content-Range"] == "bytes 0-2/7")
    #expect(try await file(address, range: "bytes=3-").text == "tent")
    #expect(try await file(address, range: "bytes=-2").text == "nt")
    #expect(try await file(address, range: "bytes=5-99").text == "nt")
    #expect(try await file(address, range: "bytes=7-").status == 416)
    #expect(try await file(address, range: "bytes=-0").status == 416)
    for odd in ["bytes=2-1", "bytes=a-b", "lines=0-1", "bytes=0-1,3-4", "bytes=-", "bytes=99999999999999999999-"] {
      #expect(try await file(address, range: odd).status == 200)
    }
    #expect(try await file(address, method: "HEAD").text == "content")
  }

  @Test(
    "No name reaches a file outside the folder",
    arguments: [
      "../secret", "..%2Fsecret", "%2e%2e%2fsecret", "secret", "", "/", "..", ".",
      "a-0123456789abcdef0123456789abcdef.png",
      "link-0123456789abcdef0123456789abcdef.png", "pipe-0123456789abcdef0123456789abcdef.png",
    ])
  func traversal(name: String) async throws {
    _ = try await upload("content")
    try Data("secret".utf8).write(to: URL(fileURLWithPath: folder.path("secret")))
    let digits = "0123456789abcdef0123456789abcdef.png"
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("kept/link-\(digits)"), withDestinationPath: folder.path("secret"))
    #expect(mkfifo(folder.path("kept/pipe-\(digits)"), 0o600) == 0)
    let address = "/attachments/\(name.removingPercentEncoding ?? name)"
    let answer = try await file(address)
    #expect(answer.status == 404 && answer.text == nil)
  }

  @Test("A file that is too large, empty or incomplete is refused and leaves nothing behind")
  func refusals() async throws {
    let large = try await server.routes.refusal(of: LongBody(length: (1 << 20) + 1) { [] })
    #expect(large.status == 413 && large.sentence == "the file has more than 1 MB; choose a smaller one")
    let empty = try await upload("")
    #expect(empty.status == 422 && empty.json["error"]?.text == "the file is empty; choose another one")
    let parts = Locked([Array("con".utf8), []])
    let cut = try await server.routes.refusal(
      of: LongBody(length: 7) { parts.withLock { $0.isEmpty ? [] : $0.removeFirst() } })
    #expect(cut.status == 408 && cut.sentence == "the upload was incomplete; try again")
    let broken = try await server.routes.refusal(of: LongBody(length: 7) { throw CancellationError() })
    #expect(broken.status == 408)
    #expect(try kept() == [])
  }

  @Test("Only the upload route accepts a long body")
  func otherRoutes() async throws {
    for path in ["/act", "/heights"] {
      var request = Server.request("POST", path)
      request.longBody = LongBody(length: 2 << 20) { [1] }
      #expect(await server.routes.respond(to: request).status == 413)
      request.longBody = LongBody(length: 9) { [1] }
      #expect(await server.routes.respond(to: request).status == 415)
    }
    var request = Server.request("POST", "/attachments?cell=photo&name=a", headers: ["x-formstate": nil])
    request.longBody = LongBody(length: 9) {
      Issue.record("it was read")
      return []
    }
    #expect(await server.routes.respond(to: request).status == 403)
  }

  @Test("Eight uploads may run at once; a ninth is refused with 503")
  func crowding() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    let held = Locked(0)
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<AttachmentFolder.mostAtOnce {
        group.addTask { [routes = server.routes] in
          let body = LongBody(length: 3) {
            if held.withLock({
              $0 += 1
              return $0
            }) <= AttachmentFolder.mostAtOnce {
              for await _ in gate {}
            }
            return [1, 2, 3]
          }
          return (try? await routes.refusal(of: body).status) ?? 200
        }
      }
      while held.withLock({ $0 }) < AttachmentFolder.mostAtOnce { await Task.yield() }
      let next = try? await server.routes.refusal(of: LongBody(length: 3) { [1, 2, 3] })
      #expect(next?.status == 503)
      #expect(next?.sentence == "8 files are already being uploaded; try again in a moment")
      open.finish()
      for await status in group { #expect(status == 200) }
    }
    #expect(try await upload("abc").status == 200)
  }

  @Test("Only an editable file cell accepts an upload")
  func cells() async throws {
    for (cell, status, sentence) in [
      ("name", 422, "“name” is not a question for a file; set its value"),
      ("made", 422, "“made” is calculated; it does not accept a file"),
      ("nobody", 404, nil),
    ] {
      let answer = try await upload("content", to: cell)
      #expect(answer.status == status)
      if let sentence { #expect(answer.json["error"]?.text == sentence) }
    }
    #expect(try await server.ask("POST", "/attachments?cell=photo", "content").status == 400)
    try await server.act(#"{"action":"complete"}"#)
    let completed = try await upload("content")
    #expect(completed.status == 422)
    #expect(
      completed.json["error"]?.text == "the response is completed, so “photo” cannot change; reopen it first")
    #expect(!FileManager.default.fileExists(atPath: folder.path("kept")))
  }

  @Test("A read-only store refuses uploads and still serves stored files")
  func readOnly() async throws {
    _ = try await upload("content")
    let path = folder.path("a.sqlite")
    do { try FormStore(path: path).save(Self.form) }
    let store = try FormStore(path: path, access: .read)
    let reading = Server(models: ScreenModels(store: store, form: "visit"), folders: Self.folders(folder.path("kept")))
    #expect(try await reading.ask("POST", "/attachments?cell=photo&name=a.png", "other").status == 403)
    #expect(await reading.routes.respond(to: Server.request("GET", "/attachments/\(Self.name)")).status == 200)
    #expect(try kept() == [Self.name])
  }

  @Test("The error names the folder when a file cannot be stored in it")
  func unusableFolder() async throws {
    try Data().write(to: URL(fileURLWithPath: folder.path("kept")))
    let inFile = try await upload("content")
    #expect(inFile.status == 500)
    #expect(
      inFile.json["error"]?.text
        == "the file cannot be stored in “\(folder.path("kept"))” (Not a directory); make that a writable folder, "
        + "then try again")
    let inGerman = try await server.ask("POST", "/attachments?cell=photo&name=a.png&words=de", "content")
    #expect(
      inGerman.json["error"]?.text
        == "die Datei lässt sich in „\(folder.path("kept"))“ nicht ablegen; machen Sie daraus einen Ordner, in den das "
        + "Programm schreiben darf")
    let nowhere = Server(models: server.models)
    #expect(try await nowhere.ask("POST", "/attachments?cell=photo&name=a.png", "content").status == 404)
  }

  @Test("Partial uploads older than an hour are deleted; newer ones stay")
  func drafts() async throws {
    _ = try await upload("content")
    for (name, age) in [(".draft-old", 7200.0), (".draft-new", 60.0)] {
      try Data([1]).write(to: URL(fileURLWithPath: folder.path("kept/\(name)")))
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: folder.path("kept/\(name)"))
    }
    _ = try await upload("other")
    #expect(try kept().filter { $0.hasPrefix(".draft") } == [".draft-new"])
  }
}

extension ScreenRoutes {
  /// Why an upload is refused.
  fileprivate func refusal(of body: LongBody) async throws -> ScreenRefusal {
    var request = Server.request("POST", "/attachments?cell=photo&name=a.png")
    request.longBody = body
    let response = await respond(to: request)
    guard case .data(let data) = response.body, response.status != 200 else { throw CancellationError() }
    let json = try PropertyValue(json: String(decoding: data, as: UTF8.self))
    return ScreenRefusal(response.status, json["error"]?.text ?? "")
  }
}
