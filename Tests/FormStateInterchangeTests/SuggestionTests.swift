import Testing

@testable import FormState
@testable import FormStateInterchange

@Suite("Suggestions in documents")
struct SuggestionTests {
  @Test("Suggestions stop at the document's budget, but every fault is reported")
  func journal() {
    let cells = (0..<50).map { index -> PropertyValue in
      .dictionary(["key": .string("cell-number-\(10 + index)"), "kind": .string("text")])
    }
    let entries = (0..<200).map { index -> PropertyValue in
      .dictionary([
        "revision": .integer(Int64(index + 1)), "time": .string("2026-11-21T03:12:13.456Z"),
        "action": .dictionary(["action": .string("clear"), "cell": .string("cell-nmuber-\(10 + index % 50)")]),
        "changes": .array([]),
      ])
    }
    let root = PropertyValue.dictionary([
      "formstate": .integer(1), "key": .string("f"),
      "sections": .array([.dictionary(["key": .string("s"), "cells": .array(cells)])]),
      "responses": .array([.dictionary(["key": .string("default"), "journal": .array(entries)])]),
    ])
    var reader = FormDocumentReader(settings: ImportSettings(sourceName: "f.json"))
    let budget = SuggestionBudget(comparisons: 510)
    reader.faults = FaultList(suggestions: budget)
    _ = reader.importedForm(from: root)
    #expect(reader.faults.count == 200)
    #expect(reader.faults.diagnostics.first?.action == "did you mean “cell-number-10”?")
    #expect(reader.faults.diagnostics.last?.action == "name one that the form has")
    #expect(reader.faults.diagnostics.count { $0.action.hasPrefix("did you mean") } == 10)
    #expect(budget.comparisonsLeft == 0)
  }

  @Test("Unknown members share the budget of their document")
  func members() {
    var members: [String: PropertyValue] = ["formstate": .integer(1), "key": .string("f"), "sections": .array([])]
    for index in 0..<100 { members["title\(100 + index)"] = .null }
    var reader = FormDocumentReader(settings: ImportSettings(sourceName: "f.json"))
    let budget = SuggestionBudget(comparisons: 20)
    reader.faults = FaultList(suggestions: budget)
    _ = reader.importedForm(from: .dictionary(members))
    #expect(reader.faults.count == 100)
    #expect(budget.comparisonsLeft == 0)
  }
}
