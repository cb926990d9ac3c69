import FormState
import GRDB

extension FormStore {
  /// A view of a form's answers in the database, with a column for each question: a row for each response, or for each
  /// instance of a repeat.
  package struct AnswerView: Hashable, Sendable {
    /// The key of the repeat; `nil` for the view with a row for each response.
    package let repeatKey: String?
    /// The name of the view.
    package let name: String
    /// The names of its columns.
    package let columns: [String]
    /// Whether it replaced an earlier one.
    package let isReplaced: Bool
  }

  /// Creates views of a form's answers, replacing earlier ones. Create them again after importing a new version of the
  /// form.
  ///
  /// The first is named `answers_of_` and the key of the form; its columns are `response`, `version`, `status` and the
  /// keys of the questions outside of repeats, first those of the version for new responses, then those only in other
  /// versions with responses. A decimal is a number, with its digits in a second column, `_exact`, where the number
  /// does not show them. Each repeat has a view `instances_of_`, the key of the form, `_` and that of the repeat,
  /// whose first columns are `response`, `version`, `instance`, `position` and `within`. FormState itself never creates
  /// these views and does not use them.
  ///
  /// - Returns: that of the form, then those of its repeats.
  /// - Throws: ``StoreError/Code/unknownForm``; ``AnswerViewError``; errors of SQLite. All views are created, or none.
  /// - Complexity: O(n) for n cells of those versions.
  package func makeAnswerViews(ofForm form: String) throws -> [AnswerView] {
    try write { db in
      _ = try ResponseLocation.find(ResponseKey(form: form), in: db)
      // The views of repeats that no version has any more are dropped.
      let former = Set(try AnswerViewDefinition.drop(form: form, in: db))
      let views = try ([nil] + AnswerViewDefinition.repeatKeys(ofForm: form, in: db)).map { key in
        let definition = try AnswerViewDefinition(ofForm: form, inRepeat: key, in: db)
        if try AnswerViewDefinition.isTaken(definition.name, in: db) {
          throw AnswerViewError.nameTaken(definition.name)
        }
        try db.execute(sql: definition.sql)
        // SQLite checks a view only when it is used.
        _ = try Row.fetchOne(db, sql: "SELECT * FROM \(AnswerViewDefinition.quoted(definition.name)) LIMIT 0")
        return AnswerView(
          repeatKey: key, name: definition.name, columns: definition.columns,
          isReplaced: former.contains(definition.name.lowercased()))
      }
      return (views, .commit)
    }
  }

  /// Drops the views of a form's answers.
  ///
  /// - Returns: the name of the form's view, and whether there was any.
  /// - Throws: ``AnswerViewError/nameTaken(_:)``; errors of SQLite.
  package func dropAnswerViews(ofForm form: String) throws -> (name: String, wasThere: Bool) {
    try write { db in
      let dropped = try AnswerViewDefinition.drop(form: form, in: db)
      return ((AnswerViewDefinition.name(ofForm: form), !dropped.isEmpty), dropped.isEmpty ? .rollback : .commit)
    }
  }
}

/// Why a view of a form's answers cannot be created.
enum AnswerViewError: Error, Hashable, CustomStringConvertible {
  /// The name is taken.
  case nameTaken(String)
  /// The form's questions need more columns than a view can have.
  case tooManyColumns(Int, questions: Int)

  var description: String {
    switch self {
    case .nameTaken(let name):
      "“\(name)” already exists and is not a view of this form's answers; it is unchanged, rename it first"
    case .tooManyColumns(let columns, let questions):
      "the form's \(questions) questions need \(columns) columns, but a view has at most "
        + "\(AnswerViewDefinition.mostColumns); the view “answer” has a row for each question"
    }
  }
}
