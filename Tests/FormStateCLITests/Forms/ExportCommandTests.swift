import Foundation
import Testing

@Suite struct ExportCommandTests {
  private static let formats = ["plist", "json", "actions", "csv"]

  @Test(arguments: formats)
  func aFileHoldsWhatStandardOutputWould(format: String) async throws {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "profile-actions.jsonl")
    let printed = try await workspace.formstate("export", format, "answers.sqlite")
    #expect(!printed.isEmpty)
    try await workspace.formstate("export", format, "answers.sqlite", "--output", "export.out")
    #expect(try workspace.text(of: "export.out") == printed)
  }

  @Test(arguments: formats)
  func aResponseThatHasNotBegunExportsToo(format: String) async throws {
    let workspace = try await Workspace.withExample()
    #expect(try await workspace.run(["export", format, "answers.sqlite"]).status == 0)
  }

  @Test func csvHasALineForEveryResponse() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.begin("ada", "tom")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Ada", "--response", "ada")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom", "--response", "tom")
    let all = try await workspace.formstate("export", "csv", "answers.sqlite")
    #expect(all.contains("Ada") && all.contains("Tom"))
    let one = try await workspace.formstate("export", "csv", "answers.sqlite", "--response", "ada")
    #expect(one.contains("Ada") && !one.contains("Tom"))
  }

  @Test("A document of one response contains nothing of the others")
  func oneResponseAsDocument() async throws {
    let workspace = try await Workspace.withExample()
    for (response, name) in [("ada", "Ada"), ("tom", "Tom")] {
      try await workspace.begin(response)
      try await workspace.formstate("set", "answers.sqlite", "first-name", name, "--response", response)
    }
    let one = try await workspace.run(["export", "json", "answers.sqlite", "--response", "ada"])
    #expect(one.errors == "")
    #expect(one.output.contains("Ada") && !one.output.contains("Tom") && !one.output.contains("tom"))
    let all = try await workspace.run(["export", "json", "answers.sqlite"])
    #expect(all.errors == "")
    #expect(all.output.contains("Ada") && all.output.contains("Tom"))
    try workspace.write(one.output, to: "ada.json")
    try await workspace.formstate("import", "again.sqlite", "ada.json")
    let list = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests")
    let again = try await workspace.json(ShownList.self, "list", "again.sqlite", "--digests")
    let ada = try #require(list.forms.first?.responses.first)
    #expect(ada.stream?.count == 32)
    #expect(again.forms.first?.responses == [ada])
  }

  @Test("A document keeps each response in its version; one response brings its own")
  func responsesOfOtherVersions() async throws {
    let workspace = try await Workspace.withExample()
    for response in ["ada", "ben"] {
      try await workspace.begin(response)
      try await workspace.formstate("set", "answers.sqlite", "first-name", "Old", "--response", response)
    }
    let changed = try workspace.text(of: "profile.plist").replacingOccurrences(of: "Volleyball", with: "Handball")
    try workspace.write(changed, to: "profile.plist")
    try await workspace.formstate("import", "answers.sqlite", "profile.plist")
    try await workspace.begin("cleo")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "New", "--response", "cleo")
    let all = try await workspace.run(["export", "json", "answers.sqlite"])
    #expect(all.status == 0 && all.errors == "")
    #expect(all.output.contains("Handball") && all.output.contains("New") && all.output.contains("Old"))
    try workspace.write(all.output, to: "all.json")
    try await workspace.formstate("import", "again.sqlite", "all.json")
    let lists = try await [
      workspace.json(ShownList.self, "list", "answers.sqlite", "--digests"),
      workspace.json(ShownList.self, "list", "again.sqlite", "--digests"),
    ]
    #expect(lists.first?.forms.first?.responses == lists.last?.forms.first?.responses)
    #expect(try await workspace.formstate("check", "again.sqlite") == "ok\n")
    let one = try await workspace.run(["export", "json", "answers.sqlite", "--response", "ben"])
    #expect(one.status == 0 && one.errors == "")
    #expect(one.output.contains("Volleyball") && one.output.contains("Old") && !one.output.contains("New"))
  }

  @Test("A table of answers tells the drafts and set-aside contents that it omits, and texts that --raw makes numbers")
  func leftOutOfTables() async throws {
    let workspace = try Workspace()
    func form(_ cells: String) -> String {
      #"{"formstate": 1, "key": "f", "sections": [{"key": "s", "cells": [\#(cells)]}]}"#
    }
    let custom = #"{"key": "a", "kind": "custom"}, {"key": "b", "kind": "custom"}, {"key": "age", "kind": "integer"}"#
    try workspace.write(form(custom + #", {"key": "old", "kind": "text"}"#), to: "f.json")
    try workspace.write(form(custom), to: "g.json")
    try workspace.write(
      """
      {"action": "set", "cell": "a", "value": 5}
      {"action": "set", "cell": "b", "value": "5"}
      {"action": "set", "cell": "old", "value": "kept"}
      {"action": "draft", "cell": "age", "value": "1x"}
      """, to: "actions.jsonl")
    for command in [
      ["import", "answers.sqlite", "f.json"], ["replay", "answers.sqlite", "actions.jsonl"],
      ["import", "answers.sqlite", "g.json", "--upgrade"],
    ] { #expect(try await workspace.run(command).status == 0) }
    let leftOut =
      "Omitted: 1 draft (typed texts that are no answers yet), 1 set-aside content (--set-aside writes them).\n"
    let csv = ["export", "csv", "answers.sqlite"]
    let marked = try await workspace.run(csv)
    #expect(marked.output == "form,response,a,b,age\r\nf,default,5,'5,\r\n" && marked.errors == leftOut)
    let raw = try await workspace.run(csv + ["--raw"])
    #expect(raw.output == "form,response,a,b,age\r\nf,default,5,5,\r\n")
    #expect(
      raw.errors
        == leftOut + "Note: 1 text of custom cells reads as a number; without --raw, an apostrophe keeps it a text.\n")
    #expect(try await workspace.run(csv + ["--long"]).errors == leftOut)
    #expect(try await workspace.run(csv + ["--tables", "t"]).errors == leftOut + "Wrote “t/f.csv”.\n")
  }

  @Test("A submission of the only response says how many of its drafts it leaves out")
  func draftsOfTheOnlyResponse() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("response", "new", "answers.sqlite", "ada")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "A", "--draft", "--response", "ada")
    let outcome = try await workspace.run(["export", "submission", "answers.sqlite"])
    #expect(outcome.status == 0 && outcome.output.contains("<first-name"))
    #expect(outcome.errors.contains("Omitted: 1 draft (typed texts that are no answers yet).\n"), "\(outcome.errors)")
  }

  @Test func theFileIsWrittenWholeOrNotAtAll() async throws {
    let workspace = try await Workspace.withExample()
    let path = "no/such/folder/profile.json"
    let errors = try await workspace.refused("export", "json", "answers.sqlite", "--output", path)
    #expect(errors == "Error: “\(path)” cannot be written (No such file or directory); it is unchanged\n")
    try workspace.write("old", to: "profile.json")
    try await workspace.formstate("export", "json", "answers.sqlite", "--output", "profile.json")
    #expect(try workspace.text(of: "profile.json") != "old")
    let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
    #expect(!names.contains { $0.hasPrefix(".formstate-") })
  }

  @Test func aLinkStaysALink() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.write("old", to: "target.json")
    try FileManager.default.createSymbolicLink(
      at: workspace.file("link.json"), withDestinationURL: workspace.file("target.json"))
    try await workspace.formstate("export", "json", "answers.sqlite", "--output", "link.json")
    #expect(try workspace.text(of: "target.json") != "old")
    let attributes = try FileManager.default.attributesOfItem(atPath: workspace.file("link.json").path)
    #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
  }

  @Test func theDatabaseIsNotOverwritten() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.expectRefusal(
      "export", "csv", "answers.sqlite", "--output", "./answers.sqlite",
      message: "“./answers.sqlite” is the database itself; name another file to write")
  }

  @Test func wrongUsageExitsWith64() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.refused("export", "answers.sqlite", status: 64)
    try await workspace.refused("export", "xml", "answers.sqlite", status: 64)
    try await workspace.refused("export", "csv", "answers.sqlite", "--binary", status: 64)
  }
}
