import FormState
import Foundation
import GRDB

/// Reads and writes lists of options, shared by all versions of forms with the same list.
struct ListTables {
  let db: Database

  /// Writes the lists of a valid form; existing options are not written again.
  ///
  /// - Complexity: O(n log n) for n options and the contents of their columns.
  func insertLists(of form: FormDefinition, versionID: Int64) throws {
    for list in form.lists {
      let digest = StateDigest.ofOptions(list)
      let known = try Int64.fetchOne(db, sql: "SELECT id FROM formstate_list WHERE digest = ?", arguments: [digest])
      let listID = try known ?? insert(list, digest: digest)
      try db.execute(
        sql: "INSERT INTO formstate_version_list (version_id, name, list_id) VALUES (?, ?, ?)",
        arguments: [versionID, list.name, listID])
    }
  }

  private func insert(_ list: OptionList, digest: String) throws -> Int64 {
    let columns = list.columns
    try db.execute(
      sql: "INSERT INTO formstate_list (items, columns, digest) VALUES (?, ?, ?)",
      arguments: [list.options.count, ChoiceText.text(of: columns), digest])
    let listID = db.lastInsertedRowID
    let item = try db.makeStatement(
      sql: "INSERT INTO formstate_list_item (list_id, position, value, title) VALUES (?, ?, ?, ?)")
    let column = try db.makeStatement(
      sql: "INSERT INTO formstate_list_column (list_id, position, name, value) VALUES (?, ?, ?, ?)")
    for (position, option) in list.options.enumerated() {
      try item.execute(arguments: [listID, position, option.value, option.title])
      for name in columns {
        guard let text = option.columns[name] else { continue }
        try column.execute(arguments: [listID, position, name, text])
      }
    }
    return listID
  }

  /// The lists of a version.
  func lists(versionID: Int64, _ part: DefinitionRepository.Lists) throws -> [OptionList] {
    let heads = try Row.fetchAll(
      db,
      sql: """
        SELECT named.name, list.id, list.items, list.columns
        FROM formstate_version_list AS named
        JOIN formstate_list AS list ON list.id = named.list_id
        WHERE named.version_id = ?
        ORDER BY named.name
        """,
      arguments: [versionID])
    return try heads.map { row in
      let name: String = try row.decode(atIndex: 0)
      switch part {
      case .outlined:
        let outline = try Self.outline(count: row.decode(atIndex: 2), row.decode(atIndex: 3))
        if outline.count > Self.fewOptions { return OptionList(name, outline: outline) }
        fallthrough
      case .whole: return OptionList(name, options: try options(listID: try row.decode(atIndex: 1)))
      }
    }
  }

  /// Maximum number of options that are read with a form whose lists are outlined.
  private static let fewOptions = 500

  /// The list of a version with a name, for lookups by rules; `nil` if there is none.
  func list(named name: String, versionID: Int64) throws -> StoredList? {
    let row = try Row.fetchOne(
      try db.cachedStatement(
        sql: """
          SELECT list.id, list.items, list.columns
          FROM formstate_version_list AS named
          JOIN formstate_list AS list ON list.id = named.list_id
          WHERE named.version_id = ? AND named.name = ?
          """),
      arguments: [versionID, name])
    return try row.map {
      StoredList(
        db: db, id: try $0.decode(atIndex: 0),
        outline: try Self.outline(count: $0.decode(atIndex: 1), $0.decode(atIndex: 2)))
    }
  }

  private static func outline(count: Int, _ columns: String) throws -> OptionList.Outline {
    guard count >= 0, let names = columns == "[]" ? [] : ChoiceText.values(of: columns) else {
      throw StoreError.damaged("a list does not name its columns")
    }
    return OptionList.Outline(count: count, columns: names)
  }

  private func options(listID: Int64) throws -> [OptionList.Option] {
    var options: [OptionList.Option] = []
    let items = try Row.fetchCursor(
      db, sql: "SELECT value, title FROM formstate_list_item WHERE list_id = ? ORDER BY position", arguments: [listID])
    while let row = try items.next() {
      options.append(OptionList.Option(value: try row.decode(atIndex: 0), title: try row.decode(atIndex: 1)))
    }
    let columns = try Row.fetchCursor(
      db, sql: "SELECT position, name, value FROM formstate_list_column WHERE list_id = ?", arguments: [listID])
    while let row = try columns.next() {
      let position = try row.position(atIndex: 0)
      guard options.indices.contains(position) else {
        throw StoreError.damaged("a column of a list belongs to an unknown option")
      }
      options[position].columns[try row.decode(atIndex: 1)] = try row.decode(atIndex: 2)
    }
    return options
  }
}
