import FormState
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

@Suite("A host that erases its database")
struct HostLifeTests {
  private let profile = ResponseKey(form: "profile")

  @Test("After a migrator erases the database, the open store throws, and a new store is empty")
  func erasing() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path("app.sqlite"))
    try migrator(columns: "a").migrate(pool)
    let store = try FormStore(database: pool)
    try store.save(ProfileForm.form)
    try migrator(columns: "a, b").migrate(pool)
    #expect(throws: StoreError.notAStore(path: pool.path)) { try store.apply(.tap(.key("fullname")), to: profile) }
    #expect(throws: StoreError.notAStore(path: pool.path)) { try store.formKeys() }
    #expect(try FormStore(database: pool).formKeys() == [])
  }

  @Test("A store in its own file outlives the erasure of the host's database")
  func fileOfItsOwn() throws {
    let folder = try TemporaryFolder()
    let pool = try DatabasePool(path: folder.path("app.sqlite"))
    let store = try FormStore(path: folder.path("forms.sqlite"))
    try store.save(ProfileForm.form)
    for columns in ["a", "a, b"] { try migrator(columns: columns).migrate(pool) }
    #expect(try store.formKeys() == ["profile"])
  }

  private func migrator(columns: String) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.eraseDatabaseOnSchemaChange = true
    migrator.registerMigration("1") { try $0.execute(sql: "CREATE TABLE note (\(columns))") }
    return migrator
  }
}
