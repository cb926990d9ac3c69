import FormState
import GRDB

/// The responses of a form at one point in time, read one after the other instead of all held in memory.
///
/// It is valid only within ``FormStore/withResponses(to:_:)``.
public struct FormResponses {
  /// The versions of the form with responses, by their numbers, oldest first.
  public let forms: [FormDefinition]
  private let numbers: [Int: FormDefinition]
  private let key: String
  private let db: Database

  fileprivate init(to key: String, in db: Database) throws {
    (self.key, self.db) = (key, db)
    let definitions = DefinitionRepository(db: db)
    let filledIn = try Int.fetchAll(
      db,
      sql: """
        SELECT version.number
        FROM formstate_form AS form
        CROSS JOIN formstate_version AS version ON version.form_id = form.id
        WHERE form.key = ? AND EXISTS (SELECT 1 FROM formstate_response WHERE version_id = version.id)
        ORDER BY version.number
        """, arguments: [key])
    var numbers: [Int: FormDefinition] = [:]
    for number in filledIn {
      numbers[number] = try definitions.form(of: definitions.version(ofForm: key, number: number), lists: .outlined)
    }
    self.numbers = numbers
    forms = filledIn.compactMap { numbers[$0] }
  }

  /// Reads the responses whole, in alphabetical order. May be called repeatedly, with the same result.
  ///
  /// Lists of their form with more than 500 options are read without the options.
  ///
  /// - Throws: ``StoreError``; what `body` throws.
  /// - Complexity: O(k log n) for k touched fields.
  public func readEach(_ body: (ResponseContents) throws -> Void) throws {
    for response in try FormStore.responseKeys(ofForm: key, in: db) {
      let key = ResponseKey(form: key, response: response)
      let location = try ResponseLocation.find(key, in: db)
      guard let form = numbers[location.version.number] else {
        throw StoreError.damaged("a response has a version other than the one that it names")
      }
      try body(try FormStore.contents(of: key, at: location, form: form, in: db))
    }
  }
}

extension FormStore {
  /// Reads the responses of a form at one point in time, one after the other.
  ///
  /// ```swift
  /// try store.withResponses(to: "visit") { responses in
  ///   var table = AnswerTableWriter(columnsOf: responses.forms) { try file.write(contentsOf: $0) }
  ///   try responses.readEach { try table.write($0) }
  ///   try table.finish()
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - form: the key of the form.
  ///   - work: reads them; its argument is invalid after it returns.
  /// - Throws: ``StoreError/Code/unknownForm``; what `work` throws.
  /// - Complexity: O(n) for n cells in the versions with responses, in addition to the work.
  public func withResponses<Result>(
    to form: String, _ work: (FormResponses) throws -> Result
  ) throws -> Result {
    try read { db in
      _ = try DefinitionRepository(db: db).version(ofForm: form)
      return try work(try FormResponses(to: form, in: db))
    }
  }

  /// Reads all responses of a form whole, at one point in time, in alphabetical order. For many responses, use
  /// ``withResponses(to:_:)``, which does not hold them all in memory.
  ///
  /// - Throws: ``StoreError/Code/unknownForm``.
  /// - Complexity: O(n + k) for n cells in the versions with responses and k touched fields.
  public func contents(ofResponsesTo form: String) throws -> [ResponseContents] {
    try withResponses(to: form) { responses in
      var all: [ResponseContents] = []
      try responses.readEach { all.append($0) }
      return all
    }
  }
}
