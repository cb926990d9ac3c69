import FormState
import FormStateStore
import Testing

@testable import FormStateScreen

@Suite("Forms shown one page at a time")
struct PageTests {
  private static func question(_ key: String, relevant: String? = nil) -> FormCell {
    FormCell(
      key: key, kind: .text, title: key, rules: relevant.map { [FormRule(.relevant, $0)] } ?? [])
  }

  private static func group(_ key: String, _ appearance: String?, _ cells: [FormCell]) -> [FormCell] {
    let properties = appearance.map { ["appearance": PropertyValue.string($0)] } ?? [:]
    return [
      FormCell(
        key: key, kind: .group, title: key, isExpandable: true, startsExpanded: true, additionalRows: cells.count,
        properties: properties)
    ] + cells
  }

  private static let form = FormDefinition(
    key: "visit", title: "Visit",
    sections: [
      FormSection(key: "who", title: "Who", cells: [question("name"), question("child")]),
      FormSection(
        key: "what", title: "What",
        cells: group("first", "field-list", [question("a"), question("b")]) + [question("between")]
          + group("second", "compact field-list", [question("c")])),
      FormSection(
        key: "care", title: "Care", relevant: FormRule(.relevant, "${child} = 'yes'"), cells: [question("carer")]),
      FormSection(key: "end", title: "End", cells: [question("notes")]),
    ], properties: ["xforms": .dictionary([:])])

  private static func pages(_ server: Server, _ query: String) async throws -> (key: String?, cells: [String]) {
    let answer = try await server.get("/rows?h=5000&\(query)")
    let cells = (answer["items"]?.elements ?? []).compactMap {
      $0["cell"]?.text ?? $0["section"]?.text.map { "#\($0)" }
    }
    return (answer["page"]?["key"]?.text, cells)
  }

  @Test("A page is a whole section, one of its field lists, or the cells between two")
  func division() {
    let pages = FormPages(of: Self.form).pages
    #expect(pages.map(\.key) == ["who", "what", "what/between", "what/second", "care", "end"])
    #expect(pages.map(\.positions) == [0..<2, 0..<3, 3..<4, 4..<6, 0..<1, 0..<1])
  }

  @Test("Without XForm properties, each section is one page, even with field lists")
  func ownForms() {
    var form = Self.form
    form.properties = [:]
    #expect(FormPages(of: form).pages.map(\.key) == ["who", "what", "care", "end"])
  }

  @Test("Each page shows only its rows, from the top, and all pages together show the form")
  func windows() async throws {
    let server = try Server(Self.form)
    let whole = try await server.get("/rows?h=5000")
    #expect(whole["page"] == .null)
    var key: String? = "/"
    var all: [String] = []
    var heights = 0.0
    var numbers: [Int?] = []
    while let page = key {
      let answer = try await server.get("/rows?h=5000&page=\(page)")
      #expect(answer["y"]?.number == 0)
      #expect(answer["top"]?.number == 0)
      heights += answer["height"]?.number ?? 0
      numbers.append(answer["page"]?["number"]?.whole)
      #expect(answer["page"]?["count"]?.whole == 5)
      all += (answer["items"]?.elements ?? []).compactMap { $0["key"]?.text }
      key = answer["page"]?["next"]?.text
    }
    #expect(numbers == [0, 1, 2, 3, 4])
    #expect(heights == whole["height"]?.number)
    #expect(all == (whole["items"]?.elements ?? []).compactMap { $0["key"]?.text })
  }

  @Test("A page that is not relevant leads to the next one, and shows once it becomes relevant")
  func relevance() async throws {
    let server = try Server(Self.form)
    #expect(try await Self.pages(server, "page=care") == ("end", ["#end", "notes"]))
    try await server.act(#"{"action":"set","cell":"child","value":"yes"}"#)
    #expect(try await Self.pages(server, "page=care") == ("care", ["#care", "carer"]))
  }

  @Test("The current page stays when a page before it becomes relevant")
  func changes() async throws {
    let server = try Server(Self.form)
    var events = try await server.events("/events?client=a").makeAsyncIterator()
    _ = await events.next()
    _ = try await server.get("/rows?h=5000&page=care&client=a")
    try await server.act(#"{"action":"set","cell":"child","value":"yes"}"#)
    let event = try #require(await events.next())
    let json = try PropertyValue(json: String(event.text.split(separator: "data: ")[1]))
    // The new page comes before the current one, which stays.
    #expect(json["window"]?["page"]?["key"]?.text == "end")
    #expect(json["window"]?["page"]?["number"]?.whole == 5)
    #expect(json["window"]?["y"]?.number == 0)
  }

  @Test("Requesting a cell opens the page that contains it")
  func cells() async throws {
    let server = try Server(Self.form)
    #expect(try await Self.pages(server, "page=who&cell=c") == ("what/second", ["second", "c"]))
  }

  @Test("A page counts only the faults of its own cells")
  func faults() async throws {
    var form = Self.form
    for section in form.sections.indices {
      form.sections[section].cells = FormCells(
        form.sections[section].cells.map { cell in
          var cell = cell
          if cell.kind == .text { cell.rules.append(FormRule(.required, "true()")) }
          return cell
        })
    }
    let server = try Server(form)
    #expect(try await server.get("/answers")["faultCount"]?.whole == 7)
    #expect(try await server.get("/answers?page=what")["faultCount"]?.whole == 2)
    #expect(try await server.get("/answers?page=what%2Fbetween")["faultCount"]?.whole == 1)
  }
}
