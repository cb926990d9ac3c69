import Foundation
import Testing

@Suite struct ScreenCommandTests {
  /// Where a proxy shows the page.
  private struct Address: Decodable, Equatable {
    var origin: String
    var path: String
    var nameHeader: String?
  }

  /// The order that the program for the page receives.
  private struct Order: Decodable, Equatable {
    var database: String
    var form: String?
    var response: String?
    var language: String?
    var isReadOnly: Bool?
    var file: String?
    var sectionTitles: [String]?
    var author: String?
    var attachments: String?
    var attach: String?
    var port: Int
    var socket: String?
    var publicAddress: Address?
    var opensBrowser: Bool
  }

  /// A copy of the tool in a separate folder, behind a link, as an installed one may be.
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

  /// Copies a program in another process: a program that this process has open for writing while another test starts a
  /// process cannot be run, “text file busy”.
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

  @Test("serve passes all options to the program beside it, for a response and for a form")
  func orders() async throws {
    let workspace = try await Workspace.withExample()
    let tool = try installed(in: workspace, withServer: true)
    let served = try await order(
      ["serve", "answers.sqlite", "--read-only", "--port", "8080", "--no-open"], in: workspace, of: tool)
    #expect(
      served
        == Order(
          database: "answers.sqlite", form: "profile", response: "default", isReadOnly: true,
          attachments: "answers-attachments", port: 8080, opensBrowser: false))
    try FileManager.default.createDirectory(at: workspace.file("form"), withIntermediateDirectories: true)
    let elsewhere = try await order(
      ["serve", "answers.sqlite", "--attachments", "pictures", "--attach", "form"], in: workspace, of: tool)
    #expect(elsewhere.attachments == "pictures" && elsewhere.attach == "form")
    let previewed = try await order(
      ["serve", "profile.plist", "--answers", "trial.sqlite", "--section-titles", "A, B", "--author", "Ada"],
      in: workspace, of: tool)
    #expect(
      previewed
        == Order(
          database: "trial.sqlite", file: "profile.plist", sectionTitles: ["A", "B"],
          author: "Ada", attachments: "trial-attachments", port: 0, opensBrowser: true))
  }

  @Test("The contents of a file, not its name, say whether serve shows responses or a form")
  func contents() async throws {
    let workspace = try await Workspace.withExample()
    let tool = try installed(in: workspace, withServer: true)
    try FileManager.default.moveItem(at: workspace.file("answers.sqlite"), to: workspace.file("visit.json"))
    try FileManager.default.moveItem(at: workspace.file("profile.plist"), to: workspace.file("answers.sqlite"))
    let served = try await order(["serve", "visit.json"], in: workspace, of: tool)
    #expect(served.database == "visit.json" && served.file == nil && served.response == "default")
    let url = workspace.file("answers.sqlite").absoluteString
    for (words, variable) in [(["answers.sqlite"], ""), ([url], ""), ([], "FORMSTATE_DB=answers.sqlite")] {
      let words = [variable, tool.path, "serve"].filter { !$0.isEmpty } + words + ["--answers", "trial.sqlite"]
      let followed = try await order(words, in: workspace, of: URL(fileURLWithPath: "/usr/bin/env"))
      #expect(followed.database == "trial.sqlite" && followed.file?.hasSuffix("answers.sqlite") == true)
    }
    #expect(!workspace.has("trial.sqlite"))
  }

  @Test(
    "The address of a proxy is normalized as browsers write it",
    arguments: [
      ("https://forms.example.org/clinic/", "https://forms.example.org", "/clinic/"),
      ("HTTPS://Forms.Example.org:443/clinic", "https://forms.example.org", "/clinic/"),
      ("https://forms.example.org", "https://forms.example.org", "/"),
      ("https://forms.example.org:8443/A/b-c._~/", "https://forms.example.org:8443", "/A/b-c._~/"),
      ("http://localhost:80/", "http://localhost", "/"), ("http://127.0.0.1:443", "http://127.0.0.1:443", "/"),
      ("https://[2001:DB8::1]:8443/", "https://[2001:db8::1]:8443", "/"),
    ])
  func publicAddresses(url: String, origin: String, path: String) async throws {
    let workspace = try await Workspace.withExample()
    let tool = try installed(in: workspace, withServer: true)
    #expect(
      try await order(["serve", "answers.sqlite", "--public-url", url, "--socket", "a.sock"], in: workspace, of: tool)
        == Order(
          database: "answers.sqlite", form: "profile", response: "default", isReadOnly: false,
          attachments: "answers-attachments", port: 0,
          socket: "a.sock", publicAddress: Address(origin: origin, path: path), opensBrowser: true))
    let named = try await order(
      [
        "serve", "profile.plist", "--answers", "answers.sqlite", "--public-url", url, "--trust-header", "X-Remote-User",
      ], in: workspace, of: tool)
    #expect(named.publicAddress == Address(origin: origin, path: path, nameHeader: "X-Remote-User"))
  }

  @Test("--public-url with plain http prints a note, except for localhost")
  func plainHTTP() async throws {
    let workspace = try await Workspace.withExample()
    let tool = try installed(in: workspace, withServer: true)
    let note =
      "Note: over http browsers do not let a page of another machine encrypt anything, so this one works only over https.\n"
    for (url, errors) in [("http://forms.example.org/", note), ("http://localhost:8000/", "")] {
      let outcome = try await workspace.run(["serve", "answers.sqlite", "--public-url", url], of: tool)
      #expect(outcome.status == 0 && outcome.errors == errors)
    }
  }

  private static let example = "https://forms.example.org/clinic/"

  @Test(
    "An invalid proxy address, header or socket is refused with the fix",
    arguments: [
      (
        ["--public-url", "forms.example.org"],
        "--public-url is “forms.example.org”; begin it with https:// or http://, as in \(example)"
      ),
      (
        ["--public-url", "ftp://forms.example.org/"],
        "--public-url is “ftp://forms.example.org/”; begin it with https:// or http://, as in \(example)"
      ),
      (["--public-url", ""], "--public-url is “”; begin it with https:// or http://, as in \(example)"),
      (
        ["--public-url", "https:///clinic/"],
        "--public-url is “https:///clinic/” and names no host; write it as in \(example)"
      ),
      (
        ["--public-url", "https://ada@forms.example.org/"],
        "--public-url names a user; remove the part before “@”, since the proxy authenticates users."
      ),
      (
        ["--public-url", "https://forms.example.org/?a=b"],
        "--public-url has a query or a fragment; remove the part from “?” or “#” on."
      ),
      (
        ["--public-url", "https://forms.example.org/#a"],
        "--public-url has a query or a fragment; remove the part from “?” or “#” on."
      ),
      (
        ["--public-url", "https://forms.example.org:70000/"],
        "--public-url has the port 70000; name one from 1 to 65535, or none."
      ),
      (
        ["--public-url", "https://forms_example!.org/"],
        "--public-url names the host “forms_example!.org”; write it in ASCII as browsers send it, as in "
          + "https://xn--bcher-kva.example/"
      ),
      (
        ["--public-url", "https://forms.example.org/a//b"],
        "--public-url has the path “/a//b”; let its parts be letters, digits, “-”, “.”, “_” and “~”, as in \(example)"
      ),
      (
        ["--public-url", "https://forms.example.org/a/../b"],
        "--public-url has the path “/a/../b”; let its parts be letters, digits, “-”, “.”, “_” and “~”, as in \(example)"
      ),
      (
        ["--public-url", "https://forms.example.org/a;b"],
        "--public-url has the path “/a;b”; let its parts be letters, digits, “-”, “.”, “_” and “~”, as in \(example)"
      ),
      (
        ["--trust-header", "X-Remote-User"],
        "--trust-header needs --public-url: only the proxy before that address is trusted to name users."
      ),
      (
        ["--public-url", example, "--trust-header", "X Remote"],
        "--trust-header is “X Remote”; name one header, such as X-Remote-User."
      ),
      (
        ["--public-url", example, "--trust-header", ""],
        "--trust-header is “”; name one header, such as X-Remote-User."
      ),
      (
        ["--public-url", example, "--trust-header", "Authorization"],
        "--trust-header is “Authorization”, which has another meaning; have the proxy send the name in a separate header, "
          + "such as X-Remote-User."
      ),
      (["--socket", "a.sock"], "--socket is for a proxy, and needs --public-url: no browser opens a socket."),
      (
        ["--socket", "a.sock", "--port", "8080", "--public-url", example],
        "--socket replaces --port; use one of them."
      ),
      (["--socket", "", "--public-url", example], "--socket must not be empty; give a path."),
    ])
  func proxies(words: [String], message: String) async throws {
    let workspace = try await Workspace.withExample()
    for command in [["serve", "answers.sqlite"], ["serve", "profile.plist"]] {
      let outcome = try await workspace.run(command + words)
      #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(message)\n"), "\(outcome.errors)")
    }
  }

  @Test("Without formstate-serve, the error says how to build it", arguments: ["answers.sqlite", "profile.plist"])
  func missing(file: String) async throws {
    let workspace = try await Workspace.withExample()
    let tool = try installed(in: workspace, withServer: false)
    let answers = file == "profile.plist" ? ["--answers", "answers.sqlite"] : []
    let outcome = try await workspace.run(["serve", file] + answers, of: tool)
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(
      outcome.errors.hasSuffix(
        "bin/formstate-serve”, which serves the page, is missing; build it beside this program with: "
          + "swift build --product formstate-serve\n"))
  }

  @Test("serve reports a missing file, response or folder, and options of another file, before it starts")
  func refusals() async throws {
    let workspace = try await Workspace.withExample()
    for (words, status, message) in [
      (["serve", "nowhere.sqlite"], 1, "nowhere.sqlite"),
      (
        ["serve", "answers.sqlite", "--response", "nobody"], 1,
        "has no response “nobody”; to begin it: formstate response new"
      ),
      (["serve", "nowhere.plist"], 1, "there is no file “nowhere.plist”"),
      (
        ["serve", "answers.sqlite", "--attach", "nowhere"], 1,
        "“nowhere” is not a folder; name the one with the files that the form names"
      ),
      (
        ["serve", "answers.sqlite", "--attachments", "profile.plist"], 1,
        "attached files cannot be stored in “profile.plist”; name a folder, or one that can be created"
      ),
      (
        ["serve", "profile.plist", "--attachments", "nowhere/files"], 1,
        "attached files cannot be stored in “nowhere/files”; name a folder"
      ),
      (["serve"], 64, "Missing expected argument '<file>'"),
      (["serve", "-"], 64, "The page follows a file; standard input, -, is not one."),
      (
        ["serve", "profile.plist", "--answers", "a.sqlite", "--fresh"], 64,
        "--fresh empties the cache folder's file alone; delete “a.sqlite” instead."
      ),
      (
        ["serve", "answers.sqlite", "--fresh"], 64,
        "“answers.sqlite” is an SQLite file; --answers, --fresh and the options of imports are for a form"
      ),
      (["serve", "answers.sqlite", "--answers", "a.sqlite"], 64, "“answers.sqlite” is an SQLite file"),
      (["serve", "answers.sqlite", "--title-key", "label"], 64, "“answers.sqlite” is an SQLite file"),
      (
        ["serve", "profile.plist", "--read-only"], 64,
        "“profile.plist” is not an SQLite file, so it is taken as a form; --response, --read-only and --language are for "
          + "responses"
      ),
      (["serve", "profile.plist", "-r", "default"], 64, "“profile.plist” is not an SQLite file"),
      (["serve", "profile.plist", "--language", "fr"], 64, "“profile.plist” is not an SQLite file"),
    ] as [([String], Int, String)] {
      let outcome = try await workspace.run(words)
      #expect(outcome.status == Int32(status) && outcome.errors.contains(message), "\(outcome.errors)")
    }
  }
}
