import FormState
import Foundation
import GRDB

/// A store refuses something, or SQLite fails; unless ``code`` says otherwise, nothing has changed.
///
/// ``code`` says what went wrong, and more codes may come with each release. ``subject`` is the path, key or name in
/// question, ``problem`` says what is wrong, and ``fix`` what to do. To handle one kind of error, catch its code:
///
/// ```swift
/// do {
///   try session.apply(.tap("name"))
/// } catch let error as StoreError where error.code == .busy {
///   askToTryAgain()
/// }
/// ```
public struct StoreError: Hashable {
  /// What went wrong.
  public let code: Code
  /// The path, key or name in question; `nil` for an error of the whole store.
  public let subject: String?
  /// What is wrong, as a clause without a full stop.
  public let problem: String
  /// What to do about it, as a clause without a full stop; `nil` where ``problem`` says all there is to say.
  public let fix: String?
  /// The cause in SQLite's or the system's words, where an error is reported in others' terms.
  let cause: String?
  /// What happened to the files of the database; `nil` for all codes but ``Code/filesLost``.
  let loss: FileLoss?

  init(
    _ code: Code, _ subject: String? = nil, problem: String, fix: String? = nil, cause: String? = nil,
    loss: FileLoss? = nil
  ) {
    self.code = code
    self.subject = subject
    self.problem = problem
    self.fix = fix
    self.cause = cause
    self.loss = loss
  }
}

extension StoreError: FormStateError {
  /// What is wrong and what to do, without a full stop.
  public var description: String { problem + (fix.map { "; \($0)" } ?? "") }
  public var recoverySuggestion: String? { fix }
}

extension StoreError {
  /// Runs database work and reports SQLite's errors as the store's.
  ///
  /// - Parameter path: the path of the database file, for messages.
  /// - Throws: ``StoreError`` for SQLite's errors; other errors unchanged.
  static func translating<Result>(path: String, _ work: () throws -> Result) throws -> Result {
    do {
      return try work()
    } catch let callers as CallersError {
      throw callers.error
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    } catch is RowDecodingError {
      // Its own message repeats the contents of the row, which may be a person's answer.
      throw StoreError.damaged("a row holds a value of the wrong type")
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
    // Such as bytes of a page that were overwritten. A faulty disk can look the same.
    case .SQLITE_CORRUPT: self = .damagedFile(path: path, fault: message)
    // Such as after a host's migrator has erased the database.
    case .SQLITE_ERROR where message.hasPrefix("no such table: formstate_"): self = .notAStore(path: path)
    default: self = .database(code: Int(error.extendedResultCode.rawValue), message: message)
    }
  }
}
