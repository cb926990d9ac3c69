import Testing

/// What a person at a shell reads whose answer is refused.
@Suite("Refused answers at the shell")
struct RefusedAnswerTests {
  private static let form = """
    {"formstate": 1, "key": "bill", "title": "Bill", "sections": [{"key": "s", "title": "All", "cells": [
      {"key": "kg", "kind": "decimal", "title": "Weight"}, {"key": "day", "kind": "date", "title": "Day"},
      {"key": "who", "kind": "text", "title": "Who"},
      {"key": "colour", "kind": "group", "title": "Colour",
        "options": [{"value": "r", "title": "Red"}, {"value": "g", "title": "Green"}]},
      {"key": "box", "kind": "repeat", "title": "Box", "cells": [
        {"key": "name", "kind": "text", "title": "Name",
          "constraints": [{"expression": "string-length(.) < 3", "message": "Too long."}]},
        {"key": "lid", "kind": "switch", "title": "Lid", "relevant": "${name} = 'x'"}]}]}]}
    """

  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Self.form, to: "bill.json")
    try await workspace.formstate("import", "answers.sqlite", "bill.json")
    return workspace
  }

  @Test("Arguments and authors that are not UTF-8 are refused, and nothing is stored")
  func bytes() async throws {
    let workspace = try await workspace()
    for (script, place) in [
      (#"exec "$0" set answers.sqlite who "$(printf '\377\376')""#, "argument 4"),
      (#"exec "$0" draft answers.sqlite who "$(printf 'a\377')""#, "argument 4"),
      (#"FORMSTATE_AUTHOR="$(printf 'M\344rz')" exec "$0" set answers.sqlite who Tom"#, "FORMSTATE_AUTHOR"),
    ] {
      let outcome = try await workspace.runFromShell(script)
      #expect(outcome.status == 64 && outcome.output == "")
      #expect(
        outcome.errors.contains("\(place), “") && outcome.errors.contains("is not UTF-8 text"), "\(outcome.errors)")
    }
    #expect(try await workspace.formstate("log", "answers.sqlite") == "")
    // What is text stays text, replacement characters included.
    try await workspace.formstate("set", "answers.sqlite", "who", "Zoë \u{FFFD}")
    #expect(try await workspace.formstate("get", "answers.sqlite", "who") == "Zoë \u{FFFD}\n")
  }

  @Test("All refused values of one command are reported, and none is set")
  func several() async throws {
    let workspace = try await workspace()
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "kg=x", "who=Tom", "day=31.12.2024", "colour=Rde", "whoo=Tom",
      message: """
        4 of 5 values are refused, and none is set:
          the cell “kg” refuses the value: “x” is not accepted; give a number, for example 72.50
          the cell “day” refuses the value: “31.12.2024” is not accepted; give a date as YYYY-MM-DD, for example 1835-11-30; write 2024-12-31 for December 31, 2024
          the cell “colour” refuses the value: “Rde” is not accepted; give the value or the title of one of its options: “r”, “g”; the nearest is “r” (Red); formstate choices lists them
          there is no cell “whoo”; did you mean “who”?
        """)
    #expect(try await workspace.formstate("log", "answers.sqlite") == "")
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "kg=x", "who=Tom",
      message: "the cell “kg” refuses the value: “x” is not accepted; give a number, for example 72.50")
  }

  @Test("A mistyped option is refused with the nearest one and the command that lists them")
  func options() async throws {
    let workspace = try await workspace()
    let refusal =
      "the cell “colour” refuses the value: “gren” is not accepted; give the value or the title of one of its "
    try await workspace.expectRefusal(
      "set", "answers.sqlite", "colour", "gren",
      message: refusal + "options: “r”, “g”; the nearest is “g” (Green); formstate choices lists them")
    try await workspace.expectRefusal(
      "choose", "answers.sqlite", "colour=Gren",
      message: "there is no cell “colour=Gren”; did you mean “colour=g”?; formstate choices lists them")
  }

  @Test("A date in another order is refused with the day that it means, or with both")
  func dates() async throws {
    let workspace = try await workspace()
    for (given, meant) in [
      ("31.12.2024", "; write 2024-12-31 for December 31, 2024"),
      ("12/31/2024", "; write 2024-12-31 for December 31, 2024"),
      ("2024-1-5", "; write 2024-01-05 for January 5, 2024"),
      ("3.4.2024", "; write 2024-04-03 for April 3, 2024"),
      ("3/4/2024", "; write 2024-04-03 for April 3, 2024, or 2024-03-04 for March 4, 2024"),
      ("4/4/2024", "; write 2024-04-04 for April 4, 2024"), ("30.2.2024", ""), ("1.2.24", ""), ("soon", ""),
      ("December 31, 2024", "; write 2024-12-31 for December 31, 2024"),
    ] {
      try await workspace.expectRefusal(
        "set", "answers.sqlite", "day", given,
        message: "the cell “day” refuses the value: “\(given)” is not accepted; give a date as YYYY-MM-DD, for example "
          + "1835-11-30\(meant)")
    }
  }

  @Test("Sentences about a cell in a repeat have the number of its instance")
  func instances() async throws {
    let workspace = try await workspace()
    for _ in 1...2 { try await workspace.formstate("add", "answers.sqlite", "box") }
    let change = try await workspace.formstate("set", "answers.sqlite", "name:2", "long")
    #expect(change.contains("Box › Name (2): nothing → long\nBox › Name (2) has a fault: Too long.\n"))
    let hidden = try await workspace.formstate("explain", "answers.sqlite", "lid:2")
    #expect(hidden.contains("“lid:2” is not relevant: “${name} = 'x'” is not met; Name (2) is “long”"))
  }

  @Test("Unanswered questions are listed with their cells, kinds and choices")
  func unanswered() async throws {
    let workspace = try await workspace()
    try await workspace.formstate("add", "answers.sqlite", "box")
    try await workspace.formstate("set", "answers.sqlite", "name:1", "x")
    #expect(
      try await workspace.formstate("answers", "answers.sqlite", "--unanswered") == """
        Section  Question       Cell    Kind     Choices  Answer
        All      Weight         kg      decimal           –
        All      Day            day     date              –
        All      Who            who     text              –
        All      Colour         colour  group    r, g     –
        All      Box › Lid (1)  lid:1   switch   on, off  –

        """)
  }

  @Test("Help of a word that is no field explains the fields that mention it, those that the page reads too")
  func fieldHelp() async throws {
    let workspace = try Workspace()
    let photo = try await workspace.formstate("help", "field", "photo")
    #expect(photo.hasPrefix("No field is called “photo”; it is mentioned here:\n\ncell.properties.accept\n"))
    #expect(photo.contains("cell.properties.appearance\n"))
    let place = try await workspace.formstate("help", "field", "geopoint")
    #expect(place.contains("cell.properties.type\n") && place.contains("52.5 13.4"))
    #expect(try await workspace.refused("help", "field", "zzzzqq", status: 64).contains("there is no field “zzzzqq”"))
  }
}
