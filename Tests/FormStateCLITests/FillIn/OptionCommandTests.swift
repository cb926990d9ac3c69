import Foundation
import Testing

@Suite("Options and lists on the command line")
struct OptionCommandTests {
  /// Two questions that share a list, and one with options of its own.
  private static let inspection = """
    {"formstate": 1, "key": "inspection",
     "lists": {"condition": [{"value": "good", "title": "Good"}, {"value": "poor", "title": "Poor"}]},
     "sections": [{"key": "roof", "title": "Roof", "cells": [
       {"key": "shingles", "kind": "group", "subtitle": "Shingles", "options": "condition"},
       {"key": "gutter", "kind": "group", "subtitle": "Gutter", "options": "condition"},
       {"key": "chimney", "kind": "group", "subtitle": "Chimney", "cells": [
         {"kind": "option", "value": "good", "title": "Stands"},
         {"key": "chimney-falls", "kind": "option", "value": "poor", "title": "Falls"}]}]}]}
    """

  private static func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(inspection, to: "inspection.json")
    try await workspace.formstate("import", "answers.sqlite", "inspection.json")
    return workspace
  }

  @Test("An option is chosen as QUESTION=VALUE or by its key, and the question has its value")
  func choosing() async throws {
    let workspace = try await Self.workspace()
    #expect(
      try await workspace.formstate("choose", "answers.sqlite", "shingles=poor")
        == "Shingles: nothing → Poor\nRevision 1\n  reloaded [0,0] Poor · Shingles\n")
    try await workspace.formstate("choose", "answers.sqlite", "gutter=good")
    try await workspace.formstate("choose", "answers.sqlite", "chimney-falls")
    let answers = "SELECT cell, value, readable FROM answer;"
    #expect(
      try await workspace.sqlite(answers) == "shingles|poor|Poor\ngutter|good|Good\nchimney|poor|Falls\n")
    try await workspace.formstate("choose", "answers.sqlite", "chimney=good")
    #expect(
      try await workspace.sqlite(answers) == "shingles|poor|Poor\ngutter|good|Good\nchimney|good|Stands\n")
    try await workspace.formstate("choose", "answers.sqlite", "chimney=poor")
    #expect(try await workspace.shown().row("chimney")?.value == .text("poor"))
    let csv = try await workspace.formstate("export", "csv", "answers.sqlite")
    #expect(csv.contains("\r\ninspection,default,poor,good,poor\r\n"))
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("A value that no option has is refused")
  func refusals() async throws {
    let workspace = try await Self.workspace()
    try await workspace.expectRefusal(
      "choose", "answers.sqlite", "shingles=pour",
      message: "there is no cell “shingles=pour”; did you mean “shingles=poor”?; formstate choices lists them")
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "shingles", "pour",
      message:
        "the cell “shingles” refuses the value: “pour” is not accepted; give the value or the title of one of its "
        + "options: “good”, “poor”; the nearest is “poor” (Poor); formstate choices lists them")
  }

  @Test("set accepts the value or title of an option, and the journal stores the choice")
  func setting() async throws {
    let workspace = try await Self.workspace()
    #expect(
      try await workspace.formstate("set", "answers.sqlite", "shingles", "poor")
        == "Shingles: nothing → Poor\nRevision 1\n  reloaded [0,0] Poor · Shingles\n")
    try await workspace.formstate("set", "answers.sqlite", "chimney", "Falls")
    #expect(
      try await workspace.sqlite("SELECT cell, value, readable FROM answer;")
        == "shingles|poor|Poor\nchimney|poor|Falls\n")
    let script = try await workspace.formstate("export", "actions", "answers.sqlite")
    #expect(
      script == """
        {"action":"choose","cell":"shingles=poor"}
        {"action":"choose","cell":"chimney-falls"}

        """)
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("choose adds one of several choices or removes it, and set gives all of them")
  func severalChoices() async throws {
    let workspace = try Workspace()
    try workspace.write(
      """
      {"formstate": 1, "key": "f", "title": "F", "sections": [{"key": "s", "cells": [
        {"key": "hobbies", "kind": "choices", "title": "Hobbies", "options": [
          {"value": "chess", "title": "Chess"}, {"value": "golf", "title": "Golf"}]}]}]}
      """, to: "f.json")
    try await workspace.formstate("import", "answers.sqlite", "f.json")
    for (words, value) in [
      (["choose", "hobbies=golf"], #"["golf"]"#), (["choose", "hobbies=chess"], #"["golf","chess"]"#),
      (["choose", "hobbies=golf"], #"["chess"]"#), (["set", "hobbies=golf"], #"["golf"]"#),
      (["set", "hobbies", "chess,golf"], #"["chess","golf"]"#),
    ] {
      #expect(try await workspace.run(Workspace.words(words)).status == 0, "\(words)")
      #expect(try await workspace.formstate("get", "answers.sqlite", "hobbies") == value + "\n", "\(words)")
    }
  }

  @Test("A journal of choices replays, and a document contains the lists")
  func choicesTravel() async throws {
    let workspace = try await Self.workspace()
    for option in ["shingles=poor", "chimney-falls", "chimney=good"] {
      try await workspace.formstate("choose", "answers.sqlite", option)
    }
    let script = try await workspace.formstate("export", "actions", "answers.sqlite")
    let replayed = try await Self.workspace()
    try await replayed.formstate("replay", "answers.sqlite", "-", input: script)
    #expect(try await replayed.shown() == workspace.shown())
    let document = try await workspace.formstate("export", "json", "answers.sqlite")
    #expect(document.components(separatedBy: #""options": "condition""#).count == 3)
    let elsewhere = try Workspace()
    try elsewhere.write(document, to: "inspection.json")
    try await elsewhere.formstate("import", "answers.sqlite", "inspection.json")
    #expect(try await elsewhere.everything() == workspace.everything())
  }
}
