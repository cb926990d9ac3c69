import Foundation
import Testing

@Suite("formstate views")
struct ViewsCommandTests {
  private static func filledIn() async throws -> Workspace {
    let workspace = try await Workspace.withExample()
    try workspace.copyExample("profile-actions.jsonl")
    try await workspace.formstate("replay", "answers.sqlite", "profile-actions.jsonl")
    return workspace
  }

  @Test("A form's view has a row for each response and a typed column for each question")
  func view() async throws {
    let workspace = try await Self.filledIn()
    try await workspace.formstate("response", "new", "answers.sqlite", "another")
    try await workspace.formstate("set", "answers.sqlite", "last-name", "O'Neil", "--response", "another")
    #expect(
      try await workspace.formstate("views", "answers.sqlite") == "Made the view “answers_of_profile”: 10 columns.\n")
    #expect(
      try await workspace.sqlite(
        """
        SELECT response, status, "first-name", "last-name", "date-of-birth-date", "marital-status-switch" + 0,
          "favourite-sport", "level-slider" FROM answers_of_profile;
        """) == """
          another|in progress||O'Neil||0||0.0
          default|in progress|Tom|Sawyer Jr|1835-11-30|1|basketball|7.0

          """)
    let types = """
      SELECT typeof("date-of-birth-date"), typeof("marital-status-switch"), typeof("level-slider")
      FROM answers_of_profile WHERE response = 'default';
      """
    #expect(try await workspace.sqlite(types) == "text|integer|real\n")
    let plan = try await workspace.sqlite(
      "EXPLAIN QUERY PLAN SELECT * FROM answers_of_profile WHERE response = 'another';")
    // The cells above a cell are walked; no table is scanned.
    let scans = plan.split(separator: "\n").filter { $0.contains("SCAN") && !$0.hasSuffix(" above") }
    #expect(scans.allSatisfy { $0.hasSuffix("SCAN CONSTANT ROW") }, "\(scans)")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("A decimal is a number, with its digits beside it where the number does not show them")
  func decimals() async throws {
    let workspace = try Workspace()
    func form(_ kinds: String...) -> String {
      let cells = zip(["kg", "count", "mixed"], kinds).map { #"{"key": "\#($0)", "kind": "\#($1)"}"# }
      return """
        {"formstate": 1, "key": "bill", "title": "Bill", "sections": [{"key": "s", "cells": [
        \(cells.joined(separator: ",")), {"key": "box", "kind": "repeat", "cells": [{"key": "weight", "kind": "decimal"}]},
        {"key": "grade", "kind": "slider", "minimum": 0, "maximum": 10, "step": 0.5}]}]}
        """
    }
    func fill(_ values: [String], _ more: String...) async throws {
      for (index, value) in values.enumerated() {
        let response = "r\(index + 1)\(more.joined())"
        try await workspace.formstate("response", "new", "answers.sqlite", response)
        try await workspace.formstate("set", "answers.sqlite", "kg=\(value)", "grade=7", "--response", response)
        _ = try await workspace.run([
          "set", "answers.sqlite", "mixed=7", "count=9007199254740993", "--response", response,
        ])
      }
    }
    try workspace.write(form("decimal", "integer", "integer"), to: "bill.json")
    try await workspace.formstate("import", "answers.sqlite", "bill.json")
    let values = ["9.5", "100", "20.25", "70.50", "12345678901234567.89", "007", "0"]
    try await fill(values)
    try workspace.write(form("decimal", "decimal", "text"), to: "bill.json")
    try await workspace.formstate("import", "answers.sqlite", "bill.json")
    try await fill(["9.5"], "b")
    try await workspace.formstate("add", "answers.sqlite", "box", "--response", "r1")
    try await workspace.formstate("set", "answers.sqlite", "weight:1", "100.0", "--response", "r1")
    try await workspace.formstate("views", "answers.sqlite")
    let rows = "SELECT kg, kg_exact, typeof(kg), typeof(kg_exact) FROM answers_of_bill WHERE response NOT LIKE '%b';"
    #expect(
      try await workspace.sqlite(rows) == """
        9.5||real|null
        100.0||real|null
        20.25||real|null
        70.5|70.50|real|text
        1.23456789012346e+16|12345678901234567.89|real|text
        7.0|007|real|text
        0.0||real|null

        """)
    // What is compared and calculated is the number, also where another version asks for a whole one.
    let sums = "SELECT max(kg), sum(kg > 9.9), max(grade / 2) FROM answers_of_bill WHERE kg < 10000;"
    #expect(try await workspace.sqlite(sums) == "100.0|3|3.5\n")
    let types = "SELECT DISTINCT typeof(count), count_exact FROM answers_of_bill;"
    #expect(try await workspace.sqlite(types) == "real|9007199254740993\n")
    #expect(try await workspace.sqlite("SELECT weight, weight_exact FROM instances_of_bill_box;") == "100.0|\n")
    // As in the view of all answers.
    let halves = "SELECT max(number / 8) FROM answer WHERE cell IN ('kg', 'grade') AND number < 1000;"
    #expect(try await workspace.sqlite(halves) == "12.5\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
  }

  @Test("A question with a list has a column, and the view does not sort")
  func lists() async throws {
    let workspace = try Workspace()
    try workspace.write(
      """
      {"formstate": 1, "key": "trip", "title": "Trip", "sections": [{"key": "s", "cells": [
        {"key": "town", "kind": "group", "title": "Town", "choices": "list('towns')"}]}],
        "lists": {"towns": [{"value": "bay", "title": "Bay"}, {"value": "cove", "title": "Cove"}]}}
      """, to: "trip.json")
    try await workspace.formstate("import", "answers.sqlite", "trip.json")
    try await workspace.formstate("choose", "answers.sqlite", "town=cove")
    try await workspace.formstate("views", "answers.sqlite")
    #expect(try await workspace.sqlite("SELECT response, town FROM answers_of_trip;") == "default|cove\n")
    let plan = try await workspace.sqlite("EXPLAIN QUERY PLAN SELECT * FROM answers_of_trip;")
    #expect(!plan.contains("ORDER BY"))
  }

  @Test("Each repeat has a view with a row for each instance")
  func repeats() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("trip.json")
    try await workspace.formstate("import", "answers.sqlite", "trip.json")
    let actions = [
      ["set", "passenger[1]/name", "Ada"], ["add", "passenger"], ["set", "passenger[2]/name", "Tom"],
      ["add", "passenger[2]/bag"], ["add", "passenger[2]/bag"], ["add", "passenger", "--before", "passenger[1]"],
      ["set", "passenger[1]/name", "Eve"],
    ]
    for words in actions {
      #expect(try await workspace.run([words[0], "answers.sqlite"] + words.dropFirst()).status == 0, "\(words)")
    }
    let made = try await workspace.formstate("views", "answers.sqlite")
    #expect(
      made.split(separator: "\n").map { $0.prefix { $0 != ":" } } == [
        "Made the view “answers_of_trip”", "Made the view “instances_of_trip_bag”",
        "Made the view “instances_of_trip_passenger”",
      ])
    let passengers =
      "SELECT response, instance, position, within, name FROM instances_of_trip_passenger ORDER BY position;"
    #expect(
      try await workspace.sqlite(passengers) == "default|5|1||Eve\ndefault|1|2||Ada\ndefault|2|3||Tom\n")
    let bags = "SELECT instance, position, within FROM instances_of_trip_bag;"
    #expect(try await workspace.sqlite(bags) == "3|1|2\n4|2|2\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    // A user's view whose name only begins the same stays.
    _ = try await workspace.sqlite("CREATE VIEW instances_of_trip_mine AS SELECT 1;")
    let again = try await workspace.formstate("views", "answers.sqlite")
    #expect(again.components(separatedBy: "Replaced the view").count == 4)
    try await workspace.formstate("views", "answers.sqlite", "--drop")
    let left = "SELECT name FROM sqlite_schema WHERE name GLOB '*_of_trip*';"
    #expect(try await workspace.sqlite(left) == "instances_of_trip_mine\n")
    // A user's view with the name of a new view is not replaced, and no view is made then.
    _ = try await workspace.sqlite("CREATE VIEW Instances_of_trip_bag AS SELECT 1;")
    #expect(
      try await workspace.refused("views", "answers.sqlite").contains("“instances_of_trip_bag” already exists"))
    #expect(try await workspace.sqlite(left) == "instances_of_trip_mine\nInstances_of_trip_bag\n")
  }

  @Test("Made again for a new version, a view has its questions and those still in use")
  func newVersion() async throws {
    let workspace = try await Self.filledIn()
    try await workspace.formstate("views", "answers.sqlite")
    let changed = try workspace.text(of: "profile.plist")
      .replacingOccurrences(of: "First name", with: "Given name")
    try workspace.write(changed, to: "profile.plist")
    try await workspace.formstate("import", "answers.sqlite", "profile.plist", "--section-titles", "A,B,C")
    let again = try await workspace.formstate("views", "answers.sqlite")
    #expect(again == "Replaced the view “answers_of_profile”: 11 columns.\n")
    let names = "SELECT \"first-name\", \"given-name\" FROM answers_of_profile;"
    #expect(try await workspace.sqlite(names) == "Tom|\n")
    try await workspace.formstate("upgrade", "answers.sqlite")
    #expect(
      try await workspace.formstate("views", "answers.sqlite", "--drop") == "Dropped the view “answers_of_profile”.\n")
    #expect(
      try await workspace.formstate("views", "answers.sqlite", "--drop") == "There is no view “answers_of_profile”.\n")
    #expect(try await workspace.sqlite("SELECT count(*) FROM sqlite_schema WHERE name LIKE 'answers%';") == "0\n")
  }

  @Test("View and column names are quoted, and get suffixes if they differ only in case")
  func names() async throws {
    let workspace = try Workspace()
    try workspace.write(
      #"""
      {"formstate": 1, "key": "it's \"mine\"; --", "sections": [{"key": "s", "cells": [
        {"key": "Response", "kind": "text"}, {"key": "a\"b", "kind": "text"}, {"key": "A\"B", "kind": "text"},
        {"key": "o'clock; DROP TABLE formstate_form", "kind": "switch"}]}]}
      """#, to: "form.json")
    try await workspace.formstate("import", "answers.sqlite", "form.json")
    try await workspace.formstate("set", "answers.sqlite", "a\"b", "small")
    try await workspace.formstate("set", "answers.sqlite", "A\"B", "large")
    struct Made: Decodable {
      let view: String
      let columns: [String]
    }
    let made = try await workspace.json(Made.self, "views", "answers.sqlite")
    #expect(made.view == "answers_of_it's \"mine\"; --")
    #expect(
      made.columns == [
        "response", "version", "status", "Response_2", "a\"b", "A\"B_2", "o'clock; DROP TABLE formstate_form",
      ])
    let rows = #"SELECT "a""b", "A""B_2" FROM "answers_of_it's ""mine""; --";"#
    #expect(try await workspace.sqlite(rows) == "small|large\n")
  }

  @Test("A user's table of the same name is unchanged, and an unknown form is refused")
  func refusals() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.sqlite("CREATE TABLE answers_of_profile (x); INSERT INTO answers_of_profile VALUES (1);")
    try await workspace.expectRefusal(
      "views", "answers.sqlite",
      message: "“answers_of_profile” already exists and is not a view of this form's answers; it is unchanged, "
        + "rename it first")
    try await workspace.expectRefusal(
      "views", "answers.sqlite", "--drop",
      message: "“answers_of_profile” already exists and is not a view of this form's answers; it is unchanged, "
        + "rename it first")
    #expect(try await workspace.sqlite("SELECT x FROM answers_of_profile;") == "1\n")
    try await workspace.expectRefusal(
      "views", "answers.sqlite", "--form", "profil",
      message: "there is no form “profil”; did you mean “profile”?")
  }

  @Test("A view has up to 2000 columns; a form with more questions is refused")
  func manyQuestions() async throws {
    let workspace = try Workspace()
    for (count, isTooMany) in [(1997, false), (1998, true)] {
      let cells = (1...count).map { #"{"key": "q\#($0)", "kind": "text"}"# }.joined(separator: ",")
      try workspace.write(
        #"{"formstate": 1, "key": "f\#(count)", "sections": [{"key": "s", "cells": [\#(cells)]}]}"#, to: "form.json")
      try await workspace.formstate("import", "answers.sqlite", "form.json")
      let outcome = try await workspace.run(["views", "answers.sqlite", "--form", "f\(count)"])
      #expect(outcome.output == (isTooMany ? "" : "Made the view “answers_of_f1997”: 2000 columns.\n"))
      #expect(
        outcome.errors
          == (isTooMany
            ? "Error: the form's 1998 questions need 2001 columns, but a view has at most 2000; the view “answer” has a "
              + "row for each question\n" : ""))
    }
  }
}
