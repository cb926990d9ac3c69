import FormState
import GRDB

extension FormStore {
  /// A view of a form's answers in the database, with a column for each question: a line for each response, or for each
  /// instance of a repeat.
  package struct AnswerView: Hashable, Sendable {
    /// The key of the repeat; `nil` for the view with a line for each response.
    package let repeatKey: String?
    /// What the view is called.
    package let name: String
    /// What its columns are called.
    package let columns: [String]
    /// Whether it took the place of one that was made before.
    package let isReplaced: Bool
  }

  /// Makes views of a form's answers, in place of those made before. Make them again when a new version of the form is
  /// imported.
  ///
  /// The first is called `answers_of_` and the key of the form; its columns are `response`, `version`, `status` and the
  /// keys of the questions outside of repeats, those of the version that new responses begin with first, then those
  /// that only other versions have that somebody fills in. For each repeat there is `instances_of_`, the key of the
  /// form, `_` and that of the repeat, whose first columns are `response`, `version`, `instance`, `position` and
  /// `within`. FormState itself never makes such views and has no use for them.
  ///
  /// - Returns: that of the form, then those of its repeats.
  /// - Throws: ``StoreError/Code/unknownForm``; ``AnswerViewError``; errors of SQLite. All views are made, or
  ///   none.
  /// - Complexity: O(n) for n cells of those versions.
  package func makeAnswerViews(ofForm form: String) throws -> [AnswerView] {
    try write { db in
      _ = try ResponseLocation.find(ResponseKey(form: form), in: db)
      // A repeat that no version has any more leaves no view behind.
      let former = Set(try AnswerViewDefinition.drop(form: form, in: db))
      let views = try ([nil] + AnswerViewDefinition.repeatKeys(ofForm: form, in: db)).map { key in
        let definition = try AnswerViewDefinition(ofForm: form, inRepeat: key, in: db)
        if try AnswerViewDefinition.isTaken(definition.name, in: db) {
          throw AnswerViewError.nameTaken(definition.name)
        }
        try db.execute(sql: definition.sql)
        // A view is only looked at when it is used.
        _ = try Row.fetchOne(db, sql: "SELECT * FROM \(AnswerViewDefinition.quoted(definition.name)) LIMIT 0")
        return AnswerView(
          repeatKey: key, name: definition.name, columns: definition.columns,
          isReplaced: former.contains(definition.name.lowercased()))
      }
      return (views, .commit)
    }
  }

  /// Takes the views of a form's answers away again.
  ///
  /// - Returns: what the view of the form is called, and whether there was any.
  /// - Throws: ``AnswerViewError/nameTaken(_:)``; errors of SQLite.
  package func dropAnswerViews(ofForm form: String) throws -> (name: String, wasThere: Bool) {
    try write { db in
      let dropped = try AnswerViewDefinition.drop(form: form, in: db)
      return ((AnswerViewDefinition.name(ofForm: form), !dropped.isEmpty), dropped.isEmpty ? .rollback : .commit)
    }
  }
}

/// Why there can be no view of a form's answers.
package enum AnswerViewError: Error, Hashable, CustomStringConvertible {
  /// Something else is called so.
  case nameTaken(String)
  /// The form asks more than a view has columns.
  case tooManyQuestions(Int)

  package var description: String {
    switch self {
    case .nameTaken(let name):
      "there is a “\(name)” already that is no view of this form's answers; it was left as it is, rename it first"
    case .tooManyQuestions(let count):
      "the form has \(count) questions, and a view has at most \(AnswerViewDefinition.mostColumns) columns; "
        + "the view “answer” has a line for each"
    }
  }
}
