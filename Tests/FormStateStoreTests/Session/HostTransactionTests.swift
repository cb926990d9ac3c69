import GRDB
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// An action that is committed with the host's own rows, or not at all.
@Suite("An action within the host's own transaction")
struct HostTransactionTests {
  private struct ChangedMind: Error {}

  private let key = ResponseKey(form: "profile")

  private func host(_ isPool: Bool) throws -> (folder: TemporaryFolder, database: any DatabaseWriter, store: FormStore)
  {
    let folder = try TemporaryFolder()
    let path = folder.path("host.sqlite")
    let database: any DatabaseWriter = isPool ? try DatabasePool(path: path) : try DatabaseQueue(path: path)
    try database.write { try $0.execute(sql: "CREATE TABLE visit (day TEXT)") }
    let store = try FormStore(database: database)
    try store.save(ProfileForm.form)
    return (folder, database, store)
  }

  private func visits(_ database: any DatabaseWriter) throws -> Int? {
    try database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM visit") }
  }

  @Test("The action and the host's rows are committed together, and a refresh shows it", arguments: [false, true])
  func together(isPool: Bool) throws {
    let (folder, database, store) = try host(isPool)
    defer { _ = folder }
    let session = try store.session(for: key)
    let revision = try database.write { db in
      try db.execute(sql: "INSERT INTO visit VALUES ('today')")
      try store.apply(.tap("fullname"), to: key, in: db)
      return try store.apply(.set("firstname", "Tom"), to: key, in: db)
    }
    #expect(revision == 2 && session.revision == 0)
    #expect(try visits(database) == 1)
    let change = try session.refresh()
    #expect(change.revision == 2)
    #expect(change.batch.insertedRows == [RowRange(section: 0, rows: 1..<3)])
    #expect(session.value(of: "firstname") == "Tom")
    #expect(session.undoName == "Set First name")
    // The session's next action follows the host's action, too.
    try database.write { _ = try store.apply(.tap("birth"), to: key, in: $0) }
    #expect(try session.apply(.tap("sport")).revision == 4)
    #expect(try store.check() == [])
  }

