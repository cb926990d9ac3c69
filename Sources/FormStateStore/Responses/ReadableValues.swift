import FormState
import GRDB

/// Writes values as a person reads them, to be stored beside them: “Poor” beside `poor`, “November 30, 1835” beside
/// `1835-11-30`.
///
/// Stored, they are columns that any reader of the file selects, and months, units and titles are put together in one
/// place. What a question is called in one version never changes, so neither does what a value reads like.
final class ReadableValues {
  private let db: Database
  private let location: ResponseLocation
  /// A version of the form, by its number, where somebody has it in memory.
  private let index: (Int) throws -> FormIndex?
  private var cells: [Name: FormCell?] = [:]
  private var titles: [OptionName: String?] = [:]

  /// Prepares to write values of a response.
  ///
  /// - Parameter index: gives a version of the form, by its number, where somebody has it in memory.
  init(db: Database, location: ResponseLocation, index: @escaping (Int) throws -> FormIndex? = { _ in nil }) {
    self.db = db
    self.location = location
    self.index = index
  }

  /// The same, with a definition that somebody has in memory, which may be another one than the response fills in.
  convenience init(db: Database, location: ResponseLocation, definition: KnownDefinition?) {
    let version = location.version
    self.init(db: db, location: location) { number in
      number == version.number && definition?.digest == version.digest ? definition?.index : nil
    }
  }

  private struct Name: Hashable {
    let key: String
    let version: Int
  }

  private struct OptionName: Hashable {
    let cell: Name
    /// Its bytes: options are told apart by how their values are spelled.
    let value: [UInt8]

    init(_ value: String, of cell: Name) {
      self.cell = cell
      self.value = Array(value.utf8)
    }
  }

  /// What a person reads of what a change left in its field; `nil` where that is what is stored.
  ///
  /// - Parameter version: the number of the version that is in force after the change; 0 for one that is not here.
  /// - Complexity: O(log n) for a form of n cells.
  func text(of change: StateChange, inVersion version: Int) throws -> String? {
    guard let value = change.after?.value else { return nil }
    switch change.field {
    case .value, .calculated, .saved:
      return try text(of: value, in: Name(key: change.subject.key, version: change.subject.setAsideFrom ?? version))
    case .reportedFaults, .responseFaults: return ReportedFaults(change.after).sentences
    default: return nil
    }
  }

  /// What a person reads of both sides of a change; `nil` where that is what is stored.
  ///
  /// - Parameter versions: the numbers of the versions that are in force before and after the change; 0 for one that is
  ///   not here.
  func texts(of change: StateChange, inVersions versions: (Int, Int)) throws -> (before: String?, after: String?) {
    (try text(of: change.inverse, inVersion: versions.0), try text(of: change, inVersion: versions.1))
  }

  /// What a person reads of what a change left in its field, in the version that the response fills in.
  func text(of change: StateChange) throws -> String? {
    try text(of: change, inVersion: location.version.number)
  }

  private func text(of value: CellValue, in name: Name) throws -> String? {
    try cell(name).storedText(of: value) { try title(ofOption: $0, of: name) }
  }

  /// What a person reads of a value of a cell.
  ///
  /// - Parameters:
  ///   - version: the number of the version that has the cell.
  ///   - formats: the formats of dates and numbers.
  func text(
    of value: CellValue, ofCell key: String, inVersion version: Int, _ formats: ValueFormats
  ) throws -> String {
    let name = Name(key: key, version: version)
    return try cell(name).readableText(of: value, formats) { try title(ofOption: $0, of: name) }
  }

  private func title(ofOption value: String, of cell: Name) throws -> String? {
    let option = OptionName(value, of: cell)
    if let known = titles[option] { return known }
    let title = try readTitle(ofOption: value, of: cell)
    titles[option] = .some(title)
    return title
  }

