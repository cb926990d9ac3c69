import Foundation
import Testing

/// Questions whose relevance depends on answers, from the shell.
@Suite("Relevance on the command line")
struct RelevanceTests {
  private static let family = """
    {"formstate": 1, "key": "family", "sections": [
      {"key": "you", "title": "You", "cells": [
        {"key": "married", "kind": "switch", "title": "Married"},
        {"key": "partner", "kind": "group", "title": "Partner", "expanded": true, "summary": "none",
          "relevant": "${married}", "cells": [
            {"key": "partner-name", "kind": "text", "title": "Name"},
            {"key": "employer", "kind": "text", "title": "Employer", "relevant": "${partner-name} != ''"}]}]},
      {"key": "children", "title": "Children", "relevant": "${married}", "cells": [
        {"key": "count", "kind": "slider", "title": "How many"},
        {"key": "ages", "kind": "text", "title": "Ages", "relevant": "${count} > 0"}]}]}
    """

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Self.family, to: "family.json")
    try await workspace.formstate("import", "answers.sqlite", "family.json")
    return workspace
  }

  @discardableResult
  private func act(_ command: String, _ arguments: String..., in workspace: Workspace) async throws -> String {
    let outcome = try await workspace.run(Workspace.words([command] + arguments))
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test("An answer shows the cells that become relevant, and undo reverts all that it caused")
  func story() async throws {
    let workspace = try await workspace()
    #expect(try await act("show", "--indices", in: workspace) == "[[0],[]]\n")
    #expect(
      try await act("set", "married", "on", in: workspace) == """
        Married: nothing → On
        Partner is relevant
        Children is relevant
        Revision 1
          header of section 1
          reloaded [0,0] Married
          inserted [0,1] Partner
          inserted [0,2] Name
          inserted [1,0] How many

        """)
    try await act("set", "partner-name", "Ada", in: workspace)
    try await act("set", "count", "3", in: workspace)
    try await act("set", "ages", "1, 2, 3", in: workspace)
    let whole = try await act("show", in: workspace)
    #expect(
      try await act("set", "married", "off", in: workspace) == """
        Married: On → Off
        Partner is not relevant
        Children is not relevant
        Partner › Employer is not relevant
        Ages is not relevant
        Revision 5
          header of section 1
          reloaded [0,0] Married
          deleted  [0,1] to [0,3], 3 rows
          deleted  [1,0] to [1,1], 2 rows

        """)
    let short = try await act("show", in: workspace)
    #expect(!short.contains("Children") && !short.contains("Partner"))
    #expect(try await act("check", in: workspace) == "ok\n")
    try await act("undo", in: workspace)
    #expect(try await act("show", in: workspace).replacing("revision 6", with: "revision 4") == whole)
    #expect(try await act("show", "--revision", "5", in: workspace) == short)
    #expect(try await act("check", in: workspace) == "ok\n")
  }

  @Test("An irrelevant answer is kept, but not listed, counted or exported")
  func answers() async throws {
    let workspace = try await workspace()
    for (cell, value) in [("married", "on"), ("partner-name", "Ada"), ("count", "3"), ("married", "off")] {
      try await act("set", cell, value, in: workspace)
    }
    #expect(try await act("export", "csv", "--long", in: workspace).contains("Ada") == false)
    #expect(try await act("export", "csv", in: workspace).contains("Ada") == false)
    #expect(try await workspace.sqlite("SELECT cell FROM answer; SELECT answered FROM response;") == "married\n1\n")
    #expect(try await workspace.sqlite("SELECT cell FROM unanswered;") == "")
    try await act("views", in: workspace)
    let wide = "SELECT married, \"partner-name\" IS NULL, count IS NULL FROM answers_of_family;"
    #expect(try await workspace.sqlite(wide) == "0|1|1\n")
    #expect(
      try await workspace.refused("get", "answers.sqlite", "partner-name")
        == "Error: the cell “partner-name” is irrelevant; formstate explain shows why\n")
    try await act("set", "married", "on", in: workspace)
    #expect(try await act("get", "partner-name", in: workspace) == "Ada\n")
  }

  @Test("explain says why a cell is irrelevant; reveal refuses it")
  func explanation() async throws {
    let workspace = try await workspace()
    #expect(
      try await act("explain", "employer", in: workspace) == """
        “employer” is hidden:
          “partner” is not relevant: “${married}” is not met; Married is blank
          “employer” is not relevant: “${partner-name} != ''” is not met; Name is blank
        No action makes it visible.

        """)
    #expect(
      try await workspace.refused("reveal", "answers.sqlite", "partner-name")
        == "Error: the cell “partner-name” does not show: by its rule “partner”, which contains it, is not relevant now\n"
    )
    #expect(
      try await workspace.refused("reveal", "answers.sqlite", "ages")
        == "Error: the cell “ages” does not show: by its rule “children”, which contains it, is not relevant now\n")
  }

  @Test("A document keeps rules, answers and relevance, with the same digest")
  func document() async throws {
    let workspace = try await workspace()
    for (cell, value) in [("married", "on"), ("partner-name", "Ada"), ("count", "3")] {
      try await act("set", cell, value, in: workspace)
    }
    let exported = try await act("export", "json", in: workspace)
    #expect(exported.contains("\"relevant\": \"${partner-name} != ''\""))
    try workspace.write(exported, to: "exported.json")
    try await workspace.formstate("import", "again.sqlite", "exported.json")
    #expect(try await workspace.formstate("export", "json", "again.sqlite") == exported)
    #expect(try await workspace.formstate("check", "again.sqlite") == "ok\n")
    let script = try await act("export", "actions", in: workspace)
    try await workspace.formstate("import", "fresh.sqlite", "family.json")
    try await workspace.formstate("replay", "fresh.sqlite", "-", input: script)
    let digests = try await ["answers.sqlite", "again.sqlite", "fresh.sqlite"].asyncMap { file in
      try await workspace.json(ShownList.self, "list", file, "--digests").forms.first?.responses.first?.digest
    }
    #expect(Set(digests).count == 1)
  }

  @Test("A changed rule makes a new version, and an upgrade re-evaluates relevance")
  func upgrade() async throws {
    let workspace = try await workspace()
    for (cell, value) in [("married", "on"), ("partner-name", "Ada"), ("count", "0")] {
      try await act("set", cell, value, in: workspace)
    }
    try workspace.write(Self.family.replacing("${count} > 0", with: "${count} >= 0"), to: "changed.json")
    try await workspace.formstate("import", "answers.sqlite", "changed.json", "--upgrade")
    #expect(try await act("show", "--indices", in: workspace) == "[[0,1,2,3],[0,1]]\n")
    #expect(try await act("check", in: workspace) == "ok\n")
    try await act("undo", in: workspace)
    #expect(try await act("show", "--indices", in: workspace) == "[[0,1,2,3],[0]]\n")
    #expect(try await act("check", in: workspace) == "ok\n")
  }

  @Test("check finds relevance that contradicts the journal; sqlite3 cannot change a rule")
  func tampering() async throws {
    let workspace = try await workspace()
    try await act("set", "married", "on", in: workspace)
    try await workspace.edit("UPDATE formstate_section_state SET is_relevant = 0")
    let state = try await workspace.run(["check", "answers.sqlite"])
    #expect(state.status == 1)
    #expect(state.output.contains("the sectionRelevance of “children” differs from the journal"))
    let refusal = try await workspace.run(
      ["sqlite3", "-batch", "answers.sqlite"], input: "UPDATE formstate_rule SET expression = 'true()';",
      of: URL(fileURLWithPath: "/usr/bin/env"))
    #expect(refusal.status != 0)
    #expect(refusal.errors.contains("no such function: only FormState writes here: use formstate import"))
  }
}

extension Array {
  fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
