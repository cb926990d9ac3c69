#if Collect
import Foundation

@testable import FormStateCollector

/// How PostgreSQL runs a statement.
struct QueryPlan {
  /// How it plans a statement with values: for these values, or for any.
  enum Mode: String, CaseIterable {
    case custom = "force_custom_plan"
    case generic = "force_generic_plan"
  }

  /// The tables that grow with the responses.
  static let largeTables = [
    "formstate_entry", "formstate_receipt", "formstate_state", "formstate_line", "formstate_part", "formstate_instance",
  ]

  /// Which of them are read from beginning to end.
  private(set) var scanned: Set<String> = []
  /// How many of their rows are read.
  private(set) var rowCount = 0

  /// Plans a statement and runs it.
  ///
  /// - Parameters:
  ///   - statement: the statement, with $1, $2 … for values.
  ///   - types: the types of the values.
  ///   - values: the values.
  init(
    of statement: String, types: [String], values: [String], mode: Mode, on connection: PostgresConnection
  ) throws {
    try connection.execute(script: "SET plan_cache_mode = \(mode.rawValue); SET jit = off")
    let (names, literals) = (types.joined(separator: ", "), values.map { "'\($0)'" }.joined(separator: ", "))
    try connection.execute(script: "PREPARE planned \(types.isEmpty ? "" : "(\(names))") AS \(statement)")
    let explained: String = try connection.execute(
      """
      EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) EXECUTE planned \(values.isEmpty ? "" : "(\(literals))")
      """
    ).only[0]
    try connection.execute(script: "DEALLOCATE planned")
    let plans = try JSONSerialization.jsonObject(with: Data(explained.utf8)) as? [[String: Any]]
    for plan in plans ?? [] { (plan["Plan"] as? [String: Any]).map { note($0) } }
  }

  private mutating func note(_ node: [String: Any]) {
    for inner in node["Plans"] as? [[String: Any]] ?? [] { note(inner) }
    guard let table = node["Relation Name"] as? String, Self.largeTables.contains(table) else { return }
    if node["Node Type"] as? String == "Seq Scan" { scanned.insert(table) }
    let counts = ["Actual Rows", "Rows Removed by Filter", "Rows Removed by Index Recheck"]
    let rows = counts.compactMap { (node[$0] as? NSNumber)?.doubleValue }.reduce(0, +)
    rowCount += Int(rows * ((node["Actual Loops"] as? NSNumber)?.doubleValue ?? 0))
  }

  /// The statements in a log of auto_explain that read one of the large tables from beginning to end.
  static func scans(inLog log: String) -> [String] {
    statements(inLog: log).filter { statement in
      largeTables.contains { statement.contains("Seq Scan on \($0)") }
    }
  }

  /// The statements in a log of auto_explain, each with its plan.
  static func statements(inLog log: String) -> [String] {
    log.components(separatedBy: "Query Text:").dropFirst().map(\.self)
  }
}
#endif
