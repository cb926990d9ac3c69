import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

/// An answer that somebody else has changed since a person saw it.
@Suite("Changed answers")
struct ChangedAnswerTests {
  @Test("An answer that changed meanwhile is replaced only by a client that has seen it")
  func changedMeanwhile() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let server = Server(models: ScreenModels(store: store, form: "profile"))
    let set = #"{"action":"set","cell":"firstname","value":"Tom"}"#
    try await server.act(set + "\n" + #"{"seen":""}"#)
    try store.apply(.set("firstname", "Huck"), to: ResponseKey(form: "profile"))
    for action in [set, #"{"action":"clear","cell":"firstname"}"#] {
      let refused = try await server.ask("POST", "/act", action + "\n" + #"{"seen":"Tom"}"#)
      #expect(refused.status == 409)
      #expect(
        refused.json["error"]?.text
          == "“firstname” was answered with “Huck” by somebody else; decide which answer to keep")
      #expect(refused.json["changed"]?.text == "Huck")
    }
    #expect(try store.contents(of: ResponseKey(form: "profile")).revision == 2)
    try await server.act(set + "\n" + #"{"seen":"Huck"}"#)
    try store.apply(.clear("firstname"), to: ResponseKey(form: "profile"))
    let cleared = try await server.ask("POST", "/act", set + "\n" + #"{"seen":"Tom"}"#)
    #expect(
      cleared.json["error"]?.text
        == "“firstname” was cleared by somebody else; decide whether your answer replaces that")
    #expect(cleared.json["changed"]?.text == "")
    let unknown = try await server.ask("POST", "/act", set + "\n" + #"{"was":"Tom"}"#)
    #expect(unknown.status == 400)
  }

  @Test(
    "An answer that only looks like the same number is another one; the same in another notation is not",
    arguments: [
      ("code", "0123", "123", true), ("code", "1.0", "1", true), ("code", "e\u{301}", "\u{e9}", true),
      ("code", "123", "123", false),
      ("dose", "0.12345678901234567", "0.12345678901234568", true), ("dose", "1.50", "1.5", true),
      ("dose", "1.50", "1.50", false),
      ("count", "9007199254740993", "9007199254740992", true), ("count", "7", "7.0", false), ("count", "7", "8", true),
      ("level", "7.5", "7.50", false), ("level", "7.5", "7.25", true),
      ("aids", "[\"a\",\"b\"]", "[ \"a\", \"\\u0062\" ]", false), ("aids", "[\"a\",\"b\"]", "[\"b\",\"a\"]", true),
    ])
  func looksEqual(cell: String, theirs: String, seen: String, isRefused: Bool) async throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "f") {
        FormSection(key: "s") {
          Cell.text("code")
          Cell.decimal("dose")
          Cell.integer("count")
          Cell.slider("level", minimum: 0, maximum: 10, step: 0.25)
          Cell.choices("aids") {
            Cell.option("a", title: "A")
            Cell.option("b", title: "B")
          }
        }
      })
    let values = ChoiceText.values(of: theirs)
    try store.apply(.set(.key(cell), values.map(CellValue.choices) ?? .text(theirs)), to: ResponseKey(form: "f"))
    let server = Server(models: ScreenModels(store: store, form: "f"))
    let line = try JSONEncoder().encode(["seen": seen])
    let answer = try await server.ask(
      "POST", "/act", #"{"action":"clear","cell":"\#(cell)"}"# + "\n" + String(decoding: line, as: UTF8.self))
    #expect(answer.status == (isRefused ? 409 : 200))
    if isRefused { #expect(answer.json["changed"]?.text == theirs) }
  }

  @Test("A whole number that JavaScript would round is sent as its digits")
  func exactWholeNumbers() async throws {
    let server = try Server(FormDefinition(key: "f") { FormSection(key: "s") { Cell.integer("count") } })
    let values: [(String, PropertyValue)] = [
      ("9007199254740992", .integer(9_007_199_254_740_992)), ("-9007199254740993", .string("-9007199254740993")),
    ]
    for (number, value) in values {
      try await server.act(#"{"action":"set","cell":"count","value":\#(number)}"#)
      #expect(try await server.get("/rows")["items"]?.elements?.compactMap { $0["value"] } == [value])
    }
  }
}
