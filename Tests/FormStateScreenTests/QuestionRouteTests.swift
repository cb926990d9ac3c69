import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

/// What different persons answered at the same time, as pages show and settle it.
@Suite("Questions on a page")
struct QuestionRouteTests {
  private let key = ResponseKey(form: "house")

  /// Two copies that went on differently; the first has taken what the second one has.
  private func copies(_ ada: [FormAction], _ eve: [FormAction]) throws -> [FormStore] {
    let first = try FormStore.inMemory()
    try first.save(
      FormDefinition(key: "house") {
        FormSection(key: "outside", title: "Outside") {
          Cell.text("owner", title: "Owner")
          Cell.text("secret", title: "Secret").sensitive()
          Cell.repeat("room", title: "Room") { Cell.text("name", title: "Name") }
        }
      })
    for action in [.add("room"), .set("name:1", "Hall"), .set("owner", "Tom"), .expand("room")] as [FormAction] {
      try first.apply(action, to: key)
    }
    let second = try FormStore.inMemory()
    try second.restore(parts: first.forEachPart)
    for action in ada { try first.acting(as: "Ada").apply(action, to: key) }
    for action in eve { try second.acting(as: "Eve").apply(action, to: key) }
    try first.merge(parts: second.forEachPart)
    return [first, second]
  }

  private func rows(_ server: Server) async throws -> PropertyValue {
    try await server.ask("GET", "/rows?y=0&h=2000").json
  }

  private func item(_ address: String, in rows: PropertyValue) -> PropertyValue? {
    rows["items"]?.elements?.first { $0["address"]?.text == address }
  }

  @Test("A row has all answers with author and time, those of a sensitive cell masked; one is taken, if it was seen")
  func answers() async throws {
    let stores = try copies(
      [.set("owner", "Ann"), .set("secret", "north")], [.set("owner", "Ben"), .set("secret", "south")])
    let server = Server(models: ScreenModels(store: stores[0], form: "house"))
    let first = try await rows(server)
    let asks = try #require(item("owner", in: first)?["asks"])
    let said = try #require(asks["alternatives"]?.elements)
    #expect(Set(said.map { $0["text"]?.text }) == ["Ann", "Ben"])
    #expect(Set(said.map { $0["author"]?.text }) == ["Ada", "Eve"] && said.allSatisfy { $0["time"]?.text != nil })
    let masked = item("secret", in: first)?["asks"]?["alternatives"]?.elements?.map { $0["text"]?.text }
    #expect(masked == ["•••", "•••"])
    #expect(item("name:1", in: first)?["asks"] == nil)
    let seen = try #require(asks["identity"]?.text)
    let take = #"{"action":"settle","cell":"owner","take":2}"#
    let refused = try await server.ask("POST", "/act", take + "\n" + #"{"seen":"1/0000"}"#)
    #expect(refused.status >= 400 && refused.json["error"]?.text?.contains("has other answers by now") == true)
    try await server.act(take + "\n" + "{\"seen\":\"\(seen)\"}")
    #expect(item("owner", in: try await rows(server))?["asks"] == nil)
    let taken = try stores[0].contents(of: key).state[.value, of: StateSubject("owner")]?.value?.plainText
    #expect(taken == said[1]["text"]?.text)
  }

  @Test("An instance asks at its first row, where its fault leads")
  func instances() async throws {
    let stores = try copies([.remove("room:1")], [.set("name:1", "Loft")])
    let server = Server(models: ScreenModels(store: stores[0], form: "house"))
    let row = try #require(item("name:1", in: try await rows(server)))
    let asks = try #require(row["begins"]?["asks"])
    #expect(asks["cell"]?.text == "room:1")
    #expect(row["faults"]?.elements?.first?["fault"]?.text == "question")
    let answers = try await server.ask("GET", "/answers?limit=0").json
    #expect(answers["faults"]?.elements?.map { $0["address"]?.text } == ["name:1"])
  }

  @Test("The completion asks in the head")
  func completion() async throws {
    let stores = try copies([.complete], [.set("owner", "Ben")])
    let server = Server(models: ScreenModels(store: stores[0], form: "house"))
    let asks = try #require(try await rows(server)["asks"])
    #expect(asks["alternatives"]?.elements?.map { $0["text"]?.text } == ["in progress", "completed"])
    let seen = try #require(asks["identity"]?.text)
    try await server.act(#"{"action":"settle","take":2}"# + "\n" + "{\"seen\":\"\(seen)\"}")
    #expect(try await rows(server)["completed"]?.flag == true)
  }
}
