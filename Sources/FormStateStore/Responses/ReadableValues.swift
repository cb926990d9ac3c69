import FormState
import GRDB

/// Creates the readable forms of values that are stored beside them: “Poor” beside `poor`, “November 30, 1835” beside
/// `1835-11-30`.
///
/// Stored in columns, they are available to any reader of the file, and months, units and titles are combined in one
/// place. The titles in a version never change, so neither do readable values.
final class ReadableValues {
  private let db: Database
  private let location: ResponseLocation
  /// Returns a version of the form in memory by its number, if available.
  private let index: (Int) throws -> FormIndex?
  private var cells: [Name: FormCell?] = [:]
  private var titles: [OptionName: String?] = [:]

  /// Prepares the readable values of a response.
  ///
  /// - Parameter index: returns a version of the form in memory by its number, if available.
  init(db: Database, location: ResponseLocation, index: @escaping (Int) throws -> FormIndex? = { _ in nil }) {
    self.db = db
    self.location = location
    self.index = index
  }

  /// The same, with a definition in memory, which may be of another version than the response's.
  convenience init(db: Database, location: ResponseLocation, definition: OpenDefinition?) {
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
    /// Its bytes: options are distinguished by the spelling of their values.
    let value: [UInt8]

    init(_ value: String, of cell: Name) {
      self.cell = cell
      self.value = Array(value.utf8)
    }
  }

  /// The readable content of a field after a change; `nil` if it equals the stored one.
  ///
  /// - Parameter version: the number of the version in force after the change; 0 for an unknown one.
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

  /// The readable contents on both sides of a change; `nil` if they equal the stored ones.
  ///
  /// - Parameter versions: the numbers of the versions in force before and after the change; 0 for an unknown one.
  func texts(of change: StateChange, inVersions versions: (Int, Int)) throws -> (before: String?, after: String?) {
    (try text(of: change.inverse, inVersion: versions.0), try text(of: change, inVersion: versions.1))
  }

  /// The readable content of a field after a change, in the response's version.
  func text(of change: StateChange) throws -> String? {
    try text(of: change, inVersion: location.version.number)
  }

  private func text(of value: CellValue, in name: Name) throws -> String? {
    try cell(name).storedText(of: value) { try title(ofOption: $0, of: name) }
  }

  /// The readable text of a cell's value.
  ///
  /// - Parameters:
  ///   - version: the number of the cell's version.
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

  /// The parts of the cell that determine its readable values; a plain one for an unknown key.
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

  /// The title of an option under a question, or in its list.
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
            SELECT CASE WHEN min(item.title) = max(item.title) THEN min(item.title) WHEN count(*) > 0 THEN :value END
            FROM formstate_rule AS rule
            CROSS JOIN formstate_version_list AS named
              ON named.version_id = rule.version_id AND named.name = rule.list
            CROSS JOIN formstate_list_item AS item INDEXED BY formstate_list_item_by_value
              ON item.list_id = named.list_id AND item.value = :value
            WHERE rule.cell_id = cell.id AND rule.kind = 'choices'
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
  /// The readable text of a cell's value; `nil` if it equals the stored one.
  ///
  /// - Complexity: O(k) for k options of the cell.
  func storedText(of value: CellValue, inCellAt place: CellPlace) -> String? {
    var known: [String: String]?
    return sections.element(at: place.section)?.cells.element(at: place.position)?.storedText(of: value) { option in
      let titles = known ?? titlesOfOptions(under: place)
      known = titles
      return titles[option]
    }
  }
}

extension FormCell {
  /// The readable text of the cell's value; `nil` if it equals the stored one.
  ///
  /// - Parameter title: the title of an option by its value.
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
  /// The reported faults as readable text: each message with its reporter.
  fileprivate var sentences: String {
    faults.map { fault in fault.message + (fault.reporter.map { " (\($0))" } ?? "") }.joined(separator: " ")
  }
}
