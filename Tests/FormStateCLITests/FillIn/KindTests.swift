import Foundation
import Testing

/// Numbers, times, multiple choice and files, from the shell.
@Suite("Kinds of values on the command line")
struct KindTests {
  private static let visit = """
    {"formstate": 1, "key": "visit", "title": "Visit", "sections": [
      {"key": "s", "title": "Patient", "cells": [
        {"key": "age", "kind": "integer", "title": "Age", "minimum": 0, "maximum": 130, "unit": "years"},
        {"key": "weight", "kind": "decimal", "title": "Weight", "unit": "kg"},
        {"key": "seen", "kind": "time", "title": "Seen"},
        {"key": "next", "kind": "dateTime", "title": "Next"},
        {"key": "symptoms", "kind": "choices", "title": "Symptoms", "expanded": true, "options": [
          {"value": "fever", "title": "Fever"}, {"value": "cough", "title": "Cough, dry"}, {"value": "rash"}]},
        {"key": "scan", "kind": "file", "title": "Scan"},
        {"key": "story", "kind": "longText", "title": "Story"}]}]}
    """

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Self.visit, to: "visit.json")
    try await workspace.formstate("import", "answers.sqlite", "visit.json")
    return workspace
  }

  @Test("Every kind can be set, shown, exported and replayed")
  func story() async throws {
    let workspace = try await workspace()
    for (cell, value) in [
      ("age", "41"), ("weight", "1.50"), ("seen", "07:05"), ("next", "2026-11-21T14:30+01:00"),
      ("symptoms", "rash,fever"), ("scan", "a.jpg"), ("story", "one\ntwo"),
    ] {
      let outcome = try await workspace.run(["set", "answers.sqlite", cell, value])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
    let tapped = try await workspace.run(["tap", "answers.sqlite", "symptoms=cough"])
    #expect(
      tapped.output == """
        Symptoms: rash, Fever → rash, Fever, Cough, dry
        Revision 8
          reloaded [0,4] rash, Fever, Cough, dry
          reloaded [0,6] Cough, dry

        """)
    let shown = try await workspace.run(["show", "answers.sqlite"])
    #expect(
      shown.output == """
        Visit (visit) · response default · revision 8

        Patient  s
            Age                      41 years                           age
            Weight                   1.50 kg                            weight
            Seen                     07:05                              seen
            Next                     November 21, 2026 at 14:30 +01:00  next
          ▾ rash, Fever, Cough, dry                                     symptoms
            ● Fever                                                     symptoms=fever
            ● Cough, dry                                                symptoms=cough
            ● rash                                                      symptoms=rash
            Scan                     a.jpg                              scan
            Story                    one↵two                            story

        """)
    let json = try await workspace.run(["answers", "answers.sqlite", "--json"])
    #expect(
      json.output.contains(#""value": ["rash", "fever", "cough"]"#)
        || json.output.contains(#"["rash","fever","cough"]"#))
    #expect(try await workspace.run(["check", "answers.sqlite"]).output == "ok\n")

    let script = try await workspace.run(["export", "actions", "answers.sqlite"])
    try await workspace.formstate("import", "again.sqlite", "visit.json")
    try await workspace.formstate("replay", "again.sqlite", "-", input: script.output)
    let again = try await workspace.run(["show", "again.sqlite"])
    #expect(again.output == shown.output)
  }

  @Test(
    "An invalid value is refused with what to write, and nothing changes",
    arguments: [
      ("age", "1e5", "give a whole number from 0 to 130"), ("age", "131", "give a whole number from 0 to 130"),
      ("weight", "1e5", "give a number, for example 72.50"),
      ("seen", "24:00", "give a time of day as HH:MM or HH:MM:SS, for example 14:30"),
      (
        "next", "2026-11-21T14:30",
        """
        give its offset from UTC as well: 2026-11-21T14:30:00Z for UTC, or with hours and minutes, for example \
        2026-11-21T14:30:00+01:00
        """
      ),
      (
        "symptoms", "fevr",
        "give values or titles of its options: “fever”, “cough”, “rash”; the nearest is “fever” (Fever); formstate choices lists them"
      ),
      ("scan", "", "give the non-empty name or path of a file"),
    ])
  func refused(cell: String, value: String, sentence: String) async throws {
    let workspace = try await workspace()
    let outcome = try await workspace.run(["set", "answers.sqlite", cell, value])
    #expect(outcome.status == 1 && outcome.output.isEmpty)
    #expect(outcome.errors == "Error: the cell “\(cell)” refuses the value: “\(value)” is not accepted; \(sentence)\n")
    #expect(try await workspace.run(["show", "answers.sqlite"]).output.contains("revision 0"))
  }
}
