import FormState
import GRDB

/// Beginning and renaming responses.
extension FormStore {
  /// Begins an untouched response, which lists it.
  ///
  /// This is optional: a response begins with its first action.
  ///
  /// - Returns: the random name of the response, the same in all copies.
  /// - Throws: ``StoreError/Code/responseExists``, ``StoreError/Code/unusableKey``,
  ///   ``StoreError/Code/unknownForm``.
  @discardableResult
  public func create(_ key: ResponseKey) throws -> StreamName {
    try write { db in
      let location = try Self.makeRoom(for: key, in: db)
      return (try ResponseLocation.create(key, filling: location.version, in: db).stream ?? .random(), .commit)
    }
  }

  /// Begins a response with the contents of another one, such as a template that is filled in repeatedly.
  ///
  /// Values, drafts, disclosure and folding are those of the original; its reports are not copied. The copy has its own
  /// random name, and a history that begins here: earlier steps cannot be undone in it. It is in progress even if the
  /// original is completed.
  ///
  /// - Parameters:
  ///   - key: the response to copy.
  ///   - copy: the key of the copy, in the same form.
  /// - Returns: the random name of the copy.
  /// - Throws: ``StoreError/Code/unknownResponse``, ``StoreError/Code/responseExists``,
  ///   ``StoreError/Code/unusableKey``, ``StoreError/Code/unknownForm``.
  /// - Complexity: O(k log n) for k touched fields.
  @discardableResult
  public func copy(_ key: ResponseKey, to copy: String) throws -> StreamName {
    try write { db in
      let original = try Self.require(key, in: db)
      let copyKey = ResponseKey(form: key.form, response: copy)
      _ = try Self.makeRoom(for: copyKey, in: db)
      let location = try ResponseLocation.create(copyKey, filling: original.version, in: db)
      let state = try StateTables(db: db, location: original).state()
      // In order, so copies of equal responses are equal in every row.
      let changes = state.changes.inOrder.filter { $0.field.role != .note && $0.field.role != .report }
      if !changes.isEmpty {
        let checkpoint = JournalEntry(
          revision: 1, version: original.version.number, action: .checkpoint, time: .now, author: author,
          changes: changes, salt: try SensitiveCells(ofForm: key.form, in: db).isEmpty ? nil : .random())
        try JournalAdoption.begin(with: checkpoint, at: location, in: db)
      }
      return (location.stream ?? .random(), .commit)
    }
  }

  /// Changes the key of a response; its random name and its history stay.
  ///
  /// - Throws: ``StoreError/Code/unknownResponse``, ``StoreError/Code/responseExists``,
  ///   ``StoreError/Code/unusableKey``, ``StoreError/Code/unknownForm``.
  public func rename(_ key: ResponseKey, to name: String) throws {
    try write { db in
      let location = try Self.require(key, in: db)
      let renamed = ResponseKey(form: key.form, response: name)
      guard renamed != key else { return ((), .rollback) }
      _ = try Self.makeRoom(for: renamed, in: db)
      try Self.rename(location, to: name, in: db)
      return ((), .commit)
    }
  }

  static func rename(_ location: ResponseLocation, to name: String, in db: Database) throws {
    try db.execute(
      sql: "UPDATE formstate_response SET key = ? WHERE id = ?", arguments: [name, location.responseID])
  }

  /// The location of a response that must have begun.
  static func require(_ key: ResponseKey, in db: Database) throws -> ResponseLocation {
    let location = try ResponseLocation.find(key, in: db)
    guard location.responseID == nil else { return location }
    let keys = try responseKeys(ofForm: key.form, in: db)
    throw StoreError.unknownResponse(form: key.form, key: key.response, nearest: keys.nearest(to: key.response))
  }

  /// Checks that a response can have the key, and does not exist yet.
  static func makeRoom(for key: ResponseKey, in db: Database) throws -> ResponseLocation {
    if let problem = FormDefinition.problem(withKey: key.response) {
      throw StoreError.unusableKey(key: key.response, problem: problem)
    }
    let location = try ResponseLocation.find(key, in: db)
    guard location.responseID == nil else { throw StoreError.responseExists(form: key.form, key: key.response) }
    return location
  }
}
