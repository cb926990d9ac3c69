import FormState
import Foundation
import GRDB

/// A store could not be opened or asked; where not said otherwise, nothing was changed.
public enum StoreError: Error, Hashable, Sendable {
  /// There is no file at the path.
  case missingFile(path: String)
  /// The file is not an SQLite database, or it is encrypted.
  case notADatabase(path: String)
  /// SQLite cannot open the file: the folder is missing, or permissions forbid it.
  case cannotOpen(path: String, reason: String)
  /// The file, or the connection, can only be read.
  case readOnly(path: String)
  /// The database holds no FormState tables, and they may not be added.
  case notAStore(path: String)
  /// The schema is of an older version and may not be brought up to date, since the connection can only be read.
  case olderSchema(found: Int, supported: Int)
  /// The schema was made by a newer FormState; it is left untouched.
  case newerSchema(found: Int, supported: Int)
  /// The schema was made before 1.0, which no release reads; it is left untouched.
  case unreleasedSchema(found: Int)
  /// The database records a migration that is not the one this FormState knows by the number.
  case foreignSchema(number: Int, found: String, expected: String)
  /// A step that was to bring an older schema up to date failed; the database is as it was, at the schema version
  /// given.
  case stepFailed(step: String, version: Int, reason: String)
  /// The copy that was to be made before an older schema is brought up to date could not be made; the database is as it
  /// was.
  case backupFailed(path: String, reason: String)
  /// A copy of the database could not be made.
  case copyFailed(path: String, reason: String)
  /// Beside the name that a copy is to have lies what a database of that name has left; SQLite would take it for the
  /// copy's own.
  case leftover(path: String, beside: String)
  /// A store that everything of another one was to be taken into holds something already.
  case notEmpty(path: String)
  /// The host's database has something of its own under a name that FormState needs.
  case nameTaken(type: String, name: String)
  /// The database has something under a name of FormState's, or on one of its tables, that is not FormState's; nothing
  /// is written into it.
  case foreignSchemaObject(type: String, name: String, table: String)
  /// A table, index, view or trigger is not as FormState made it; nothing is written into the database.
  case alteredSchemaObject(type: String, name: String)
  /// A table, index, view or trigger of FormState's is missing; nothing is written into the database.
  case missingSchemaObject(type: String, name: String)
  /// The host's connections do not enforce foreign keys.
  case foreignKeysOff
  /// A setting that durability depends on did not take effect.
  case settingRefused(name: String, expected: String, found: String)
  /// There is no form with the key; the nearest key, if any is near.
  case unknownForm(key: String, nearest: String?)
  /// The form cannot be shown in the language; those in which it can.
  case unknownLanguage(form: String, language: String, known: [String])
  /// The form has no version with the number.
  case unknownVersion(form: String, number: Int)
  /// The form has no response with the key; the nearest key, if any is near.
  case unknownResponse(form: String, key: String, nearest: String?)
  /// A map for an upgrade names unknown cells, or two for one: what, a clause each.
  case unfitMapping(form: String, problems: [String])
  /// The response has nothing set aside of a cell; the nearest key of which it has, if any is near.
  case notSetAside(cell: String, response: String, nearest: String?)
  /// A response with the key exists already, so none can be taken in under it.
  case responseExists(form: String, key: String)
  /// The form has responses, so it is deleted only together with them; how many it has.
  case formHasResponses(form: String, count: Int)
  /// The key cannot be used.
  case unusableKey(key: String, problem: String)
  /// The name of an author or of a group of actions cannot be kept: whose it is, and why.
  case unusableName(of: String, problem: String)
  /// A journal that was to be taken in does not fit: where, and why.
  case unfitJournal(revision: Int, problem: String)
  /// The journal has no such revision; the first and last ones that it has.
  case unknownRevision(Int, first: Int, last: Int)
  /// A group of actions was used after its closure had ended.
  case groupEnded
  /// The store was to be written to, or a session to be brought up to date, from within a group of actions or a
  /// transaction of the host's.
  case withinTransaction
  /// What the database holds contradicts its own rules; `check` tells more.
  case damaged(String)
  /// Another connection kept the database locked for longer than the busy timeout.
  case busy
  /// An action was to be part of a transaction, but there is none.
  case outsideTransaction
  /// SQLite took the whole transaction back because of an error within it, such as a full disk.
  case rolledBack
  /// The store is suspended, as that of an app in the background is, and holds no lock; nothing was changed.
  case suspended
  /// The database was interrupted; nothing was changed.
  case interrupted
  /// Anyone who may only read cannot take in what stands in the log beside the database.
  case unreadableLog(path: String)
  /// The database's files are not those any more that the store has opened; what was done since may be lost, and the
  /// store cannot be used any more.
  case filesLost(path: String, FileLoss)
  /// The disk is full or faulty, or the file may grow no more; SQLite's code and words.
  case diskError(code: Int, reason: String)
  /// The commit failed, as on a full disk; nothing was changed.
  case commitFailed(reason: String)
  /// The commit failed in a way that leaves open whether the change lasts; read the state again before going on.
  case outcomeUnknown(reason: String)
  /// The database holds a value that is longer than the connection may read.
  case valueTooLong
  /// SQLite refused for another reason.
  case database(code: Int, message: String)
}

