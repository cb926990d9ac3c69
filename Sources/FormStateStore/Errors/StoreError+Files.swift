import FormState

/// Errors of files, of the schema and of a connection's settings.
extension StoreError {
  static func missingFile(path: String) -> Self {
    Self(.missingFile, path, problem: "there is no file “\(path)”", fix: "formstate import makes one")
  }

  static func notADatabase(path: String) -> Self {
    Self(.notADatabase, path, problem: "“\(path)” is not an SQLite database; it was left untouched")
  }

  static func cannotOpen(path: String, reason: String) -> Self {
    Self(
      .cannotOpen, path, problem: "“\(path)” cannot be opened (\(reason))",
      fix: "check that its folder exists and may be written")
  }

  static func namesNoFile(path: String) -> Self {
    Self(.cannotOpen, path, problem: "“\(path)” names no file", fix: "give the path of one")
  }

  static func readOnly(path: String) -> Self {
    Self(.readOnly, path, problem: "“\(path)” is read-only", fix: "allow writing, or work on a copy")
  }

  static func notAStore(path: String) -> Self {
    Self(
      .notAStore, path, problem: "“\(path)” is an SQLite database without FormState tables",
      fix: "formstate import adds them")
  }

  static func unreadableLog(path: String) -> Self {
    Self(
      .unreadableLog, path,
      problem: "“\(path)” has changes in “\(path)-wal”, which only a user with permission to write can read",
      fix: "open it once with that permission, or copy both files into a folder of your own")
  }

  static func copyFailed(path: String, reason: String) -> Self {
    Self(
      .copyFailed, path, problem: "the copy “\(path)” could not be made (\(reason))",
      fix: "name a new file in a folder that may be written", cause: reason)
  }

  static func backupFailed(path: String, reason: String) -> Self {
    Self(
      .backupFailed, path, problem: "the backup “\(path)” could not be made (\(reason)), so the database is unchanged",
      fix: "name a new file in a folder that may be written", cause: reason)
  }

  /// The error of a copy as that of a backup; other errors unchanged.
  package var ofBackup: Self {
    code == .copyFailed ? .backupFailed(path: subject ?? "", reason: cause ?? problem) : self
  }

  static func damagedFile(path: String, fault: String) -> Self {
    Self(
      .damaged, path, problem: "“\(path)” is damaged (SQLite: \(fault)), and was left as it is",
      fix: "keep every earlier copy of it, and save what can be read with formstate restore --damaged", cause: fault)
  }

  static func unrecoverable(path: String) -> Self {
    Self(
      .damaged, path, problem: "nothing of “\(path)” can be read: its beginning, or its list of tables, is damaged",
      fix: "restore an earlier copy with formstate restore")
  }

  static func leftover(path: String, beside: String) -> Self {
    Self(
      .leftover, path,
      problem: "“\(path)” is left over from an earlier database “\(beside)”, and SQLite would mix it into the new one",
      fix: "remove it or move it away when no program has that database open, or choose another name")
  }

  static func abandonedLog(path: String, beside: String) -> Self {
    Self(
      .leftover, path,
      problem: "“\(path)” holds changes of a database “\(beside)” that is no longer there",
      fix: "put the database back, or move this file away when no program has the database open")
  }

  static func noRoom(path: String, kilobytes: Int) -> Self {
    Self(
      .diskError, path, problem: "the disk of “\(path)” has less than \(kilobytes) KiB left",
      fix: "make room, and try again")
  }

  static func notEmpty(path: String) -> Self {
    Self(
      .notEmpty, path, problem: "“\(path)” holds forms already",
      fix: "restore into a new file, or bring responses in with formstate sync")
  }

  static func filesLost(path: String, _ loss: FileLoss) -> Self {
    Self(.filesLost, path, problem: "“\(path)” \(loss.clause)", fix: loss.fix, loss: loss)
  }
}

/// Errors of the schema and of a connection's settings.
extension StoreError {
  static func olderSchema(found: Int, supported: Int) -> Self {
    Self(
      .olderSchema, problem: "the database has schema version \(found), and this FormState reads version \(supported)",
      fix: "open it for writing once to migrate it")
  }

  static func newerSchema(found: Int, supported: Int) -> Self {
    Self(
      .newerSchema,
      problem: "the database has schema version \(found), and this FormState knows versions up to \(supported)",
      fix: "it was left untouched, use a newer FormState")
  }

  static func unreleasedSchema(found: Int) -> Self {
    Self(
      .unreleasedSchema, problem: "the database has schema version \(found) from before FormState 1.0",
      fix: "it was left untouched, dump it with the FormState that wrote it and restore the dump with this one")
  }

  static func foreignSchema(number: Int, found: String, expected: String) -> Self {
    Self(
      .foreignSchema,
      problem: "the database calls its schema version \(number) “\(found.shortened)”, not “\(expected.shortened)”",
      fix: "it was left untouched, use the FormState that wrote it")
  }

  static func stepFailed(step: String, version: Int, reason: String) -> Self {
    Self(
      .stepFailed, step, problem: "the schema migration “\(step.shortened)” failed (\(reason))",
      fix: "the database is unchanged at schema version \(version), use the FormState that wrote it")
  }

  static func nameTaken(type: String, name: String) -> Self {
    Self(
      .nameTaken, name,
      problem: "the database has a \(type) “\(name.shortened)” of its own, a name that FormState needs",
      fix: "keep form state in a file of its own, or rename it")
  }

  static func foreignSchemaObject(type: String, name: String, table: String) -> Self {
    let isNamedLikeOurs = name == table
    return Self(
      .foreignSchemaObject, name,
      problem: isNamedLikeOurs
        ? "the \(type) “\(name)” is not FormState's though its name is, so the store refuses to write"
        : "the \(type) “\(name)” on “\(table)” is not FormState's, so the store refuses to write",
      fix: isNamedLikeOurs ? "drop it" : "drop it, or allow it by name when you open the store")
  }

  static func alteredSchemaObject(type: String, name: String) -> Self {
    Self(
      .alteredSchemaObject, name, problem: "the \(type) “\(name)” was altered, so the store refuses to write",
      fix: "go back to a copy from before")
  }

  static func missingSchemaObject(type: String, name: String) -> Self {
    Self(
      .missingSchemaObject, name,
      problem: "the \(type) “\(name)” is missing from the schema, so the store refuses to write",
      fix: "go back to a copy from before")
  }

  static let foreignKeysOff = Self(
    .foreignKeysOff, problem: "the database's connections do not enforce foreign keys",
    fix: "set foreignKeysEnabled in their configuration")

  static func settingRefused(name: String, expected: String, found: String) -> Self {
    Self(
      .settingRefused, name, problem: "SQLite did not accept the setting \(name): it is \(found), not \(expected)",
      fix: "use a libsqlite3 that supports it")
  }
}
