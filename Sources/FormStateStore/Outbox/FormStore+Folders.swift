import FormState
import Foundation
import GRDB

/// What a store notes of a folder in which devices exchange files.
package struct ExchangeFolder: Sendable {
  /// The name of this device in the folder.
  package let peer: String
  /// The files that were read or written.
  package let files: Set<String>
  /// Whether own files may still hold an answer that was cleared since they were written.
  package let hasEmptied: Bool
}

/// What a store took of a batch.
package struct TakenBatch: Sendable {
  /// The outcome for each response.
  package var report = MergeReport()
  /// The responses of which earlier entries are missing, each with the revision of the last missing one.
  package var missing: [(stream: StreamName, key: String, upTo: Int)] = []
  /// The responses that were refused, with the reason as a clause.
  package var refused: [(stream: StreamName?, key: String, reason: String)] = []

  package init() {}

  /// Whether all of it was taken.
  package var isWhole: Bool { missing.isEmpty && refused.isEmpty }
}

/// Exchanging files in a folder.
///
/// A folder is a destination that has what was written into it, and what others wrote there.
extension FormStore {
  /// What the store notes of a folder; it begins with the first call.
  ///
  /// - Parameter name: the name of the folder as a destination.
  /// - Throws: ``StoreError``.
  package func exchangeFolder(_ name: String) throws -> ExchangeFolder {
    let known = try read { db in
      try Self.destinationID(name, in: db).map { try Self.exchangeFolder(at: $0, in: db) }
    }
    if let known { return known }
    return try write { db in
      let random = UInt64.random(in: .min ... .max)
      try db.execute(
        sql: "INSERT INTO formstate_destination (name, peer) VALUES (?, ?) ON CONFLICT DO NOTHING",
        arguments: [name, [UInt8](withUnsafeBytes(of: random, Array.init)).hexadecimalText])
      return (try Self.exchangeFolder(at: try Self.requireDestination(name, in: db), in: db), .commit)
    }
  }

