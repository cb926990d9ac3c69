import Foundation
import Testing

/// Dumps and form JSON, which `restore`, `sync` and `import` read one response at a time.
@Suite("Reading in parts")
struct ReadingInPartsTests {
  private static let form = #""formstate":1,"key":"f","sections":[{"key":"s","cells":[{"key":"a","kind":"text"}]}]"#

  private static func response(_ key: String) -> String {
    #"{"key":"\#(key)","journal":[{"revision":1,"time":"2026-11-21T03:12:13.456Z","#
      + #""action":{"action":"set","cell":"a","value":"x"},"changes":[{"cell":"a","field":"value","after":"x"}]}]}"#
  }

  private static func dump(_ responses: String, behind: String = "") -> String {
    #"{"formstateDump":1,"forms":[{\#(form),"responses":[\#(responses)]\#(behind)}]}"#
  }

  private func withFile() async throws -> Workspace {
    let workspace = try await Workspace.withExample("visit.json")
    try await workspace.begin("mill-lane-3")
    return workspace
  }

  /// The place of the revision that is not 1.
  private static func place(in text: String) -> String {
    let lines = (text.components(separatedBy: #""revision":2"#).first ?? "").components(separatedBy: "\n")
    return "line \(lines.count), column \((lines.last ?? "").count + 1)"
  }

  @Test("A fault after many responses is reported with its place, and no file changes")
  func faultsFarBehind() async throws {
    let workspace = try await withFile()
    let sound = (0..<300).map { Self.response("r\($0)") }.joined(separator: ",\n")
    let broken = Self.response("last").replacingOccurrences(of: #""revision":1"#, with: #""revision":2"#)
    let message =
      "responses[300].journal[0].revision: is not 1; number the entries of a journal 1, 2, 3 …\n"
      + "See formstate help field entry.revision\n"
    let unfit = Self.response("last").replacingOccurrences(of: #""after":"x""#, with: #""before":"y","after":"x""#)
    let dump = Self.dump(sound + "," + broken)
    let form = #"{\#(Self.form),"responses":[\#(sound),\#(broken)]}"#
    try workspace.write(dump, to: "broken.json")
    try workspace.write(Self.dump(sound + "," + unfit), to: "unfit.json")
    try workspace.write(form, to: "form.json")
    try workspace.write(String(Self.dump(sound).dropLast(9)), to: "cut.json")
    let before = try await workspace.formstate("export", "dump", "answers.sqlite")
    let errors = try await workspace.refused("restore", "new.sqlite", "broken.json")
    #expect(errors == "Error: broken.json: \(Self.place(in: dump)), forms[0].\(message)")
    #expect(try await workspace.refused("sync", "answers.sqlite", "--with", "broken.json", "--receive-only") == errors)
    let formErrors = "Error: form.json: \(Self.place(in: form)), \(message)"
    #expect(try await workspace.refused("import", "answers.sqlite", "form.json") == formErrors)
    #expect(try await workspace.refused("import", "new.sqlite", "form.json") == formErrors)
    for command in ["restore new.sqlite", "sync answers.sqlite --receive-only --with"] {
      let words = command.split(separator: " ").map(String.init)
      for file in ["unfit.json", "cut.json"] {
        let errors = try await workspace.run(words + [file])
        #expect(errors.status != 0 && errors.errors.contains(file == "cut.json" ? "line 300" : "value of “a”"))
      }
    }
    #expect(try await workspace.formstate("export", "dump", "answers.sqlite") == before)
    #expect(!workspace.has("new.sqlite") && !workspace.has("new.sqlite-wal"))
  }

  @Test("Members after the responses are read from a file and refused from a pipe")
  func lateMembers() async throws {
    let workspace = try await withFile()
    let late = Self.dump(Self.response("r"), behind: #","title":"Late""#)
    try workspace.write(late, to: "late.json")
    try workspace.write(#"{\#(Self.form),"responses":[\#(Self.response("q"))],"title":"Late"}"#, to: "form.json")
    #expect(
      try await workspace.formstate("restore", "new.sqlite", "late.json")
        == "Restored “new.sqlite”: 1 version of a form, 1 response, 1 entry.\n")
    #expect(try await workspace.formstate("list", "new.sqlite").hasPrefix("f “Late”, version 1"))
    #expect(
      try await workspace.formstate("sync", "answers.sqlite", "--with", "late.json", "--receive-only").contains(
        "f r: added, 1 entry"))
    #expect(
      try await workspace.formstate("import", "answers.sqlite", "form.json")
        == "form.json: “f” is version 1 already, 1 response\n")
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    let piped = try await workspace.run(["restore", "piped.sqlite", "-"], input: late)
    #expect(
      piped.errors == "Error: standard input: forms[0].title: follows “responses”, "
        + "which must be last in a document that cannot be read twice; write it before them\n")
    #expect(piped.status != 0 && !workspace.has("piped.sqlite"))
  }

  @Test("Importing a version with responses does not make it current; without responses it does")
  func promotion() async throws {
    let workspace = try await Workspace.withExample("visit.json")
    let changed = try workspace.text(of: "visit.json").replacingOccurrences(of: "\"Roof\"", with: "\"Top\"")
    let guest = changed.replacingOccurrences(
      of: "\"key\": \"visit\"", with: "\"responses\": [{\"key\": \"guest\", \"journal\": []}], \"key\": \"visit\"")
    #expect(guest != changed)
    try workspace.write(guest, to: "guest.json")
    try await workspace.formstate("import", "answers.sqlite", "guest.json")
    #expect(try await workspace.formstate("list", "answers.sqlite").contains("version 1 of 2:"))
    try workspace.write(changed.replacingOccurrences(of: "\"Top\"", with: "\"Roofs\""), to: "alone.json")
    try await workspace.formstate("import", "answers.sqlite", "alone.json")
    #expect(try await workspace.formstate("list", "answers.sqlite").contains("version 3 of 3:"))
  }
}
