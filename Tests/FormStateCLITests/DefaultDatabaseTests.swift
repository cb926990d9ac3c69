import Foundation
import Testing

@testable import FormStateCLI

@Suite("FORMSTATE_DB")
struct DefaultDatabaseTests {
  /// The file of a command with a default one.
  private static func file(_ words: [String]) throws -> String? {
    let command = try CommandReading(words: words, defaultFile: "default.sqlite").command()
    return (command as? any StoreCommand)?.store.database
  }

  private static let commands = TabledCommand.all.filter { $0.words[0] != "check" }

  /// Commands that are whole without their last argument, or take any number: the first is then such an argument.
  private static let withEither = [
    "reset DB", "import DB broken.json", "import DB nothing.json", "upgrade set-aside discard DB first-name",
  ]

  @Test("Every command uses the default file without one, and another file in its place", arguments: commands)
  func everyCommand(command: TabledCommand) throws {
    #expect(try Self.file(command.words.filter { $0 != "DB" }) == "default.sqlite")
    let isEither = Self.withEither.contains(command.testDescription)
    #expect(try Self.file(command.words(about: "other.sqlite")) == (isEither ? "default.sqlite" : "other.sqlite"))
  }

  @Test(
    "Words that are no command without a file begin with it",
    arguments: [
      "undo DB 2", "undo DB", "undo --to 3 DB", "undo DB --only 3", "set DB a=b c=d", "set DB --at 0,1 x",
      "set DB level -3", "set DB b c", "clear DB name --draft", "set DB name -3 --draft", "expand DB --all",
      "tap DB --at 0,0", "answers DB", "answers import DB x.csv", "diff DB --responses ada tom",
      "upgrade set-aside map DB a=b",
      "sync DB --with b", "get DB b", "response copy DB a b", "upgrade DB",
    ], ["other.sqlite", "other", "./import", "file.json"])
  func named(words: String, file: String) throws {
    #expect(try Self.file(words.split(separator: " ").map { $0 == "DB" ? file : String($0) }) == file)
  }

  @Test(
    "Words that are a command without a file have the default one, whatever they look like",
    arguments: [
      "undo 3", "undo --only 3", "set a=b", "set a=b c=d", "set note a=b", "set notes.db x",
      "set --at 0,1 other.sqlite",
      "set level -3", "clear name --draft", "set name -3 --draft", "expand --all", "tap --at 0,0", "fault add Closed.",
      "fault add other.sqlite Closed.", "get -f form other.db", "get --form form name", "response copy a b", "answers",
      "answers import x.csv", "diff --responses ada tom", "import a.json b.json", "backup copy.sqlite", "show --json",
      "upgrade set-aside map a=b c=d", "upgrade set-aside discard a b",
    ])
  func filledIn(words: String) throws {
    #expect(try Self.file(words.split(separator: " ").map(String.init)) == "default.sqlite")
  }

  @Test("Commands that make a file never make the default one")
  func makers() throws {
    let restore = try CommandReading(words: ["restore", "new.sqlite", "dump.json"], defaultFile: "default.sqlite")
      .command()
    #expect((restore as? RestoreCommand)?.new == "new.sqlite")
    for words in [["restore", "dump.json"], ["new"]] {
      #expect(throws: (any Error).self) { try CommandReading(words: words, defaultFile: "default.sqlite").command() }
    }
  }

  @Test("What is missing or wrong is explained as without a file")
  func explanations() async throws {
    let workspace = try await Workspace.withExample()
    for (words, message) in [
      (["get"], "Missing expected argument '<cell>'"),
      (["set"], "Name a cell, by its key or by --at, and then its value."),
      (["get", "other.sqlite", "first-name", "more"], "Unexpected argument 'more'"),
      (["show", "--bogus"], "Unknown option '--bogus'"),
    ] {
      let outcome = try await Self.run(words, in: workspace)
      #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(message)"), "\(outcome.errors)")
    }
  }

  /// Runs the tool with `answers.sqlite` as the default file.
  private static func run(_ words: [String], in workspace: Workspace) async throws -> RunningTool.Outcome {
    try await workspace.run(
      ["FORMSTATE_DB=answers.sqlite", try BuiltTool.url().path] + words, of: URL(fileURLWithPath: "/usr/bin/env"))
  }

  @Test("A word that is an argument as well as an SQLite file is refused, with both ways to mean one")
  func either() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Ann")
    for name in ["other.sqlite", "full-name", "1"] { try await workspace.formstate("backup", "answers.sqlite", name) }
    try workspace.copyExample("visit.json")
    let before = workspace.bytes()
    for (words, other, own) in [
      (["reset", "full-name"], "full-name formstate reset", "formstate reset answers.sqlite full-name"),
      (["undo", "1"], "1 formstate undo", "formstate undo answers.sqlite 1"),
      (
        ["set", "other.sqlite", "first-name=Bo"], "other.sqlite formstate set first-name=Bo",
        "formstate set answers.sqlite other.sqlite first-name=Bo"
      ),
      (
        ["import", "other.sqlite", "visit.json"], "other.sqlite formstate import visit.json",
        "formstate import answers.sqlite other.sqlite visit.json"
      ),
      (["get", "full-name"], nil, "formstate get answers.sqlite full-name"),
      (["set", "full-name", "Tom"], nil, "formstate set answers.sqlite full-name Tom"),
      (["response", "new", "other.sqlite"], nil, "formstate response new answers.sqlite other.sqlite"),
    ] as [([String], String?, String)] {
      let outcome = try await Self.run(words, in: workspace)
      let word = words.first { workspace.has($0) } ?? ""
      #expect(outcome.status == 64 && outcome.output.isEmpty)
      #expect(
        outcome.errors == """
          Error: “\(word)” is an SQLite file, but would be another argument, since FORMSTATE_DB names the file. Write \
          \(other.map { "FORMSTATE_DB=\($0), or " } ?? "")\(own)

          """)
    }
    #expect(workspace.bytes() == before)
    // Commands that take another file do.
    #expect(try await Self.run(["sync", "--with", "other.sqlite"], in: workspace).status == 0)
    // A file of another sort is not meant.
    try workspace.write("A text.", to: "first-name")
    #expect(try await Self.run(["reset", "first-name"], in: workspace).status == 0)
    #expect(try await workspace.formstate("get", "other.sqlite", "first-name") == "Ann\n")
  }

  @Test("A cell may be called like a file, and a pipe is not read to see what it is")
  func trickyNames() async throws {
    let workspace = try Workspace()
    try workspace.write(
      """
      {"formstate": 1, "key": "f", "title": "F", "sections": [{"key": "s", "cells": [
        {"key": "notes.sqlite", "kind": "text", "title": "Notes"}]}]}
      """, to: "f.json")
    #expect(try await Self.run(["import", "f.json"], in: workspace).status == 0)
    #expect(try await Self.run(["set", "notes.sqlite", "other.db"], in: workspace).status == 0)
    #expect(try await Self.run(["get", "notes.sqlite"], in: workspace).output == "other.db\n")
    try workspace.write("{\"action\":\"set\",\"cell\":\"notes.sqlite\",\"value\":\"Late.\"}\n", to: "actions.jsonl")
    let script = "mkfifo pipe; cat actions.jsonl > pipe & FORMSTATE_DB=answers.sqlite exec \"$0\" \"$@\""
    let piped = try await workspace.runFromShell(script, "replay", "pipe")
    #expect(piped.output == "Applied 1 action; revision 2.\n", "\(piped.errors)")
  }
}
