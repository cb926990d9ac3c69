import Foundation
import Testing

@Suite("formstate get and answers, and answers as CSV")
struct AnswerCommandTests {
  private static func filledIn() async throws -> Workspace {
    try await Workspace.prepared("answers") {
      let workspace = try await Workspace.withExample()
      for (cell, value) in [("first-name", "Tom\n\"Becky\""), ("date-of-birth-date", "1835-11-30")] {
        try await workspace.formstate("set", "answers.sqlite", cell, value)
      }
      try await workspace.formstate("choose", "answers.sqlite", "basketball")
      try await workspace.formstate("set", "answers.sqlite", "level-slider", "½", "--draft")
      try await workspace.formstate("clear", "answers.sqlite", "level-slider")
      try await workspace.formstate("set", "answers.sqlite", "level-slider", "½", "--draft")
      try await workspace.formstate("response", "new", "answers.sqlite", "ada")
      try await workspace.formstate("set", "answers.sqlite", "last-name", "=1+1;x", "--response", "ada")
      return workspace
    }
  }

  @Test(
    "get prints a value as stored, or as a person reads it with --readable",
    arguments: [
      (["first-name"], "Tom\n\"Becky\"\n"), (["date-of-birth-date"], "1835-11-30\n"),
      (["date-of-birth-date", "--readable"], "November 30, 1835\n"), (["favourite-sport"], "basketball\n"),
      (["favourite-sport", "--readable"], "Basketball\n"), (["marital-status-switch"], "false\n"),
      (["marital-status-switch", "--readable"], "Single\n"), (["level-slider", "--response", "ada"], "0\n"),
    ])
  func get(arguments: [String], expected: String) async throws {
    let workspace = try await Self.filledIn()
    let response = arguments.contains("--response") ? [] : ["--response", "default"]
    let outcome = try await workspace.run(["get", "answers.sqlite"] + arguments + response)
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(outcome.output == expected)
  }

