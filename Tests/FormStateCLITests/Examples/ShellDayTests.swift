import Foundation
import Testing

/// Entering answers and reading the history, from the shell.
@Suite("Entering answers and reading the history in the shell")
struct ShellDayTests {
  private static let visit = """
    {"formstate": 1, "key": "visit", "sections": [
      {"key": "visit", "title": "Visit", "cells": [
        {"key": "name", "kind": "text", "title": "Name"},
        {"key": "age", "kind": "integer", "title": "Age"},
        {"key": "weight", "kind": "decimal", "title": "Weight", "constraints": [
          {"expression": ". < 200", "message": "Nobody weighs that much."},
          {"expression": ". < 150", "message": "Please weigh again.", "severity": "warning"}]},
        {"key": "day", "kind": "date", "title": "Day"},
        {"key": "hour", "kind": "time", "title": "Hour"},
        {"key": "moment", "kind": "dateTime", "title": "Moment"},
        {"key": "remarks", "kind": "longText", "title": "Remarks"},
        {"key": "roof", "kind": "group", "title": "Roof", "cells": [
          {"key": "roof-good", "kind": "option", "title": "Good", "value": "good"},
          {"key": "roof-poor", "kind": "option", "title": "Poor", "value": "poor"}]}]}]}
    """

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Self.visit, to: "visit.json")
    try await workspace.formstate("import", "answers.sqlite", "visit.json")
    return workspace
  }

  private func set(_ words: String..., in workspace: Workspace) async throws -> [String] {
    let outcome = try await workspace.run(["set", "answers.sqlite"] + words)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output.split(separator: "\n").map(String.init)
  }

  private func value(of cell: String, _ options: String..., in workspace: Workspace) async throws -> String {
    let outcome = try await workspace.run(["get", "answers.sqlite", cell] + options)
    return outcome.status == 0 ? outcome.output : outcome.errors
  }

  @Test("undo --only undoes one earlier step, and undo --to goes back to a revision")
  func goingBack() async throws {
    let workspace = try await workspace()
    _ = try await set("name=Ada", "age=7", in: workspace)
    _ = try await set("weight", "70", in: workspace)
    func run(_ words: String...) async throws -> String {
      let outcome = try await workspace.run([words[0], "answers.sqlite"] + words.dropFirst())
      return outcome.status == 0 ? outcome.output : outcome.errors
    }
    // Revisions 1 and 2 are one step; with --only, a single entry is reverted.
    #expect(
      try await run("undo", "--only", "2", "--entry", "--author", "Tom") == """
        Age: 7 → nothing
        Revision 4
          reloaded [0,1] Age

        """)
    #expect(try await run("undo").hasPrefix("Age: nothing → 7\n"))
    #expect(try await run("undo", "--only", "2").hasPrefix("Name: Ada → nothing\nAge: 7 → nothing\nRevision 6\n"))
    let restored = try await run("undo", "--to", "2").split(separator: "\n").prefix(3)
    #expect(Set(restored) == ["Age: nothing → 7", "Name: nothing → Ada", "Weight: 70 → nothing"])
    #expect(try await run("undo", "--to", "2") == "No changes (revision 7).\n")
    #expect(try await run("log", "--author", "Tom").contains("  Tom  revert revision 2 only"))
    #expect(
      try await run("undo", "--only", "30")
        == "Error: the response has no revision 30; its journal goes from 1 to 7\n")
    #expect(try await run("undo", "--only", "0").hasPrefix("Error: --only must be a revision, 1 or more.\n"))
    #expect(try await run("undo", "--to", "-1").hasPrefix("Error: "))
    #expect(try await run("check") == "ok\n")
  }

  @Test("set prints the form's messages of faults, and calls a warning a warning")
  func faultsInTheirOwnWords() async throws {
    let workspace = try await workspace()
    let lines = try await set("weight", "160", in: workspace)
    #expect(lines.prefix(2) == ["Weight: nothing → 160", "Weight has a warning: Please weigh again."])
    let more = try await set("weight", "250", in: workspace)
    #expect(
      more.prefix(3) == [
        "Weight: 160 → 250", "Weight has a fault: Nobody weighs that much.",
        "Weight has a warning: Please weigh again.",
      ])
    // Faults that stay are printed as well.
    let again = try await set("weight", "260", in: workspace)
    #expect(
      again.prefix(3) == [
        "Weight: 250 → 260", "Weight has a fault: Nobody weighs that much.",
        "Weight has a warning: Please weigh again.",
      ])
    let mended = try await set("weight", "70.50", in: workspace)
    #expect(mended.prefix(2) == ["Weight: 260 → 70.50", "Weight is without faults"])
  }

  @Test("Setting several cells is one step: all of them or none")
  func severalCells() async throws {
    let workspace = try await workspace()
    let lines = try await set("name=Ann", "age=40", "remarks=a=b", in: workspace)
    #expect(lines.prefix(4) == ["Name: nothing → Ann", "Age: nothing → 40", "Remarks: nothing → a=b", "Revision 3"])
    let status = try await workspace.formstate("status", "answers.sqlite")
    #expect(status.contains("undo: “Set 3 cells”"))
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "name=Bob", "age=old",
      message: "the cell “age” refuses the value: “old” is not accepted; give a whole number, for example 42")
    try await workspace.formstate("undo", "answers.sqlite")
    #expect(try await value(of: "name", in: workspace) == "Error: the cell “name” has no value\n")
    #expect(try await value(of: "age", in: workspace) == "Error: the cell “age” has no value\n")
    #expect(try await set("roof=poor", in: workspace).first == "Roof: nothing → Poor")
    let wrong = try await workspace.refused("set", "answers.sqlite", "name=Ann", "age", "40", status: 64)
    #expect(wrong.hasPrefix("Error: Write several cells as CELL=VALUE; “age” is not one.\n"))
  }

  @Test("The value - reads standard input, without its last line end")
  func standardInput() async throws {
    let workspace = try await workspace()
    try await workspace.formstate("set", "answers.sqlite", "remarks", "-", input: "two\nlines\n\n")
    #expect(try await value(of: "remarks", in: workspace) == "two\nlines\n\n")
    try await workspace.formstate("set", "answers.sqlite", "remarks", "-", input: "none")
    #expect(try await value(of: "remarks", in: workspace) == "none\n")
    try await workspace.formstate("set", "answers.sqlite", "remarks", "-", input: "of elsewhere\r\n")
    #expect(try await value(of: "remarks", in: workspace) == "of elsewhere\n")
    try await workspace.formstate("set", "answers.sqlite", "remarks=-", input: "unread")
    #expect(try await value(of: "remarks", in: workspace) == "-\n")
  }

  @Test("today and now become the date and time, and the journal stores those values")
  func todayAndNow() async throws {
    let workspace = try await workspace()
    _ = try await set("day=today", "hour=now", "moment=now", "name=today", in: workspace)
    let day = try await value(of: "day", in: workspace)
    #expect(day.wholeMatch(of: /\d{4}-\d{2}-\d{2}\n/) != nil, "\(day)")
    let hour = try await value(of: "hour", in: workspace)
    #expect(hour.wholeMatch(of: /\d{2}:\d{2}(:00)?\n/) != nil, "\(hour)")
    let moment = try await value(of: "moment", in: workspace)
    #expect(moment.hasPrefix(day.dropLast() + "T"), "\(moment)")
    #expect(try await value(of: "name", in: workspace) == "today\n")
    let actions = try await workspace.formstate("export", "actions", "answers.sqlite")
    #expect(actions.contains("\"\(day.dropLast())\"") && actions.components(separatedBy: "now").count == 1)
    try await workspace.formstate("check", "answers.sqlite")
  }

  @Test("diff prints changed answers, up to the current revision by default")
  func differencesOfRevisions() async throws {
    let workspace = try await workspace()
    _ = try await set("weight", "70.50", in: workspace)
    _ = try await set("weight", "80", in: workspace)
    _ = try await set("roof", "poor", in: workspace)
    let words = try await workspace.formstate("diff", "answers.sqlite", "--from", "1")
    #expect(words.hasPrefix("Weight: 70.50 → 80\nRoof: nothing → Poor\nRevision 3\n"), "\(words)")
    let back = try await workspace.formstate("diff", "answers.sqlite", "--from", "2", "--to", "1")
    #expect(back.hasPrefix("Weight: 80 → 70.50\nRevision 1\n"), "\(back)")
    let json = try await workspace.formstate("diff", "answers.sqlite", "--from", "2", "--to", "1", "--json")
    #expect(json.contains(#""before": "80""#) && json.contains(#""question": "Weight""#), "\(json)")
    let none = try await workspace.refused("diff", "answers.sqlite", status: 64)
    #expect(
      none.hasPrefix(
        "Error: Name the first revision with --from, or two responses with --responses.\n"))
  }

  @Test("diff --responses compares two responses")
  func differencesOfResponses() async throws {
    let workspace = try await workspace()
    try await workspace.begin("ada", "tom")
    _ = try await set("weight", "70.50", "--response", "ada", in: workspace)
    let words = try await workspace.formstate("diff", "answers.sqlite", "--responses", "ada", "tom")
    #expect(words == "Weight: 70.50 → nothing\n")
    _ = try await set("weight", "70.50", "--response", "tom", in: workspace)
    let same = try await workspace.formstate("diff", "answers.sqlite", "--responses", "ada", "tom")
    #expect(same == "No answers differ.\n")
    try await workspace.expectRefusal(
      "diff", "answers.sqlite", "--responses", "ada", "tim",
      message: "the form “visit” has no response “tim”; did you mean “tom”?")
    let mixed = try await workspace.refused(
      "diff", "answers.sqlite", "--responses", "ada", "tom", "--from", "1", status: 64)
    #expect(
      mixed.hasPrefix(
        "Error: --responses compares two current responses; omit --from, --to and --response.\n"))
  }

  @Test("answers, get, faults and export accept --revision; --at is for rows only")
  func anEarlierRevision() async throws {
    let workspace = try await workspace()
    _ = try await set("weight", "250", in: workspace)
    _ = try await set("weight", "80", in: workspace)
    #expect(try await value(of: "weight", "--revision", "1", in: workspace) == "250\n")
    #expect(
      try await value(of: "wieght", "--revision", "1", in: workspace)
        == "Error: there is no cell “wieght”; did you mean “weight”?\n")
    let answers = try await workspace.formstate("answers", "answers.sqlite", "--revision", "1")
    #expect(answers.contains("Weight    250"), "\(answers)")
    let faults = try await workspace.formstate("faults", "answers.sqlite", "--revision", "1")
    #expect(faults.hasPrefix("Weight  Nobody weighs that much.  "), "\(faults)")
    #expect(try await workspace.formstate("faults", "answers.sqlite") == "no faults\n")
    let csv = try await workspace.formstate(
      "export", "csv", "answers.sqlite", "--response", "default", "--revision", "1")
    #expect(csv.contains(",250,"), "\(csv)")
    #expect(try await workspace.formstate("show", "answers.sqlite", "--revision", "1").contains("revision 1"))
    for command in [["show"], ["answers"], ["get", "weight"], ["faults"]] {
      let outcome = try await workspace.run(
        command.prefix(1) + ["answers.sqlite"] + command.dropFirst() + ["--at", "1"])
      #expect(outcome.status == 64, "\(command)")
    }
    try await workspace.expectRefusal(
      "answers", "answers.sqlite", "--revision", "7",
      message: "there is no revision 7; the journal goes from 0 to 2")
    let all = try await workspace.refused(
      "export", "csv", "answers.sqlite", "--revision", "1", status: 64)
    #expect(all.hasPrefix("Error: --revision requires a single response; name it with --response.\n"))
    let journal = try await workspace.refused(
      "export", "json", "answers.sqlite", "--revision", "1", status: 64)
    #expect(
      journal.hasPrefix("Error: Unknown option '--revision'"))
  }

  @Test("log --author prints only the entries of that author")
  func logOfAnAuthor() async throws {
    let workspace = try await workspace()
    _ = try await set("name", "Ann", "--author", "Becky", in: workspace)
    _ = try await set("age", "40", in: workspace)
    let log = try await workspace.json(ShownLog.self, "log", "answers.sqlite", "--author", "Becky")
    #expect(log.entries.map(\.author) == ["Becky"])
    let none = try await workspace.run(["log", "answers.sqlite", "--author", "Huck"])
    #expect(none.output.isEmpty && none.errors == "No entry matches.\n")
  }

  @Test("The refusal of a wrong value says what to write instead")
  func wrongValues() async throws {
    let workspace = try await workspace()
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "weight", "70,5",
      message:
        "the cell “weight” refuses the value: “70,5” is not accepted; give a number, for example 72.50; write 70.5")
    try await workspace.expectRefusal(
      "choose", "answers.sqlite", "poor", message: "there is no cell “poor”; did you mean “roof=poor”?")
    // If several questions have the option, the suggestion names the first one.
    let cells = ["roof", "walls"].map {
      #"{"key":"\#($0)","kind":"group","expandable":true,"options":[{"value":"fair","title":"Fair"}]}"#
    }
    try workspace.write(
      #"{"formstate":1,"key":"two","sections":[{"key":"s","cells":[\#(cells.joined(separator: ","))]}]}"#,
      to: "two.json")
    try await workspace.formstate("import", "two.sqlite", "two.json")
    try await workspace.expectRefusal(
      "choose", "two.sqlite", "fair", message: "there is no cell “fair”; did you mean “roof=fair”?")
    let version = try await workspace.refused("-v", status: 64)
    #expect(version == "Error: unknown option -v; formstate --version prints the version\n")
  }

  @Test("A key with an invisible character is refused, and the character is named")
  func invisibleCharacters() async throws {
    let workspace = try await workspace()
    for (written, point) in [("visit\u{200B}", "U+200B"), ("visit\r", "U+000D"), ("vis\u{AD}it", "U+00AD")] {
      let errors = try await workspace.refused("show", "answers.sqlite", "--form", written)
      #expect(
        errors.hasSuffix("; the key as written has an invisible \(point); write it without\n"), "\(errors)")
    }
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "na\u{200D}me", "Ann",
      message:
        "there is no cell “na\u{200D}me”; the key as written has an invisible U+200D; write it without")
  }

  @Test("A form that lacks its current version is refused, and the version is named")
  func aFormWithoutItsVersion() async throws {
    let workspace = try await workspace()
    try await workspace.edit("UPDATE formstate_form SET version = 7")
    let errors = try await workspace.refused("show", "answers.sqlite")
    #expect(errors == "Error: the form “visit” has no version 7\n")
  }

  @Test("An upgrade records its author; import with --upgrade is one transaction")
  func upgradesNameTheirAuthor() async throws {
    let workspace = try await workspace()
    _ = try await set("name", "Ann", in: workspace)
    try workspace.write(Self.visit.replacingOccurrences(of: "\"Age\"", with: "\"Age in years\""), to: "2.json")
    try workspace.write(Self.visit.replacingOccurrences(of: "\"Age\"", with: "\"Years\""), to: "3.json")
    try await workspace.formstate("import", "answers.sqlite", "2.json")
    try await workspace.formstate("upgrade", "answers.sqlite", "--author", "Becky")
    try await workspace.formstate("import", "answers.sqlite", "3.json", "--upgrade", "--author", "Aunt Polly")
    let log = try await workspace.json(ShownLog.self, "log", "answers.sqlite")
    #expect(log.entries.map(\.author) == [nil, "Becky", "Aunt Polly"])
    try workspace.write(Self.visit.replacingOccurrences(of: "\"Age\"", with: "\"Winters\""), to: "4.json")
    try workspace.write(#"{"nowhere": "name"}"#, to: "map.json")
    let before = try await workspace.formstate("list", "answers.sqlite", "--digests")
    let errors = try await workspace.refused("import", "answers.sqlite", "4.json", "--upgrade", "--map", "map.json")
    #expect(errors.contains("no earlier version has a cell “nowhere”"), "\(errors)")
    #expect(try await workspace.formstate("list", "answers.sqlite", "--digests") == before)
    try await workspace.formstate("response", "new", "answers.sqlite", "x", "--author", "Becky")
    try await workspace.formstate("response", "rename", "answers.sqlite", "x", "y", "--author", "Becky")
  }
}
