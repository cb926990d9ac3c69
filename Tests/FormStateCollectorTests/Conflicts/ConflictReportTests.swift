#if Collect
import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateCollector

/// What the program says about copies of a response that differ.
@Suite("Reports of conflicts") struct ConflictReportTests {
  private let server: CollectingServer
  private let folder: TemporaryFolder
  private let visit = ResponseKey(form: "visit", response: "v1")
  private let stream: String

  private static let form = FormDefinition(key: "visit") {
    FormSection(key: "s") {
      Cell.text("name", title: "Name")
      Cell.text("pin", title: "PIN").sensitive()
      Cell.text("illness", title: "Illness").sensitive()
    }
  }

  init() throws {
    server = try CollectingServer()
    folder = try TemporaryFolder()
    let north = try FormStore(path: folder.path("north.sqlite"))
    try north.save(Self.form)
    _ = try north.create(visit)
    try north.apply(.set("pin", "1111"), to: visit)
    try FormStore.copyFile(at: folder.path("north.sqlite"), to: folder.path("south.sqlite"))
    let south = try FormStore(path: folder.path("south.sqlite"))
    // Lines that went on in different versions wait beside each other.
    for (store, title) in [(north, "North"), (south, "South")] {
      var form = Self.form
      form.title = title
      try store.save(form)
      try store.upgrade(visit)
    }
    for action: FormAction in [.set("name", "Ada"), .set("pin", "2222")] { try north.apply(action, to: visit) }
    for action: FormAction in [.set("name", "Eve"), .set("pin", "3333"), .set("illness", "Measles")] {
      try south.apply(action, to: visit)
    }
    for store in [north, south] { try server.collect(from: store) }
    stream = try #require(try north.contents(of: visit).stream).description
  }

  private func run(_ arguments: String...) async throws -> (status: Int32, output: String, errors: String) {
    try await RunningCollector.run(arguments + ["--database", server.cluster.address()])
  }

  @Test("A report of conflicts masks sensitive answers, unless it is asked to reveal them")
  func report() async throws {
    let masked = try await run("conflicts").output.components(separatedBy: "\n")
    let revealed = try await run("conflicts", "--reveal").output
    #expect(masked.count == 6 && masked[1].hasPrefix("  open: Name (name); line 1 “Ada” "))
    #expect(masked[2].hasPrefix("  open: PIN (pin), before “•••”; line 1 “•••” "))
    #expect(masked[3].hasPrefix("  missing: Illness (illness); line 1 no answer; line 2 “•••” "))
    for answer in ["1111", "2222", "3333", "Measles"] {
      #expect(revealed.contains("“\(answer)”") && !masked.joined().contains(answer))
    }
  }

  @Test("An answer from a device can neither control a terminal nor turn a line around")
  func harmless() async throws {
    let north = try FormStore(path: folder.path("north.sqlite"))
    try north.apply(.set("name", "A\u{202E}B\u{2028}C"), to: visit)
    try server.collect(from: north)
    let line = try await run("conflicts").output.components(separatedBy: "\n").element(at: 1)
    #expect(line?.hasPrefix("  open: Name (name); line 1 “A\u{FFFD}B↵C” ") == true)
  }

