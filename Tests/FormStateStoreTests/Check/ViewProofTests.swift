import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// What the views tell is held against what is read, in every response that `check` looks at.
@Suite("Check compares views with what is read")
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

  @Test("Nothing is said where they agree")
  func same() throws { #expect(try faults(besides: nil) == []) }

  @Test("An answer that the view tells otherwise is named by its question")
  func answers() throws {
    #expect(
      try faults(besides: .set("who", "Grace")) == [
        "the view answer differs from the response in “who”"
      ])
  }

  @Test("A fault that the view does not tell is named by its cell")
  func faults() throws {
    #expect(
      try faults(besides: .set("who", "x")) == [
        "the view answer differs from the response in “who”",
        "the view fault differs from the response in “who”",
      ])
  }
}
