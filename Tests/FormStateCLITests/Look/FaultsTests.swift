import Foundation
import Testing

/// Faults of answers, from the shell.
@Suite("Faults, on the command line")
struct FaultsTests {
  private static let order = """
    {"formstate": 1, "key": "order", "sections": [
      {"key": "order", "title": "Order", "cells": [
        {"key": "name", "kind": "text", "title": "Name", "required": {"message": "Tell us your name."}},
        {"key": "count", "kind": "slider", "title": "Count", "value": 2, "maximum": 20, "constraints": [
          ". > 0", {"expression": ". <= 10", "message": "That is much.", "severity": "warning"}]},
        {"key": "total", "kind": "custom", "title": "Total", "calculate": "${count} * 10", "readOnly": true},
        {"key": "card", "kind": "text", "title": "Card", "relevant": "${total} > 50", "required": true}]}]}
    """

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Self.order, to: "order.json")
    try await workspace.formstate("import", "answers.sqlite", "order.json")
    return workspace
  }

  private func act(_ arguments: String..., in workspace: Workspace) async throws -> String {
    let outcome = try await workspace.run(Workspace.words(arguments))
    return outcome.status == 0 ? outcome.output : outcome.errors
  }

  @Test("Faults are listed, reported by set, and prevent completion")
  func listed() async throws {
    let workspace = try await workspace()
    #expect(try await act("faults", in: workspace) == "Name  Tell us your name.  name\n")
    #expect(
      try await act("set", "count", "12", in: workspace) == """
        Count: 2 → 12
        Count has a warning: That is much.
        Total by its rule: 20 → 120
        Card is relevant
        Revision 1
          reloaded [0,1] Count
          reloaded [0,2] Total
          inserted [0,3] Card

        """)
    #expect(
      try await act("faults", in: workspace) == """
        Name   Tell us your name.       name
        Count  That is much. (warning)  count
        Card   An answer is needed.     card

        """)
    #expect(
      try await act("complete", in: workspace)
        == "Error: the response cannot be completed: “name”: Tell us your name. “card”: An answer is needed.\n")
    #expect(
      try await act("set", "total", "1", in: workspace)
        == "Error: the cell “total” is read-only by its rule\n")
    _ = try await act("set", "count", "5", in: workspace)
    _ = try await act("set", "name", "Ada", in: workspace)
    #expect(try await act("faults", in: workspace) == "no faults\n")
    #expect(try await act("complete", in: workspace).contains("completed"))
    #expect(try await act("check", in: workspace) == "ok\n")
  }

  @Test("explain shows the rule of an irrelevant cell and the values that it read")
  func explained() async throws {
    let workspace = try await workspace()
    #expect(
      try await act("explain", "card", in: workspace) == """
        “card” is hidden:
          “card” is not relevant: “${total} > 50” is not met; Total is “20”
        No action makes it visible.

        """)
    let json = try await act("explain", "card", "--json", in: workspace)
    #expect(json.contains("\"rule\": \"${total} > 50\"") && json.contains("\"readable\": \"20\""))
  }

  @Test("A form with rules exports and imports unchanged")
  func roundTrip() async throws {
    let workspace = try await workspace()
    let first = try await act("export", "json", in: workspace)
    try workspace.write(first, to: "again.json")
    try await workspace.formstate("import", "again.sqlite", "again.json")
    let second = try await workspace.run(["export", "json", "again.sqlite"])
    #expect(second.output == first)
    #expect(try await workspace.run(["check", "again.json"]).status == 0)
  }
}
