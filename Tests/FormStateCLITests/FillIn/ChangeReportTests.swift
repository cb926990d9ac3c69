import Foundation
import Testing

@Suite("JSON output of commands that act")
struct ChangeReportTests {
  /// A form in which one answer decides what else is relevant, required and calculated.
  private static let form = """
    {"formstate": 1, "key": "claim", "sections": [
      {"key": "you", "title": "You", "cells": [
        {"key": "name", "kind": "text", "title": "Name", "value": "Nobody"},
        {"key": "cost", "kind": "decimal", "title": "Cost", "constraints": [{"expression": ". < 100", "message": "That is much."}]},
        {"key": "total", "kind": "decimal", "title": "Total", "calculate": "${cost} * 2"},
        {"key": "plate", "kind": "text", "title": "Plate", "relevant": "${cost} > 5", "required": true}]},
      {"key": "later", "title": "Later", "foldable": true, "cells": [{"key": "note", "kind": "text", "title": "Note"}]},
      {"key": "people", "title": "People", "cells": [
        {"key": "person", "kind": "repeat", "title": "Persons", "expanded": true, "cells": [
          {"key": "age", "kind": "integer", "title": "Age", "value": 7}]}]}]}
    """

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Self.form, to: "claim.json")
    try await workspace.formstate("import", "answers.sqlite", "claim.json")
    return workspace
  }

  private func act(_ words: String..., in workspace: Workspace) async throws -> ShownChange {
    try await act(words, in: workspace)
  }

  private func act(_ words: [String], in workspace: Workspace) async throws -> ShownChange {
    let outcome = try await workspace.run(Workspace.words(words) + ["--json"])
    #expect(outcome.status == 0, "\(words): \(outcome.errors)")
    return try JSONDecoder().decode(ShownChange.self, from: Data(outcome.output.utf8))
  }

  @Test("A change reports the value, what rules changed, and typed values before and after")
  func answers() async throws {
    let workspace = try await workspace()
    let named = try await act("set", "name", "Ada", in: workspace)
    #expect(named.form == "claim" && named.response == "default")
    #expect(named.previousRevision == 0 && named.revision == 1)
    #expect(
      named.changes == [
        ShownChange.Field(
          field: "value", address: "name", question: "Name", before: .text("Nobody"), after: .text("Ada"))
      ])
    let spent = try await act("set", "cost", "7.50", in: workspace)
    #expect(
      spent.changes == [
        ShownChange.Field(field: "value", address: "cost", question: "Cost", after: .text("7.50")),
        ShownChange.Field(field: "calculated", address: "total", question: "Total", after: .text("15")),
        ShownChange.Field(
          field: "relevance", address: "plate", question: "Plate", before: .boolean(false), after: .boolean(true)),
      ])
    let undone = try await act("undo", "2", in: workspace)
    #expect(undone.stepCount == 2 && undone.previousRevision == 2 && undone.revision == 4)
    #expect(undone.changes.first?.before == .text("Ada") && undone.changes.first?.after == .text("Nobody"))
    #expect(undone.changes.map(\.field) == ["value", "value", "calculated", "relevance"])
  }

  @Test("The journal has each change as the command printed it that made it")
  func journal() async throws {
    struct Log: Decodable {
      struct Entry: Decodable { let changes: [ShownChange.Field] }
      let entries: [Entry]
    }
    let workspace = try await workspace()
    var printed: [ShownChange] = []
    for words in [
      ["set", "name", "Ada"], ["set", "cost", "7.50"], ["collapse", "later"], ["add", "person"], ["add", "person"],
      ["set", "age:2", "9"], ["move", "person:2", "--before", "person:1"], ["clear", "cost"], ["undo"],
      ["remove", "person:1"], ["clear", "cost"], ["complete"],
    ] { printed.append(try await act(words, in: workspace)) }
    let log = try await workspace.json(Log.self, "log", "answers.sqlite")
    #expect(log.entries.count == printed.count)
    for (entry, change) in zip(log.entries, printed) {
      for field in change.changes { #expect(entry.changes.contains(field), "revision \(change.revision)") }
    }
    let recorded = try await workspace.formstate("log", "answers.sqlite", "--ndjson")
    #expect(recorded.contains(#""before":"Nobody","after":"Ada","valueBefore":null,"valueAfter":"Ada""#))
  }

  @Test("A change reports faults that begin or end, not those that stay")
  func faults() async throws {
    let workspace = try await workspace()
    let begun = try await act("set", "cost", "150", in: workspace)
    #expect(begun.begunFaults.map(\.message) == ["That is much.", "An answer is needed."])
    #expect(begun.begunFaults.map(\.fault) == ["constraint", "required"] && begun.endedFaults == [])
    let more = try await act("set", "plate", "W-1", in: workspace)
    #expect(more.begunFaults == [] && more.endedFaults.map(\.address) == ["plate"])
    for (first, second) in [("Taken.", "Closed."), ("Closed.", "Late.")] {
      let reported = try await act("fault", "add", "name", second, "--reporter", second, in: workspace)
      #expect(reported.begunFaults.map(\.message) == [second])
      if first == "Closed." {
        // The remaining report has a new number now, and is still the same report.
        let withdrawn = try await act("fault", "remove", "--reporter", first, in: workspace)
        #expect(withdrawn.begunFaults == [] && withdrawn.endedFaults.map(\.message) == [first])
      }
    }
  }

  @Test(
    "The drafts that stay are not reported as gone, and the one that an answer replaces is",
    arguments: [["set", "name", "Ada"], ["clear", "name"], ["tap", "person"], ["undo"]])
  func standingDraft(command: [String]) async throws {
    let workspace = try await workspace()
    _ = try await act("set", "note", "N", in: workspace)
    _ = try await act("set", "cost", "7,", "--draft", in: workspace)
    let changed = try await act(command, in: workspace)
    #expect(changed.revision == 2 && !changed.changes.contains { $0.field == "draft" })
    #expect(changed.begunFaults == [] && changed.endedFaults == [])
    let entered = try await act("set", "cost", "7", in: workspace)
    #expect(
      entered.changes.filter { $0.field == "draft" } == [
        ShownChange.Field(field: "draft", address: "cost", question: "Cost", before: .text("7,"))
      ])
    #expect(entered.endedFaults.map(\.fault) == ["draft"])
  }

  @Test("Rows are reported by path, address and titles, deleted rows as they were before")
  func rows() async throws {
    let workspace = try await workspace()
    let folded = try await act("collapse", "later", in: workspace)
    #expect(
      folded.changes == [
        ShownChange.Field(field: "fold", sectionKey: "later", before: .boolean(false), after: .boolean(true))
      ])
    #expect(
      folded.batch.deletedRows == [
        ShownChange.Row(path: [1, 0], cell: "note", address: "note", title: "Note", subtitle: "")
      ])
    let shown = try await act("set", "cost", "7", in: workspace)
    #expect(shown.batch.insertedRows.map(\.cell) == ["plate"])
    #expect(shown.batch.reloadedRows.map(\.cell) == ["cost", "total"])
    #expect(shown.batch.reloadedRows.allSatisfy { $0.path == $0.newPath })
  }

  @Test("An added instance is reported with its position, a removed one with its values")
  func instances() async throws {
    let workspace = try await workspace()
    _ = try await act("add", "person", in: workspace)
    let added = try await act("add", "person", "--before", "person:1", in: workspace)
    #expect(
      added.changes == [
        ShownChange.Field(field: "instance", address: "person:2", question: "Persons", after: .number(1))
      ])
    #expect(added.batch.insertedRows.map(\.address) == ["age:2"])
    _ = try await act("set", "age:2", "41", in: workspace)
    let removed = try await act("remove", "person:2", in: workspace)
    #expect(removed.changes.contains { $0.address == "age:2" && $0.before == .number(41) && $0.after == nil })
    #expect(removed.batch.deletedRows.map(\.address) == ["age:2"])
  }

  @Test("With --language, questions, titles and faults are in that language")
  func language() async throws {
    let workspace = try await Workspace.withExample("visitor.json")
    let cleared = try await act("clear", "name", "--language", "fr", in: workspace)
    #expect(cleared.changes.contains { $0.field == "value" && $0.question == "Nom" }, "\(cleared.changes)")
    #expect(cleared.begunFaults.map(\.message) == ["Donnez-nous votre nom."] || cleared.begunFaults == [])
    #expect(cleared.batch.reloadedRows.contains { $0.title == "Nom" })
  }

  @Test("watch prints the same report; diff adds the answers that differ")
  func others() async throws {
    let workspace = try await workspace()
    let watcher = try workspace.start(["watch", "answers.sqlite", "--json", "--until", "1"])
    let acted = try await act("set", "cost", "7", in: workspace)
    let lines = try await watcher.outcome().output.split(separator: "\n")
    // A watcher that started too late saw no change.
    if lines.count == 3 {
      #expect(try JSONDecoder().decode(ShownChange.self, from: Data(lines[1].utf8)) == acted)
    }
    let diff = try await workspace.formstate("diff", "answers.sqlite", "--from", "0", "--to", "1", "--json")
    #expect(try JSONDecoder().decode(ShownChange.self, from: Data(diff.utf8)) == acted)
    #expect(diff.contains("\"answers\": ["))
  }
}