  /// The cell, as far as it decides how its values are written; a plain one for an unknown key.
  private func cell(_ name: Name) throws -> FormCell {
    if let known = cells[name] { return known ?? FormCell(key: name.key, kind: .custom) }
    let cell = try readCell(name)
    cells[name] = .some(cell)
    return cell ?? FormCell(key: name.key, kind: .custom)
  }

  private func readCell(_ name: Name) throws -> FormCell? {
    if let index = try index(name.version) { return index.place(ofCell: name.key).flatMap(index.cell) }
    guard let version = try versionID(name.version) else { return nil }
    let statement = try db.cachedStatement(
      sql: "SELECT kind, unit, off_title, on_title FROM formstate_cell WHERE version_id = ? AND key = ?")
    guard let row = try Row.fetchOne(statement, arguments: [version, name.key]) else { return nil }
    var cell = FormCell(key: name.key, kind: try CellKind(stored: try row.decode(atIndex: 0)))
    cell.unit = try row.decode(atIndex: 1)
    if let off: String = try row.decode(atIndex: 2), let on: String = try row.decode(atIndex: 3) {
      cell.switchTitles = SwitchTitles(off: off, on: on)
    }
    return cell
  }

  /// What an option is called that stands under a question, or in its list.
  private func readTitle(ofOption value: String, of cell: Name) throws -> String? {
    if let index = try index(cell.version), let place = index.place(ofCell: cell.key),
      let own = index.option(withValue: value, under: place).flatMap(index.cell), !own.title.isEmpty
    {
      return own.title
    }
    let statement = try db.cachedStatement(
      sql: """
        SELECT coalesce(
          (SELECT nullif(title, '') FROM formstate_cell WHERE parent_id = cell.id AND option_value = :value),
          (
            SELECT item.title
            FROM formstate_rule AS rule
            CROSS JOIN formstate_version_list AS named
              ON named.version_id = rule.version_id AND named.name = rule.list
            CROSS JOIN formstate_list_item AS item ON item.list_id = named.list_id AND item.value = :value
            WHERE rule.cell_id = cell.id AND rule.kind = 'choices'
            ORDER BY item.position
            LIMIT 1
          )
        )
        FROM formstate_cell AS cell
        WHERE cell.version_id = :version AND cell.key = :key
        """)
    return try String.fetchOne(
      statement,
      arguments: ["version": try versionID(cell.version), "key": cell.key, "value": value])
  }

  private func versionID(_ number: Int) throws -> Int64? {
    if number == location.version.number { return location.version.id }
    let statement = try db.cachedStatement(sql: "SELECT id FROM formstate_version WHERE form_id = ? AND number = ?")
    return try Int64.fetchOne(statement, arguments: [location.version.formID, number])
  }
}

extension FormDefinition {
  /// What a person reads of a value of a cell; `nil` where that is what is stored.
  ///
  /// - Complexity: O(k) for k options of the cell.
  func storedText(of value: CellValue, inCellAt place: CellPlace) -> String? {
    sections.element(at: place.section)?.cells.element(at: place.position)?.storedText(of: value) {
      titleOfOption(withValue: $0, under: place)
    }
  }
}

extension FormCell {
  /// What a person reads of a value of the cell; `nil` where that is what is stored.
  ///
  /// - Parameter title: what an option is called, by its value.
  func storedText(of value: CellValue, titleOfOption title: (String) throws -> String?) rethrows -> String? {
    let text = try readableText(of: value, .stored, titleOfOption: title)
    return switch value {
    case .text(let stored) where stored.isSpelled(like: text): nil
    case .integer(let stored) where String(stored) == text: nil
    case .decimal(let stored) where stored.text == text: nil
    default: text
    }
  }
}

extension ReportedFaults {
  /// What was reported, as a person reads it: each message with who reported it.
  fileprivate var sentences: String {
    faults.map { fault in fault.message + (fault.reporter.map { " (\($0))" } ?? "") }.joined(separator: " ")
  }
}
