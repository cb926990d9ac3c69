import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

/// Sections that a layout makes from a server's data, which has changed when it is fetched again.
@Suite("Data that is fetched again")
struct RefreshedDataTests {
  private let key = ResponseKey(form: "profile")

  private static let layout = """
    { "formstateLayout": 1, "sections": [
      { "key": "about", "title": "About", "from": "data.about", "cell": { "identifier": "AboutCell", "title": "{.}",
        "inline": { "lineLimit": 2 } } },
      { "key": "friends", "title": "Friends", "each": "data.friends",
        "cell": { "identifier": "FriendCell", "key": "name", "title": "{name}", "properties": { "picture": "{picture}" },
          "inline": { "lineLimit": 1 } } } ] }
    """

  private func form(about: String, friends: String...) throws -> FormDefinition {
    let people = friends.map { ##"{ "name": "\##($0)", "picture": "https://people.example/\##($0).png" }"## }
    let data = #"{ "data": { "about": "\#(about)", "friends": [\#(people.joined(separator: ","))] }, "error": 0 }"#
    return try FormLayout.read(Data(Self.layout.utf8), sourceName: "layout.json")
      .form(from: Data(data.utf8), settings: ImportSettings(formKey: "profile", sourceName: "profile.json")).form
  }

  @Test("An expanded friend stays expanded when another is removed, with a valid batch")
  func friends() throws {
    let store = try FormStore.inMemory()
    try store.save(try form(about: "I mend bicycles.", friends: "Teodor", "Anneke", "Samir"))
    let session = try store.session(for: key)
    try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
    try session.apply(.tap(.rowPath(RowPath(section: 1, row: 2))))
    try store.save(try form(about: "I mend bicycles and boats.", friends: "Mira", "Anneke", "Samir"))
    let plan = try store.upgrade(key)
    #expect(plan.cells.map(\.key) == ["about", "friends/Samir"] && plan.count(of: .kept) == 2)
    let change = try session.refresh()
    #expect(change.batch.insertedRows == [RowRange(section: 0, rows: 0..<1), RowRange(section: 1, rows: 0..<1)])
    #expect(change.batch.deletedRows == [RowRange(section: 0, rows: 0..<1), RowRange(section: 1, rows: 0..<1)])
    #expect(session.row(at: RowPath(section: 0, row: 0))?.isExpanded == true)
    let rows = (0..<3).compactMap { session.row(at: RowPath(section: 1, row: $0)) }
    #expect(rows.map(\.title) == ["Mira", "Anneke", "Samir"])
    #expect(rows.map(\.isExpanded) == [false, false, true])
  }

  @Test("A friend who returns is expanded as before")
  func comingBack() throws {
    let store = try FormStore.inMemory()
    try store.save(try form(about: "", friends: "Teodor", "Samir"))
    try store.apply(.expand(.key("friends/Teodor")), to: key)
    try store.save(try form(about: "", friends: "Samir"))
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.setAside]])
    try store.save(try form(about: "Hello", friends: "Samir", "Teodor"))
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.returned]])
    let session = try store.session(for: key)
    #expect(session.row(at: RowPath(section: 1, row: 1))?.isExpanded == true)
    #expect(try store.check() == [])
  }
}
