import FormState
import FormStateStore

/// Tells a journal, entry by entry.
enum JournalReport {
  /// The entry in words: the action in a line, and under it what it changed.
  static func lines(of entry: JournalEntry) -> [String] {
    let head = "\(entry.revision)  \(entry.time)  \(words(entry.action))"
    return [head] + entry.changes.map { "      \(words($0))" }
  }

  /// The entry as JSON; a change says `null` for a field that nobody had touched, and `{"cleared":true}` for a cell
  /// that was emptied.
  static func json(of entry: JournalEntry) -> OrderedJSON {
    var members: [(name: String, value: OrderedJSON)] = [
      ("revision", .integer(entry.revision)),
      ("time", .string(entry.time)),
      ("action", .string(entry.action.kind.rawValue)),
    ]
    if let cell = entry.action.cell { members.append(("cell", .string(cell.description))) }
    if let section = entry.action.section { members.append(("section", .string(section))) }
    if let value = entry.action.value { members.append(("value", OrderedJSON(value))) }
    members.append(("changes", .array(entry.changes.map(json))))
    return .object(members)
  }

  private static func words(_ action: Action) -> String {
    let subject = (action.cell?.description ?? action.section).map { " " + TerminalText.plain($0) } ?? ""
    let value = action.value.map { " " + quoted($0.plainText) } ?? ""
    return action.kind.rawValue + subject + value
  }

  private static func words(_ change: StateChange) -> String {
    let subject = TerminalText.plain(change.subject)
    switch change {
    case .disclosure(_, let before, let after):
      return "\(subject): \(words(before, "expanded", "collapsed")) → \(words(after, "expanded", "collapsed"))"
    case .fold(_, let before, let after):
      return "section \(subject): \(words(before, "folded", "unfolded")) → \(words(after, "folded", "unfolded"))"
    case .value(_, let before, let after):
      return "value of \(subject): \(words(before)) → \(words(after))"
    case .title(_, let before, let after):
      let titles = [before, after].map { $0.map(quoted) ?? "its own" }
      return "title of \(subject): \(titles.joined(separator: " → "))"
    }
  }

  private static func words(_ flag: Bool?, _ yes: String, _ no: String) -> String {
    flag.map { $0 ? yes : no } ?? "as defined"
  }

  private static func words(_ entry: Entry?) -> String {
    switch entry {
    case nil: "as defined"
    case .cleared: "nothing"
    case .value(let value): quoted(value.plainText)
    }
  }

  private static func quoted(_ text: String) -> String {
    "“\(TerminalText.plain(text))”"
  }

  private static func json(of change: StateChange) -> OrderedJSON {
    let sides: (before: OrderedJSON, after: OrderedJSON) =
      switch change {
      case .disclosure(_, let before, let after), .fold(_, let before, let after):
        (json(of: before), json(of: after))
      case .value(_, let before, let after): (json(of: before), json(of: after))
      case .title(_, let before, let after): (OrderedJSON(before), OrderedJSON(after))
      }
    return .object([
      ("field", .string(change.field.rawValue)),
      (change.field == .fold ? "section" : "cell", .string(change.subject)),
      ("before", sides.before),
      ("after", sides.after),
    ])
  }

  private static func json(of flag: Bool?) -> OrderedJSON {
    flag.map(OrderedJSON.boolean) ?? .null
  }

  private static func json(of entry: Entry?) -> OrderedJSON {
    switch entry {
    case nil: .null
    case .cleared: .object([("cleared", .boolean(true))])
    case .value(let value): OrderedJSON(value)
    }
  }
}
