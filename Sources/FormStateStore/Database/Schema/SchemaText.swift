import FormState

/// The schema as text.
package enum SchemaText {
  /// The whole schema: run in an empty database, it creates an empty store.
  package static let current = Migrations.schema

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
    fileprivate init?(_ text: Slice<UnsafeBufferPointer<UInt8>>) {
      var rest = text
      while rest.first == UInt8(ascii: "-"), let end = rest.firstIndex(of: .newline) { rest = rest[(end + 1)...] }
      guard rest.starts(with: "CREATE ".utf8), let end = rest.lastIndex(of: UInt8(ascii: ";")) else { return nil }
      sql = String(decoding: rest[..<end], as: UTF8.self)
      // The first words determine what a statement creates.
      let words = rest.split(maxSplits: 12) { $0 == UInt8(ascii: " ") || $0 == .newline }.dropLast()
      let isUnique = words.element(at: 1)?.elementsEqual("UNIQUE".utf8) == true
      let first = words.dropFirst(isUnique ? 2 : 1).lazy.map(Self.lowercased)
      guard let type = first.first, let name = first.dropFirst().first else { return nil }
      let isOnTable = type == "index" || type == "trigger"
      let on = isOnTable ? words.firstIndex { $0.elementsEqual("ON".utf8) } : nil
      self.type = type
      self.name = name
      table = on.flatMap { words.element(at: $0 + 1) }.map(Self.lowercased) ?? name
    }

    private static func lowercased(_ word: some Collection<UInt8>) -> String {
      String(decoding: word, as: UTF8.self).lowercased()
    }
  }

  /// The statements of the schema that create something.
  ///
  /// Empty lines are between them, and within none; the guards of a table are a line each.
  static let statements: [Statement] = {
    var schema = current
    return schema.withUTF8 { schema in
      schema.split(separator: .newline, omittingEmptySubsequences: false).split(whereSeparator: \.isEmpty)
        .flatMap { lines in
          lines.first?.starts(with: "CREATE TRIGGER".utf8) == true
            ? Array(lines) : [schema[lines[lines.startIndex].startIndex..<lines[lines.endIndex - 1].endIndex]]
        }.compactMap(Statement.init)
    }
  }()
}

extension UInt8 {
  fileprivate static let newline = UInt8(ascii: "\n")
}
