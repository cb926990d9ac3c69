import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateScreen

@Suite("An action sent twice is applied once")
struct RecentActionTests {
  @Test("The same id returns the same response and changes nothing again")
  func same() async throws {
    let server = try Server(ProfileForm.form)
    let tap = #"{"action":"tap","cell":"fullname"}"#
    let first = try await server.ask("POST", "/act?client=a&id=one", tap).json
    // A reloaded page has another client name, and resends the action under its id.
    let again = try await server.ask("POST", "/act?client=b&id=one", tap).json
    #expect(first == again && first["revision"]?.whole == 1)
    #expect(try await server.get("/rows")["revision"]?.whole == 1)
    let other = try await server.ask("POST", "/act?client=a&id=two", tap).json
    #expect(other["revision"]?.whole == 2)
    #expect(try await server.ask("POST", "/act?client=a", tap).json["revision"]?.whole == 3)
    #expect(try await server.ask("POST", "/act?id=a%20b", tap).status == 400)
  }

  @Test("Concurrent duplicates of an action return the same revision")
  func underWay() async throws {
    let server = try Server(ProfileForm.form)
    let revisions = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await server.ask("POST", "/act?id=one", #"{"action":"tap","cell":"fullname"}"#).json[
            "revision"]?.whole
        }
      }
      return try await group.reduce(into: Set<Int?>()) { $0.insert($1) }
    }
    #expect(revisions == [1])
    #expect(try await server.get("/rows")["revision"]?.whole == 1)
  }

  @Test("A refused action is tried again when it is resent")
  func refused() async throws {
    let server = try Server(ProfileForm.form)
    #expect(try await server.ask("POST", "/act?id=one", #"{"action":"undo"}"#).status == 422)
    try await server.act(#"{"action":"expandAll"}"#)
    #expect(try await server.ask("POST", "/act?id=one", #"{"action":"undo"}"#).status == 200)
    #expect(try await server.ask("POST", "/act?id=one", #"{"action":"undo"}"#).json["revision"]?.whole == 2)
  }

  @Test("Only the most recent actions are remembered")
  func bounds() async throws {
    let recent = RecentActions()
    let counter = Counter()
    for number in 0...RecentActions.most {
      _ = try await recent.once("\(number)") { (await counter.next(), 1) }
    }
    #expect(try await recent.once("1") { (await counter.next(), 1) }.revision == 2)
    #expect(try await recent.once("0") { (await counter.next(), 1) }.revision == RecentActions.most + 2)
  }

  private actor Counter {
    private var count = 0
    func next() -> Int {
      count += 1
      return count
    }
  }
}
