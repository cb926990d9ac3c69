import FormState
import Foundation
import GRDB
import Observation
import TestSupport
import Testing

@testable import FormStateStore

/// What a model shows of questions that joining copies leaves open.
@Suite("A model's open questions", .timeLimit(.minutes(15)))
@MainActor
struct ModelQuestionTests {
  private func parted() throws -> PartedCopies {
    let copies = try PartedCopies(after: [.set("owner", "Tom"), .choose("roof=good")])
    try copies.part(
      [.set("owner", "Ann"), .choose("roof=poor"), .set("secret", "north")],
      [.set("owner", "Ben"), .clear("roof"), .set("secret", "south")])
    return copies
  }

  @Test("Each question has its title, and its alternatives as people read them; those of a sensitive cell are masked")
  func contents() throws {
    let copies = try parted()
    let model = FormModel(try copies.ada.session(for: copies.key))
    #expect(try model.questions == copies.ada.questions())
    #expect(model.questions.map(\.title) == ["Owner", "Roof", "Secret"])
    let texts = model.questions.map { Set($0.alternatives.map(\.text)) }
    #expect(texts == [["Ann", "Ben"], ["Poor", nil], ["•••"]])
    #expect(model.questions.allSatisfy { Set($0.alternatives.map(\.author)) == ["Ada", "Eve"] })
  }

  @Test("A view lists questions and takes what shows")
  func listed() async throws {
    let model = FormModel(try parted().ada.session(for: ResponseKey(form: "house")))
    for question in model.questions {
      let texts = question.alternatives.map { "\($0.text ?? "no answer"), \($0.author ?? "unknown")" }
      print(question.title ?? "Is the form completed?", texts)
      model.settle(question, taking: 1)
    }
    await model.settle()
    #expect(model.questions.isEmpty)
  }

  @Test("Settling, undo, an answer, others and another connection's sync change the questions, and views are notified")
  func kept() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("answers.sqlite")
    let copies = try PartedCopies(in: FormStore(path: path))
    let model = FormModel(try copies.ada.session(for: copies.key, coalescing: .zero))
    let notified = Locked(0)
    func follow() {
      withObservationTracking({ _ = model.questions }, onChange: { notified.withLock { $0 += 1 } })
    }
    func expectNotified(_ titles: [String], _ work: () async throws -> Void) async throws {
      follow()
      let before = notified.withLock { $0 }
      try await work()
      await model.settle()
      #expect(notified.withLock { $0 } == before + 1)
      #expect(model.questions.compactMap(\.title) == titles)
      #expect(try model.questions == copies.ada.questions())
    }
    #expect(model.questions.isEmpty)
    try copies.ada.apply(.set("owner", "Ann"), to: copies.key)
    try copies.eve.apply(.set("owner", "Ben"), to: copies.key)
    let other = try FormStore(path: path)
    try await expectNotified(["Owner"]) {
      try other.merge(parts: copies.eve.forEachPart)
      model.refresh()
    }
    let question = try #require(model.questions.first)
    try await expectNotified([]) { model.settle(question, taking: 2) }
    #expect(model.value(of: "owner")?.plainText == question.alternatives[1].text)
    try await expectNotified(["Owner"]) { model.undo() }
    try await expectNotified([]) { model.perform(.set("owner", "both")) }
    try await expectNotified(["Owner"]) { model.undo() }
    try await expectNotified([]) {
      try other.apply(.settle("owner", taking: 1), to: copies.key)
      model.refresh()
    }
    #expect(model.failure == nil)
    // Another change notifies no reader of questions.
    follow()
    let before = notified.withLock { $0 }
    model.perform(.set("floors", 3))
    await model.settle()
    #expect(notified.withLock { $0 } == before)
  }

  @Test("A question that others have settled, or said something else about, is not settled unseen")
  func meanwhile() async throws {
    let copies = try PartedCopies()
    try copies.part([.set("owner", "Ann")], [.set("owner", "Ben")])
    let model = FormModel(try copies.ada.session(for: copies.key))
    let question = try #require(model.questions.first)
    try copies.eve.apply(.set("owner", "Cid"), to: copies.key)
    try copies.meet()
    await #expect(throws: ActionError.otherQuestion(about: "owner")) {
      try await model.settle(question, taking: 2).value
    }
    #expect(try copies.ada.questions().count == 1)
    model.refresh()
    await model.settle()
    let now = try #require(model.questions.first)
    #expect(now != question)
    try copies.ada.apply(.settle("owner", taking: 1), to: copies.key)
    await #expect(throws: ActionError.self) { try await model.settle(now, taking: 2).value }
    let session = try copies.ada.session(for: copies.key)
    #expect(session.questions.isEmpty)
  }

  @Test("A session refuses to settle a question that has other alternatives than it shows")
  func session() throws {
    let copies = try PartedCopies()
    try copies.part([.set("owner", "Ann")], [.set("owner", "Ben")])
    let session = try copies.ada.session(for: copies.key)
    try copies.eve.apply(.set("owner", "Cid"), to: copies.key)
    try copies.meet()
    #expect(throws: ActionError.otherQuestion(about: "owner")) { try session.apply(.settle("owner", taking: 2)) }
    try session.refresh()
    let wanted = session.questions.first?.alternatives[1].text
    try session.apply(.settle("owner", taking: 2))
    #expect(session.value(of: "owner")?.plainText == wanted && session.questions.isEmpty)
  }

  @Test("The completion is asked about in the words of the session")
  func completion() throws {
    let copies = try PartedCopies()
    try copies.part([.complete], [.set("owner", "Ben")])
    let session = try copies.ada.session(for: copies.key)
    let question = try #require(session.questions.first)
    #expect(question.kind == .completion && question.address == nil && question.title == nil)
    #expect(question.alternatives.map(\.text) == ["in progress", "completed"])
    session.speak(.german)
    #expect(session.questions.first?.alternatives.map(\.text) == ["in Arbeit", "abgeschlossen"])
    _ = try session.apply(.settle(nil, taking: 2))
    #expect(session.isCompleted && session.questions.isEmpty)
  }

  @Test("Without questions an action runs no more statements while a view reads them")
  func cost() async throws {
    let counter = StatementCounter()
    var configuration = Configuration()
    configuration.prepareDatabase { db in db.trace { counter.take($0.description) } }
    let store = try FormStore(database: DatabaseQueue(configuration: configuration))
    try store.save(PartedCopies.form)
    let key = ResponseKey(form: "house")
    func statements(reading: Bool) async throws -> Int {
      let model = FormModel(try store.session(for: key, coalescing: .zero))
      _ = try await model.perform(.set("owner", "Ann")).value
      if reading { withObservationTracking({ _ = model.questions }, onChange: {}) }
      let before = counter.count
      _ = try await model.perform(.set("owner", "Ben")).value
      await model.settle()
      if reading { #expect(model.questions.isEmpty) }
      return counter.count - before
    }
    _ = try await statements(reading: false)
    let without = try await statements(reading: false)
    #expect(try await statements(reading: true) == without)
  }
}
