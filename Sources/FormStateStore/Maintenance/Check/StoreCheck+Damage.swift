import FormState
import GRDB

extension StoreCheck {
  /// The tables and responses of a broken file that cannot be read, as a sentence each, and how to save the others;
  /// empty if all can be read.
  ///
  /// - Complexity: O(n) in the size of the file.
  func unreadableParts() throws -> [String] {
    // The file's own list of tables may be damaged.
    let names = try ReferenceStore.read { db in
      try String.fetchAll(
        db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB 'formstate_*' ORDER BY name")
    }
    let tables = try names.filter { table in
      try !isReadable {
        let rows = try Row.fetchCursor(db, sql: "SELECT * FROM \(table.quotedDatabaseIdentifier)")
        while try rows.next() != nil {}
      }
    }
    var faults = tables.map { "the table \($0) cannot be read to its end" }
    var count = 0
    var damaged: [String] = []
    let isListed = try isReadable {
      for response in try StoredResponse.all(in: db) {
        count += 1
        let key = ResponseKey(form: response.form, response: response.key)
        let location = try ResponseLocation.find(key, in: db)
        let hasJournal = try isReadable { _ = try StoredJournal(db: db, location: location).entries() }
        let hasState = try isReadable { _ = try StateTables(db: db, location: location).state() }
        guard !hasJournal || !hasState else { continue }
        let lost =
          hasJournal
          ? "its answers cannot" : hasState ? "its journal cannot" : "neither its journal nor its answers can"
        damaged.append("the response “\(key.response)” of the form “\(key.form)”: \(lost) be read")
      }
    }
    if !isListed { damaged.append("the list of responses cannot be read") }
    faults += damaged
    guard !faults.isEmpty else { return [] }
    if isListed { faults.append("\(count - damaged.count) of \(count) responses can be read") }
    return faults + ["formstate restore --damaged writes what can be read into a new file"]
  }

  private func isReadable(_ work: () throws -> Void) throws -> Bool {
    do {
      try work()
      return true
    } catch let error as DatabaseError where error.isOfDamage {
      return false
    } catch is StoreError {
      return false
    } catch is RowDecodingError {
      return false
    }
  }
}

extension FormStore {
  /// What cannot be read of a file that cannot be opened, as a sentence each; empty if all can be read.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if nothing can be read; ``StoreError``.
  /// - Complexity: O(n) in the size of the file.
  package static func unreadableParts(ofFileAt path: String, settings: Settings) throws -> [String] {
    try readingDamaged(path, settings: settings) { try StoreCheck(db: $0).unreadableParts() }
  }
}
