import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Inside a host app's own database")
struct HostDatabaseTests {
  @Test("FormState shares a database with the app's tables, and their migrations stay separate")
  func besideHostTables() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path("app.sqlite"))
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") {
      try $0.execute(sql: "CREATE TABLE form (id INTEGER PRIMARY KEY, title TEXT)")
    }
    migrator.registerMigration("2") { try $0.execute(sql: "CREATE TABLE page (id INTEGER PRIMARY KEY)") }
    try migrator.migrate(pool, upTo: "1")
    let store = try FormStore(database: pool)
    try store.save(ProfileForm.form)
    try store.apply(.choose(.key("basketball")), to: ResponseKey(form: "profile"))
    try migrator.migrate(pool)
    #expect(try pool.read { try migrator.hasCompletedMigrations($0) })
    #expect(try pool.read { try migrator.hasBeenSuperseded($0) } == false)
    let reopened = try FormStore(database: pool)
    #expect(try reopened.check() == [])
    #expect(try pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM form") } == 0)
    #expect(
      try reopened.session(for: ResponseKey(form: "profile")).row(at: RowPath(section: 1, row: 0))?.title
        == "Basketball")
  }

  @Test("The article names every view")
  func article() throws {
    let article = try Repository.text(of: "Sources/FormStateStore/FormStateStore.docc/HostDatabase.md")
    for view in SchemaNames.plainViews { #expect(article.contains("`\(view)`"), "\(view)") }
  }

  @Test(
    "A host's table or view with a name that FormState needs is refused before any write",
    arguments: [
      ("CREATE TABLE history (id)", "table", "history"), ("CREATE VIEW Answer AS SELECT 1", "view", "Answer"),
      ("CREATE TABLE formstate_cell (id)", "table", "formstate_cell"),
    ])
  func nameTaken(sql: String, type: String, name: String) throws {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: sql) }
    let error = #expect(throws: StoreError.self) { try FormStore(database: queue) }
    #expect(error == .nameTaken(type: type, name: name))
    #expect(
      error?.description
        == "the database has a \(type) “\(name)” of its own, a name that FormState needs; "
        + "keep form state in a file of its own, or rename it")
    #expect(
      try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_schema WHERE sql IS NOT NULL") }
        == 1)
  }

  @Test("Connections that do not enforce foreign keys are refused")
  func foreignKeysOff() throws {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    let queue = try DatabaseQueue(configuration: configuration)
    #expect(throws: StoreError.foreignKeysOff) { try FormStore(database: queue) }
  }
}
