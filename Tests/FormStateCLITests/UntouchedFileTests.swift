import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import FormStateCLI

/// A command in the table: how it is called, and what it does with a file.
struct TabledCommand: Sendable, CustomTestStringConvertible {
  /// The words after `formstate`; `DB` stands for the file.
  let words: [String]
  /// Whether it writes to the file.
  var writes = false
  /// Whether it takes `--response`.
  var takesResponse = false

  var testDescription: String { words.joined(separator: " ") }

  /// The words, with the name of a file.
  func words(about file: String) -> [String] { words.map { $0 == "DB" ? file : $0 } }

  static func reading(_ words: String) -> TabledCommand { TabledCommand(words: split(words)) }
  static func readingResponse(_ words: String) -> TabledCommand {
    TabledCommand(words: split(words), takesResponse: true)
  }
  static func writing(_ words: String) -> TabledCommand { TabledCommand(words: split(words), writes: true) }
  static func writingResponse(_ words: String) -> TabledCommand {
    TabledCommand(words: split(words), writes: true, takesResponse: true)
  }

  private static func split(_ words: String) -> [String] { words.split(separator: " ").map(String.init) }

  /// The commands that write a file, or that only read one; without dry runs.
  static func acting(writing writes: Bool) -> [TabledCommand] {
    all.filter { $0.writes == writes && !$0.words.contains("--dry-run") }
  }

  /// Every command that uses a file, with arguments for the example's form. Of commands that make tables, calls that
  /// are refused.
  static let all: [TabledCommand] = [
    .writingResponse("set DB first-name Tom"), .writingResponse("choose DB favourite-sport=basketball"),
    .writingResponse("clear DB first-name"), .writingResponse("set DB first-name T --draft"),
    .writingResponse("tap DB full-name"), .writingResponse("reset DB"), .writingResponse("undo DB"),
    .writingResponse("redo DB"), .writingResponse("undo DB --only 1"), .writingResponse("undo DB --to 0"),
    .writingResponse("mark-saved DB"), .writingResponse("recalculate DB"),
    .writingResponse("complete DB"), .writingResponse("reopen DB"), .writingResponse("fault add DB first-name Taken."),
    .writingResponse("fault remove DB first-name"), .writingResponse("settle DB first-name --take 1"),
    .writing("settle DB --all --take latest --dry-run"),
    .reading("questions DB"), .writingResponse("replay DB actions.jsonl"),
    .writingResponse("replay DB actions.jsonl --dry-run"), .writingResponse("add DB full-name"),
    .writingResponse("remove DB full-name"), .writingResponse("move DB full-name"),
    .writingResponse("expand DB full-name"), .writingResponse("collapse DB full-name"),
    .writingResponse("reveal DB first-name"), .writingResponse("collapse DB personal"),
    .writingResponse("expand DB personal"),
    .writingResponse("tap DB personal"), .writing("answers import DB answers.xml"),
    .writing("answers import DB answers.xml --dry-run"), .writingResponse("upgrade DB"),
    .writingResponse("upgrade DB --dry-run"), .readingResponse("upgrade set-aside DB"),
    .writingResponse("upgrade set-aside map DB first-name=last-name"),
    .writingResponse("upgrade set-aside discard DB first-name"),
    .writingResponse("upgrade set-aside discard DB --all --dry-run"), .writingResponse("compact DB --keep 1 --yes"),
    .writingResponse("compact DB --keep 1 --dry-run"), .writing("views DB"),
    .writing("views DB --drop"), .writing("form delete DB profile --with-responses --yes"),
    .writing("answers import DB answers.csv"), .reading("answers import DB answers.csv --dry-run"),
    .reading("form delete DB profile --with-responses --dry-run"), .reading("response delete DB default --dry-run"),
    .writing("response new DB another"), .writing("response copy DB default another"),
    .writing("response rename DB default another"), .writing("response delete DB default --yes"),
    .writing("sync DB --with other.sqlite --dry-run"), .writing("sync DB --with nothing.sqlite"),
    .writing("import DB broken.json"),
    .writing("import DB nothing.json"),
    .writing("outbox write DB --to hq"), .writing("outbox take DB hq.jsonl --to hq"), .reading("outbox status DB"),
    .writing("outbox retry DB --to hq"), .writing("outbox forget DB --to hq"),
    .readingResponse("show DB"), .readingResponse("answers DB"),
    .readingResponse("get DB first-name"), .readingResponse("status DB"), .readingResponse("faults DB"),
    .readingResponse("choices DB favourite-sport"), .readingResponse("explain DB first-name"),
    .readingResponse("log DB"), .readingResponse("diff DB --from 0 --to 0"), .readingResponse("watch DB --until 0"),
    .readingResponse("export plist DB "), .readingResponse("export json DB "),
    .readingResponse("export csv DB "), .readingResponse("export csv DB --long"),
    .readingResponse("export csv DB --tables tables"), .readingResponse("export actions DB "),
    .readingResponse("export submission DB "), .reading("export xform DB "), .reading("list DB"),
    .reading("export dump DB"), .reading("check DB"), .reading("check DB DB"),
    .reading("backup DB copy.sqlite"),
  ]

