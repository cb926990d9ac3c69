import Foundation
import Testing

@Suite("Answers in the outline")
struct OutlineTests {
  private static let long = "Is it " + String(repeating: "very ", count: 2000) + "old?"

  /// A form with defaults, pictures, letters from right to left, and a title of 10,000 characters.
  private static func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(
      """
      {"formstate": 1, "key": "visit", "title": "\(long)", "sections": [{"key": "house", "title": "House \(long)", "cells": [
        {"key": "roof", "kind": "group", "subtitle": "Roof", "value": "good", "expanded": true, "cells": [
          {"key": "roof-good", "kind": "option", "title": "Good", "value": "good"},
          {"key": "roof-poor", "kind": "option", "title": "Poor", "value": "poor"}]},
        {"key": "note", "kind": "text", "title": "Note", "value": "none"},
        {"key": "damp", "kind": "switch", "title": "Damp", "value": false, "offTitle": "Dry", "onTitle": "Wet"},
        {"key": "family", "kind": "text", "title": "Family 👩‍👩‍👧‍👦 ❤️ 家族"},
        {"key": "name", "kind": "text", "title": "שם פרטי", "value": "משה"},
        {"key": "age", "kind": "text", "title": "\(long)"}]}]}
      """, to: "visit.json")
    try await workspace.formstate("import", "answers.sqlite", "visit.json")
    return workspace
  }

  @Test("A default is in parentheses and chooses no option; an answer marks its option")
  func answers() async throws {
    let workspace = try await Self.workspace()
    func rows() async throws -> [String] {
      try await workspace.formstate("show", "answers.sqlite").split(separator: "\n").dropFirst(2).prefix(5).map {
        $0.split(separator: " ").joined(separator: " ")
      }
    }
    #expect(
      try await rows() == [
        "▾ Roof (Good) roof", "○ Good (by default) roof-good", "○ Poor roof-poor", "Note (none) note",
        "Damp (Dry) damp",
      ])
    for (cell, value) in [("note", "Two\nlines"), ("damp", "off")] {
      try await workspace.formstate("set", "answers.sqlite", cell, value)
    }
    try await workspace.formstate("choose", "answers.sqlite", "roof-good")
    try await workspace.formstate("expand", "answers.sqlite", "roof")
    #expect(
      try await rows() == [
        "▾ Good Roof roof", "● Good roof-good", "○ Poor roof-poor", "Note Two↵lines note", "Damp Dry damp",
      ])
  }

  @Test("JSON has the chosen option, the readable value and its source")
  func json() async throws {
    struct Outline: Decodable {
      struct Section: Decodable { let rows: [Row] }
      struct Row: Decodable {
        let cell: String
        let readable: String?
        let source: String
        @Flag var chosen: Bool
        var words: String { "\(cell) \(readable ?? "–") \(source)\(chosen ? " chosen" : "")" }
      }
      let sections: [Section]
    }
    let workspace = try await Self.workspace()
    let fresh = try await workspace.json(Outline.self, "show", "answers.sqlite").sections.flatMap(\.rows).map(\.words)
    #expect(
      fresh.prefix(5) == [
        "roof Good default", "roof-good – none chosen", "roof-poor – none", "note none default", "damp Dry default",
      ])
    try await workspace.formstate("set", "answers.sqlite", "damp", "on")
    try await workspace.formstate("clear", "answers.sqlite", "note")
    let after = try await workspace.json(Outline.self, "show", "answers.sqlite").sections.flatMap(\.rows).map(\.words)
    #expect(after[3...4] == ["note – none", "damp Wet set"])
  }

  @Test("No line is wider than the terminal, and keys are never cut", arguments: [40, 60, 80, 200])
  func terminal(columns: Int) async throws {
    let workspace = try await Self.workspace()
    try await workspace.formstate("set", "answers.sqlite", "age", Self.long + " Yes.")
    let lines = try await workspace.onTerminal("show", "answers.sqlite", columns: columns, environment: ["NO_COLOR=1"])
    #expect(lines.allSatisfy { Self.width(of: $0) <= columns })
    #expect(!lines.contains { $0.contains("\u{1B}") })
    let age = try #require(lines.last)
    #expect(age.hasSuffix("…  age") && age.components(separatedBy: "…").count == 3)
    // The column of the keys is as wide as the longest of them, “roof-good”.
    #expect(Self.width(of: age) == columns - 6)
    let rest = "… (visit) · response default · revision 1"
    #expect(columns == 40 || lines.first?.hasSuffix(rest) == true)
    // The columns after wide or right-to-left titles are aligned with the others.
    let keys = lines.filter { ["note", "damp", "family", "name", "age"].contains($0.split(separator: " ").last) }
    let places = Set(keys.map { Self.width(of: String($0.prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex))) })
    #expect(keys.count == 5 && places.count == 1, "\(keys)")
    let answers = try await workspace.onTerminal(
      "answers", "answers.sqlite", columns: columns, environment: ["TERM=xterm", "NO_COLOR="])
    #expect(answers.allSatisfy { Self.width(of: $0) <= columns })
    #expect(answers.contains { $0.contains("\u{1B}[2m(none)\u{1B}[0m") })
  }

  @Test("In a pipe no line is cut or styled")
  func pipe() async throws {
    let workspace = try await Self.workspace()
    let lines = try await workspace.formstate("show", "answers.sqlite").split(separator: "\n")
    #expect(lines.first == "\(Self.long) (visit) · response default · revision 0")
    #expect(lines.last == "    \(Self.long)\(String(repeating: " ", count: 16))age")
    #expect(try await !workspace.formstate("answers", "answers.sqlite").contains("\u{1B}"))
  }

  /// How many columns a line takes, counted independently of the tool, for the characters that are used here.
  private static func width(of line: String) -> Int {
    var plain = line
    while let start = plain.range(of: "\u{1B}["), let end = plain[start.upperBound...].firstIndex(of: "m") {
      plain.removeSubrange(start.lowerBound...end)
    }
    return plain.filter { $0 != "\u{200E}" }.reduce(0) { $0 + ("👩‍👩‍👧‍👦❤️家族".contains($1) ? 2 : 1) }
  }
}
