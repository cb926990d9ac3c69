import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// `check` compares the views with the contents of every response.
@Suite("Check compares the views with the response")
struct ViewProofTests {
  private let key = ResponseKey(form: "greeting")

  private func faults(besides action: FormAction?) throws -> [String] {
    let store = try FormStore.inMemory()
    try ColumnStory.tell(in: store)
    let other = ResponseKey(form: "greeting", response: "other")
    if let action { try store.apply(action, to: other) }
    let read = try store.contents(of: action == nil ? key : other)
    return try store.database.read { db in
      try ViewProof(db: db, location: ResponseLocation.find(key, in: db))
        .faults(of: read, questions: read.form.questions)
    }
  }

  @Test("Check reports nothing where they agree")
  func same() throws { #expect(try faults(besides: nil) == []) }

  @Test("Check names a section that the view shows otherwise")
  func sections() throws {
    let store = try FormStore.inMemory()
    let section = FormSection(key: "s", isFoldable: true, cells: [FormCell(key: "c", kind: .text)])
    try store.save(FormDefinition(key: "f", sections: [section]))
    let key = ResponseKey(form: "f")
    try store.apply(.fold(section: "s"), to: key)
    let read = try store.contents(of: key)
    try store.undo(of: key)
    let faults = try store.database.read { db in
      try ViewProof(db: db, location: ResponseLocation.find(key, in: db))
        .faults(of: read, questions: read.form.questions)
    }
    #expect(faults == ["the view section differs from the response in “s”"])
  }

  @Test("Check names the question of an answer that differs in the view")
  func answers() throws {
    #expect(
      try faults(besides: .set("who", "Grace")) == [
        "the view answer differs from the response in “who”"
      ])
  }

  @Test("Check names the cell of a fault that the view lacks")
  func faults() throws {
    #expect(
      try faults(besides: .set("who", "x")) == [
        "the view answer differs from the response in “who”",
        "the view fault differs from the response in “who”",
      ])
  }
}
