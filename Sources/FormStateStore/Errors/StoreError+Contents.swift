import FormState

/// Errors of forms, responses and journals.
extension StoreError {
  static func unknownForm(key: String, nearest: String?) -> Self {
    Self(.unknownForm, key, problem: "there is no form “\(key.shortened)”", fix: nearest.suggestion(for: key))
  }

  static func unknownLanguage(form: String, language: String, known: [String]) -> Self {
    Self(
      .unknownLanguage, language,
      problem: "the form “\(form.shortened)” has no language “\(language.shortened)”",
      fix: known.isEmpty
        ? "it is in one language without a name"
        : "it is in \(known.map { "“\($0.shortened)”" }.joined(separator: ", "))")
  }

  static func unknownVersion(form: String, number: Int) -> Self {
    Self(.unknownVersion, form, problem: "the form “\(form.shortened)” has no version \(number)")
  }

  static func unknownResponse(form: String, key: String, nearest: String?) -> Self {
    Self(
      .unknownResponse, key, problem: "the form “\(form.shortened)” has no response “\(key.shortened)”",
      fix: nearest.suggestion(for: key))
  }

  static func unknownDestination(name: String, nearest: String?) -> Self {
    Self(
      .unknownDestination, name, problem: "there is no destination “\(name.shortened)”",
      fix: nearest.suggestion(for: name))
  }

  package static func unknownRevision(_ revision: Int, first: Int, last: Int) -> Self {
    Self(
      .unknownRevision, problem: "there is no revision \(revision)",
      fix: "the journal goes from \(first) to \(last)" + (first > 0 ? "; earlier revisions were compacted" : ""))
  }

  static func responseExists(form: String, key: String) -> Self {
    Self(
      .responseExists, key, problem: "the form “\(form.shortened)” has a response “\(key.shortened)” already",
      fix: "choose another key, or import into a new file")
  }

  static func formHasResponses(form: String, count: Int) -> Self {
    Self(
      .formHasResponses, form,
      problem: "the form “\(form.shortened)” has \(count == 1 ? "a response" : "\(count) responses")",
      fix: "delete them first, or delete the form together with them")
  }

  package static func unusableKey(key: String, problem: String) -> Self {
    Self(.unusableKey, key, problem: "the key “\(key.shortened)” cannot be used: \(problem)")
  }

  static func unusableName(of owner: String, problem: String) -> Self {
    Self(.unusableName, owner, problem: "the name of the \(owner) \(problem)")
  }

  static func unfitMapping(form: String, problems: [String]) -> Self {
    Self(
      .unfitMapping, form,
      problem: "the map does not fit the form “\(form.shortened)”: \(problems.joined(separator: "; "))")
  }

  static func notSetAside(cell: String, response: String, nearest: String?) -> Self {
    Self(
      .notSetAside, cell,
      problem: "the response “\(response.shortened)” has nothing set aside of a cell “\(cell.shortened)”",
      fix: nearest.suggestion(for: cell))
  }

  static func unfitJournal(revision: Int, problem: String) -> Self {
    Self(.unfitJournal, problem: "the journal does not fit at revision \(revision): \(problem)")
  }

  /// Another line goes on after an entry that is not there.
  static func unfitLines(after missing: EntryAddress) -> Self {
    unfitJournal(revision: missing.revision, problem: "another line goes on after an entry that is not there")
  }

  static func damaged(_ problem: String) -> Self {
    Self(
      .damaged, problem: "the database contradicts itself: \(problem)", fix: "formstate check reports more",
      cause: problem)
  }
}

/// Errors of transactions and of the disk.
extension StoreError {
  package static let busy = Self(
    .busy, problem: "another process kept the database locked for too long", fix: "try again")

  static let outsideTransaction = Self(
    .outsideTransaction, problem: "there is no transaction that the action could be part of",
    fix: "begin one, or leave the connection out")

  static let withinTransaction = Self(
    .withinTransaction, problem: "within a transaction the store cannot be written to, nor a session be refreshed",
    fix: "in a group of actions, apply them through the group")

  static let groupEnded = Self(
    .groupEnded, problem: "the group of actions has ended", fix: "apply its actions within its closure")

  static let rolledBack = Self(
    .rolledBack, problem: "SQLite rolled the transaction back after an error within it, and nothing has changed",
    fix: "try again")

  static let suspended = Self(
    .suspended, problem: "the store is suspended while the app is in the background, and nothing has changed",
    fix: "resume it, and try again")

  static let interrupted = Self(
    .interrupted, problem: "the database was interrupted, and nothing has changed", fix: "try again")

  static func diskError(code: Int, reason: String) -> Self {
    Self(
      .diskError, problem: "the disk refused (\(reason), SQLite error \(code))",
      fix: "make room or mend the disk, and try again")
  }

  static func commitFailed(reason: String) -> Self {
    Self(
      .commitFailed, problem: "the commit failed (\(reason)), and nothing has changed",
      fix: "make room or mend the disk, and try again")
  }

  static func outcomeUnknown(reason: String) -> Self {
    Self(
      .outcomeUnknown, problem: "the commit failed, and whether the change lasts is not known (\(reason))",
      fix: "read the state again")
  }

  static let valueTooLong = Self(
    .valueTooLong, problem: "the database holds a value that is too long to read",
    fix: "no form needs it; go back to a copy from before")

  static func database(code: Int, message: String) -> Self {
    Self(.database, problem: "SQLite error \(code): \(message)")
  }
}
