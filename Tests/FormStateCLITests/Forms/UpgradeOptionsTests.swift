import TestSupport
import Testing

@Suite("The options in a map of an upgrade")
struct UpgradeOptionsTests {
  @Test("A map maps options too: their answers are no longer those of the version before, and undo restores them")
  func options() async throws {
    let workspace = try Workspace()
    func form(_ question: String, _ more: String = "") -> String {
      """
      {"formstate": 1, "key": "visit", "title": "Visit", "sections": [{"key": "s", "cells": [\(question),
        {"key": "care", "kind": "choices", "title": "Care", "options": [{"value": "home"}, {"value": "day"}\(more)]}]}]}
      """
    }
    let asked =
      #"{"key": "smokes", "kind": "group", "title": "Smokes", "options": [{"value": "yes"}, {"value": "no"}]}"#
    try workspace.write(form(asked, #", {"value": "night"}"#), to: "a.json")
    try workspace.write(
      form(
        #"{"key": "smoker", "kind": "group", "title": "Smoker", "options": [{"value": "daily"}, {"value": "never"}]}"#),
      to: "b.json")
    try workspace.write(
      form(#"{"key": "smoker", "kind": "switch", "title": "Smoker"}"#, #", {"value": "night"}"#), to: "c.json")
    try await workspace.formstate("import", "answers.sqlite", "a.json")
    try await workspace.formstate("set", "answers.sqlite", "smokes=yes", "care=night,home")
    let digest = try await workspace.formstate("list", "answers.sqlite", "--digests")
    try await workspace.formstate("import", "answers.sqlite", "b.json")
    try workspace.write(
      #"{"smokes": {"cell": "smoker", "options": {"yes": "daily", "no": "never"}}, "care": {"options": {"night": "day"}}}"#,
      to: "map.json")
    #expect(
      try await workspace.formstate("upgrade", "answers.sqlite", "--map", "map.json") == """
        “default” was upgraded to version 2 of “visit”.
          smokes → smoker  renamed, converted  “Smokes”: yes → daily
          care             converted  “Care”: night, home → day, home

        """)
    #expect(try await workspace.formstate("get", "answers.sqlite", "smoker") == "daily\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    // What the author calls the same is the answer from then on.
    try await workspace.formstate("import", "answers.sqlite", "c.json")
    try workspace.write(#"{"smoker": {"options": {"daily": true, "never": false}}}"#, to: "map.json")
    #expect(
      try await workspace.formstate("upgrade", "answers.sqlite", "--all", "--map", "map.json") == """
        1 response was upgraded to version 3 of “visit”.
          smoker  1 converted  “Smoker”: daily → On (1)

        """)
    #expect(try await workspace.formstate("get", "answers.sqlite", "care") == "[\"day\",\"home\"]\n")
    let script = try await workspace.formstate("export", "actions", "answers.sqlite")
    for name in ["a", "b", "c"] { try await workspace.formstate("import", "again.sqlite", "\(name).json") }
    try await workspace.formstate("replay", "again.sqlite", "-", input: script)
    #expect(try await workspace.formstate("get", "again.sqlite", "smoker") == "true\n")
    for file in ["answers.sqlite", "again.sqlite"] {
      #expect(try await workspace.formstate("check", file) == "ok\n")
    }
    try await workspace.formstate("undo", "answers.sqlite", "2")
    #expect(try await workspace.formstate("get", "answers.sqlite", "smokes") == "yes\n")
    #expect(
      try await workspace.formstate("list", "answers.sqlite", "--digests").contains("version 1")
        == digest.contains("version 1"))
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    try workspace.write(#"{"smokes": {"cell": "smoker", "options": {"yess": true}}}"#, to: "map.json")
    #expect(
      try await workspace.refused("upgrade", "answers.sqlite", "--map", "map.json")
        == "Error: the map does not fit the form “visit”: no earlier version of “smokes” has an option “yess”; did you mean "
        + "“yes”?\n")
    try workspace.write(#"{"smokes": {"cel": "smoker", "options": {"yes": []}}}"#, to: "map.json")
    let refusal = try await workspace.refused("upgrade", "answers.sqlite", "--map", "map.json")
    #expect(
      refusal.contains("smokes.cel: is not a known key here") && refusal.contains("smokes.options.yes: is an array"))
  }
}