  @Test("get refuses a cell without a value and an unknown cell; an empty text is a value")
  func getNothing() async throws {
    let workspace = try await Self.filledIn()
    #expect(
      try await workspace.refused("get", "answers.sqlite", "level-slider", "--response", "default")
        == "Error: the cell “level-slider” has no value\n")
    #expect(
      try await workspace.refused("get", "answers.sqlite", "football", "--response", "default")
        == "Error: the cell “football” cannot have a value; formstate answers lists the cells that can\n")
    #expect(
      try await workspace.refused("get", "answers.sqlite", "frist-name", "--response", "default")
        == "Error: there is no cell “frist-name”; did you mean “first-name”?\n")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "")
    #expect(try await workspace.formstate("get", "answers.sqlite", "first-name") == "\n")
    let json = try await workspace.formstate("get", "answers.sqlite", "level-slider", "--json")
    #expect(
      json == """
        {
          "form": "profile",
          "response": "default",
          "section": "Work Experience",
          "question": "Level",
          "cell": "level-slider",
          "instance": 0,
          "address": "level-slider",
          "kind": "slider",
          "value": null,
          "source": "none",
          "draft": "½"
        }

        """)
    try await workspace.refused("get", "answers.sqlite", "level-slider", "--json", "--readable", status: 64)
  }

  @Test("answers prints a table of section, question and answer, of one response or of all")
  func table() async throws {
    let workspace = try await Self.filledIn()
    #expect(
      try await workspace.formstate("answers", "answers.sqlite") == """
        Section          Question                Answer
        Personal         Full name › First name  Tom↵"Becky"
        Personal         Full name › Last name   –
        Personal         Date of birth           November 30, 1835
        Personal         Marital status › Off = Single, On = Married  (Single)
        Preferences      Favourite sport         Basketball
        Preferences      Favourite colour        –
        Work Experience  Level                   “½”, not a value yet

        """)
    let unanswered = try await workspace.formstate("answers", "answers.sqlite", "--all-responses", "--unanswered")
    let lines = unanswered.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(lines.count == 1 + 6 + 4)
    #expect(lines.first == "Response Section Question Cell Kind Choices Answer")
    #expect(lines[1] == "ada Personal Full name › First name first-name text –")
    #expect(lines.last == "default Work Experience Level level-slider slider 0 to 10 “½”, not a value yet")
  }

  @Test("JSON has one shape for one response and for all; --ndjson prints a line per answer")
  func json() async throws {
    struct Answers: Decodable {
      struct Response: Decodable {
        let response: String
        let revision: Int
        let completed: Bool
        let answers: [Answer]
      }
      struct Answer: Decodable {
        let cell: String
        let value: ShownValue?
        let readable: String?
        let source: String
      }
      let form: String
      let responses: [Response]
    }
    let workspace = try await Self.filledIn()
    let one = try await workspace.json(Answers.self, "answers", "answers.sqlite")
    #expect(one.form == "profile" && one.responses.map(\.response) == ["default"])
    #expect(one.responses.first?.answers.count == 7 && one.responses.first?.revision == 4)
    let all = try await workspace.json(Answers.self, "answers", "answers.sqlite", "--all-responses")
    #expect(all.responses.map(\.response) == ["ada", "default"])
    let switched = try #require(all.responses.first?.answers.first { $0.cell == "marital-status-switch" })
    #expect(switched.value == .boolean(false) && switched.readable == "Single" && switched.source == "default")
    let lines = try await workspace.formstate("answers", "answers.sqlite", "--ndjson").split(separator: "\n")
    #expect(lines.count == 7)
    #expect(
      lines[2] == #"{"form":"profile","response":"default","section":"Personal","question":"Date of birth","#
        + #""cell":"date-of-birth-date","instance":0,"address":"date-of-birth-date","kind":"date","value":"1835-11-30","readable":"November 30, 1835","#
        + #""source":"set"}"#)
  }

  @Test("CSV has keys or titles, raw or readable values, and a line per response or question")
  func csv() async throws {
    let workspace = try await Self.filledIn()
    let wide = try await workspace.formstate(
      "export", "csv", "answers.sqlite", "--titles", "--readable")
    #expect(
      wide.replacingOccurrences(of: "\r\n", with: "|") == #"form,response,First name,Last name,Date of birth,"#
        + #""Off = Single, On = Married",Favourite sport,Favourite colour,Level|profile,ada,,'=1+1;x,,Single,,,0|"#
        + "profile,default,\"Tom\n\"\"Becky\"\"\",,\"November 30, 1835\",Single,Basketball,,|")
    let raw = try await workspace.formstate("export", "csv", "answers.sqlite", "--raw")
    #expect(raw.contains("profile,ada,,=1+1;x,,false,,,0\r\n"))
    let long = try await workspace.formstate("export", "csv", "answers.sqlite", "--long")
    #expect(long.components(separatedBy: "\r\n").count == 1 + 14 + 1)
    #expect(long.hasPrefix("form,response,section,question,cell,value,readable,source\r\n"))
    #expect(
      long.contains(
        "profile,default,Personal,Date of birth,date-of-birth-date,1835-11-30,\"November 30, 1835\",set\r\n"))
    #expect(long.contains("profile,ada,Personal,Full name › Last name,last-name,'=1+1;x,'=1+1;x,set\r\n"))
    let rawLines = try await workspace.formstate("export", "csv", "answers.sqlite", "--long", "--raw")
    #expect(rawLines.contains(",last-name,=1+1;x,=1+1;x,set\r\n"))
  }

  @Test(
    "Contradictory flags are usage errors",
    arguments: [
      "export json answers.sqlite --titles", "export plist answers.sqlite --raw",
      "export csv answers.sqlite --long --readable", "export csv answers.sqlite --set-aside --long",
      "export csv answers.sqlite --set-aside --language de", "export csv answers.sqlite --tables t --long",
      "export csv answers.sqlite --tables t --output t.csv", "answers answers.sqlite --ndjson --json",
      "answers answers.sqlite --raw", "answers answers.sqlite --all-responses --response ada",
    ])
  func wrongUsage(line: String) async throws {
    let workspace = try Workspace()
    #expect(try await workspace.run(line.split(separator: " ").map(String.init)).status == 64)
  }
}
