import FormState
import GRDB

/// In which language changes are told: how it writes values, and where that is another language than the form's own, what it calls
/// questions and options.
package struct ToldLanguage: Sendable {
  /// How dates, numbers and switches are written.
  let formats: ValueFormats
  /// The questions by the keys of their cells; empty for the form's own language, in which the file has their titles.
  let questions: [String: Question]

  /// Whether it is another language than the form's own.
  package var isOfTranslation: Bool { !questions.isEmpty }

  /// The form's own language.
  package init(formats: ValueFormats) {
    self.init(formats: formats, questions: [:])
  }

  /// The language of a view.
  ///
  /// - Complexity: O(n) for n cells.
  package init(_ view: LanguageView) {
    let questions = view.questions().map { ($0.cell.key, $0) }
    self.init(formats: view.formats, questions: Dictionary(questions) { first, _ in first })
  }

  private init(formats: ValueFormats, questions: [String: Question]) {
    self.formats = formats
    self.questions = questions
  }

  /// A sentence that tells how an answer has changed, in the language; the same sentence where it is told of anything else.
  ///
  /// - Parameter row: the sentence in `changes`, with what it was made of, see ``columns``.
  func sentence(_ row: Row) throws -> String {
    let sentence: String = try row.decode(String.self, forColumn: "changes")
    guard row["field"] as String == StateChange.Field.value.rawValue, let name = row["kind"] as String? else {
      return sentence
    }
    let kind = try CellKind(stored: name)
    let key: String = try row.decode(String.self, forColumn: "changed")
    let (before, after): (String?, String?) = (row["before"], row["after"])
    let ending = ": \(before ?? "nothing") → \(after ?? "nothing")"
    guard sentence.hasSuffix(ending) else { return sentence }
    var beginning = String(sentence.dropLast(ending.count))
    if let question = questions[key], let stored = row["question"] as String?, let place = beginning.range(of: stored) {
      beginning.replaceSubrange(place, with: question.name)
    }
    let cell = try Self.cell(key, kind, row)
    let sides = try [("plain_before", before), ("plain_after", after)].map { column, told in
      guard let value = try CellValue(stored: row[column], kind: kind) else { return "nothing" }
      if let question = questions[key] { return question.readableText(of: value) }
      return kind.isQuestionOfOptions ? told ?? "nothing" : formats.text(of: value, in: cell)
    }
    return "\(beginning): \(sides[0]) → \(sides[1])"
  }

  /// What of a cell tells how its values are written.
  private static func cell(_ key: String, _ kind: CellKind, _ row: Row) throws -> FormCell {
    var cell = FormCell(key: key, kind: kind)
    cell.unit = row["unit"]
    if let off = row["off_title"] as String?, let on = row["on_title"] as String? {
      cell.switchTitles = SwitchTitles(off: off, on: on)
    }
    return cell
  }

  /// What a sentence is made of, of `told` and `plain`, the views of changes, and `cell`.
  static let columns = """
    told.before, told.after, plain.before AS plain_before, plain.after AS plain_after, plain.unit, plain.off_title, plain.on_title,
    cell.kind
    """
}

extension FormStore {
  /// The language in which the changes of a response are told.
  ///
  /// - Parameter name: chooses the language of a form; `nil` for its own. It is asked where there is any choice.
  /// - Returns: `nil` where they are told as they are stored.
  /// - Throws: what `name` throws; ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(n) for n cells where `name` is asked.
  package func toldLanguage(
    of key: ResponseKey, choosing name: ((FormDefinition) throws -> String?)?
  ) throws -> ToldLanguage? {
    if let name {
      let contents = try contents(of: key)
      guard let chosen = try name(contents.form) else { return nil }
      if chosen != contents.form.language {
        return try LanguageView(of: contents, in: chosen).map(ToldLanguage.init)
      }
    }
    let own = try read { db in
      try String.fetchOne(
        db, sql: "SELECT language FROM formstate_version WHERE id = ?",
        arguments: [try ResponseLocation.find(key, in: db).version.id])
    }
    let formats = ValueFormats.own(own)
    return formats == .stored ? nil : ToldLanguage(formats: formats)
  }
}
