import FormStateStore
import TestSupport
import Testing

@testable import FormState

/// What a merge says follows from what it joins: a program with other rules, or a liar, cannot decide it.
@Suite("Merges that others would not make")
struct ForgedMergeTests {
  private let key = ResponseKey(form: "house")
  private let (north, south): (FormStore, FormStore)

  init() throws {
    let form = FormDefinition(key: "house") {
      FormSection(key: "s") {
        Cell.text("owner", title: "Owner")
        Cell.integer("floors", title: "Floors")
      }
    }
    (north, south) = (try FormStore.inMemory(), try FormStore.inMemory())
    try north.save(form)
    try north.apply(.set("owner", "Tom"), to: key)
    try south.merge(parts: north.forEachPart)
    try north.apply(.set("owner", "Ada"), to: key)
    try south.apply(.set("owner", "Eve"), to: key)
    try south.merge(parts: north.forEachPart)
    try south.apply(.set("floors", 2), to: key)
  }

  /// What South has, with a merge that hides that the owner is disputed.
  private func forged() throws -> [FormContents.Part] {
    var parts: [FormContents.Part] = []
    try south.forEachPart { part in
      guard case .response(let key, var response) = part else { return parts.append(part) }
      let place = try #require(response.journal.firstIndex { $0.action.merge != nil })
      response.journal[place].changes.removeAll { $0.field == .alternatives }
      parts.append(.response(key: key, response))
    }
    return parts
  }

  @Test("It waits beside what a copy shows, and a new copy shows what was before it")
  func waits() throws {
    let forged = try forged()
    let third = try FormStore.inMemory()
    for (store, revision) in [(north, 2), (third, 2)] {
      let report = try store.merge { body in for part in forged { try body(part) } }
      let response = try #require(report.responses.first)
      #expect(response.outcome == .waiting || response.outcome == .added)
      #expect(response.waits == "a copy was joined by other rules than those of this program")
      #expect(try store.contents(of: key).revision == revision)
      #expect(try store.questions().map(\.kind) == [.line])
      #expect(try store.check() == [])
    }
  }

  @Test("A document with it is refused")
  func document() throws {
    var contents: FormContents?
    for part in try forged() {
      switch part {
      case .form(let form): contents = form
      case .response(let key, let response): contents?.responses[key] = response
      }
    }
    let (store, document) = (try FormStore.inMemory(), try #require(contents))
    let error = #expect(throws: StoreError.self) { try store.importForms([document]) }
    #expect(error?.code == .unfitJournal)
    #expect(error?.description.contains("a copy was joined by other rules than those of this program") == true)
  }

  @Test("A true one is taken")
  func truth() throws {
    let third = try FormStore.inMemory()
    try third.merge(parts: south.forEachPart)
    try north.merge(parts: south.forEachPart)
    let digests = try [north, south, third].map { try $0.contents(of: key).digest }
    #expect(Set(digests).count == 1)
    #expect(try third.questions().map(\.address) == ["owner"])
  }
}
