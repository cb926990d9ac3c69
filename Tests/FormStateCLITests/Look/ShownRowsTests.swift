import Foundation
import Testing

@Suite("Ranges of rows")
struct ShownRowsTests {
  /// A form of a short section and a long one.
  private static func workspace(questions: Int) async throws -> Workspace {
    let workspace = try Workspace()
    let cells = (1...questions).map { #"{"key": "q\#($0)", "kind": "text", "title": "Question \#($0)"}"# }
    try workspace.write(
      """
      {"formstate": 1, "key": "f", "sections": [
        {"key": "first", "title": "First", "cells": [
          {"key": "a", "kind": "text", "title": "A"}, {"key": "b", "kind": "text", "title": "B"}]},
        {"key": "long", "title": "Long", "cells": [\(cells.joined(separator: ","))]}]}
      """, to: "f.json")
    try await workspace.formstate("import", "answers.sqlite", "f.json")
    return workspace
  }

  @Test("--rows counts rows across sections and prints them with their section headings")
  func rows() async throws {
    let workspace = try await Self.workspace(questions: 9)
    func keys(_ rows: String...) async throws -> [String] {
      let arguments = ["show", "answers.sqlite"] + rows
      let lines = try await workspace.run(arguments).output.split(separator: "\n").dropFirst()
      return lines.compactMap { $0.split(separator: " ").last.map(String.init) }
    }
    #expect(try await keys("--rows", "2..4") == ["first", "b", "long", "q1", "q2"])
    #expect(try await keys("--rows", "11..") == ["long", "q9"])
    #expect(try await keys("--rows", "1") == ["first", "a"])
    #expect(try await keys("--rows", "12..99") == [])
    let json = try await workspace.formstate("show", "answers.sqlite", "--rows", "3..3", "--json")
    #expect(json.filter { !$0.isWhitespace }.contains(#""path":[1,0]"#), "\(json)")
  }

  @Test("An invalid range of rows is refused", arguments: ["0..3", "4..2", "x", "1..y", "1..2..3", "-1"])
  func refused(rows: String) async throws {
    let workspace = try await Self.workspace(questions: 1)
    let outcome = try await workspace.run(["show", "answers.sqlite", "--rows=\(rows)"])
    #expect(outcome.status == 64)
    #expect(
      outcome.errors.hasPrefix("Error: The value '\(rows)' is invalid for '--rows <from..to>'"), "\(outcome.errors)")
    let both = try await workspace.run(["show", "answers.sqlite", "--rows", "1..2", "--indices"])
    #expect(both.errors.hasPrefix("Error: --indices prints all visible cells; omit --rows."))
  }

  @Test("--rows in a large form reads only those cells")
  func large() async throws {
    let workspace = try await Self.workspace(questions: 5_000)
    try await workspace.edit("DELETE FROM formstate_cell WHERE key = 'q4000'")
    let rows = try await workspace.formstate("show", "answers.sqlite", "--rows", "2000..2001")
    #expect(rows.contains("Question 1998") && rows.contains("Question 1999"))
    let whole = try await workspace.run(["show", "answers.sqlite", "--rows", "4002"])
    #expect(whole.status != 0 && whole.output.isEmpty)
    #expect(whole.errors.contains("version 1 of a form: its cells are not as they were written"))
  }
}