  @Test("A rollback of the host's rows rolls back the action", arguments: [false, true])
  func rolledBack(isPool: Bool) throws {
    let (folder, database, store) = try host(isPool)
    defer { _ = folder }
    #expect(throws: ChangedMind.self) {
      try database.write { db in
        try db.execute(sql: "INSERT INTO visit VALUES ('today')")
        try store.apply(.tap("fullname"), to: key, in: db)
        throw ChangedMind()
      }
    }
    #expect(try visits(database) == 0)
    #expect(try store.responseKeys(ofForm: "profile") == [])
    try store.apply(.tap("fullname"), to: key)
    try database.writeWithoutTransaction { db in
      try db.inTransaction {
        try store.apply(.tap("birth"), to: key, in: db)
        try db.inSavepoint {
          try store.apply(.tap("sport"), to: key, in: db)
          return .rollback
        }
        return .commit
      }
    }
    #expect(try store.journal(of: key).map(\.action) == [.tap("fullname"), .tap("birth")])
    #expect(try store.check() == [])
  }

  @Test("A refused action leaves the host's transaction unchanged and usable", arguments: [false, true])
  func refused(isPool: Bool) throws {
    let (folder, database, store) = try host(isPool)
    defer { _ = folder }
    try database.write { db in
      try db.execute(sql: "INSERT INTO visit VALUES ('today')")
      #expect(throws: ActionError.self) { try store.apply(.set("level-slider", 99), to: key, in: db) }
      #expect(throws: StoreError.self) { try store.apply(.tap("fullname"), to: ResponseKey(form: "none"), in: db) }
      try db.execute(sql: "INSERT INTO visit VALUES ('tomorrow')")
    }
    #expect(try visits(database) == 2)
    #expect(try store.responseKeys(ofForm: "profile") == [])
    try database.write { db in
      try store.apply(.set("level-slider", 9), to: key, in: db)
      #expect(throws: ActionError.self) { try store.apply(.set("level-slider", 99), to: key, in: db) }
    }
    #expect(try store.journal(of: key).count == 1)
    #expect(try store.check() == [])
  }

  @Test("Undo, redo and groups are part of the host's transaction", arguments: [false, true])
  func stepsTogether(isPool: Bool) throws {
    let (folder, database, store) = try host(isPool)
    defer { _ = folder }
    let session = try store.session(for: key)
    let revision = try database.write { db in
      try db.execute(sql: "INSERT INTO visit VALUES ('today')")
      return try store.group("Name", in: key, in: db) { group in
        try group.apply(.set("firstname", "Tom"))
        try group.apply(.set("lastname", "Sawyer"))
      }
    }
    #expect(try revision == 2 && session.refresh().revision == 2 && session.undoName == "Name")
    try database.write { db in
      try store.apply(.tap("birth"), to: key, in: db)
      #expect(try store.undo(of: key, count: 9, in: db) == RevertedSteps(count: 2, revision: 5))
      #expect(throws: ActionError.nothingToUndo) { try store.undo(of: key, in: db) }
      #expect(try store.redo(of: key, in: db) == RevertedSteps(count: 1, revision: 6))
    }
    try session.refresh()
    #expect(session.value(of: "lastname") == "Sawyer" && session.redoName == "Expand Date of birth")
    #expect(throws: ChangedMind.self) {
      try database.write { db in
        try store.undo(of: key, in: db)
        throw ChangedMind()
      }
    }
    #expect(try store.revision(of: key) == 6)
    #expect(throws: StoreError.outsideTransaction) {
      try database.writeWithoutTransaction { _ = try store.undo(of: key, in: $0) }
    }
    #expect(try store.check() == [])
  }

  @Test("An action between two actions of a group is applied as well")
  func besideAGroup() throws {
    let (folder, database, store) = try host(false)
    defer { _ = folder }
    _ = try database.write { db in
      try store.group("Name", in: key, in: db) { group in
        try group.apply(.set("firstname", "Tom"))
        try store.apply(.tap("fullname"), to: key, in: db)
        try group.apply(.set("lastname", "Sawyer"))
      }
    }
    #expect(try store.revision(of: key) == 3)
    let state = try store.contents(of: key).state
    #expect(state.entries == ["firstname": .value("Tom"), "lastname": .value("Sawyer")])
  }

  @Test("A group that throws rolls back its actions, and the host's transaction continues", arguments: [false, true])
  func refusedGroup(isPool: Bool) throws {
    let (folder, database, store) = try host(isPool)
    defer { _ = folder }
    try database.write { db in
      try db.execute(sql: "INSERT INTO visit VALUES ('today')")
      #expect(throws: ChangedMind.self) {
        try store.group("Name", in: key, in: db) { group in
          try group.apply(.set("firstname", "Tom"))
          throw ChangedMind()
        }
      }
      try store.apply(.tap("birth"), to: ResponseKey(form: "profile", response: "other"), in: db)
    }
    #expect(try visits(database) == 1)
    #expect(try store.responseKeys(ofForm: "profile") == ["other"])
    #expect(try store.check() == [])
  }

  @Test("A SQLite error within an action rolls back only that action")
  func halfWay() throws {
    let (folder, database, _) = try host(false)
    defer { _ = folder }
    let store = try FormStore(database: database, allowing: ["full"])
    // A trigger of the host's, which fails after the state is written.
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TEMP TRIGGER full AFTER INSERT ON main.formstate_entry WHEN NEW.changes LIKE '%["title",%'
          BEGIN SELECT raise(FAIL, 'no room'); END
          """)
    }
    try database.write { db in
      try db.execute(sql: "INSERT INTO visit VALUES ('today')")
      try store.apply(.tap("birth"), to: key, in: db)
      #expect(throws: StoreError.database(code: 1811, message: "no room")) {
        try store.apply(.set("firstname", "Tom"), to: key, in: db)
      }
    }
    #expect(try visits(database) == 1)
    #expect(try store.journal(of: key).map(\.action) == [.tap("birth")])
    #expect(try store.contents(of: key).state.entries.isEmpty)
    #expect(try store.check() == [])
  }

  @Test("An action on a connection without a transaction, or within a read, is refused", arguments: [false, true])
  func outside(isPool: Bool) throws {
    let (folder, database, store) = try host(isPool)
    defer { _ = folder }
    let error = #expect(throws: StoreError.self) {
      try database.writeWithoutTransaction { _ = try store.apply(.tap("fullname"), to: key, in: $0) }
    }
    #expect(error == .outsideTransaction)
    #expect(
      error?.description
        == "there is no transaction that the action could be part of; begin one, or leave the connection out")
    #expect(throws: StoreError.self) {
      try database.read { _ = try store.apply(.tap("fullname"), to: key, in: $0) }
    }
    #expect(try store.responseKeys(ofForm: "profile") == [])
    try store.apply(.tap("fullname"), to: key)
    #expect(try store.check() == [])
  }
}
