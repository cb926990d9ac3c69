import FormState
import GRDB

/// Cells as an app would keep them that writes its own table with GRDB: a row a cell, and no history.
struct PlainTable {
  /// A row of the table.
  struct Cell: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "cell"
    var id: Int64
    var section: Int
    var parent: Int64?
    var level: Int
    var key: String
    var kind: String
    var title: String
    var subtitle: String
    var value: String?
    var isExpanded: Bool
  }

  private static let schema = """
    CREATE TABLE cell (
      id         INTEGER PRIMARY KEY,
      section    INTEGER NOT NULL CHECK (section >= 0),
      parent     INTEGER REFERENCES cell (id),
      level      INTEGER NOT NULL CHECK (level BETWEEN 0 AND 100 AND (level = 0) = (parent IS NULL)),
      key        TEXT NOT NULL UNIQUE CHECK (key <> ''),
      kind       TEXT NOT NULL CHECK (kind IN ('group', 'text', 'label')),
      title      TEXT NOT NULL,
      subtitle   TEXT NOT NULL,
      value      TEXT,
      isExpanded INTEGER NOT NULL CHECK (isExpanded IN (0, 1))
    ) STRICT;
    CREATE INDEX cell_by_parent ON cell (parent);
    CREATE INDEX cell_expanded ON cell (id) WHERE isExpanded;
    """

  private let queue: DatabaseQueue

  /// Opens a file with the pragmas of a store.
  init(path: String) throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.execute(
        sql: """
          PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA trusted_schema = OFF;
          PRAGMA temp_store = MEMORY; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON
          """)
    }
    queue = try DatabaseQueue(path: path, configuration: configuration)
  }

  /// Makes the table and fills it with the cells of a form of groups with rows under them.
  func save(_ form: FormDefinition) throws {
    try queue.write { db in
      try db.execute(sql: Self.schema)
      var next: Int64 = 1
      for (section, cells) in form.sections.map(\.cells).enumerated() {
        var group: Int64?
        for cell in cells {
          let isGroup = cell.kind == .group
          if isGroup { group = next }
          try Cell(
            id: next, section: section, parent: isGroup ? nil : group, level: isGroup ? 0 : 1, key: cell.key,
            kind: cell.kind.rawValue, title: cell.title, subtitle: cell.subtitle, value: nil, isExpanded: false
          ).insert(db)
          next += 1
        }
      }
    }
  }

  /// Opens or closes a cell; on disk when it returns.
  func tap(_ key: String) throws {
    try queue.write { db in
      try db.cachedStatement(sql: "UPDATE cell SET isExpanded = NOT isExpanded WHERE key = ?").execute(arguments: [key])
    }
  }

  /// Sets the value of a cell; on disk when it returns.
  func set(_ key: String, _ value: String) throws {
    try queue.write { db in
      try db.cachedStatement(sql: "UPDATE cell SET value = ? WHERE key = ?").execute(arguments: [value, key])
    }
  }

  // These forms have only two levels; more would require a recursion.
  private static let visible = "parent IS NULL OR parent IN (SELECT id FROM cell WHERE isExpanded)"

  /// The rows that show, all of them, as an observation of the table hands them out after each change.
  func visibleRows() throws -> [Cell] {
    try queue.read { db in
      try Cell.fetchAll(db.cachedStatement(sql: "SELECT * FROM cell WHERE \(Self.visible) ORDER BY id"))
    }
  }

  /// The number of rows of each section, and the first rows: the queries of a table view before it draws.
  func firstRows(_ count: Int) throws -> (counts: [Int], rows: [Cell]) {
    try queue.read { db in
      let counts = "SELECT count(*) FROM cell WHERE \(Self.visible) GROUP BY section ORDER BY section"
      let rows = "SELECT * FROM cell WHERE \(Self.visible) ORDER BY id LIMIT ?"
      return (
        try Int.fetchAll(db.cachedStatement(sql: counts)),
        try Cell.fetchAll(db.cachedStatement(sql: rows), arguments: [count])
      )
    }
  }

  /// Every cell, whether it shows or not.
  func allCells() throws -> [Cell] { try queue.read { try Cell.fetchAll($0) } }
}
