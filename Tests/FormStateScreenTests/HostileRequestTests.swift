import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("Hostile requests")
struct HostileRequestTests {
  @Test(
    "An invalid query is refused with an error",
    arguments: [
      ("/rows?y=-1", 400), ("/rows?y=nan", 400), ("/rows?y=inf", 400), ("/rows?y=1e400", 400), ("/rows?y=", 400),
      ("/rows?y=1e13", 400), ("/rows?h=0", 400), ("/rows?h=-5", 400), ("/rows?h=nan", 400),
      ("/rows?h=0x10000p900", 400),
      ("/rows?y=1&y=2", 400), ("/rows?at=-1", 400), ("/rows?at=1.5", 400), ("/rows?at=99999999999999999999", 400),
      ("/rows?at=7", 404), ("/rows?cell=nothing", 404), ("/rows?cell=fullname&dy=nan", 400),
      ("/rows?cell=firstname", 404), ("/rows?client=", 400), ("/rows?client=a%20b", 400), ("/rows?client=%C3%BC", 400),
      ("/rows?layout=wide", 400), ("/rows?language=Klingon", 404), ("/rows?response=nobody", 404),
      ("/rows?response=%00", 404), ("/events?client=a/b", 400), ("/history?before=x", 400), ("/history?limit=0", 400),
      ("/history?limit=201", 400), ("/answers?at=3", 404), ("/answers?from=-1", 400), ("/answers?from=1.", 400),
      ("/answers?from=1.2.3", 400), ("/find?from=2147483648", 400), ("/find?from=x", 400), ("/answers?limit=1001", 400),
      ("/explain", 400),
      ("/explain?cell=", 400), ("/explain?cell=nobody", 404), ("/choices?cell=firstname", 422), ("/choices", 400),
      ("/find?limit=100000", 400), ("/script?through=-1", 400),
    ])
  func questions(address: String, status: Int) async throws {
    let server = try Server(ProfileForm.form)
    let answer = try await server.ask("GET", address)
    #expect(answer.status == status)
    #expect(answer.json["error"]?.text?.isEmpty == false)
  }

  @Test("Extreme numbers in a query are accepted")
  func edges() async throws {
    let server = try Server(ProfileForm.form)
    let end = try await server.get("/rows?y=1e12&h=1")
    #expect(end["items"]?.elements?.count == 1)
    #expect(try await server.get("/rows?y=-0&h=1e12")["items"]?.elements?.count == 9)
    #expect(try await server.get("/rows?cell=level&dy=-1e12&h=1")["y"]?.number == 0)
    #expect(await server.text("/script?through=2147483647") == "")
    #expect(try await server.get("/history?before=0")["entries"] == .array([]))
    for from in ["2147483647", "18", "17.2147483647"] {
      let found = try await server.get("/find?from=\(from)")
      #expect(found["count"]?.whole == 0 && found["next"] == .null, "\(from)")
    }
    #expect(try await server.get("/answers?limit=0")["answers"] == nil)
  }

  @Test(
    "A body that is not an action is refused and changes nothing",
    arguments: [
      "{", "[]", "null", "1", "\"tap\"", "{}", #"{"action":"format"}"#, #"{"action":"tap","cell":7}"#,
      #"{"action":"tap","at":[-1,0]}"#, #"{"action":"tap","at":[0,99999999999999999999]}"#,
      #"{"action":"checkpoint"}"#, "{\"action\":\"undo\"}\n{\"action\":\"redo\"}", "<plist></plist>", "bplist00",
      #"{"action":"undo","action":"redo"}"#, String(repeating: "[", count: 100_000),
      #"{"action":"set","cell":"firstname","value":{"a":1}}"#, #"{"action":"set","cell":"firstname","value":1e999}"#,
      "{\"action\":\"set\",\"cell\":\"firstname\",\"value\":\"a\u{0}b\"}", "\u{FEFF}",
    ])
  func actions(body: String) async throws {
    let server = try Server(ProfileForm.form)
    let answer = try await server.ask("POST", "/act", body)
    #expect([400, 422].contains(answer.status))
    #expect(answer.json["error"]?.text?.isEmpty == false)
    #expect(try await server.get("/rows")["stamp"]?.whole == 1)
  }

  @Test("A body that is not UTF-8 is refused")
  func encoding() async throws {
    let server = try Server(ProfileForm.form)
    var request = Server.request("POST", "/act")
    request.body = Data([0x7B, 0xFF, 0xFE, 0x7D])
    #expect(await server.routes.respond(to: request).status == 400)
    request = Server.request("POST", "/heights?client=a")
    request.body = Data([0xFF])
    #expect(await server.routes.respond(to: request).status == 400)
  }

  @Test(
    "Invalid heights are refused, and heights of unknown rows are ignored",
    arguments: [
      ("", 400), ("[]", 400), ("{}", 200), (#"{"heights":{}}"#, 400), (#"{"heights":[1]}"#, 400),
      (#"{"heights":[{"key":"r:level","h":-1}]}"#, 400), (#"{"heights":[{"key":"r:level","h":1e9}]}"#, 400),
      (#"{"heights":[{"key":"r:level"}]}"#, 400), (#"{"heights":[{"h":5}]}"#, 400),
      (#"{"heights":[{"key":"r:nobody","h":5}]}"#, 200),
      ("{\"heights\":[\(Array(repeating: "{\"key\":\"r:level\",\"h\":5}", count: 401).joined(separator: ","))]}", 400),
    ])
  func heights(body: String, status: Int) async throws {
    let server = try Server(ProfileForm.form)
    _ = try await server.get("/rows?client=a")
    let answer = try await server.ask("POST", "/heights?client=a", body)
    #expect(answer.status == status)
    if status == 200 { #expect(answer.json["taken"]?.whole == 0) }
  }

  @Test("Markup and control characters in texts arrive unchanged and never end an event")
  func texts() async throws {
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s", title: "</script><b>\u{2028}",
          cells: [FormCell(key: "c", kind: .text, title: "\"\\<img src=x onerror=alert(1)>")])
      ])
    let server = try Server(form)
    var iterator = try await server.events().makeAsyncIterator()
    _ = await iterator.next()
    try await server.act(#"{"action":"set","cell":"c","value":"a\ndata: b\r\n\nevent: gone"}"#)
    let change = try #require(await iterator.next())
    // What a person types never ends an event.
    #expect(change.text.split(separator: "\n", omittingEmptySubsequences: false).count == 4)
    #expect(!change.text.contains("\r"))
    let rows = try await server.get("/rows")
    #expect(rows["items"]?[0]?["title"]?.text == "</script><b>\u{2028}")
    #expect(rows["items"]?[1]?["value"]?.text == "a\ndata: b\r\n\nevent: gone")
  }

  @Test("At most 16 models are open, with at most 64 followers each")
  func bounds() async throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    for number in 0..<20 { try store.create(ResponseKey(form: "profile", response: "r\(number)")) }
    let server = Server(models: ScreenModels(store: store, form: "profile"))
    var kept: [AsyncStream<ScreenEvent>] = []
    for number in 0..<16 {
      kept.append(try await server.events("/events?response=r\(number)"))
    }
    #expect(try await server.ask("GET", "/rows?response=r17").status == 503)
    for _ in 0..<63 {
      kept.append(try await server.events("/events?response=r0"))
    }
    #expect(try await server.ask("GET", "/events?response=r0").status == 503)
    kept = []
    try await waitUntil { try await server.ask("GET", "/rows?response=r17").status == 200 }
  }
}
