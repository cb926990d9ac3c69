import FormState
import GRDB

/// The texts of a version in languages other than its own.
struct TranslationTable {
  let db: Database
  let versionID: Int64

  /// Writes the texts of a version.
  func insert(_ translations: [FormTranslation]) throws {
    guard !translations.isEmpty else { return }
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO formstate_translation (version_id, language, subject, key, field, item, text)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
    for translation in translations {
      for (name, text) in translation.textsInOrder {
        try statement.execute(
          arguments: [versionID, translation.language, name.subject, name.key, name.field, name.item, text])
      }
    }
  }

  /// The languages of a version's texts, in order.
  ///
  /// - Complexity: O(t) for t texts.
  func languages() throws -> [String] {
    try String.fetchAll(
      try db.cachedStatement(
        sql: "SELECT DISTINCT language FROM formstate_translation WHERE version_id = ? ORDER BY language"),
      arguments: [versionID])
  }

  /// Reads the texts of a version.
  ///
  /// - Parameter lists: the lists whose texts are not read.
  /// - Throws: ``StoreError/Code/damaged`` for a text that belongs to nothing.
  /// - Complexity: O(t) for t texts.
  func translations(besides lists: [String] = []) throws -> [FormTranslation] {
    let left = Set(lists)
    let rows = try Row.fetchCursor(
      try db.cachedStatement(
        sql: """
          SELECT language, subject, key, field, item, text
          FROM formstate_translation
          WHERE version_id = ?
          ORDER BY language
          """),
      arguments: [versionID])
    var translations: [FormTranslation] = []
    while let row = try rows.next() {
      let language: String = try row.decode(atIndex: 0)
      let name = TextPlace.Name(
        subject: try row.decode(atIndex: 1), key: try row.decode(atIndex: 2), field: try row.decode(atIndex: 3),
        item: try row.decode(atIndex: 4))
      guard let place = TextPlace(name) else {
        throw StoreError.damaged("a text in another language belongs to something without texts")
      }
      if translations.last?.language != language { translations.append(FormTranslation(language, texts: [:])) }
      if case .option(let list, _) = place, left.contains(list) { continue }
      translations[translations.count - 1].texts[place] = try row.decode(atIndex: 5)
    }
    return translations
  }
}
