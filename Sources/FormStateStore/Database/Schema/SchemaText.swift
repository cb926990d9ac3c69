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
    fileprivate init?(_ text: Bytes) {
      var rest = text.drop { $0 == .newline }
      // Comments before a statement are not kept.
      while rest.starts(with: "--".utf8), let end = rest.firstIndex(of: .newline) { rest = rest[(end + 1)...] }
      guard rest.starts(with: "CREATE ".utf8), let end = rest.lastIndex(of: UInt8(ascii: ";")) else { return nil }
      sql = String(decoding: rest[..<end], as: UTF8.self)
      // The first line determines what a statement creates.
      let words = rest.prefix(200).split { $0 == UInt8(ascii: " ") || $0 == .newline }
      func isWord(_ word: Bytes, _ text: String) -> Bool { word.elementsEqual(text.utf8) }
      let first = words.dropFirst(words.dropFirst().first.map { isWord($0, "UNIQUE") } == true ? 2 : 1)
      guard let type = first.first.map(Self.lowercased), let name = first.dropFirst().first.map(Self.lowercased) else {
        return nil
      }
      let isOnTable = type == "index" || type == "trigger"
      let after = isOnTable ? words.firstIndex { isWord($0, "ON") }.map { words.index(after: $0) } : nil
      self.type = type
      self.name = name
      table = after.flatMap(words.element(at:)).map(Self.lowercased) ?? name
    }

    private static func lowercased(_ word: Bytes) -> String { String(decoding: word, as: UTF8.self).lowercased() }
  }

  /// Part of a script. Processing its characters, or its bytes in a string, takes fifty times as long.
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  /// The statements of a script with an empty line between any two, and within none.
  static func statements(of script: String) -> [Statement] {
    var script = script
    return script.withUTF8 { bytes in
      var statements: [Statement] = []
      var (start, previous) = (bytes.startIndex, UInt8(0))
      for (place, byte) in bytes.enumerated() {
        if byte == .newline, previous == .newline {
          Statement(bytes[start..<place]).map { statements.append($0) }
          start = place
        }
        previous = byte
      }
      Statement(bytes[start...]).map { statements.append($0) }
      return statements
    }
  }
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
}
