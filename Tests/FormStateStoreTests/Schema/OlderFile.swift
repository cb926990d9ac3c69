import FormState
import Foundation
import GRDB
import TestSupport

@testable import FormStateStore

/// A file that this FormState wrote, for a later one with more steps.
struct OlderFile {
  let folder: TemporaryFolder
  let path: String

  /// Makes the file, with a response.
  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("answers.sqlite")
    let store = try FormStore(path: path)
    let key = ResponseKey(form: "profile")
    try store.save(ProfileForm.form)
    for action: FormAction in [.tap("fullname"), .set("firstname", "Ada"), .choose("red"), .fold(section: "work")] {
      try store.apply(action, to: key)
    }
    try store.undo(of: key)
  }

  /// The steps of this FormState, and later ones.
  static func steps(and later: String...) -> [Migration] {
    let known = Migrations.all
    return known
      + later.enumerated().map { index, sql in
        let number = known.count + 1 + index
        return Self.later(number, name: "000\(number)_later", sql: sql)
      }
  }

  /// A step that records itself.
  static func later(_ number: Int, name: String, sql: String) -> Migration {
    Migration(
      number: number, name: name,
      sql: "\(sql); INSERT INTO formstate_migration (number, name, time) VALUES (\(number), '\(name)', 'now')")
  }

  /// A step that adds a column by rebuilding a table that others reference.
  static func rebuildingForms() throws -> String {
    let sql = try FormStore.inMemory().read { db in
      try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'formstate_form'") ?? ""
    }
    return """
      CREATE TEMP TABLE kept AS SELECT * FROM formstate_form;
      DROP TABLE formstate_form;
      \(sql.replacingOccurrences(of: "key     TEXT", with: "owner TEXT, key TEXT"));
      INSERT INTO formstate_form (id, key, version, owner) SELECT id, key, version, 'nobody' FROM kept;
      DROP TABLE kept;
      """
  }

  /// The bytes of the file.
  func bytes(of name: String = "answers.sqlite") throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: folder.path(name)))
  }

  /// The names of the files in the folder.
  func files() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  /// The recorded schema version of a file.
  func version(of name: String = "answers.sqlite") throws -> Int {
    try DatabaseQueue(path: folder.path(name)).read { db in
      try Int.fetchOne(db, sql: "SELECT max(number) FROM formstate_migration") ?? 0
    }
  }

  /// The forms, responses, revisions and digests of the file, read by a FormState with the given steps.
  func overview(steps: [Migration] = Migrations.all, of name: String = "answers.sqlite") throws
    -> [FormStore.FormOverview]
  {
    try FormStore(path: folder.path(name), access: .read, steps: steps).overview(includingDigests: true)
  }

  /// Turns the log off, as in a file that is restored from a dump.
  func giveUpLog() throws {
    try DatabaseQueue(path: path).writeWithoutTransaction { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
  }
}
