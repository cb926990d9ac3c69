import Foundation
import Testing

@Suite("check of documents")
struct ValidateCommandTests {
  @Test("check prints a line for each file in any format, and makes no database")
  func everyFormat() async throws {
    let workspace = try Workspace()
    for name in ["profile.plist", "profile.json", "profile-layout.json", "profile-actions.jsonl", "inspection.json"] {
      try workspace.copyExample(name)
    }
    #expect(
      try await workspace.formstate(
        "check", "profile.plist", "profile.json", "profile-layout.json", "profile-actions.jsonl", "inspection.json")
          == """
          profile.plist: the form “profile”, 3 sections, 18 cells
          profile.json: the form “profile”, 3 sections, 18 cells
          profile-layout.json: a layout, 5 sections
          profile-actions.jsonl: 11 actions
          inspection.json: the form “inspection”, 7 sections, 178 cells, 2 responses

          """)
    let files = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
    #expect(!files.contains { $0.contains("sqlite") || $0.contains("memory") })
  }

  @Test("A dump is validated as restore reads it, including its journals")
  func dump() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("inspection.json")
    try await workspace.formstate("import", "answers.sqlite", "inspection.json")
    try await workspace.formstate("export", "dump", "answers.sqlite", "--output", "all.json")
    #expect(try await workspace.formstate("check", "all.json") == "all.json: a dump, 1 form, 2 responses\n")
    let report = try await workspace.formstate("check", "--json", "all.json")
    #expect(report.contains("\"kind\": \"dump\"") && report.contains("\"formCount\": 1,"))

    let broken = try workspace.text(of: "all.json").replacingOccurrences(
      of: "\"before\":\"12 Harbour Street,  \"", with: "\"before\":\"13 Harbour Street,  \"")
    try workspace.write(broken, to: "broken.json")
    let restored = try await workspace.refused("restore", "new.sqlite", "broken.json")
    let validated = try await workspace.refused("check", "broken.json")
    #expect(validated == "Error: broken.json: \(restored.dropFirst("Error: ".count))")
  }

  @Test("Irregularities are reported as by import, and refused with --strict")
  func irregularities() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("profile.plist")
    let odd = try workspace.text(of: "profile.plist").replacingOccurrences(
      of: "<integer>2</integer>", with: "<string>2</string>")
    try workspace.write(odd, to: "odd.plist")
    let lines = try await workspace.formstate("check", "odd.plist").split(separator: "\n", maxSplits: 1)
    #expect(lines.first == "odd.plist: the form “odd”, 3 sections, 18 cells")
    let asImported = try await workspace.formstate("import", "answers.sqlite", "odd.plist")
    #expect(lines.last == asImported.split(separator: "\n", maxSplits: 1).last)
    let refusal = try await workspace.refused("check", "--strict", "odd.plist")
    #expect(refusal.hasPrefix("Error: odd.plist"))
    #expect(refusal.contains("is the text “2”, not an integer"))
  }

  @Test("--attach names the folder of an XForm's lists; missing lists are reported as by import")
  func attachments() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("survey")
    let alone = try await workspace.formstate("check", "survey/survey.xml").split(separator: "\n", maxSplits: 1)
    let asImported = try await workspace.formstate("import", "answers.sqlite", "survey/survey.xml")
    #expect(alone.last == asImported.split(separator: "\n", maxSplits: 1).last)
    #expect(alone.last?.contains("attach the folder with places.csv") == true)
    let refusal = try await workspace.refused("check", "--strict", "survey/survey.xml")
    #expect(refusal.contains("the list places is an external file"))
    #expect(
      try await workspace.formstate("check", "--strict", "--attach", "survey", "survey/survey.xml")
        == "survey/survey.xml: the form “household-survey”, 4 sections, 33 cells\n")
  }

  @Test("A faulty file is refused with all of its faults, and the other files are still reported")
  func faults() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("visit.json")
    let wrong = try workspace.text(of: "visit.json").replacingOccurrences(of: "\"group\"", with: "\"gruop\"")
    try workspace.write(wrong, to: "wrong.json")
    try workspace.write("{\"action\":\"tap\"}\n\n{\"action\":\"undo\"}\n{\"action\":\"press\"}\n", to: "wrong.jsonl")
    let outcome = try await workspace.run(["check", "wrong.json", "visit.json", "wrong.jsonl", "missing.json"])
    #expect(outcome.status == 1)
    #expect(outcome.output == "visit.json: the form “visit”, 1 section, 9 cells\n")
    let kinds =
      "tap, set, clear, choose, expand, collapse, expandAll, collapseAll, fold, unfold, toggleFold, reveal, reset"
    #expect(
      outcome.errors == """
        Error: wrong.json has 2 faults:
          line 17, column 26, sections[0].cells[0].kind: is “gruop”, which is not a kind of cell; did you mean “group”?
          line 18, column 27, sections[0].cells[1].kind: is “gruop”, which is not a kind of cell; did you mean “group”?
        See formstate help field cell.kind
        Error: wrong.jsonl has 2 faults:
          wrong.jsonl:1: cell: is missing; name the cell, or its row with “at”
          wrong.jsonl:4: action: “press” is not an action; write one of \(kinds), draft, add, remove, move, undo, redo, revert, restore, markSaved, \
        complete, reopen, upgrade, recalculate, reportFault, withdrawFaults, settle
        Error: there is no file “missing.json”

        """)
  }

  @Test("Faults end with the help for at most three fields, only if a schema has them")
  func hints() async throws {
    let workspace = try Workspace()
    let form = """
      {"formstate":1,"key":"f","lists":{"l":[{"value":"v","most":4}]},"sections":[{"key":"s","cells":[
      {"key":"a","kind":"txt"},{"key":"b","kind":"text","label":"B"},{"key":"c","kind":"text","relevant":1}]}]}
      """
    try workspace.write(form, to: "form.json")
    try workspace.write(#"{"formstateDump":1,"forms":[\#(form)]}"#, to: "dump.json")
    for name in ["form.json", "dump.json"] {
      let refusal = try await workspace.refused("check", name)
      #expect(refusal.hasSuffix("\nSee formstate help field listOption cell.kind cell\n"), "\(refusal)")
    }
    let imported = try await workspace.refused("import", "answers.sqlite", "form.json")
    #expect(imported.hasSuffix("\nSee formstate help field listOption cell.kind cell\n"), "\(imported)")
    #expect(!workspace.has("answers.sqlite"))
    try workspace.write("{}", to: "other.json")
    #expect(try await !workspace.refused("check", "other.json").contains("formstate help"))
  }

  @Test("An inconsistent journal is refused as by import")
  func unfitJournal() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("inspection.json")
    let broken = try workspace.text(of: "inspection.json").replacingOccurrences(
      of: "\"before\": \"12 Harbour Street,  \"", with: "\"before\": \"13 Harbour Street,  \"")
    try workspace.write(broken, to: "broken.json")
    let imported = try await workspace.refused("import", "answers.sqlite", "broken.json")
    let validated = try await workspace.refused("check", "broken.json")
    #expect(validated == "Error: broken.json: \(imported.dropFirst("Error: ".count))")
  }

  @Test("--layout reads data, and a faulty layout is reported first")
  func layout() async throws {
    let workspace = try Workspace()
    for name in ["person.json", "person-without-friends.json", "profile-layout.json"] {
      try workspace.copyExample(name)
    }
    #expect(
      try await workspace.formstate(
        "check", "--layout", "profile-layout.json", "person.json", "person-without-friends.json") == """
          person.json: the form “person”, 5 sections, 9 cells
          person-without-friends.json: the form “person-without-friends”, 4 sections, 6 cells

          """)
    try workspace.write("{\"formstateLayout\": 1}", to: "layout.json")
    #expect(
      try await workspace.refused("check", "--layout", "layout.json", "person.json")
        == "Error: layout.json: sections: is missing; write an array of sections\n"
        + "See formstate help field layout.sections\n")
  }

  @Test("Standard input is recognized by its content")
  func standardInput() async throws {
    let workspace = try Workspace()
    let form = "{\"formstate\": 1, \"key\": \"f\", \"sections\": []}"
    #expect(
      try await workspace.formstate("check", "-", input: form)
        == "standard input: the form “f”, 0 sections, 0 cells\n")
    #expect(
      try await workspace.formstate("check", "-", input: "{\"action\":\"undo\"}")
        == "standard input: 1 action\n")
    #expect(
      try await workspace.formstate("check", "-", input: "{\"formstateLayout\":1,\"sections\":[]}")
        == "standard input: a layout, 0 sections\n")
    #expect(
      try await workspace.refused("check", "-", input: "{\"acton\":\"undo\"}\n{\"action\":\"undo\"}\n")
        == "Error: standard input:1: acton: is not a known key here; did you mean “action”?; "
        + "action: is missing; write one of tap, set, clear, choose, expand, collapse, expandAll, collapseAll, fold, unfold, "
        + "toggleFold, reveal, reset, draft, add, remove, move, undo, redo, revert, restore, markSaved, complete, reopen, upgrade, recalculate, reportFault, withdrawFaults, settle\n"
    )
    let usage = try await workspace.refused("check", "-", "-", status: 64, input: form)
    #expect(usage.contains("Standard input can only be read once; name - once."))
  }

  @Test("JSON has the same members for every file, and the exit status reports faults")
  func json() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("visit.json")
    try workspace.write("{\"action\":\"press\"}\n", to: "wrong.jsonl")
    let good = try await workspace.json(ShownValidation.self, "check", "visit.json")
    #expect(good.ok)
    #expect(
      good.files == [
        ShownValidation.File(
          file: "visit.json", kind: "form", ok: true, form: "visit", sectionCount: 1, cellCount: 9, responseCount: 0,
          actionCount: nil, diagnostics: [], faults: [])
      ])
    let outcome = try await workspace.run(["check", "visit.json", "wrong.jsonl", "missing.json", "--json"])
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    let report = try JSONDecoder().decode(ShownValidation.self, from: Data(outcome.output.utf8))
    #expect(!report.ok)
    #expect(report.files.map(\.ok) == [true, false, false])
    #expect(report.files.map(\.kind) == ["form", "actions", nil])
    #expect(report.files.last?.faults.map(\.problem) == ["there is no file “missing.json”"])
    #expect(report.files.dropFirst().first?.faults.map(\.line) == [1])
  }

  @Test("check takes SQLite files and documents together, and says which each is")
  func both() async throws {
    let workspace = try await Workspace.withExample()
    // The contents count, not the name.
    try await workspace.formstate("backup", "answers.sqlite", "answers")
    try workspace.copyExample("visit.json")
    #expect(try await workspace.formstate("check", "answers") == "ok\n")
    #expect(
      try await workspace.formstate("check", "answers", "visit.json", "answers.sqlite") == """
        answers: an SQLite file, ok
        visit.json: the form “visit”, 1 section, 9 cells
        answers.sqlite: an SQLite file, ok

        """)
    try await workspace.sqlite("CREATE VIEW formstate_stranger AS SELECT 1;")
    let alone = try await workspace.run(["check", "answers.sqlite"])
    #expect(alone.status == 1 && alone.output.contains("“formstate_stranger”"))
    let words = ["check", "visit.json", "answers.sqlite", "missing.sqlite"]
    let outcome = try await workspace.run(words)
    #expect(outcome.status == 1 && outcome.output == "visit.json: the form “visit”, 1 section, 9 cells\n")
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 2 && lines[0] == "Error: answers.sqlite: \(alone.output.dropLast())")
    #expect(lines[1].hasPrefix("Error: ") && lines[1].contains("missing.sqlite"))
    let json = try await workspace.run(words + ["--json"])
    let report = try JSONDecoder().decode(ShownValidation.self, from: Data(json.output.utf8))
    #expect(json.status == 1 && !report.ok)
    #expect(
      report.files.map(\.kind) == ["form", "database", "database"] && report.files.map(\.ok) == [true, false, false])
    #expect(report.files[1].faults.map(\.problem) == [String(alone.output.dropLast())])
  }

  @Test("check refuses options of the other sort of file, and reads a pipe only once")
  func usageOfBoth() async throws {
    let workspace = try await Workspace.withExample()
    for (words, message) in [
      (
        ["answers.sqlite", "--strict"],
        "“answers.sqlite” is an SQLite file; --strict and the options of imports are for"
      ),
      (
        ["answers.sqlite", "--title-key", "a"],
        "“answers.sqlite” is an SQLite file; --strict and the options of imports"
      ),
      (
        ["answers.sqlite", "answers.sqlite", "--untrusted"],
        "--untrusted limits the reading of one file; check one after the other."
      ),
      ([], "Missing expected argument '<file> ...'"),
    ] {
      let outcome = try await workspace.run(["check"] + words)
      #expect(outcome.status == 64 && outcome.errors.hasPrefix("Error: \(message)"), "\(outcome.errors)")
    }
    try workspace.copyExample("visit.json")
    let piped = try await workspace.runFromShell(
      "mkfifo form; cat visit.json > form & exec \"$0\" \"$@\"", "check", "form")
    #expect(piped.output == "form: the form “visit”, 1 section, 9 cells\n", "\(piped.errors)")
  }
}

/// What `check --json` prints.
private struct ShownValidation: Decodable {
  struct File: Decodable, Equatable {
    let file: String
    let kind: String?
    let ok: Bool
    let form: String?
    let sectionCount: Int?
    let cellCount: Int?
    let responseCount: Int?
    let actionCount: Int?
    let diagnostics: [Fault]
    let faults: [Fault]
  }

  struct Fault: Decodable, Equatable {
    let line: Int?
    let sectionPosition: Int?
    let position: Int?
    let key: String?
    let problem: String
    let action: String
    let count: Int?
  }

  let ok: Bool
  let files: [File]
}
