import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Watching a form's file")
struct FileWatchTests {
  @Test("Saving the file upgrades the form and keeps the answers")
  func saved() async throws {
    let preview = try Preview()
    try preview.write(Self.form(["name": "Name"]))
    await preview.watch.look()
    try await preview.server.act(#"{"action":"set","cell":"name","value":"Ada"}"#)
    var events = try await preview.events()
    try preview.write(Self.form(["name": "Your name", "age": "Age"]))
    await preview.watch.look()
    let rows = try await preview.server.get("/rows")
    #expect(rows["version"]?.whole == 2)
    #expect(rows["items"]?.elements?.compactMap { $0["title"]?.text } == ["Age", "Your name"])
    #expect(rows["items"]?[1]?["value"]?.text == "Ada")
    #expect(rows["undo"]?.text == "Upgrade to version 2")
    let past = try await preview.server.get("/rows?at=1")
    #expect(past["version"]?.whole == 1)
    #expect(past["items"]?.elements?.compactMap { $0["title"]?.text } == ["Name"])
    #expect(past["items"]?[0]?["value"]?.text == "Ada")
    let change = try #require(await events.next())
    #expect(change.name == "change")
    let faults = try #require(await events.next())
    #expect(
      faults.json
        == #"{"file":"\#(preview.path)","version":2,"faults":[],"notes":[],"said":null,"gone":null}"#)
  }

  @Test("A file named .xlsx that is not a workbook has a fault")
  func workbook() async throws {
    let preview = try Preview(file: "form.xlsx")
    try preview.write("no workbook")
    await preview.watch.look()
    await preview.watch.look()
    let (_, rows) = try await preview.server.ask("GET", "/rows")
    #expect(
      rows["preview"]?["faults"]?[0]?["text"]?.text
        == "the name is that of an Excel workbook, but the content is not; save the form again as .xlsx, or "
        + "rename the file")
  }

