import Foundation
import Testing

/// The large example: a home inspection with two responses, each with a week of history.
@Suite("The home inspection in Examples")
struct InspectionExampleTests {
  @Test("It imports without diagnostics, passes check and exports byte for byte")
  func roundTrip() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("inspection.json")
    let taken = try await workspace.json(ShownImports.self, "import", "answers.sqlite", "inspection.json")
    #expect(
      taken.forms.first == ShownImport(form: "inspection", version: 1, sectionCount: 7, cellCount: 178, diagnostics: [])
    )
    #expect(try await workspace.formstate("check", "answers.sqlite") == "ok\n")
    try await workspace.formstate("export", "json", "answers.sqlite", "--output", "exported.json")
    #expect(try workspace.text(of: "exported.json") == (try workspace.text(of: "inspection.json")))
  }

  @Test("It has 63 questions, four shared lists and seven kinds of cells")
  func questions() throws {
    let sections = try Document.example().sections
    let cells = sections.flatMap(\.cells).flatMap(\.withCellsBelow)
    #expect(cells.count(where: { $0.isQuestion }) == 63)
    let listed = cells.compactMap(\.options)
    #expect(Set(listed) == ["condition", "fuel", "presence", "urgency"])
    #expect(listed.count(where: { $0 == "condition" }) == 10)
    #expect(Set(cells.map(\.kind)) == ["group", "text", "date", "switch", "option", "slider", "label"])
    #expect(cells.count(where: { $0.inline != nil }) == 6)
    #expect(sections.count(where: { $0.folded == true }) == 2)
    #expect(sections.count(where: { $0.foldable == false }) == 1)
  }

  @Test("Each response has days of history by three authors, with undo, redo and a reset")
  func history() async throws {
    let workspace = try await Workspace.withExample("inspection.json")
    let people = ["harbour-street-12": ["Ines", "Marek", "Office"], "mill-lane-3": ["Marek", "Office", "Tom"]]
    for (response, authors) in people {
      let log = try await workspace.json(ShownLog.self, "log", "answers.sqlite", "--response", response)
      #expect(Set(log.entries.compactMap(\.author)).sorted() == authors)
      let actions = Set(log.entries.map(\.action))
      #expect(actions.isSuperset(of: ["set", "choose", "undo", "redo", "reset", "markSaved"]))
      let times = log.entries.map(\.at)
      #expect(times == times.sorted())
      #expect(Set(times.map { $0.prefix(10) }).count >= 4)
      let reset = try #require(log.entries.first { $0.action == "reset" })
      #expect(
        log.entries.contains { $0.action == "set" && $0.address == reset.address && $0.revision < reset.revision })
    }
    let list = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests")
    let responses = try #require(list.forms.first).responses
    #expect(responses.map(\.completed) == [true, false])
    #expect(responses.map(\.revision) == [84, 61])
  }

  @Test("Its script gives a new response the state of the second one")
  func script() async throws {
    let workspace = try await Workspace.withExample("inspection.json")
    try workspace.copyExample("inspection-actions.jsonl")
    let document = try JSONSerialization.jsonObject(with: Data(contentsOf: workspace.file("inspection.json")))
    var form = try #require(document as? [String: Any])
    form["responses"] = nil
    try JSONSerialization.data(withJSONObject: form).write(to: workspace.file("form.json"))
    try await workspace.formstate("import", "fresh.sqlite", "form.json")
    try await workspace.formstate("replay", "fresh.sqlite", "inspection-actions.jsonl", "--atomic")
    let responses = try await workspace.json(ShownList.self, "list", "answers.sqlite", "--digests").forms.flatMap(
      \.responses)
    let fresh = try await workspace.json(ShownList.self, "list", "fresh.sqlite", "--digests").forms.flatMap(\.responses)
    #expect(fresh.map(\.digest) == responses.filter { $0.key == "mill-lane-3" }.map(\.digest))
    #expect(fresh.count == 1)
  }
}

/// The parts of the document that the tests check.
private struct Document: Decodable {
  struct Section: Decodable {
    let foldable: Bool?
    let folded: Bool?
    let cells: [Cell]
  }

  struct Cell: Decodable {
    struct Inline: Decodable {
      let lineLimit: Int?
    }

    let kind: String
    let options: String?
    let inline: Inline?
    let cells: [Cell]?

    var withCellsBelow: [Cell] { [self] + (cells ?? []).flatMap(\.withCellsBelow) }

    var isQuestion: Bool {
      switch kind {
      case "group": options != nil || cells?.contains { $0.kind == "option" } == true
      default: kind != "option" && kind != "label"
      }
    }
  }

  let sections: [Section]

  static func example() throws -> Document {
    let url = BuiltTool.packageFolder.appendingPathComponent("Examples/inspection.json")
    return try JSONDecoder().decode(Document.self, from: Data(contentsOf: url))
  }
}
