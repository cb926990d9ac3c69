import FormState
import FormStateMigrations
import Foundation

/// The schema as text.
public enum SchemaText {
  /// The whole schema: run in an empty database, it creates an empty store.
  public static let current = Migrations.schema

  /// A statement that creates a table, index, view or trigger, as SQLite keeps it.
  struct Statement: Hashable, Sendable {
    let type: String
    /// In lower case.
    let name: String
    /// The table that it belongs to, or its own name, in lower case.
    let table: String
    let sql: String

    /// Reads a statement; `nil` for one that creates nothing.
    fileprivate init?(_ text: String) {
      // Comments before a statement are not kept.
      let lines = text.components(separatedBy: "\n").drop { $0.isEmpty || $0.hasPrefix("--") }
      let statement = lines.joined(separator: "\n")
      guard statement.hasPrefix("CREATE "), let end = statement.lastIndex(of: ";") else { return nil }
      sql = String(statement[..<end])
      // The first lines determine what a statement creates.
      let words = lines.prefix(3).joined(separator: " ").components(separatedBy: " ").filter { !$0.isEmpty }
      let first = words.dropFirst(words.element(at: 1) == "UNIQUE" ? 2 : 1)
      guard let type = first.first?.lowercased(), let name = first.dropFirst().first?.lowercased() else { return nil }
      let isOnTable = type == "index" || type == "trigger"
      let after = isOnTable ? words.firstIndex(of: "ON").map { $0 + 1 } : nil
      self.type = type
      self.name = name
      table = after.flatMap(words.element(at:))?.lowercased() ?? name
    }
  }

  /// The statements of a script with an empty line between any two, and within none.
  static func statements(of script: String) -> [Statement] {
    script.components(separatedBy: "\n\n").compactMap(Statement.init)
  }
}
