import FormState
import FormStateStore

/// Tells a journal, entry by entry.
enum JournalReport {
  /// The entry in words: the action in a line, and under it what it changed.
  static func lines(of entry: JournalEntry) -> [String] {
    let target = entry.target.map { " of revision \($0)" } ?? ""
    let group = entry.group.map { "  in \(quoted($0))" } ?? (entry.step == entry.revision ? "" : "  with \(entry.step)")
    let note = entry.abandonedBy.map { "  (abandoned at revision \($0))" } ?? ""
    let head = "\(entry.revision)  \(entry.time)  \(words(entry.action))\(target)\(group)\(note)"
    // That a cell was touched goes without saying.
    return [head] + entry.changes.filter { $0.field != .touched }.map { "      \(words($0))" }
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
    if let scope = entry.action.scope { members.append(("scope", .string(scope.rawValue))) }
    if let target = entry.target { members.append(("target", .integer(target))) }
    members.append(("step", .integer(entry.step)))
    if let group = entry.group { members.append(("group", .string(group))) }
    if let revision = entry.abandonedBy { members.append(("abandonedBy", .integer(revision))) }
    members.append(("changes", .array(entry.changes.map(json))))
    return .object(members)
  }

  private static func words(_ action: FormAction) -> String {
    let subject = (action.cell?.description ?? action.section).map { " " + TerminalText.plain($0) } ?? ""
    let value = action.value.map { " " + quoted($0.plainText) } ?? ""
    let scope = action.scope == .values ? " of values" : ""
    return action.kind.rawValue + subject + value + scope
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
    case .draft(_, let before, let after):
      let drafts = [before, after].map { $0.map(quoted) ?? "none" }
      return "draft of \(subject): \(drafts.joined(separator: " → "))"
    case .saved(_, let before, let after):
      return "saved value of \(subject): \(words(before)) → \(words(after))"
    case .touched:
      return "\(subject): touched for the first time"
    case .completion(let before, let after):
      return "response: \(words(completion: before)) → \(words(completion: after))"
    }
  }

  private static func words(_ flag: Bool?, _ yes: String, _ no: String) -> String {
    flag.map { $0 ? yes : no } ?? "as defined"
  }

  private static func words(completion: Bool?) -> String {
    completion == true ? "completed" : "in progress"
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
      case .disclosure(_, let before, let after), .fold(_, let before, let after), .touched(_, let before, let after),
        .completion(let before, let after):
        (json(of: before), json(of: after))
      case .value(_, let before, let after), .saved(_, let before, let after): (json(of: before), json(of: after))
      case .title(_, let before, let after), .draft(_, let before, let after):
        (OrderedJSON(before), OrderedJSON(after))
      }
    var members: [(name: String, value: OrderedJSON)] = [("field", .string(change.field.rawValue))]
    if change.field != .completion {
      members.append((change.field == .fold ? "section" : "cell", .string(change.subject)))
    }
    return .object(members + [("before", sides.before), ("after", sides.after)])
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
