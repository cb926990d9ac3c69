import FormState
import GRDB

extension FormStore {
  /// A definition with the journals of responses that fill it in, as a document holds them.
  public struct FormImport: Hashable, Sendable {
    /// The definition.
    public var form: FormDefinition
    /// The journals by the key of their response, each from revision 1, or from a checkpoint, without a gap.
    public var journals: [String: [JournalEntry]]

    /// Creates an import.
    public init(form: FormDefinition, journals: [String: [JournalEntry]] = [:]) {
      self.form = form
      self.journals = journals
    }
  }

  /// Takes in definitions and responses, all or none.
  ///
  /// The changes of each journal entry are applied as they stand, not decided anew, so that the state, every revision
  /// and every time are those of the document.
  ///
  /// - Parameter imports: what to take in; a definition that is its form's newest version already is not saved again.
  /// - Returns: what was saved, in the order given.
  /// - Throws: `InvalidDefinition`; ``StoreError/responseExists(form:key:)``;
  ///   ``StoreError/unfitJournal(revision:problem:)`` when an entry does not follow from the one before it.
  /// - Complexity: O(n log n) for n cells, state changes included.
  @discardableResult
  public func take(_ imports: [FormImport]) throws -> [SavedForm] {
    for each in imports { try each.form.checkDefinition() }
    return try write { db in
      let saved = try imports.map { each in
        let saved = try Self.save(each.form, in: db)
        for (key, entries) in each.journals.sorted(by: { $0.key < $1.key }) {
          try Self.adopt(entries, as: ResponseKey(form: each.form.key, response: key), in: db)
        }
        return saved
      }
      return (saved, .commit)
    }
  }

  private static func adopt(_ entries: [JournalEntry], as key: ResponseKey, in db: Database) throws {
    guard try ResponseLocation.find(key, in: db).responseID == nil else {
      throw StoreError.responseExists(form: key.form, key: key.response)
    }
    try JournalAdoption(db: db, location: try ResponseLocation.findOrCreate(key, in: db)).run(entries)
  }
}