  /// The permissions of the file, which restrict those of what is written from it; the owner's alone without a file.
  package var permissions: mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? mode_t(status.st_mode) & 0o666 : 0o600
  }

  private static func exchangeFolder(at id: Int64, in db: Database) throws -> ExchangeFolder {
    let row = try Row.fetchOne(
      db, sql: "SELECT peer, has_emptied FROM formstate_destination WHERE id = ?", arguments: [id])
    guard let row else { throw StoreError.damaged("a destination that was just read is missing") }
    return ExchangeFolder(
      peer: try row.decode(atIndex: 0),
      files: try String.fetchSet(
        db, sql: "SELECT name FROM formstate_exchanged_file WHERE destination_id = ?", arguments: [id]),
      hasEmptied: try row.decode(atIndex: 1))
  }

  /// The definitions of forms, oldest first; none for a form that is not there.
  package func definitions(ofForms keys: Set<String>) throws -> [String: [FormDefinition]] {
    try read { db in
      let definitions = DefinitionRepository(db: db)
      return try keys.reduce(into: [:]) { found, key in
        guard let newest = try definitions.findVersion(ofForm: key) else { return }
        let numbers = try definitions.numbers(formID: newest.formID).filter { $0 != newest.number } + [newest.number]
        found[key] = try numbers.map { try definitions.form(of: try definitions.version(ofForm: key, number: $0)) }
      }
    }
  }

  /// The digests of the definitions in force after entries; none for entries that are not here.
  ///
  /// - Complexity: O(k log n) for k entries.
  package func definitionsInForce(
    after entries: [StreamName: Set<EntryAddress>]
  ) throws -> [EntryAddress: String] {
    try read { db in
      var found: [EntryAddress: String] = [:]
      for (stream, entries) in entries {
        let row = try Row.fetchOne(
          db, sql: "SELECT id, form_id FROM formstate_response WHERE stream = ?", arguments: [Data(stream.bytes)])
        guard let row else { continue }
        let digests = try OutboxReader.digests(ofForm: try row.decode(atIndex: 1), in: db)
        for entry in entries {
          let version = try Int.fetchOne(
            db,
            sql: """
              SELECT version FROM formstate_line_entry WHERE response_id = ?1 AND chain = ?2
              UNION ALL
              SELECT version FROM formstate_entry WHERE response_id = ?1 AND revision = ?3
              LIMIT 1
              """, arguments: [try row.decode(Int64.self, atIndex: 0), entry.chain.description, entry.revision])
          found[entry] = version.flatMap { digests[$0] }
        }
      }
      return found
    }
  }

  /// Merges the contents of a file of a folder, or of a collector's batch, each response by itself.
  ///
  /// - Parameters:
  ///   - parts: forms with all of their definitions, and responses whose entries are all beside a journal.
  ///   - name: the name of the file, which is noted as taken if all of it was; `nil` for one that is read again.
  ///   - folder: the name of the folder or collector as a destination, which has all of it.
  /// - Throws: ``StoreError``, in which case nothing has changed.
  /// - Complexity: as ``merge(parts:isDryRun:progress:)``.
  package func take(
    _ parts: [FormContents.Part], ofFile name: String?, from folder: String
  ) throws -> TakenBatch {
    try write { db in
      var (taken, merge) = (TakenBatch(), FormMerge?.none)
      let pushed = PushedPositions(db: db, destinationID: try Self.requireDestination(folder, in: db))
      for part in parts {
        switch part {
        case .form(let form):
          try Self.check([form])
          merge = try FormMerge(form, in: db, merge?.report ?? MergeReport(), erasing: log)
        case .response(let key, let response):
          let before = merge
          do {
            try db.inSavepoint {
              try merge?.take(response, key: key)
              return .commit
            }
            guard let stream = response.stream, let (_, location) = try pushed.response(stream) else { continue }
            try pushed.note(Set(response.others.map(\.address)), of: location)
          } catch let error as MissingEntries {
            merge = before
            if let stream = response.stream { taken.missing.append((stream, key, error.upTo)) }
          } catch let error as StoreError where Self.refusals.contains(error.code) {
            merge = before
            taken.refused.append((response.stream, key, error.problem))
          }
        }
      }
      taken.report = merge?.report ?? MergeReport()
      if taken.isWhole, let name { try pushed.note(file: name) }
      return (taken, .commit)
    }
  }

  /// What is wrong with a response of a file, and not with this one.
  private static let refusals: Set<StoreError.Code> = [.unfitJournal, .unusableKey, .unusableName, .valueTooLong]

  /// Notes that a batch was written into a folder.
  ///
  /// An entry counts as written only if this file still has the same history up to it.
  package func note(_ batch: PushBatch, writtenAs name: String, into folder: String) throws {
    try write { db in
      let pushed = PushedPositions(db: db, destinationID: try Self.requireDestination(folder, in: db))
      for part in batch.parts {
        _ = try pushed.take(
          PushAnswer(stream: part.stream, outcome: .took(revision: part.last, chain: part.chain.description)))
      }
      try pushed.note(file: name)
      return ((), .commit)
    }
  }

  /// Notes that a folder lacks everything, since a file that was written or read there is gone.
  package func forgetContents(ofFolder folder: String) throws {
    try write { db in
      let id = try Self.requireDestination(folder, in: db)
      for table in ["formstate_pushed", "formstate_known_version", "formstate_exchanged_file"] {
        try db.execute(sql: "DELETE FROM \(table) WHERE destination_id = ?", arguments: [id])
      }
      return ((), .commit)
    }
  }

  /// Notes that files took the place of others.
  ///
  /// - Parameters:
  ///   - names: the new names by the former ones.
  ///   - folder: the name of the folder as a destination.
  ///   - isDone: whether no other one needs to.
  package func note(emptied names: [String: String], in folder: String, isDone: Bool) throws {
    try write { db in
      let id = try Self.requireDestination(folder, in: db)
      for (former, name) in names {
        try db.execute(
          sql: "UPDATE OR REPLACE formstate_exchanged_file SET name = ? WHERE destination_id = ? AND name = ?",
          arguments: [name, id, former])
      }
      if isDone {
        try db.execute(sql: "UPDATE formstate_destination SET has_emptied = 0 WHERE id = ?", arguments: [id])
      }
      return ((), .commit)
    }
  }

  /// The lines of a response's entries that were emptied, by their chains; none for a response that is not here.
  ///
  /// - Complexity: O(k log n) for k entries and changes.
  package func emptiedLines(of stream: StreamName) throws -> [JournalChain: String] {
    try read { db in
      guard let (_, location) = try PushedPositions(db: db, destinationID: 0).response(stream) else { return [:] }
      let digests = try OutboxReader.digests(ofForm: location.version.formID, in: db)
      let lines = try ResponseLines(
        of: stream, journal: try StoredJournal(db: db, location: location).entries(),
        others: try StoredLines(db: db, location: location).entries(), digests: digests)
      return Dictionary(try lines.emptied().map { ($0.line.address.chain, $0.text) }) { first, _ in first }
    }
  }
}
