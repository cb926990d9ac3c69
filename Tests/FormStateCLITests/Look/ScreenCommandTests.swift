import Foundation
import Testing

@Suite struct ScreenCommandTests {
  /// What the program that serves the page is asked for.
  private struct Order: Decodable, Equatable {
    var database: String
    var form: String?
    var response: String?
    var language: String?
    var isReadOnly: Bool?
    var file: String?
    var sectionTitles: [String]?
    var port: Int
    var opensBrowser: Bool
  }

  /// A copy of the tool in a folder of its own, behind a link, as an installed one may be.
  private func installed(in workspace: Workspace, withServer: Bool) throws -> URL {
    let folder = workspace.file("bin")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let tool = folder.appendingPathComponent("formstate")
    try copy(try BuiltTool.url(), to: tool)
    if withServer {
      let server = folder.appendingPathComponent("formstate-serve")
      let script = workspace.file("script")
      try Data("#!/bin/sh\nprintf '%s' \"$1\"\n".utf8).write(to: script)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
      try copy(script, to: server)
    }
    let link = workspace.file("formstate")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: tool)
    return link
  }

  /// Copies a program in another process: a program that this one has open for writing while a test beside it starts
  /// its own cannot be run, “text file busy”.
  private func copy(_ source: URL, to target: URL) throws {
    let process = try Process.run(URL(fileURLWithPath: "/bin/cp"), arguments: ["-p", source.path, target.path])
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
  }

  private func order(_ words: [String], in workspace: Workspace, of tool: URL) async throws -> Order {
    let outcome = try await workspace.run(words, of: tool)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return try JSONDecoder().decode(Order.self, from: Data(outcome.output.utf8))
  }

  @Test("serve and preview hand everything that was typed to the program beside them")
  func orders() async throws {
    let workspace = try await Workspace.withExample()
    let tool = try installed(in: workspace, withServer: true)
    let served = try await order(
      ["serve", "answers.sqlite", "--read-only", "--port", "8080", "--no-open"], in: workspace, of: tool)
    #expect(
      served
        == Order(
          database: "answers.sqlite", form: "profile", response: "default", isReadOnly: true, port: 8080,
          opensBrowser: false))
    let previewed = try await order(
      ["preview", "profile.plist", "trial.sqlite", "--section-titles", "A, B"], in: workspace, of: tool)
    #expect(
      previewed
        == Order(
          database: "trial.sqlite", file: "profile.plist", sectionTitles: ["A", "B"], port: 0, opensBrowser: true))
  }

  @Test("Where the program is missing, how to build it is told", arguments: ["serve", "preview"])
  func missing(command: String) async throws {
    let workspace = try await Workspace.withExample()
    let tool = try installed(in: workspace, withServer: false)
    let words = command == "serve" ? ["serve", "answers.sqlite"] : ["preview", "profile.plist", "answers.sqlite"]
    let outcome = try await workspace.run(words, of: tool)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.errors.hasSuffix(
        "bin/formstate-serve” is missing, which serves the page; build it beside this program with: "
          + "swift build --traits Screen\n"))
  }

  @Test("What cannot be served is told before anything is")
  func refusals() async throws {
    let workspace = try await Workspace.withExample()
    for (words, status, message) in [
      (["serve", "nowhere.sqlite"], 1, "nowhere.sqlite"),
      (
        ["serve", "answers.sqlite", "--response", "nobody"], 1,
        "has no response “nobody”; to begin it: formstate response new"
      ),
      (["preview", "nowhere.plist"], 1, "“nowhere.plist” is no file that can be read again and again"),
      (["preview", "-"], 64, "A preview follows a file; standard input, -, is none."),
      (["preview", "profile.plist", "a.sqlite", "--fresh"], 64, "--fresh is for the file that preview keeps itself"),
    ] {
      let outcome = try await workspace.run(words)
      #expect(outcome.status == Int32(status) && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }
}
