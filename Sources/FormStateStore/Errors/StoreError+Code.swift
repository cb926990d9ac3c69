extension StoreError {
  /// What went wrong. More codes may come with each release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, such as `unknownForm`.
    public let rawValue: String

    /// The code with a name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

/// Opening and copying files.
extension StoreError.Code {
  /// There is no file at the path.
  public static let missingFile = Self(rawValue: "missingFile")
  /// The file is not an SQLite database, or it is encrypted.
  public static let notADatabase = Self(rawValue: "notADatabase")
  /// SQLite cannot open the file: its folder is missing, or permissions forbid it.
  public static let cannotOpen = Self(rawValue: "cannotOpen")
  /// The file or the connection is read-only.
  public static let readOnly = Self(rawValue: "readOnly")
  /// The database holds no FormState tables, and the access does not allow adding them.
  public static let notAStore = Self(rawValue: "notAStore")
  /// A reader without permission to write cannot read the changes in the log beside the database.
  public static let unreadableLog = Self(rawValue: "unreadableLog")
  /// A copy of the database failed.
  public static let copyFailed = Self(rawValue: "copyFailed")
  /// The backup before a schema migration failed; the database is unchanged.
  public static let backupFailed = Self(rawValue: "backupFailed")
  /// A file left by an earlier database of the same name would become part of the new one.
  public static let leftover = Self(rawValue: "leftover")
  /// The store to restore into holds forms already.
  public static let notEmpty = Self(rawValue: "notEmpty")
}

/// The schema and the settings of a connection.
extension StoreError.Code {
  /// The schema is older, and the connection is read-only, so it cannot be migrated.
  public static let olderSchema = Self(rawValue: "olderSchema")
  /// A newer FormState made the schema; the database is unchanged.
  public static let newerSchema = Self(rawValue: "newerSchema")
  /// The schema is from before 1.0, which no release reads; the database is unchanged.
  public static let unreleasedSchema = Self(rawValue: "unreleasedSchema")
  /// The database records another migration under a number than this FormState knows.
  public static let foreignSchema = Self(rawValue: "foreignSchema")
  /// A schema migration failed; the database is unchanged.
  public static let stepFailed = Self(rawValue: "stepFailed")
  /// The host's database uses a name that FormState needs.
  public static let nameTaken = Self(rawValue: "nameTaken")
  /// The database has a foreign object with a name of FormState's or on one of its tables; the store refuses to write.
  public static let foreignSchemaObject = Self(rawValue: "foreignSchemaObject")
  /// A table, index, view or trigger of FormState's was altered; the store refuses to write.
  public static let alteredSchemaObject = Self(rawValue: "alteredSchemaObject")
  /// A table, index, view or trigger of FormState's is missing; the store refuses to write.
  public static let missingSchemaObject = Self(rawValue: "missingSchemaObject")
  /// The host's connections do not enforce foreign keys.
  public static let foreignKeysOff = Self(rawValue: "foreignKeysOff")
  /// A setting that durability depends on did not take effect.
  static let settingRefused = Self(rawValue: "settingRefused")
}

/// Forms, responses and journals.
extension StoreError.Code {
  /// There is no form with the key.
  public static let unknownForm = Self(rawValue: "unknownForm")
  /// The form has no such language.
  public static let unknownLanguage = Self(rawValue: "unknownLanguage")
  /// The form has no version with the number.
  public static let unknownVersion = Self(rawValue: "unknownVersion")
  /// The form has no response with the key.
  public static let unknownResponse = Self(rawValue: "unknownResponse")
  /// There is no destination of that name.
  public static let unknownDestination = Self(rawValue: "unknownDestination")
  /// The journal has no such revision.
  public static let unknownRevision = Self(rawValue: "unknownRevision")
  /// The form has a response with the key already.
  public static let responseExists = Self(rawValue: "responseExists")
  /// The form has responses and is deleted only together with them.
  public static let formHasResponses = Self(rawValue: "formHasResponses")
  /// The key has a form that keys cannot have.
  public static let unusableKey = Self(rawValue: "unusableKey")
  /// The name of an author, a reporter or a group of actions has a form that names cannot have.
  public static let unusableName = Self(rawValue: "unusableName")
  /// An upgrade map names unknown cells, or one cell twice.
  public static let unfitMapping = Self(rawValue: "unfitMapping")
  /// The response has nothing set aside of the cell.
  public static let notSetAside = Self(rawValue: "notSetAside")
  /// The imported journal contradicts itself or the form.
  public static let unfitJournal = Self(rawValue: "unfitJournal")
  /// What the database holds contradicts its own rules; ``FormStore/check()`` reports more.
  public static let damaged = Self(rawValue: "damaged")
}

/// Transactions and the disk.
extension StoreError.Code {
  /// Another connection kept the database locked for longer than the busy timeout.
  public static let busy = Self(rawValue: "busy")
  /// An action was to be part of a transaction, but there is none.
  public static let outsideTransaction = Self(rawValue: "outsideTransaction")
  /// Within a group of actions or a host's transaction, the store was written to, or a session refreshed.
  public static let withinTransaction = Self(rawValue: "withinTransaction")
  /// A group of actions was used after its closure had returned.
  package static let groupEnded = Self(rawValue: "groupEnded")
  /// SQLite rolled the whole transaction back because of an error within it, such as a full disk.
  public static let rolledBack = Self(rawValue: "rolledBack")
  /// The store is suspended, as that of an app in the background is, and holds no lock.
  public static let suspended = Self(rawValue: "suspended")
  /// The database was interrupted.
  public static let interrupted = Self(rawValue: "interrupted")
  /// The database's files were moved, replaced or cut short while the store had them open. Recent changes may be lost,
  /// and the store can no longer be used.
  public static let filesLost = Self(rawValue: "filesLost")
  /// The disk is full or faulty, or the file may not grow.
  public static let diskError = Self(rawValue: "diskError")
  /// The commit failed, as on a full disk.
  public static let commitFailed = Self(rawValue: "commitFailed")
  /// The commit failed in a way that leaves open whether the change lasts; read the state again before you go on.
  public static let outcomeUnknown = Self(rawValue: "outcomeUnknown")
  /// The database holds a value longer than the connection may read.
  public static let valueTooLong = Self(rawValue: "valueTooLong")
  /// SQLite refused for another reason.
  public static let database = Self(rawValue: "database")
}
