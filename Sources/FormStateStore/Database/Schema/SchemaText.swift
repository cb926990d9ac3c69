import FormStateMigrations

/// The schema as text.
public enum SchemaText {
  /// The whole schema: run in an empty database, it makes an empty store.
  public static let current = Migrations.schema

  /// A statement that makes a table, index, view or trigger, as SQLite keeps it.
  struct Statement: Hashable, Sendable {
    let type: String
    /// In lower case.
    let name: String
    /// The table that it is on, or its own name, in lower case.
    let table: String
    let sql: String

    /// Reads a statement; `nil` for one that makes nothing.
    fileprivate init?(_ text: Substring) {
      let lines = text.drop { $0 == "\n" }
      // Comments that stand before a statement are not kept.
      var rest = lines
      while rest.hasPrefix("--"), let end = rest.firstIndex(of: "\n") { rest = rest[rest.index(after: end)...] }
      guard rest.hasPrefix("CREATE "), let end = rest.lastIndex(of: ";") else { return nil }
      sql = String(rest[..<end])
      // The longest list of columns before the table of a trigger takes 200 characters.
      let words = rest.prefix(1_000).split { $0 == " " || $0 == "\n" }.map { $0.lowercased() }
      let first = words.dropFirst(words.dropFirst().first == "unique" ? 2 : 1)
      guard let type = first.first, let name = first.dropFirst().first else { return nil }
      let isOnTable = type == "index" || type == "trigger"
      let after = isOnTable ? words.firstIndex(of: "on").map { words.index(after: $0) } : nil
      self.type = type
      self.name = name
      table = after.flatMap(words.element(at:)) ?? name
    }
  }

  /// The statements of a script in which an empty line stands between any two, and within none.
  static func statements(of script: String) -> [Statement] {
    let bytes = script.utf8
    var statements: [Statement] = []
    var (start, previous) = (bytes.startIndex, UInt8(0))
    func take(upTo end: String.Index) { Statement(script[start..<end]).map { statements.append($0) } }
    for place in bytes.indices {
      if bytes[place] == UInt8(ascii: "\n"), previous == UInt8(ascii: "\n") {
        take(upTo: place)
        start = place
      }
      previous = bytes[place]
    }
    take(upTo: bytes.endIndex)
    return statements
  }
}
