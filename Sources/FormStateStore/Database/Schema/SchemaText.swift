import FormState
import FormStateMigrations

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
    ///
    /// - Parameter text: the statement, with the comments before it, which SQLite does not keep.
    fileprivate init?(_ text: String) {
      // Bytes, since characters take many times as long.
      var rest = text.utf8[...]
      while rest.first == UInt8(ascii: "-") || rest.first == .newline, let end = rest.firstIndex(of: .newline) {
        rest = rest[rest.index(after: end)...]
      }
      guard rest.starts(with: "CREATE ".utf8), let end = rest.lastIndex(of: UInt8(ascii: ";")) else { return nil }
      sql = String(Substring(rest[..<end]))
      // The first words determine what a statement creates.
      let words = rest.split(maxSplits: 12) { $0 == UInt8(ascii: " ") || $0 == .newline }.dropLast()
      let isUnique = words.element(at: 1)?.elementsEqual("UNIQUE".utf8) == true
      let first = words.dropFirst(isUnique ? 2 : 1).lazy.map { String(Substring($0)).lowercased() }
      guard let type = first.first, let name = first.dropFirst().first else { return nil }
      let isOnTable = type == "index" || type == "trigger"
      let on = isOnTable ? words.firstIndex { $0.elementsEqual("ON".utf8) } : nil
      self.type = type
      self.name = name
      table = on.flatMap { words.element(at: $0 + 1) }.map { String(Substring($0)).lowercased() } ?? name
    }
  }

  /// The statements of the schema that create something.
  static let statements = Migrations.pieces.flatMap { piece in
    // The guards of a table are a line each.
    piece.hasPrefix("CREATE TRIGGER")
      ? piece.utf8.split(separator: .newline).map { String(Substring($0)) } : [piece]
  }.compactMap(Statement.init)
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
}
