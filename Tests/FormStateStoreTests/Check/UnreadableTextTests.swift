import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// FormState would read another text: one that ends at NUL, or has U+FFFD in place of bytes.
@Suite("A text that is not stored as FormState reads it")
struct UnreadableTextTests {
  private static let columns = [
    ("formstate_form", "key"), ("formstate_response", "key"), ("formstate_entry", "author"),
    ("formstate_entry", "group_name"), ("formstate_destination", "name"), ("formstate_pushed", "refusal"),
    ("formstate_place", "device"), ("formstate_draft", "device"), ("formstate_draft", "text"),
  ]

  /// A store with one row in each table.
  private func store() throws -> FormStore {
    let store = try FormStore.inMemory().acting(as: "Becky")
    let key = ResponseKey(form: "profile")
    try store.save(ProfileForm.form)
    try store.group("Name", in: key) { try $0.apply(.set(.key("firstname"), "Tom")) }
    let part = try #require(try store.nextBatch(for: "hq")?.parts.first)
    try store.take([PushAnswer(stream: part.stream, outcome: .refused(reason: "Closed."))], from: "hq")
    try store.session(for: key).keep(FormPlace(cell: "firstname"))
    try store.apply(.draft("lastname", "S"), to: key)
    return store
  }

  @Test("Check names the column", arguments: columns)
  func named(table: String, column: String) throws {
    for bytes in ["41ff", "eda080", "410042"] {
      let store = try store()
      try Tampering.run("UPDATE \(table) SET \(column) = CAST(x'\(bytes)' AS TEXT)", in: store.database)
      #expect(
        try store.check().first == "1 of the rows of \(table) have a \(column) that is not UTF-8 or contains NUL")
    }
  }

  @Test("Check accepts any other name", arguments: columns.dropFirst())
  func accepted(table: String, column: String) throws {
    let store = try store()
    try Tampering.run("UPDATE \(table) SET \(column) = 'Zoë ' || char(128512)", in: store.database)
    #expect(try store.check() == [])
  }
}
