import FormState
import GRDB

extension FormStore {
  /// What a visible row is called, without the rest of it.
  public struct RowTitle: Hashable, Sendable {
    /// The key of the cell.
    public let key: String
    /// The displayed primary title.
    public let title: String
    /// The displayed secondary title.
    public let subtitle: String

    /// Creates a title.
    public init(key: String, title: String, subtitle: String) {
      self.key = key
      self.title = title
      self.subtitle = subtitle
    }
  }

  /// What the rows at some row paths are called, read without loading the form.
  ///
  /// - Parameters:
  ///   - paths: which rows; those that do not show are left out of the result.
  ///   - key: a response that has begun; any other gives no titles.
  /// - Returns: the revision at which the titles were read, and the titles.
  /// - Throws: ``StoreError/unknownForm(key:nearest:)``.
  /// - Complexity: O(v) for the v visible rows of the sections that are asked for.
  public func rowTitles(
    at paths: some Sequence<RowPath>, of key: ResponseKey
  ) throws -> (revision: Int, titles: [RowPath: RowTitle]) {
    let rowsBySection = Dictionary(grouping: paths, by: \.section).mapValues { Set($0.map(\.row)) }
    return try read { db in
      let location = try ResponseLocation.find(key, in: db)
      var titles: [RowPath: RowTitle] = [:]
      for (section, wanted) in rowsBySection {
        for (row, title) in try RowTitle.all(inSection: section, db: db, location: location)
        where wanted.contains(row) {
          titles[RowPath(section: section, row: row)] = title
        }
      }
      return (try location.revision(in: db), titles)
    }
  }
}

extension FormStore.RowTitle {
  /// What all visible rows of a section are called, from top to bottom. O(v) for v visible rows.
  static func all(
    inSection section: Int, db: Database, location: ResponseLocation
  ) throws -> [(row: Int, title: FormStore.RowTitle)] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT row, key, title, subtitle
        FROM visible_row
        WHERE response_id = ? AND section = ?
        ORDER BY row
        """)
    let rows = try Row.fetchAll(statement, arguments: [location.responseID, section])
    return try rows.map { row in
      (
        try row.decode(atIndex: 0),
        FormStore.RowTitle(
          key: try row.decode(atIndex: 1), title: try row.decode(atIndex: 2), subtitle: try row.decode(atIndex: 3))
      )
    }
  }
}