extension StoreError: CustomStringConvertible, LocalizedError {
  public var errorDescription: String? { description }

  /// What is wrong and what to do, without a full stop.
  public var description: String {
    switch self {
    case .missingFile(let path):
      "there is no file “\(path)”; formstate import makes one"
    case .notADatabase(let path):
      "“\(path)” is not an SQLite database; it was left untouched"
    case .cannotOpen(let path, let reason):
      "“\(path)” cannot be opened (\(reason)); check that its folder exists and may be written"
    case .readOnly(let path):
      "“\(path)” is read-only; allow writing, or work on a copy"
    case .notAStore(let path):
      "“\(path)” is an SQLite database without FormState tables; formstate import adds them"
    case .olderSchema(let found, let supported):
      "the database has schema version \(found), this FormState reads version \(supported); "
        + "open it for writing once to bring it up to date"
    case .newerSchema(let found, let supported):
      "the database has schema version \(found), this FormState knows versions up to \(supported); "
        + "it was left untouched, use a newer FormState"
    case .unreleasedSchema(let found):
      "the database has schema version \(found) from before FormState 1.0; it was left untouched, "
        + "dump it with the FormState that wrote it and restore the dump with this one"
    case .foreignSchema(let number, let found, let expected):
      "the database says that its schema version \(number) is “\(found.shortened)”, but it should be “\(expected.shortened)”; "
        + "it was left untouched"
    case .stepFailed(let step, let version, let reason):
      "the step “\(step.shortened)” that was to bring the schema up to date failed (\(reason)); the database was left as it "
        + "was, at schema version \(version), use the FormState that wrote it"
    case .backupFailed(let path, let reason):
      "the backup “\(path)” could not be made (\(reason)), so the database is as it was; "
        + "name a new file in a folder that may be written"
    case .copyFailed(let path, let reason):
      "the copy “\(path)” could not be made (\(reason)); name a new file in a folder that may be written"
    case .leftover(let path, let beside):
      "“\(path)” was left by a database that was called “\(beside)”, and SQLite would mix it into the new one; remove it "
        + "or move it away when nothing has that database open, or choose another name"
    case .notEmpty(let path):
      "“\(path)” holds forms already; restore into a new file, or bring responses in with formstate merge"
    case .nameTaken(let type, let name):
      "the database has a \(type) “\(name.shortened)” of its own, a name that FormState needs; "
        + "keep form state in a file of its own, or rename it"
    case .foreignSchemaObject(let type, let name, let table) where name == table:
      "the \(type) “\(name)” has a name of FormState's and is not FormState's, so nothing is written here; drop it"
    case .foreignSchemaObject(let type, let name, let table):
      "the \(type) “\(name)” on “\(table)” is not FormState's, so nothing is written here; drop it, or name it among "
        + "what the store allows when it is opened"
    case .alteredSchemaObject(let type, let name):
      "the \(type) “\(name)” is not as FormState made it, so nothing is written here; go back to a copy from before"
    case .missingSchemaObject(let type, let name):
      "the \(type) “\(name)” is missing from the schema, so nothing is written here; go back to a copy from before"
    case .foreignKeysOff:
      "the database's connections do not enforce foreign keys; set foreignKeysEnabled in their configuration"
    case .settingRefused(let name, let expected, let found):
      "SQLite did not take the setting \(name): it is \(found), not \(expected)"
    case .unknownForm(let key, let nearest):
      "there is no form “\(key.shortened)”" + nearest.asSuggestion(for: key)
    case .unknownLanguage(let form, let language, let known):
      "the form “\(form.shortened)” has no language “\(language.shortened)”; "
        + (known.isEmpty
          ? "it is in one language without a name"
          : "it is in \(known.map { "“\($0.shortened)”" }.joined(separator: ", "))")
    case .unknownVersion(let form, let number):
      "the form “\(form.shortened)” has no version \(number)"
    case .unknownResponse(let form, let key, let nearest):
      "the form “\(form.shortened)” has no response “\(key.shortened)”" + nearest.asSuggestion(for: key)
    case .unfitMapping(let form, let problems):
      "the map does not fit the form “\(form.shortened)”: \(problems.joined(separator: "; "))"
    case .notSetAside(let cell, let response, let nearest):
      "the response “\(response.shortened)” has nothing set aside of a cell “\(cell.shortened)”\(nearest.asSuggestion)"
    case .responseExists(let form, let key):
      "the form “\(form.shortened)” has a response “\(key.shortened)” already; choose another key, or import into a new file"
    case .formHasResponses(let form, let count):
      "the form “\(form.shortened)” has \(count == 1 ? "a response" : "\(count) responses"); "
        + "delete them first, or delete the form together with them"
    case .unusableKey(let key, let problem):
      "the key “\(key.shortened)” cannot be used: \(problem)"
    case .unusableName(let owner, let problem):
      "the name of the \(owner) \(problem)"
    case .unfitJournal(let revision, let problem):
      "the journal does not fit at revision \(revision): \(problem)"
    case .unknownRevision(let revision, let first, let last):
      "there is no revision \(revision); the journal reaches from \(first) to \(last)"
        + (first > 0 ? ", what was before that was compacted" : "")
    case .groupEnded:
      "the group of actions has ended; apply its actions within its closure"
    case .withinTransaction:
      "within a transaction the store cannot be written to, nor a session be brought up to date; "
        + "in a group of actions, apply them through the group"
    case .damaged(let problem):
      "the database contradicts itself: \(problem); formstate check tells more"
    case .busy:
      "another process kept the database locked for too long; try again"
    case .outsideTransaction:
      "there is no transaction that the action could be part of; begin one, or leave the connection out"
    case .rolledBack:
      "SQLite took the transaction back after an error within it; nothing was changed, try again"
    case .suspended:
      "the store is suspended while the app is in the background, and nothing was changed; resume it, and try again"
    case .interrupted:
      "the database was interrupted, and nothing was changed; try again"
    case .unreadableLog(let path):
      "“\(path)” has changes in “\(path)-wal” that only somebody with permission to write can take in; "
        + "open it once with that permission, or copy both files into a folder of your own"
    case .filesLost(let path, let loss):
      "“\(path)” \(loss.clause)"
    case .diskError(let code, let reason):
      "the disk refused (\(reason), SQLite error \(code)); make room or mend the disk, and try again"
    case .commitFailed(let reason):
      "the commit failed (\(reason)), and nothing was changed; make room or mend the disk, and try again"
    case .outcomeUnknown(let reason):
      "the commit failed and it is not known whether the change lasts (\(reason)); read the state again"
    case .valueTooLong:
      "the database holds a value that is longer than may be read; no form needs it"
    case .database(let code, let message):
      "SQLite error \(code): \(message)"
    }
  }
}