  /// Commands that use no existing file or run until they are ended, and why they are not in the table.
  static let others = [
    "restore": "makes a new file", "schema": "prints the project's own",
    "new": "makes a document",
    "serve": "asks as show does, or as set does, and then goes on",
  ]
}

@Suite("Commands that leave a file unchanged")
struct UntouchedFileTests {
  @Test("The table has every command")
  func complete() {
    let tabled = Set(TabledCommand.all.map { command in command.words.prefix { $0 != "DB" }.joined(separator: " ") })
    #expect(Self.names(of: FormStateCommand.self) == tabled.union(TabledCommand.others.keys))
  }

  /// What a group does by default has the group's name.
  private static func names(of command: any ParsableCommand.Type, after words: [String] = []) -> Set<String> {
    let configuration = command.configuration
    let below = configuration.subcommands + configuration.groupedSubcommands.flatMap(\.subcommands)
    if below.isEmpty { return [words.joined(separator: " ")] }
    return below.reduce(into: []) { names, next in
      guard next.configuration.shouldDisplay else { return }
      let isUsual = next == configuration.defaultSubcommand
      names.formUnion(Self.names(of: next, after: isUsual ? words : words + [next._commandName]))
    }
  }

  /// A folder with the example's file, a copy of it, and documents that commands of the table name.
  private static func workspace() async throws -> Workspace {
    try await Workspace.prepared("untouched") {
      let workspace = try await Workspace.withExample()
      try await workspace.formstate("set", "answers.sqlite", "last-name", "Sawyer")
      try await workspace.formstate("backup", "answers.sqlite", "other.sqlite")
      try workspace.write("{\"action\":\"set\",\"cell\":\"first-name\",\"value\":\"Tom\"}\n", to: "actions.jsonl")
      let stream = String(repeating: "0", count: 32)
      try workspace.write("{\"stream\":\"\(stream)\",\"answer\":\"refused\",\"reason\":\"No.\"}\n", to: "hq.jsonl")
      try workspace.write("<profile id=\"profile\"><nothing/></profile>", to: "answers.xml")
      try workspace.write("response,first-name\nnew,Tom\n", to: "answers.csv")
      try workspace.write("{\"formstate\": 1, \"key\": \"broken\"", to: "broken.json")
      return workspace
    }
  }