  @Test("A broken file keeps the last form and reports the fault's place; a corrected file shows")
  func broken() async throws {
    let preview = try Preview()
    try preview.write(Self.form(["name": "Name"]))
    await preview.watch.look()
    var events = try await preview.events()
    try preview.write(#"{"formstate":1,"key":"f","sections":[{"key":"s","cells":[{"key":"a","kind":"txt"}]}]}"#)
    await preview.watch.look()
    // The file may be half written, so a fault is reported only at the second look.
    #expect(try await preview.server.get("/rows")["preview"]?["faults"] == .array([]))
    await preview.watch.look()
    let rows = try await preview.server.get("/rows")
    #expect(rows["items"]?[0]?["title"]?.text == "Name")
    let fault = try #require(rows["preview"]?["faults"]?[0])
    #expect(fault["sectionPosition"]?.whole == 0)
    #expect(fault["position"]?.whole == 0)
    #expect(fault["key"]?.text == "sections[0].cells[0].kind")
    #expect(fault["line"]?.whole == 1 && fault["column"]?.whole == 69)
    #expect(
      fault["text"]?.text
        == "line 1, column 69, sections[0].cells[0].kind: is “txt”, which is not a kind of cell; did you mean “text”?")
    let event = try PropertyValue(json: try #require(await events.next()).json)
    #expect(event == rows["preview"])
    try preview.write(Self.form(["name": "First name"]))
    await preview.watch.look()
    #expect(try await preview.server.get("/rows")["items"]?[0]?["title"]?.text == "First name")
    #expect(try await preview.server.get("/rows")["preview"]?["faults"] == .array([]))
  }

  @Test("A look that finds the database locked changes nothing; a later look upgrades the form")
  func busy() async throws {
    let preview = try Preview(busyTimeout: 0.05)
    try preview.write(Self.form(["name": "Name"]))
    await preview.watch.look()
    try await preview.server.act(#"{"action":"set","cell":"name","value":"Ada"}"#)
    try preview.write(Self.form(["name": "Your name"]))
    let other = try FormStore(path: preview.folder.path("preview.sqlite"))
    let (steps, step) = AsyncStream.makeStream(of: Void.self)
    let mayEnd = DispatchSemaphore(value: 0)
    Thread {
      _ = try? other.group("Long", in: ResponseKey(form: "f", response: "other")) { _ in
        step.yield()
        mayEnd.wait()
      }
      step.yield()
    }.start()
    var passed = steps.makeAsyncIterator()
    await passed.next()
    await preview.watch.look()
    #expect(try await preview.server.get("/rows")["items"]?[0]?["title"]?.text == "Name")
    mayEnd.signal()
    await passed.next()
    await preview.watch.look()
    let rows = try await preview.server.get("/rows")
    #expect(rows["items"]?[0]?["title"]?.text == "Your name")
    #expect(rows["items"]?[0]?["value"]?.text == "Ada")
    #expect(rows["preview"]?["said"] == .null)
    #expect(try preview.store.responseKeys(ofForm: "f") == ["default"])
  }

  @Test("Without a valid form, requests get 409 with the faults until the file is corrected")
  func waiting() async throws {
    let preview = try Preview()
    try preview.write("{")
    await preview.watch.look()
    let (status, refusal) = try await preview.server.ask("GET", "/rows")
    #expect(status == 409)
    #expect(refusal["error"]?.text == "there is no form yet; correct its file, and it shows by itself")
    #expect(refusal["preview"]?["faults"]?.elements?.count == 1)
    var events = try await preview.events(first: "faults")
    try preview.write(Self.form(["name": "Name"]))
    await preview.watch.look()
    #expect(await events.next() == nil)
    events = try await preview.events()
    #expect(try await preview.server.get("/rows")["items"]?.elements?.count == 1)
  }

  @Test("A removed file is reported, and so is its return")
  func removed() async throws {
    let preview = try Preview()
    try preview.write(Self.form(["name": "Name"]))
    await preview.watch.look()
    var events = try await preview.events()
    try FileManager.default.removeItem(atPath: preview.path)
    await preview.watch.look()
    await preview.watch.look()
    #expect(try #require(await events.next()).name == "faults")
    let gone = try #require(await events.next())
    #expect(
      gone.json == """
        {"what":"file","reason":"there is no file “\(preview.path)” any more; the page shows its last contents"}
        """)
    #expect(try await preview.server.get("/rows")["items"]?.elements?.count == 1)
    try preview.write(Self.form(["name": "Name"]))
    await preview.watch.look()
    #expect(try #require(await events.next()).name == "faults")
    #expect(try #require(await events.next()).name == "state")
  }

  @Test("Replacing the file with equal content keeps the version; different content changes it")
  func replaced() async throws {
    let preview = try Preview()
    try preview.write(Self.form(["name": "Name"]))
    await preview.watch.look()
    try await preview.server.act(#"{"action":"set","cell":"name","value":"Ada"}"#)
    for (title, version) in [("Name", 1), ("Mane", 2), ("Name", 1)] {
      let other = preview.path + ".new"
      try Data(Self.form(["name": title]).utf8).write(to: URL(fileURLWithPath: other))
      #expect(rename(other, preview.path) == 0)
      await preview.watch.look()
      let rows = try await preview.server.get("/rows")
      #expect(rows["items"]?[0]?["title"]?.text == title)
      #expect(rows["items"]?[0]?["value"]?.text == "Ada")
      #expect(rows["version"]?.whole == version)
    }
  }

  @Test("The form keeps its first key when the file later has another")
  func otherKey() async throws {
    let preview = try Preview()
    try preview.write(Self.form(["name": "Name"]))
    await preview.watch.look()
    try preview.write(Self.form(["name": "Name", "age": "Age"], key: "other"))
    await preview.watch.look()
    #expect(try preview.store.formKeys() == ["f"])
    #expect(try await preview.server.get("/rows")["form"]?.text == "f")
    #expect(try await preview.server.get("/rows")["items"]?.elements?.count == 2)
  }

  @Test("A property list with section titles, and JSON with its layout file, can be watched")
  func otherFormats() async throws {
    let folder = try TemporaryFolder()
    let store = try FormStore.inMemory()
    let plist = Repository.folder.appendingPathComponent("Examples/profile.plist").path
    let watch = FileWatch(
      FormFile(path: plist, formKey: "p", sectionTitles: FormFile.titles(listed: "One, Two,Three")), store: store)
    await watch.look()
    let rows = try await Server(models: watch.models).get("/rows")
    #expect(rows["items"]?[0]?["title"]?.text == "One")
    let layout = folder.path("layout.json")
    try Data(contentsOf: Repository.folder.appendingPathComponent("Examples/profile-layout.json"))
      .write(to: URL(fileURLWithPath: layout))
    let person = Repository.folder.appendingPathComponent("Examples/person.json").path
    let byLayout = FileWatch(FormFile(path: person, layout: layout), store: try FormStore.inMemory())
    await byLayout.look()
    let server = Server(models: byLayout.models)
    #expect(try await server.get("/rows")["form"]?.text == "person")
    // The layout is watched as well.
    try Data("{".utf8).write(to: URL(fileURLWithPath: layout))
    await byLayout.look()
    await byLayout.look()
    let preview = try await server.get("/rows")["preview"]
    #expect(preview?["faults"]?.elements?.count == 1)
    #expect(preview?["file"]?.text == layout)
  }

  @Test("An answer whose key disappears is set aside and can be mapped to a new cell")
  func renamed() async throws {
    let preview = try Preview()
    try preview.write(Self.form(["age": "Age", "name": "Name"]))
    await preview.watch.look()
    try await preview.server.act(#"{"action":"set","cell":"name","value":"Ada"}"#)
    #expect(try await preview.server.get("/set-aside") == PropertyValue(json: #"{"answers":[],"more":0}"#))
    try preview.write(Self.form(["age": "Age", "full": "Name", "other": "Other"]))
    await preview.watch.look()
    #expect(
      try await preview.server.get("/set-aside")
        == PropertyValue(
          json: """
            {"answers":[{"cell":"name","version":1,"title":"Name","texts":["Ada"],"places":[
            {"cell":"full","title":"Name","likely":true},{"cell":"other","title":"Other","likely":false}]}],"more":0}
            """))
    var events = try await preview.events()
    let (status, done) = try await preview.server.ask("POST", "/set-aside/map?client=page", #"{"name":"full"}"#)
    #expect(status == 200, "\(done)")
    let change = try PropertyValue(json: try #require(await events.next()).json)
    #expect(change["stamp"] == done["stamp"] && change["client"]?.text == "page")
    let rows = try await preview.server.get("/rows")
    #expect(rows["items"]?.elements?.compactMap { $0["value"]?.text } == ["Ada"])
    #expect(rows["undo"]?.text?.isEmpty == false)
    #expect(try await preview.server.get("/set-aside")["answers"] == .array([]))
    try await preview.server.act(#"{"action":"undo"}"#)
    #expect(try await preview.server.get("/set-aside")["answers"]?.elements?.count == 1)
  }

  @Test("Fifty set-aside answers are shown, and the next ones when these are settled")
  func manyRenamed() async throws {
    let preview = try Preview()
    func cells(_ key: String) -> [String: String] {
      Dictionary(uniqueKeysWithValues: (100..<152).map { ("\(key)\($0)", "\(key) \($0)") })
    }
    try preview.write(Self.form(cells("old")))
    await preview.watch.look()
    for number in 100..<152 {
      try await preview.server.act(#"{"action":"set","cell":"old\#(number)","value":"x"}"#)
    }
    try preview.write(Self.form(cells("new")))
    await preview.watch.look()
    func shown() async throws -> [String?] {
      let aside = try await preview.server.get("/set-aside")
      return (aside["answers"]?.elements ?? []).map { $0["cell"]?.text } + [aside["more"].map { "\($0)" }]
    }
    let names = (100..<152).map { "old\($0)" as String? }
    let all = try await shown()
    #expect(all.dropLast() == names.prefix(50) && all.last == "\(PropertyValue.integer(2))")
    _ = try await preview.server.ask("POST", "/set-aside/map", #"{"old100":"new100"}"#)
    let rest = try await shown()
    #expect(rest.dropLast() == names[1...50] && rest.last == "\(PropertyValue.integer(1))")
  }

  @Test("A refused mapping leaves the answer set aside and says why")
  func notMapped() async throws {
    let preview = try Preview()
    try preview.write(Self.form(["name": "Name"]))
    await preview.watch.look()
    try await preview.server.act(#"{"action":"set","cell":"name","value":"Ada"}"#)
    try preview.write(Self.form(["one": "One", "two": "Two"]))
    await preview.watch.look()
    // One begins the section and one ends it, as the old question did both, so neither is likely.
    let places = try await preview.server.get("/set-aside")["answers"]?[0]?["places"]
    #expect(places?.elements?.compactMap { $0["likely"] } == [.boolean(false), .boolean(false)])
    try await preview.server.act(#"{"action":"set","cell":"one","value":"Bob"}"#)
    #expect(
      try await preview.server.get("/set-aside")["answers"]?[0]?["places"]?.elements?.compactMap { $0["cell"]?.text }
        == ["two"])
    for (body, status, error) in [
      (#"{"name":"one"}"#, 409, "“one” already has an answer, so “name” stays set aside; clear it first"),
      (#"{"one":"two"}"#, 422, nil),
      ("[]", 400, #"body: is not a map of keys; write a JSON object such as {"old-key": "new-key"}"#),
    ] as [(String, Int, String?)] {
      let (given, refusal) = try await preview.server.ask("POST", "/set-aside/map", body)
      #expect(given == status, "\(refusal)")
      if let error { #expect(refusal["error"]?.text == error) }
    }
    let (byReading, _) = try await preview.server.ask("GET", "/set-aside/map")
    #expect(byReading == 405)
    let (withoutToken, _) = try await preview.server.ask(
      "POST", "/set-aside/map", #"{"name":"two"}"#, headers: ["x-formstate": nil])
    #expect(withoutToken == 403)
    #expect(try await preview.server.get("/set-aside")["answers"]?.elements?.count == 1)
  }

  @Test("run() follows the file until it is cancelled", .timeLimit(.minutes(10)))
  func running() async throws {
    let preview = try Preview()
    try preview.write(Self.form(["name": "Name"]))
    await preview.watch.look()
    let running = Task { await preview.watch.run() }
    try preview.write(Self.form(["name": "First name"]))
    try await waitUntil { try await preview.server.get("/rows")["version"]?.whole == 2 }
    running.cancel()
    await running.value
  }

  private static func form(_ cells: [String: String], key: String = "f") -> String {
    let cells = cells.sorted { $0.key < $1.key }.map { #"{"key":"\#($0.key)","kind":"text","title":"\#($0.value)"}"# }
    return #"{"formstate":1,"key":"\#(key)","sections":[{"key":"s","cells":[\#(cells.joined(separator: ","))]}]}"#
  }
}

/// A previewed file.
private struct Preview {
  let folder: TemporaryFolder
  let store: FormStore
  let watch: FileWatch
  let server: Server

  private let name: String

  init(busyTimeout: Double = 10, file name: String = "form.json") throws {
    self.name = name
    folder = try TemporaryFolder()
    store = try FormStore(
      path: folder.path("preview.sqlite"), settings: FormStore.Settings(busyTimeout: busyTimeout))
    watch = FileWatch(FormFile(path: folder.path(name)), store: store)
    server = Server(models: watch.models)
  }

  var path: String { folder.path(name) }

  func write(_ text: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

  /// The events after the first, which has the whole state.
  func events(first: String = "state") async throws -> AsyncStream<ScreenEvent>.Iterator {
    var iterator = try await server.events().makeAsyncIterator()
    #expect(await iterator.next()?.name == first)
    return iterator
  }
}
