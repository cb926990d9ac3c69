import FormState
import GRDB

/// A prepared statement that writes several cells of a version at once.
struct CellStatement {
  /// The place of a cell.
  struct Place {
    let id: Int64
    let sectionID: Int64
    let position: Int
    let parentID: Int64?
    let level: Int
  }

  /// The number of cells per execution.
  let rowCount: Int

  private let statement: Statement
  private let versionID: Int64
  private var boundRows = 0
  /// Whether no cell is pending.
  var isEmpty: Bool { boundRows == 0 }
  private var parameters: ParameterBinding

  /// Prepares the statement for one connection, within its transaction.
  init(db: Database, versionID: Int64, rowCount: Int) throws {
    self.rowCount = rowCount
    self.versionID = versionID
    // The version is the same in all rows, and follows the first one's number.
    let others = ", ?1" + String(repeating: ", ?", count: Self.columns.count - 2) + ")"
    let rows = ["(?2" + others] + Array(repeating: "(?" + others, count: rowCount - 1)
    statement = try db.makeStatement(
      sql: "INSERT INTO formstate_cell (\(Self.columns.joined(separator: ", "))) VALUES \(rows.joined(separator: ", "))"
    )
    parameters = ParameterBinding(statement)
  }

  /// In the order of the table: in any other, SQLite would copy each column once more.
  static let columns =
    ["id", "version_id", "section_id", "position", "parent_id", "level"] + FormCell.columnNames

  /// Binds a cell, and executes the statement when it is full.
  mutating func insert(_ cell: FormCell, at place: Place) throws {
    if boundRows == 0 {
      parameters.restart()
      parameters.bind(versionID)
    }
    bind(place)
    try withUnsafePointer(to: cell) { cell in
      var binding = CellBinding(cell: cell, parameters: parameters)
      try FormCell.visit(&binding)
      parameters = binding.parameters
    }
    boundRows += 1
    if boundRows == rowCount { try run() }
  }

  private mutating func run() throws {
    defer {
      parameters.clear()
      boundRows = 0
    }
    try parameters.requireAccepted()
    try statement.execute()
  }

  private mutating func bind(_ place: Place) {
    parameters.bind(place.id)
    parameters.bind(place.sectionID)
    parameters.bind(Int64(place.position))
    parameters.bind(place.parentID)
    parameters.bind(Int64(place.level))
  }
}

/// Binds the properties of a cell to its columns.
private struct CellBinding: CellPropertyVisitor {
  typealias Failure = any Error

  /// The pointer lends the cell: a copy would retain its texts.
  let cell: UnsafePointer<FormCell>
  var parameters: ParameterBinding

  mutating func identity(_: String, _: String) {
    parameters.bind(cell.pointee.key)
    parameters.bind(cell.pointee.kind.rawValue)
  }
  mutating func text(_: String, _ get: Getter<String>, _: Setter<String>) { parameters.bind(get(cell.pointee)) }
  mutating func flag(_: String, _ get: Getter<Bool>, _: Setter<Bool>) { parameters.bind(get(cell.pointee)) }
  mutating func count(_: String, _ get: Getter<Int>, _: Setter<Int>) { parameters.bind(Int64(get(cell.pointee))) }
  mutating func optionalText(_: String, _ get: Getter<String?>, _: Setter<String>) {
    parameters.bind(get(cell.pointee))
  }
  mutating func optionalNumber(_: String, _ get: Getter<Double?>, _: Setter<Double>) {
    parameters.bind(get(cell.pointee))
  }
  mutating func optionalCount(_: String, _ get: Getter<Int?>, _: Setter<Int>) {
    parameters.bind(get(cell.pointee).map { Int64($0) })
  }
  mutating func defaultValue(_: String) { parameters.bind(cell.pointee.defaultValue) }
  mutating func summary(_: String, _: String) {
    let summary = cell.pointee.summary
    parameters.bind(summary?.name)
    parameters.bind(summary?.text)
  }
  mutating func properties(_: String) throws { parameters.bind(try cell.pointee.properties.storedJSON()) }
}
