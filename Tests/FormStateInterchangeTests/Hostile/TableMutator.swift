import TestSupport

/// Changes tables of texts: fields and columns, quotes, separators and line ends.
enum TableMutator {
  private static let names = [
    "form", "response", "section", "question", "cell", "instance", "value", "readable", "source", "version", "draft",
    "expanded",
    "position", "within", "name", "label", "list_name", "", "é", "e\u{301}", "label::fr",
  ]

  static func mutated(_ text: String, _ source: inout MutationSource) -> String {
    // A line break within quotes then breaks a record, which is a mutation as well.
    var rows = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let row = source.place(in: rows), let column = source.place(in: rows[row]) else { return source.word() }
    switch source.number(0...11) {
    case 0: rows.remove(at: row)
    case 1: rows.insert(contentsOf: Array(repeating: rows[row], count: source.many()), at: row)
    case 2: rows[row].remove(at: column)
    case 3: rows[row].insert(contentsOf: Array(repeating: rows[row][column], count: source.many()), at: column)
    case 4: rows[row][column] = source.word()
    case 5: rows[row][column] = "\"" + source.word().replacing("\"", with: "\"\"") + "\""
    case 6: rows[row][column] += source.pick(["\"", "\"\"", "\r", "\n", ";", "\t", "'", "\u{FEFF}"])
    case 7: rows[0][source.place(in: rows[0]) ?? 0] = source.pick(names)
    case 8: for place in rows.indices where rows[place].count > column { rows[place].remove(at: column) }
    case 9: for place in rows.indices { rows[place].append(place == 0 ? source.pick(names) : source.word()) }
    case 10: rows[row][column] = source.numeral()
    default: rows.swapAt(row, source.place(in: rows) ?? row)
    }
    let ends = [",": 12, ";": 1, "\t": 1]
    let separator = source.pick(ends.flatMap { Array(repeating: $0.key, count: $0.value) }.sorted())
    return rows.map { $0.joined(separator: separator) }.joined(
      separator: source.pick(["\n", "\n", "\n", "\r\n", "\r"]))
  }
}
