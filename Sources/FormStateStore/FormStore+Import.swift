import FormState
import Foundation
import GRDB

extension FormStore {
  /// Takes in definitions and responses, all or none.
  ///
  /// The changes of each journal entry are applied as they stand, not decided anew, so that the state, every revision
  /// and every time are those of the document.
  ///
  /// - Parameter imports: what to take in; a definition that is a version of its form already is not saved again. One that is
  ///   new becomes a version, with which new responses begin only when it comes without responses: those of somebody else must
  ///   not change what everybody fills in.
  /// - Returns: what was saved, in the order given.
  /// - Throws: `InvalidDefinition`; ``StoreError/responseExists(form:key:)``;
  ///   ``StoreError/unfitJournal(revision:problem:)`` when an entry does not follow from the one before it.
  /// - Complexity: O(n log n) for n cells, state changes included.
  @discardableResult
  public func take(_ imports: [FormImport]) throws -> [SavedForm] {
    for each in imports { try each.form.checkDefinition() }
    return try write { db in
      let saved = try imports.map { each in
        let saved = try Self.save(each.form, promotes: each.responses.isEmpty, in: db)
        let version = try DefinitionRepository(db: db).version(ofForm: each.form.key, number: saved.version)
        for (key, response) in each.responses.sorted(by: { $0.key < $1.key }) {
          let key = ResponseKey(form: each.form.key, response: key)
          guard try ResponseLocation.find(key, in: db).responseID == nil else {
            throw StoreError.responseExists(form: key.form, key: key.response)
          }
          let location = try ResponseLocation.create(
            key, filling: version, stream: try Self.stream(of: response, in: db), in: db)
          try JournalAdoption(db: db, location: location, form: each.form).run(response.journal)
        }
        return saved
      }
      return (saved, .commit)
    }
  }

  /// The name of a response that is taken in: its own, unless the store has a copy of it already.
  private static func stream(of response: FormImport.Response, in db: Database) throws -> StreamName {
    guard let stream = response.stream else { return .random() }
    let isTaken = try Bool.fetchOne(
      db, sql: "SELECT EXISTS (SELECT 1 FROM formstate_response WHERE stream = ?)", arguments: [Data(stream.bytes)])
    return isTaken == true ? .random() : stream
  }
}
