import FormState
import FormStateInterchange
import FormStateStore
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("The place on the page")
struct PlaceRouteTests {
  private static let rowCount = 100_000

  /// A form of texts, in two sections.
  private static func form(rows: Int = 400) -> FormDefinition {
    let cells = (0..<rows).map { FormCell(key: "q\($0)", kind: .text) }
    return FormDefinition(
      key: "long",
      sections: [
        FormSection(key: "first", title: "First", isFoldable: true, cells: Array(cells.prefix(rows / 2))),
        FormSection(key: "second", title: "Second", cells: Array(cells.dropFirst(rows / 2))),
      ])
  }

  private func keep(_ server: Server, _ body: String, device: String = "one") async throws -> Bool {
    let (status, json) = try await server.ask("POST", "/place?device=\(device)", body)
    #expect(status == 200, "\(json)")
    return json["kept"] == .boolean(true)
  }

  @Test("A page opens at the place of its browser, in a form of any length", arguments: [400, rowCount])
  func restored(rows: Int) async throws {
    let server = try Server(Self.form(rows: rows))
    let body = #"{"cell":"q\#(rows - 20)","first":"q\#(rows - 22)"}"#
    // Nobody stands in a response that has not begun.
    #expect(try await !keep(server, body))
    try await server.act(#"{"action":"set","cell":"q1","value":"Ada"}"#)
    #expect(try await keep(server, body))
    let page = try await server.get("/rows?device=one&h=900&dy=-300")
    #expect(page["place"]?["first"]?.text == "q\(rows - 22)" && page["place"]?["cell"]?.text == "q\(rows - 20)")
    #expect(page["revision"]?.whole == 1)
    let cells = page["items"]?.elements?.compactMap { $0["cell"]?.text } ?? []
    #expect(cells.contains("q\(rows - 22)") && !cells.contains("q0") && cells.count < 100)
    // Another browser, and a page that goes elsewhere.
    let other = try await server.get("/rows?device=two&h=900&dy=-300")
    #expect(other["place"] == .some(.null) && other["y"]?.number == 0)
    #expect(try await server.get("/rows?h=900")["place"] == nil)
    // What is not visible any more is the nearest row before it.
    try await server.act(#"{"action":"set","cell":"q2","value":"Ada"}"#)
    #expect(try await keep(server, #"{"cell":null,"first":"q7"}"#))
    try await server.act(#"{"action":"fold","section":"first"}"#)
    #expect(try await server.get("/rows?device=one&h=900&dy=-300")["y"]?.number == 0)
  }

  @Test("A place wakes no page, and is refused without a browser or with another body")
  func refusals() async throws {
    let server = try Server(Self.form())
    let before = try await server.act(#"{"action":"set","cell":"q1","value":"Ada"}"#)
    #expect(try await keep(server, #"{"first":"q300"}"#))
    #expect(try await server.get("/rows")["stamp"] == before["stamp"])
    #expect(try await keep(server, #"{"first":"unknown"}"#))
    #expect(try await server.get("/rows?device=one")["place"] == .some(.null))
    for (address, body) in [
      ("/place", "{}"), ("/place?device=a%20b", "{}"), ("/place?device=one", "[]"),
      ("/place?device=one", #"{"cell":1}"#),
    ] {
      #expect(try await server.ask("POST", address, body).status == 400)
    }
    #expect(try await server.ask("GET", "/place?device=one").status == 405)
    #expect(try await server.ask("POST", "/place?device=one", "{}", headers: ["x-formstate": nil]).status == 403)
  }

  @Test("On a form that is shown one page at a time, the place leads to its page, unless the address names another")
  func pages() async throws {
    let server = try Server(Self.form())
    try await server.act(#"{"action":"set","cell":"q1","value":"Ada"}"#)
    #expect(try await keep(server, #"{"first":"q300"}"#))
    let free = try await server.get("/rows?device=one&page=%2F&h=900&dy=-300")
    let second = try #require(free["page"]?["key"]?.text)
    #expect(free["page"]?["number"]?.whole == 1 && free["place"]?["first"]?.text == "q300")
    let first = try #require(free["page"]?["previous"]?.text)
    let named = try await server.get("/rows?device=one&page=\(first)&h=900&dy=-300")
    #expect(named["page"]?["key"]?.text == first && named["place"] == .some(.null) && named["y"]?.number == 0)
    #expect(try await server.get("/rows?device=one&page=\(second)&h=900")["place"]?["first"]?.text == "q300")
  }
}