  /// The bytes of every file in a folder.
  private static func contents(of workspace: Workspace) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
    var contents: [String: Data] = [:]
    for name in names where FileManager.default.isReadableFile(atPath: workspace.file(name).path) {
      // The folder also contains the files of started tools.
      guard !name.hasSuffix(".out"), !name.hasSuffix(".err"), !name.hasSuffix(".in") else { continue }
      contents[name] = (try? Data(contentsOf: workspace.file(name))) ?? Data()
    }
    return contents
  }

  private static let foreign = """
    CREATE TABLE notes (text TEXT);
    CREATE VIEW shouted AS SELECT upper(text) FROM notes;
    INSERT INTO notes VALUES ('Not ours.');
    """

  @Test("No command changes a foreign or empty database", arguments: ["", "PRAGMA journal_mode = WAL;", nil])
  func foreign(sql: String?) async throws {
    let workspace = try await Self.workspace()
    if let sql {
      let name = "stranger.sqlite"
      _ = try await workspace.run(
        ["sqlite3", name, sql + Self.foreign], of: URL(fileURLWithPath: "/usr/bin/env"))
    } else {
      try workspace.write("", to: "stranger.sqlite")
    }
    let before = try Self.contents(of: workspace)
    for command in TestSeeds.some(15, of: TabledCommand.all) {
      let outcome = try await workspace.run(command.words(about: "stranger.sqlite"))
      let isDrySync = command.words.starts(with: ["sync"]) && command.words.contains("--dry-run")
      #expect(outcome.status == (isDrySync ? 0 : 1), "\(command.words): \(outcome.errors)")
      if !isDrySync && !["import", "sync"].contains(command.words[0]) {
        #expect(
          outcome.errors.hasPrefix(
            "Error: “stranger.sqlite” is an SQLite database without FormState tables; formstate import adds them"),
          "\(command.words): \(outcome.errors)")
      }
      let after = try Self.contents(of: workspace)
      #expect(after == before, "\(command.words): \(Set(after.keys).symmetricDifference(before.keys))")
      guard after == before else { return }
    }
  }

  private static let lock = """
    import sqlite3, time
    database = sqlite3.connect("answers.sqlite", isolation_level=None)
    database.execute("BEGIN IMMEDIATE")
    open("locked", "w").close()
    time.sleep(3600)
    """

  @Test("While another process writes, commands change nothing and reads succeed", arguments: [true, false])
  func locked(writes: Bool) async throws {
    let workspace = try await Self.workspace()
    let holder = try workspace.start(
      ["python3", "-c", Self.lock], of: URL(fileURLWithPath: "/usr/bin/env"))
    defer { holder.kill() }
    try await holder.wait { FileManager.default.fileExists(atPath: workspace.file("locked").path) }
    let before = try Self.contents(of: workspace)["answers.sqlite"]
    let commands = TabledCommand.acting(writing: writes)
    for command in TestSeeds.some(12, of: commands) {
      let outcome = try await workspace.run(command.words(about: "answers.sqlite") + ["--busy-timeout", "0"])
      #expect(try Self.contents(of: workspace)["answers.sqlite"] == before, "\(command.words)")
      if writes { #expect(outcome.status == 1, "\(command.words): \(outcome.output)") }
      #expect(writes || outcome.status == 0 || command.words[0] == "get", "\(command.words): \(outcome.errors)")
    }
  }

  @Test("Commands that write refuse a read-only file", .enabled(if: Workspace.hasStranger))
  func readOnly() async throws {
    let workspace = try await Self.workspace()
    try workspace.permit(0o444, "answers.sqlite")
    try workspace.permit(0o777)
    let before = try Self.contents(of: workspace)["answers.sqlite"]
    let commands = TabledCommand.acting(writing: true)
    for command in TestSeeds.some(12, of: commands) {
      let outcome = try await workspace.runAsStranger(command.words(about: "answers.sqlite"))
      #expect(outcome.status == 1, "\(command.words): \(outcome.output)")
      #expect(try Self.contents(of: workspace)["answers.sqlite"] == before, "\(command.words)")
    }
  }

  @Test("An unknown response is refused with the nearest key, and no file changes", arguments: ["defalt", "typo"])
  func missingResponse(name: String) async throws {
    let workspace = try await Self.workspace()
    let before = try Self.contents(of: workspace)
    for command in TestSeeds.some(15, of: TabledCommand.all.filter(\.takesResponse)) {
      let outcome = try await workspace.run(command.words(about: "answers.sqlite") + ["--response", name])
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(command.words): \(outcome.output)")
      let nearest = name == "defalt" ? "; did you mean “default”?" : ""
      #expect(
        outcome.errors.hasPrefix("Error: the form “profile” has no response “\(name)”\(nearest)"),
        "\(command.words): \(outcome.errors)")
      let after = try Self.contents(of: workspace)
      #expect(after == before, "\(command.words): \(Set(after.keys).symmetricDifference(before.keys))")
      guard after == before else { return }
    }
  }

  @Test("An untouched response is shown with its initial instances, and begins with them")
  func beginning() async throws {
    let workspace = try Workspace()
    try workspace.write(
      """
      {"formstate": 1, "key": "trip", "title": "Trip", "sections": [{"key": "s", "cells": [
        {"key": "passenger", "kind": "repeat", "title": "Passengers", "minimum": 1, "expanded": true, "cells": [
          {"key": "name", "kind": "text", "title": "Name", "required": "true()"}]}]}]}
      """, to: "trip.json")
    try await workspace.formstate("import", "answers.sqlite", "trip.json")
    let note = "Note: “default” has not begun; this is how it would begin.\n"
    for response in [[], ["--response", "default"]] {
      let shown = try await workspace.run(["show", "answers.sqlite"] + response)
      #expect(shown.status == 0 && shown.errors == note && shown.output.contains("name:1"), "\(shown)")
      let faults = try await workspace.run(["faults", "answers.sqlite"] + response)
      #expect(faults.status == 0 && faults.errors == note && faults.output.contains("name:1"), "\(faults)")
      let table = try await workspace.run(["export", "csv", "answers.sqlite"] + response).output
      #expect(table == "form,response\r\n")
    }
    try await workspace.formstate("add", "answers.sqlite", "passenger")
    let shown = try await workspace.formstate("show", "answers.sqlite")
    #expect(shown.contains("name:1") && shown.contains("name:2") && !shown.contains("name:3"))
  }
}
