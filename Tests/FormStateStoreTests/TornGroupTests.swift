import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// Groups in which something fails halfway, and closures that ignore the error.
@Suite("Groups with failing actions")
struct TornGroupTests {
  private struct ChangedMind: Error {}

  private let key = ResponseKey(form: "profile")

  /// A store in a host's database with a host table; journalling a displayed title fails.
  private func store(failing: String = "ABORT") throws -> (FormStore, DatabaseQueue) {
    let queue = try DatabaseQueue()
    let store = try FormStore(database: queue, allowing: ["full"])
    try store.save(ProfileForm.form)
    try queue.write { db in
      try db.execute(
        sql: """
          CREATE TABLE visit (place TEXT NOT NULL UNIQUE);
          CREATE TEMP TRIGGER full AFTER INSERT ON main.formstate_entry WHEN NEW.changes LIKE '%["title",%'
          BEGIN
            SELECT RAISE(\(failing), 'the disk is full');
          END;
          """)
    }
    return (store, queue)
  }

  private func visits(_ queue: DatabaseQueue) throws -> [String] {
    try queue.read { try String.fetchAll($0, sql: "SELECT place FROM visit ORDER BY place") }
  }

  @Test("A database error within an action leaves no partial change, even if the closure ignores it")
  func swallowed() throws {
    let (store, queue) = try store()
    try store.apply(.tap(.key("sport")), to: key)
    try store.group("Name", in: key) { group in
      try group.apply(.fold(section: "work"))
      let error = #expect(throws: StoreError.self) { try group.apply(.set(.key("firstname"), .text("Tom"))) }
      #expect(error?.description == "SQLite error 1811: the disk is full")
      try group.apply(.tap(.key("birth")))
    }
    #expect(
      try store.journal(of: key).map(\.action) == [
        .tap(.key("sport")), .fold(section: "work"), .tap(.key("birth")),
      ])
    #expect(try store.journal(of: key).map(\.step) == [1, 2, 2])
    #expect(try store.contents(of: key).state.entries == [:])
    #expect(try store.check() == [])
    try queue.write { try $0.execute(sql: "DROP TRIGGER full") }
    try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    #expect(try store.undo(of: key, count: 2).count == 2)
    #expect(try store.contents(of: key).state.disclosure == ["sport": true])
    #expect(try store.check() == [])
  }

  @Test("A session's group shows its other actions when one fails halfway")
  func swallowedInASession() throws {
    let (store, _) = try store()
    let session = try store.session(for: key)
    let before = NaiveModel.rows(of: ProfileForm.form, state: session.state)
    let change = try session.group("Name") { group in
      _ = try? group.apply(.set(.key("firstname"), .text("Tom")))
      try group.apply(.tap(.key("birth")))
    }
    #expect(session.state == (try store.contents(of: key).state))
    let after = NaiveModel.rows(of: ProfileForm.form, state: session.state)
    #expect(BatchChecker.faults(in: change.batch, from: before, to: after) == [])
    #expect(session.undoName == "Name")
    #expect(try store.check() == [])
  }

  @Test("After SQLite rolls back the transaction, a group keeps nothing, whatever its closure does next")
  func interrupted() throws {
    let (store, queue) = try store(failing: "ROLLBACK")
    let error = #expect(throws: StoreError.self) {
      try store.group("Name", in: key) { group in
        try group.apply(.tap(.key("birth")))
        _ = try? group.apply(.set(.key("firstname"), .text("Tom")))
        #expect(throws: StoreError.rolledBack) { try group.apply(.tap(.key("sport"))) }
      }
    }
    #expect(error == .rolledBack)
    #expect(try store.responseKeys(ofForm: "profile") == [])
    try queue.write { try $0.execute(sql: "DROP TRIGGER full") }
    #expect(try store.apply(.tap(.key("birth")), to: key) == 1)
    #expect(try store.check() == [])
  }

  @Test("A group without an effect keeps what the host wrote in its closure, and creates no response")
  func hostsRows() throws {
    let (store, queue) = try store()
    try store.group("Nothing", in: key) { group in
      try queue.unsafeReentrantWrite { try $0.execute(sql: "INSERT INTO visit VALUES ('Hannibal')") }
      try group.apply(.collapse(.key("fullname")))
    }
    #expect(try visits(queue) == ["Hannibal"])
    #expect(try store.responseKeys(ofForm: "profile") == [])
    let session = try store.session(for: key)
    try session.group("Nothing") { _ in
      try queue.unsafeReentrantWrite { try $0.execute(sql: "INSERT INTO visit VALUES ('St. Petersburg')") }
    }
    #expect(try visits(queue) == ["Hannibal", "St. Petersburg"])
    #expect(try store.responseKeys(ofForm: "profile") == [])
    #expect(try store.check() == [])
  }

  @Test("An error of the host's in a group is rethrown unchanged and rolls back the host's rows")
  func hostsErrors() throws {
    let (store, queue) = try store()
    func insertTwice() throws {
      for _ in 0..<2 { try queue.unsafeReentrantWrite { try $0.execute(sql: "INSERT INTO visit VALUES ('Hannibal')") } }
    }
    #expect(throws: ChangedMind.self) {
      try store.group("Name", in: key) { group in
        try group.apply(.tap(.key("birth")))
        throw ChangedMind()
      }
    }
    let error = #expect(throws: DatabaseError.self) {
      try store.group("Name", in: key) { group in
        try group.apply(.tap(.key("birth")))
        try insertTwice()
      }
    }
    #expect(error?.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE)
    let session = try store.session(for: key)
    #expect(throws: DatabaseError.self) { try session.group("Name") { _ in try insertTwice() } }
    #expect(try visits(queue) == [])
    #expect(try store.responseKeys(ofForm: "profile") == [])
    // A database error within an action is a StoreError.
    let ours = #expect(throws: StoreError.self) {
      try store.group("Name", in: key) { try $0.apply(.set(.key("firstname"), .text("Tom"))) }
    }
    #expect(ours == .database(code: 1811, message: "the disk is full"))
  }
}
