import GRDB

/// Copies what can be read of a table of a damaged database into the same table of another one.
///
/// The rows are read in the order of their key. Where SQLite cannot read on, reading continues at the next number of
/// the key's first column that can be found, and what is before it is read backwards.
struct TableRecovery {
  let table: String
  let source: Database
  let target: Database
  /// The number of rows that were read.
  private(set) var count = 0
  /// Between which numbers of the key's first column rows are missing, both included.
  private(set) var gaps: [ClosedRange<Int64>] = []

  private let columns: [String]
  private let key: [String]

  /// How many numbers are looked for one after another before they are looked for in larger steps.
  private static let mostSingleSteps: Int64 = 1000

  /// Copies the rows.
  ///
  /// - Parameters:
  ///   - source: the damaged database; its table need not be FormState's.
  ///   - target: a database with FormState's empty table, which accepts every row.
  /// - Throws: errors of SQLite that are not about the damage.
  /// - Complexity: O(n) for n rows, and O(log n) for each page that cannot be read.
  init(_ table: String, from source: Database, to target: Database) throws {
    (self.table, self.source, self.target) = (table, source, target)
    columns = try target.columns(in: table).map(\.name)
    key = try target.primaryKey(table).columns
    var low: Int64? = -1
    while let start = low {
      guard let last = try copy("\(key[0]) >= \(start)", order: "ASC") else { break }
      let stopped = max(last, start)
      low = try nextReadable(after: stopped)
      gaps.append(stopped...(low ?? .max))
    }
    // A page in the place of another one can be read, and rows are missing all the same.
    if gaps.isEmpty, try !isSound() { gaps = [Self.everything] }
  }

  static let everything: ClosedRange<Int64> = .min ... .max

  private func isSound() throws -> Bool {
    do {
      return try String.fetchOne(source, sql: "PRAGMA quick_check(\(table.quotedDatabaseIdentifier))") == "ok"
    } catch let error as DatabaseError where error.isOfDamage {
      return false
    }
  }

  /// Copies rows until one cannot be read.
  ///
  /// - Returns: the first column of the last row that was read, or the least number if there is none; `nil` at the end.
  private mutating func copy(_ condition: String, order: String) throws -> Int64? {
    var last: Int64 = -1
    do {
      let rows = try Row.fetchCursor(
        source,
        sql: """
          SELECT \(columns.map(\.quotedDatabaseIdentifier).joined(separator: ", "))
          FROM \(table)
          WHERE \(condition)
          ORDER BY \(key.map { "\($0) \(order)" }.joined(separator: ", "))
          """)
      let place = columns.firstIndex(of: key[0]) ?? 0
      while let row = try rows.next() {
        let values = Array(row.databaseValues)
        last = Int64.fromDatabaseValue(values[place]) ?? last
        try insert(values)
      }
      return nil
    } catch let error as DatabaseError where error.isOfDamage {
      return last
    }
  }

  private mutating func insert(_ values: [DatabaseValue]) throws {
    let marks = values.map { _ in "?" }.joined(separator: ", ")
    do {
      // Not OR IGNORE, which passes over a row without a key or with an impossible value as well.
      let names = columns.map(\.quotedDatabaseIdentifier).joined(separator: ", ")
      let statement = try target.cachedStatement(sql: "INSERT INTO \(table) (\(names)) VALUES (\(marks))")
      try statement.execute(arguments: StatementArguments(values))
      count += 1
    } catch let error as DatabaseError where Self.isDoubled(error) {
      // It was read before, from the other end.
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
      // A row of noise, in a page that looks like one.
      gaps.append(Self.everything)
    }
  }

  private static func isDoubled(_ error: DatabaseError) -> Bool {
    [.SQLITE_CONSTRAINT_PRIMARYKEY, .SQLITE_CONSTRAINT_UNIQUE, .SQLITE_CONSTRAINT_ROWID]
      .contains(error.extendedResultCode)
  }

  /// The next number from which rows can be read; `nil` if there is none.
  private mutating func nextReadable(after stopped: Int64) throws -> Int64? {
    _ = try copy("\(key[0]) = \(stopped)", order: "DESC")
    var step: Int64 = 1
    var bad = stopped
    while bad < Int64(1) << 53 {
      let candidate = bad + step
      switch try firstKey(from: candidate) {
      case .end: return nil
      case .found:
        return step == 1 ? candidate : try leastReadable(after: bad, upTo: candidate)
      case .unreadable:
        _ = try copy("\(key[0]) = \(candidate)", order: "DESC")
        bad = candidate
        if bad - stopped > Self.mostSingleSteps { step *= 2 }
      }
    }
    return nil
  }

  /// The least number from which rows can be read, if numbers up to one cannot be read, and one can.
  private func leastReadable(after bad: Int64, upTo good: Int64) throws -> Int64 {
    var (bad, good) = (bad, good)
    while good - bad > 1 {
      let middle = bad + (good - bad) / 2
      if case .unreadable = try firstKey(from: middle) { bad = middle } else { good = middle }
    }
    return good
  }

  private enum Found {
    case found, end, unreadable
  }

  private func firstKey(from number: Int64) throws -> Found {
    do {
      let order = key.joined(separator: ", ")
      let found = try Row.fetchOne(
        source, sql: "SELECT \(key[0]) FROM \(table) WHERE \(key[0]) >= \(number) ORDER BY \(order) LIMIT 1")
      return found == nil ? .end : .found
    } catch let error as DatabaseError where error.isOfDamage {
      return .unreadable
    }
  }
}

extension DatabaseError {
  /// Whether the file is damaged, or its disk is, or a table or column that it should have is missing.
  var isOfDamage: Bool {
    [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR, .SQLITE_TOOBIG].contains(resultCode)
      || resultCode == .SQLITE_ERROR && (message?.hasPrefix("no such") ?? false)
  }
}
