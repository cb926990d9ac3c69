#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// Reports a journal, entry by entry.
enum JournalReport {
  /// The entry in words: the action in a line, followed by its changes.
  static func lines(of entry: JournalEntry) -> [String] {
    let target = entry.target.map { " of revision \($0)" } ?? ""
    let group = entry.group.map { "  in \(quoted($0))" } ?? (entry.step == entry.revision ? "" : "  with \(entry.step)")
    let author = entry.author.map { "  \(TerminalText.plain($0))" } ?? ""
    let note = entry.abandonedBy.map { "  (abandoned at revision \($0))" } ?? ""
    let head = "\(entry.revision)  \(entry.time.isoText)\(author)  \(words(entry.action))\(target)\(group)\(note)"
    // The first touch of a cell need not be mentioned.
    return [head] + entry.changes.filter { $0.field != .touched }.map { "      \(words($0))" }
  }

  /// The entry in the words of the form.
  static func lines(of entry: HistoryEntry) -> [String] {
    let author = entry.author.map { "  \(TerminalText.plain($0))" } ?? ""
    let note = entry.note.map { "  (\($0))" } ?? ""
    let head = "\(entry.revision)  \(entry.time)\(author)  \(TerminalText.plain(entry.did))\(note)"
    let more = entry.furtherChanges > 0 ? ["… and \(entry.furtherChanges) more"] : []
    return [head] + (entry.changes.map(TerminalText.plain) + more).map { "      \($0)" }
  }

  private static func words(_ action: FormAction) -> String {
    let subject = (action.cell?.description ?? action.section).map { " " + TerminalText.plain($0) } ?? ""
    let value = action.value.map { " " + quoted($0.plainText) } ?? ""
    let message = action.message.map { " " + quoted($0) } ?? ""
    let reporter = action.reporter.map { " from " + quoted($0) } ?? ""
    let scope = action.scope == .values ? " of values" : ""
    let revision = action.revision.map { action.kind == .restore ? " revision \($0)" : " revision \($0)" } ?? ""
    let only = action.isOfOneEntry ? " only" : ""
    let version = action.move.map { " to version \($0.version)" } ?? ""
    let taken = action.alternative.map { " taking \($0)" } ?? ""
    let number = action.number.map { " as \($0)" } ?? ""
    let before = action.before.map { " before " + TerminalText.plain($0.description) } ?? ""
    return action.kind.rawValue + subject + number + before + value + message + reporter + scope + revision + only
      + version + taken
  }

  private static func words(_ change: StateChange) -> String {
    let subject = TerminalText.plain(change.subject.description)
    let sides = [change.before, change.after]
    func transition(_ words: (FieldContent?) -> String) -> String {
      change.isRemoved ? "removed" : sides.map(words).joined(separator: " → ")
    }
    switch change.field {
    case .disclosure: return "\(subject): \(transition { words($0?.flag, "expanded", "collapsed") })"
    case .fold: return "section \(subject): \(transition { words($0?.flag, "folded", "unfolded") })"
    case .value: return "value of \(subject): \(transition(words))"
    case .title: return "title of \(subject): \(transition { $0?.text.map(quoted) ?? "its own" })"
    case .draft: return "draft of \(subject): \(transition { $0?.text.map(quoted) ?? "none" })"
    case .original: return "answer to an earlier version in \(subject): \(transition(wordsOfOriginal))"
    case .saved: return "saved value of \(subject): \(transition(words))"
    case .touched: return "\(subject): touched for the first time"
    case .relevance: return "\(subject): \(transition { words($0?.flag, "relevant", "not relevant") })"
    case .sectionRelevance: return "section \(subject): \(transition { words($0?.flag, "relevant", "not relevant") })"
    case .requirement: return "\(subject): \(transition { words($0?.flag, "required", "not required") })"
    case .readOnly: return "\(subject): \(transition { words($0?.flag, "read-only", "not read-only") })"
    case .calculated: return "calculated value of \(subject): \(transition(words))"
    case .faults: return "faults of \(subject): \(transition(wordsOfFaults))"
    case .reportedFaults: return "reported faults of \(subject): \(transition(wordsOfReports))"
    case .responseFaults: return "reported faults of the response: \(transition(wordsOfReports))"
    case .alternatives: return "different answers of \(subject): \(transition(wordsOfQuestion))"
    case .responseAlternatives: return "different answers of the response: \(transition(wordsOfQuestion))"
    case .instance: return "\(subject): \(wordsOfPlaces(change))"
    case .completion: return "response: \(transition { $0 == nil ? "in progress" : "completed" })"
    }
  }

  private static func wordsOfPlaces(_ change: StateChange) -> String {
    switch (change.before, change.after) {
    case (nil, _): "added"
    case (_, nil): "removed"
    default: "moved"
    }
  }

  private static func wordsOfFaults(_ content: FieldContent?) -> String {
    guard let text = content?.text else { return "initial" }
    let failed = FailedRules(text: text)
    let names = failed.constraints.sorted().map { "constraint \($0)" }
    let all = names + (failed.isNotOffered ? ["choices"] : []) + (failed.hasRefusedCalculation ? ["calculation"] : [])
    return all.isEmpty ? "none" : all.joined(separator: ", ")
  }

  private static func wordsOfReports(_ content: FieldContent?) -> String {
    let faults = ReportedFaults(content).faults.map { fault in
      quoted(fault.message) + (fault.reporter.map { " from " + TerminalText.plain($0) } ?? "")
    }
    return faults.isEmpty ? "none" : faults.joined(separator: ", ")
  }

  private static func wordsOfQuestion(_ content: FieldContent?) -> String {
    let said = OpenQuestion(content)?.alternatives.map { alternative in
      words(alternative.content) + (alternative.author.map { " from " + TerminalText.plain($0) } ?? "")
    }
    return said?.joined(separator: ", ") ?? "none"
  }

  private static func wordsOfOriginal(_ content: FieldContent?) -> String {
    OriginalAnswer(content).map { quoted($0.value.plainText) } ?? "none"
  }

  private static func words(_ flag: Bool?, _ yes: String, _ no: String) -> String {
    flag.map { $0 ? yes : no } ?? "as defined"
  }

  private static func words(_ content: FieldContent?) -> String {
    switch content {
    case nil: "as defined"
    case .cleared: "nothing"
    case .value(let value): quoted(value.plainText)
    case .result(let result): quoted(result.text)
    }
  }

  private static func quoted(_ text: String) -> String {
    "“\(TerminalText.plain(text))”"
  }
}
#endif
