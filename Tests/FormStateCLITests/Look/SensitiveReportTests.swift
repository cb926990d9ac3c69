import Foundation
import TestSupport
import Testing

/// What the tool prints and writes of sensitive cells.
@Suite("Reports of sensitive answers")
struct SensitiveReportTests {
  private static let secrets = ["4815162342", "positive", "1882-03-24", "half-typed-secret"]

  private static let form = """
    {"formstate": 1, "key": "visit", "title": "Visit", "sections": [{"key": "s", "cells": [
      {"key": "name", "kind": "text", "title": "Name"},
      {"key": "pin", "kind": "decimal", "title": "PIN", "sensitive": true},
      {"key": "hint", "kind": "text", "title": "Hint", "relevant": "${pin} = 1"},
      {"key": "born", "kind": "date", "title": "Born", "sensitive": true},
      {"key": "status", "kind": "group", "subtitle": "Status", "sensitive": true, "cells": [
        {"key": "positive", "kind": "option", "title": "Positive"},
        {"key": "negative", "kind": "option", "title": "Negative"}]},
      {"key": "note", "kind": "text", "title": "Note", "sensitive": true}]}]}
    """

  private static func filled() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(form, to: "visit.json")
    try await workspace.formstate("import", "answers.sqlite", "visit.json")
    try await workspace.formstate("set", "answers.sqlite", "name", "Ada")
    return workspace
  }

  /// Enters the secrets; returns what the commands print.
  private static func enter(in workspace: Workspace, _ more: String...) async throws -> String {
    var printed = ""
    for arguments in [
      ["set", "answers.sqlite", "pin", secrets[0]], ["choose", "answers.sqlite", "positive"],
      ["set", "answers.sqlite", "born", secrets[2]], ["set", "answers.sqlite", "note", secrets[3], "--draft"],
      ["set", "answers.sqlite", "pin", "\(secrets[0])x"], ["undo", "answers.sqlite"], ["redo", "answers.sqlite"],
    ] {
      let outcome = try await workspace.run(arguments + more)
      printed += outcome.output + outcome.errors
    }
    return printed
  }

  /// The secrets that a text has; the title of the option, too.
  private static func secrets(in text: String) -> [String] {
    (secrets + ["Positive", "March 24"]).filter { text.contains($0) }
  }

  /// Reports and exports, each with whether its form leaves the contents out; otherwise it is refused.
  private static let reports: [(arguments: [String], isRefused: Bool)] = [
    (["log"], false), (["log", "--words"], false), (["log", "--json"], false), (["log", "--ndjson"], false),
    (["diff", "--from", "0"], false), (["diff", "--from", "0", "--json"], false),
    (["answers"], false), (["answers", "--json"], false), (["answers", "--ndjson"], false),
    (["answers", "--all-responses"], false),
    (["answers", "--all-responses", "--ndjson"], false), (["explain", "hint"], false),
    (["explain", "hint", "--json"], false), (["faults"], false), (["status"], false), (["check"], false),
    (["export", "csv"], false), (["export", "csv", "--long"], false),
    (["export", "csv", "--readable"], false), (["export", "csv", "--set-aside"], false),
    (["export", "csv", "--tables", "tables"], false),
    (["export", "json"], true), (["export", "plist"], true),
    (["export", "actions"], true), (["export", "submission"], true), (["export", "dump"], true),
  ]

  @Test("No report and no export has a sensitive answer, unless it is asked to reveal it")
  func reports() async throws {
    let workspace = try await Self.filled()
    _ = try await Self.enter(in: workspace)
    for (arguments, isRefused) in Self.reports {
      let outcome = try await workspace.run(Workspace.words(arguments))
      #expect(outcome.status == (isRefused ? 1 : 0), "\(arguments): \(outcome.errors)")
      #expect(Self.secrets(in: outcome.output + outcome.errors) == [], "\(arguments): \(outcome.output)")
    }
    let table = try workspace.text(of: "tables/visit.csv")
    #expect(table.contains("Ada") && Self.secrets(in: table) == [])
    let revealing = Self.reports.map(\.arguments).filter { !["explain", "faults", "check"].contains($0[0]) }
    for arguments in revealing where !["--set-aside", "--tables"].contains(where: arguments.contains) {
      let outcome = try await workspace.run(Workspace.words(arguments) + ["--reveal"])
      #expect(outcome.status == 0, "\(arguments): \(outcome.errors)")
      #expect(Self.secrets(in: outcome.output).count >= 2, "\(arguments): \(outcome.output)")
    }
  }

  @Test("A revealed history names the chosen option")
  func revealedChoice() async throws {
    let workspace = try await Self.filled()
    try await workspace.formstate("choose", "answers.sqlite", "positive")
    #expect(try await workspace.formstate("log", "answers.sqlite", "--words").contains("Choose •••"))
    #expect(try await workspace.formstate("log", "answers.sqlite", "--words", "--reveal").contains("Choose Positive"))
  }

  @Test("What an action prints has no sensitive answer", arguments: [[], ["--json"]])
  func actions(options: [String]) async throws {
    let workspace = try await Self.filled()
    let printed =
      options.isEmpty ? try await Self.enter(in: workspace) : try await Self.enter(in: workspace, "--json")
    #expect(Self.secrets(in: printed) == [])
    #expect(printed.contains("•••"))
  }

  @Test("The refusals say why, and what to do")
  func words() async throws {
    let workspace = try await Self.filled()
    #expect(
      try await workspace.refused("export", "dump", "answers.sqlite")
        == "Error: a dump contains the answers to sensitive questions; write them with --reveal\n")
    #expect(
      try await workspace.refused("set", "answers.sqlite", "pin", "12a")
        == "Error: the cell “pin” refuses the value: it is not accepted; give a number, for example 72.50\n")
  }

  @Test("A table that was exported without the answers is imported without changing them")
  func roundTrip() async throws {
    let workspace = try await Self.filled()
    _ = try await Self.enter(in: workspace)
    let table = try await workspace.formstate("export", "csv", "answers.sqlite")
    try workspace.write(table.replacing("Ada", with: "Grace"), to: "table.csv")
    try await workspace.formstate("answers", "import", "answers.sqlite", "table.csv")
    #expect(try await workspace.formstate("get", "answers.sqlite", "name") == "Grace\n")
    #expect(try await workspace.formstate("get", "answers.sqlite", "pin") == "\(Self.secrets[0])\n")
  }

  @Test("Clearing says that the history goes, and nothing is left in the file", arguments: [false, true])
  func clearing(isJSON: Bool) async throws {
    let workspace = try await Self.filled()
    _ = try await Self.enter(in: workspace)
    let options = isJSON ? ["--json"] : []
    let outcome = try await workspace.run(["clear", "answers.sqlite", "pin"] + options)
    #expect(outcome.status == 0, "\(outcome.errors)")
    if isJSON {
      #expect(outcome.output.contains("\"before\": \"•••\""))
    } else {
      #expect(
        outcome.output.hasPrefix(
          "PIN: ••• → nothing\nThe history no longer says what it was, and nothing up to here can be undone.\n"))
    }
    for bytes in workspace.bytes().compactMap({ $0 }) {
      #expect(bytes.range(of: Data(Self.secrets[0].utf8)) == nil)
    }
    #expect(try await workspace.formstate("get", "answers.sqlite", "born") == "\(Self.secrets[2])\n")
    try await workspace.formstate("check", "answers.sqlite")
    #expect(try await workspace.refused("undo", "answers.sqlite").contains("nothing to undo"))
  }
}
