import Foundation
import Testing

/// Forms in several languages, from the shell.
@Suite("Languages, on the command line")
struct LanguageCommandTests {
  private func workspace() async throws -> Workspace {
    let workspace = try await Workspace.withExample("visitor.json")
    for arguments in [["name", "Ada"], ["reason", "delivery"], ["day", "2026-11-30"], ["distance", "1234.50"]] {
      _ = try await workspace.run(["set", "answers.sqlite"] + arguments)
    }
    return workspace
  }

  /// The values at a path in the JSON that a command prints, one after the other.
  private func found(_ path: String, in workspace: Workspace, _ arguments: String...) async throws -> [String] {
    let outcome = try await workspace.run(arguments)
    var found = [try JSONSerialization.jsonObject(with: Data(outcome.output.utf8))]
    for name in path.split(separator: ".") {
      found = found.compactMap { ($0 as? [String: Any])?[String(name)] }.flatMap { ($0 as? [Any]) ?? [$0] }
    }
    return found.map { "\($0)" }
  }

  @Test("list shows the languages of a form, and show --language translates titles and values")
  func show() async throws {
    let workspace = try await workspace()
    let list = try await workspace.formstate("list", "answers.sqlite")
    #expect(list.hasPrefix("visitor “Visitor”, version 1: 2 sections, 8 cells"))
    #expect(list.components(separatedBy: "\n").first?.hasSuffix(", in en, fr") == true)
    #expect(try await found("forms.languages", in: workspace, "list", "answers.sqlite", "--json") == ["en", "fr"])
    func shown(_ path: String, _ language: String) async throws -> [String] {
      try await found(path, in: workspace, "show", "answers.sqlite", "--json", "--language", language)
    }
    #expect(try await shown("sections.section", "fr") == ["Qui vous êtes", "Votre visite"])
    #expect(
      try await shown("sections.rows.title", "fr") == [
        "Nom", "Bienvenue, Ada", "Une livraison", "Jour", "Distance parcourue", "Badge",
      ])
    #expect(try await shown("sections.rows.readable", "fr").contains("30 novembre 2026"))
    for path in ["digest", "revision", "sections.rows.value"] {
      #expect(try await shown(path, "fr") == shown(path, "en"))
    }
  }

  @Test("Answers and faults are in the chosen language; stored values stay the same")
  func answers() async throws {
    let workspace = try await workspace()
    #expect(
      try await workspace.formstate("get", "answers.sqlite", "distance", "--readable", "--language", "fr")
        == "1234,50 km\n")
    #expect(try await workspace.formstate("get", "answers.sqlite", "distance", "--language", "fr") == "1234.50\n")
    #expect(
      try await found(
        "responses.answers.question", in: workspace, "answers", "answers.sqlite", "--json", "--language", "fr")
        == ["Nom", "Motif", "Jour", "Distance parcourue", "Badge"])
    try await workspace.formstate("clear", "answers.sqlite", "name")
    let faults = ["faults", "answers.sqlite", "--json", "--language", "fr"]
    #expect(
      try await found("faults.message", in: workspace, faults[0], faults[1], faults[2], faults[3], faults[4])
        == ["Donnez-nous votre nom."])
    let csv = try await workspace.run(["export", "csv", "answers.sqlite", "--long", "--language", "fr"])
    #expect(csv.status == 0 && csv.output.contains(",Nom,name,") && csv.output.contains(",Distance parcourue,"))
  }

  @Test("An unknown language is refused by each command that accepts one, before it changes anything")
  func refused() async throws {
    let workspace = try await workspace()
    let before = try await workspace.shown().revision
    for command in [
      ["show"], ["answers"], ["faults"], ["watch", "--until", "1"], ["get", "name", "--readable"],
      ["set", "name", "Ada"], ["set", "name=Ada", "badge=1"], ["clear", "name"], ["undo"], ["redo"], ["complete"],
      ["mark-saved"],
    ] {
      let outcome = try await workspace.run(
        [command[0], "answers.sqlite"] + command.dropFirst() + ["--language", "de"])
      #expect(outcome.status == 1)
      #expect(
        outcome.errors
          == "Error: “answers.sqlite”: the form “visitor” has no language “de”; it is in “en”, “fr”\n", "\(command)")
    }
    #expect(try await workspace.shown().revision == before)
  }
}
