import FormState
import FormStateStore
import GRDB
import TestSupport
import Testing

@Suite("The response that a connection keeps in memory")
struct LastResponseTests {
  private static let key = ResponseKey(form: "f")
  private static let cells = ["a", "b", "c"].map { FormCell(key: $0, kind: .text) }

  private static func saveForm(in store: FormStore) throws {
    try store.save(FormDefinition(key: "f", sections: [FormSection(key: "s", cells: cells)]))
  }

  private static func values(in store: FormStore) throws -> [String] {
    try cells.map { try store.answer(in: .key($0.key), of: key)?.answer.value?.plainText ?? "-" }
  }

  @Test("After a savepoint was rolled back, another store's action at the same revision counts, not the lost one")
  func savepoint() throws {
    let queue = try DatabaseQueue()
    let (one, two) = (try FormStore(database: queue), try FormStore(database: queue))
    try Self.saveForm(in: one)
    try queue.write { db in
      try db.inSavepoint {
        try one.apply(.set("a", "lost"), to: Self.key, in: db)
        return .rollback
      }
      try two.apply(.set("a", "kept"), to: Self.key, in: db)
      try one.apply(.set("a", "later"), to: Self.key, in: db)
      try one.apply(.undo(.everything), to: Self.key, in: db)
    }
    #expect(try Self.values(in: one) == ["kept", "-", "-"])
    #expect(try one.check().isEmpty)
  }

  @Test("After a rolled back transaction, an action at the same revision begins at what was committed")
  func rollback() throws {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue)
    try Self.saveForm(in: store)
    try store.apply(.set("a", "first"), to: Self.key)
    try queue.inDatabase { db in
      try db.inTransaction {
        try store.apply(.set("a", "lost"), to: Self.key, in: db)
        return .rollback
      }
    }
    try store.apply(.set("b", "second"), to: Self.key)
    try store.apply(.set("a", "third"), to: Self.key)
    try store.apply(.undo(.everything), to: Self.key)
    #expect(try Self.values(in: store) == ["first", "second", "-"])
    #expect(try store.check().isEmpty)
  }

  @Test("What another connection changes in the file is read, even at the same revision")
  func otherConnection() throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("a.sqlite"))
    try Self.saveForm(in: store)
    try store.apply(.set("a", "first"), to: Self.key)
    try Tampering.run(
      """
      UPDATE formstate_cell_state SET value = 'mended';
      UPDATE formstate_entry SET changes = replace(changes, 'first', 'mended');
      """, in: try DatabaseQueue(path: folder.path("a.sqlite")))
    try store.apply(.set("a", "second"), to: Self.key)
    try store.apply(.undo(.everything), to: Self.key)
    #expect(try Self.values(in: store) == ["mended", "-", "-"])
  }
}