extension StoreError {
  /// Runs database work and says what went wrong in the store's words.
  ///
  /// - Parameter path: the path of the database file, for messages.
  /// - Throws: ``StoreError`` for whatever SQLite refuses; other errors as they are.
  static func translating<Result>(path: String, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let callers as CallersError {
      throw callers.error
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    } catch is RowDecodingError {
      // The error's own words repeat what the row holds, which may be a person's answer.
      throw StoreError.damaged("a row holds something else than its column is for")
    }
  }

  private init(_ error: DatabaseError, path: String) {
    let message = error.message ?? "no message"
    switch error.resultCode {
    case .SQLITE_NOTADB: self = .notADatabase(path: path)
    case .SQLITE_CANTOPEN: self = .cannotOpen(path: path, reason: message)
    case .SQLITE_READONLY: self = .readOnly(path: path)
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
    case .SQLITE_TOOBIG: self = .valueTooLong
    case .SQLITE_ABORT, .SQLITE_INTERRUPT: self = .interrupted
    case .SQLITE_IOERR, .SQLITE_FULL:
      self = .diskError(code: Int(error.extendedResultCode.rawValue), reason: message)
    // Such as after a host's migrator has erased the database.
    case .SQLITE_ERROR where message.hasPrefix("no such table: formstate_"): self = .notAStore(path: path)
    default: self = .database(code: Int(error.extendedResultCode.rawValue), message: message)
    }
  }
}

/// An action named a row that is not the one any more that its caller saw; nothing was changed.
///
/// Another session or process has changed the row, moved it or taken it away since. Show the rows as they are now,
/// after ``FormSession/refresh()``, and let the person decide again.
public struct StaleRowsError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The row that the action named.
  public let path: RowPath
  /// The revision at which its caller saw the rows.
  public let seenAt: Int
  /// The revision now.
  public let revision: Int
  /// The rows that the section shows now, from top to bottom.
  public let rows: [FormStore.RowTitle]

  public var errorDescription: String? { description }

  /// What was refused and what to do, without a full stop.
  public var description: String {
    let now =
      rows.indices.contains(path.row)
      ? "“\(rows[path.row].key.shortened)” stands there now" : "there is no such row now"
    return
      "the row \(path) is not as it was at revision \(seenAt): the response is at revision \(revision), and \(now); "
      + "look at the rows again"
  }
}

/// One of several actions was refused, and with it all of them.
public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible, LocalizedError {
  /// The place of the refused action among those given, from 0.
  public let index: Int
  /// Why it was refused.
  public let reason: ActionError

  public var errorDescription: String? { description }

  /// Which action was refused and why.
  public var description: String { "action \(index + 1): \(reason)" }
}