  @Test("A merge with sensitive answers is refused, unless it is asked to reveal them")
  func merge() async throws {
    let refused = try await run("merge", stream, "--from", "2")
    #expect(refused.status == 1 && refused.output == "")
    #expect(
      refused.errors
        == "Error: the merge contains the answers to sensitive questions; write them with --reveal\n")
    let revealed = try await run("merge", stream, "--from", "2", "--reveal")
    #expect(revealed.output == #"{"action":"set","cell":"illness","value":"Measles"}"# + "\n")
    #expect(revealed.errors.contains("Left out: pin is “2222” and “3333”;"))
  }

  @Test("A merge without sensitive answers is written, and masks those that it leaves out")
  func openAnswers() async throws {
    let south = try FormStore(path: folder.path("south.sqlite"))
    try south.apply(.reset("illness"), to: visit)
    try server.collect(from: south)
    let merge = try await run("merge", stream, "--from", "2")
    #expect(merge.status == 0 && merge.output == "")
    #expect(
      merge.errors == """
        Left out: name is “Ada” and “Eve”; --open takes the latter.
        Left out: pin is “•••” and “•••”; --open takes the latter.
        Nothing is missing.

        """)
    #expect(try await run("merge", stream, "--from", "2", "--open").status == 1)
  }

  /// Joined copies with two open questions, and the time before one of them.
  private func join() throws -> Timestamp {
    let joined = ResponseKey(form: "visit", response: "v2")
    let north = try FormStore(path: folder.path("north.sqlite"))
    _ = try north.create(joined)
    try north.apply(.set("pin", "4444"), to: joined)
    let south = try FormStore.inMemory()
    try south.merge(parts: north.forEachPart)
    try north.acting(as: "Ada").apply(.set("pin", "5555"), to: joined)
    try south.acting(as: "Eve").apply(.set("pin", "6666"), to: joined)
    try north.apply(.set("name", "Una"), to: joined)
    usleep(2000)
    let time = Timestamp.now
    usleep(2000)
    try south.apply(.set("name", "Ida"), to: joined)
    try server.collect(from: north, device: "north")
    try server.collect(from: south, device: "tablet")
    return time
  }

  /// The lines that the command prints, as JSON objects.
  private func objects(_ arguments: String...) async throws -> [[String: Any]] {
    let run = try await RunningCollector.run(
      ["conflicts", "--json", "--database", server.cluster.address()] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    return try run.output.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test("Each question is a line of JSON, by form, cell, device and time, sensitive answers masked; or only counted")
  func json() async throws {
    let time = try join()
    let all = try await objects()
    #expect(all.map { $0["kind"] as? String } == ["answer", "answer", "line", "line", "line"])
    #expect(all.map { $0["cell"] as? String } == ["name", "pin", "name", "pin", "illness"])
    #expect(all.map { $0["response"] as? String } == ["v2", "v2", "v1", "v1", "v1"])
    #expect(all.map { $0["verdict"] as? String } == [nil, nil, "open", "open", "missing"])
    let said = try #require(all[1]["answers"] as? [[String: String]])
    #expect(said.map { $0["value"] } == ["•••", "•••"] && Set(said.compactMap { $0["author"] }) == ["Ada", "Eve"])
    let copies = try #require(all[2]["copies"] as? [[String: Any]])
    #expect(copies.map { $0["line"] as? Int } == [1, 2] && all[2]["stream"] as? String == stream)
    #expect(try await run("conflicts", "--count").output == "5\n")
    let revealed = try await run("conflicts", "--json", "--reveal").output
    for answer in ["5555", "6666", "3333", "Measles"] { #expect(revealed.contains("\"\(answer)\"")) }
    #expect(try await objects("--form", "other").isEmpty)
    #expect(try await objects("--form", "visit").count == 5)
    #expect(try await objects("--cell", "pin").map { $0["response"] as? String } == ["v2", "v1"])
    #expect(try await objects("--device", "tablet").map { $0["cell"] as? String } == ["name", "pin"])
    #expect(try await objects("--since", time.isoText).map { $0["response"] as? String } == ["v2"])
    #expect(try await objects("--since", "2999-01-01").isEmpty)
    #expect(try await run("conflicts", "--cell", "pin", "--since", time.isoText).output == "No conflicts.\n")
    #expect(try await run("conflicts", "--since", "soon").status == 64)
  }

  @Test("Of joined copies the open questions are listed, sensitive answers masked; a device settles them")
  func questions() async throws {
    let joined = ResponseKey(form: "visit", response: "v2")
    let north = try FormStore(path: folder.path("north.sqlite"))
    _ = try north.create(joined)
    try north.apply(.set("pin", "4444"), to: joined)
    let south = try FormStore.inMemory()
    try south.merge(parts: north.forEachPart)
    try north.acting(as: "Ada").apply(.set("pin", "5555"), to: joined)
    try north.acting(as: "Ada").apply(.set("illness", "Mumps"), to: joined)
    try south.acting(as: "Eve").apply(.set("pin", "6666"), to: joined)
    for store in [north, south] { try server.collect(from: store) }
    let stream = try #require(try north.contents(of: joined).stream).description
    let lines = try await run("conflicts").output.components(separatedBy: "\n")
    #expect(lines[0] == "“v2” of “visit”, \(stream)")
    #expect(lines[1].contains(/^  open: PIN \(pin\); shows “•••” \((Ada|Eve), .*\); or “•••” \((Ada|Eve), .*\)$/))
    #expect(lines[lines.count - 2] == "2 conflicts with 3 open questions.")
    #expect(try await run("conflicts", "--reveal").output.contains("“5555” (Ada, "))
    try south.merge(parts: north.forEachPart)
    try south.apply(.settle("pin", taking: 2), to: joined)
    try server.collect(from: south)
    #expect(try await !run("conflicts").output.contains("“v2”"))
    try server.expectSound(north, south)
  }
}
#endif
