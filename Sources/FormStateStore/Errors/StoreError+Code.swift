extension StoreError {
  /// What went wrong. More codes may come with each release.
  @nonexhaustive
  public enum Code: String, Hashable, Sendable {
    // Opening and copying files.

    /// There is no file at the path.
    case missingFile
    /// The file is not an SQLite database, or it is encrypted.
    case notADatabase
    /// SQLite cannot open the file: its folder is missing, or permissions forbid it.
    case cannotOpen
    /// The file or the connection is read-only.
    case readOnly
    /// The database holds no FormState tables, and the access does not allow adding them.
    case notAStore
    /// A reader without permission to write cannot read the changes in the log beside the database.
    case unreadableLog
    /// A copy of the database failed.
    case copyFailed
    /// The backup before a schema migration failed; the database is unchanged.
    case backupFailed
    /// A file left by an earlier database of the same name would become part of the new one.
    case leftover
    /// The store to restore into holds forms already.
    case notEmpty

    // The schema and the settings of a connection.

    /// The schema is older, and the connection is read-only, so it cannot be migrated.
    case olderSchema
    /// A newer FormState made the schema; the database is unchanged.
    case newerSchema
    /// The schema is from before 1.0, which no release reads; the database is unchanged.
    case unreleasedSchema
    /// The database records another migration under a number than this FormState knows.
    case foreignSchema
    /// A schema migration failed; the database is unchanged.
    case stepFailed
    /// The host's database uses a name that FormState needs.
    case nameTaken
    /// The database has a foreign object with a name of FormState's or on one of its tables; the store does not write.
    case foreignSchemaObject
    /// A table, index, view or trigger of FormState's was altered; the store refuses to write.
    case alteredSchemaObject
    /// A table, index, view or trigger of FormState's is missing; the store refuses to write.
    case missingSchemaObject
    /// The host's connections do not enforce foreign keys.
    case foreignKeysOff
    /// A setting that durability depends on did not take effect.
    case settingRefused

    // Forms, responses and journals.

    /// There is no form with the key.
    case unknownForm
    /// The form has no such language.
    case unknownLanguage
    /// The form has no version with the number.
    case unknownVersion
    /// The form has no response with the key.
    case unknownResponse
    /// There is no destination of that name.
    case unknownDestination
    /// The journal has no such revision.
    case unknownRevision
    /// The form has a response with the key already.
    case responseExists
    /// The form has responses and is deleted only together with them.
    case formHasResponses
    /// The key has a form that keys cannot have.
    case unusableKey
    /// The name of an author, a reporter or a group of actions has a form that names cannot have.
    case unusableName
    /// An upgrade map names unknown cells, or one cell twice.
    case unfitMapping
    /// The response has nothing set aside of the cell.
    case notSetAside
    /// The imported journal contradicts itself or the form.
    case unfitJournal
    /// What the database holds contradicts its own rules; ``FormStore/check()`` reports more.
    case damaged

    // Transactions and the disk.

    /// Another connection kept the database locked for longer than the busy timeout.
    case busy
    /// An action was to be part of a transaction, but there is none.
    case outsideTransaction
    /// Within a group of actions or a host's transaction, the store was written to, or a session refreshed.
    case withinTransaction
    /// A group of actions was used after its closure had returned.
    case groupEnded
    /// SQLite rolled the whole transaction back because of an error within it, such as a full disk.
    case rolledBack
    /// The store is suspended, as that of an app in the background is, and holds no lock.
    case suspended
    /// The database was interrupted.
    case interrupted
    /// The files of the database were moved, replaced or cut short while it was open. Recent changes may be lost,
    /// and the store can no longer be used.
    case filesLost
    /// The disk is full or faulty, or the file may not grow.
    case diskError
    /// The commit failed, as on a full disk.
    case commitFailed
    /// The commit failed in a way that leaves open whether the change lasts; read the state again before you go on.
    case outcomeUnknown
    /// The database holds a value longer than the connection may read.
    case valueTooLong
    /// SQLite refused for another reason.
    case database
  }
}
