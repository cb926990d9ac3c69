#if Collect
import ArgumentParser
import FormState
import FormStateCollector
import FormStateInterchange

/// `formstate-collect conflicts`
struct ConflictsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conflicts",
    abstract: "List answers that differ between copies of a response.",
    discussion: """
      Copies of a response that went on differently are joined, as on the devices: answers to different questions are \
      combined, and of different answers to one question one shows until a person takes one or answers again. The command \
      lists these questions, as the view conflict does, with who said what and when. Nothing is decided by a clock.

      Copies that cannot be joined yet, since they went on in different versions of the form, wait as lines of the \
      response, and a key that was begun twice makes two responses. Of each question that they answer differently, the \
      command says who answered what on which device. It is “open” if both changed it, “missing” if only the other one \
      did, and “kept” if only the one that counts did. choose settles it until another line goes on. merge writes what is \
      missing as actions. The answers to sensitive questions are “•••”, except with --reveal.

      With --json each question is an object on a line of its own: “kind” is answer, instance or completion, of a \
      question of joined copies, whose first answer shows; of copies that cannot be joined it is line, or twins of a key \
      that was begun twice, with “verdict” and the answer of each of the “copies”. The other members are form, response, \
      stream, cell, question, before and answers, each with value, author and time as far as they are known.

        formstate-collect conflicts --database answers
        formstate-collect conflicts --form visit --json
        formstate-collect conflicts --device north --since 2026-12-01 --count
      """)

  @Option(help: "List those of a form.")
  var form: String?
  @Option(help: "List those of a cell.")
  var cell: String?
  @Option(help: "List those of responses of which a device sent entries.")
  var device: String?
  @Option(
    help: ArgumentHelp(
      "List those of which something was said at this time or later: 2026-12-01, or 2026-12-01T08:00:00.000Z.",
      valueName: "time"))
  var since: String?
  @Flag(help: "Print only how many questions there are.")
  var count = false
  @Flag(help: "Print a JSON object for each question.")
  var json = false

  @Flag(help: "List settled forks as well.")
  var all = false
  @Flag(help: "Include the answers to sensitive questions.")
  var reveal = false
  @OptionGroup var database: DatabaseArguments

  func validate() throws {
    guard let since, Self.time(since) == nil else { return }
    throw ValidationError("“\(since)” is not a time such as 2026-12-01 or 2026-12-01T08:00:00.000Z.")
  }

  private static func time(_ text: String) -> Timestamp? {
    Timestamp(isoText: text) ?? Timestamp(isoText: "\(text)T00:00:00.000Z")
  }

  func run() throws {
    var filter = ConflictFilter()
    (filter.form, filter.cell, filter.device) = (form, cell, device)
    filter.since = since.flatMap(Self.time)
    let conflicts = CollectorConflicts(connection: try database.connect())
    if count { return try Output.print("\(try counted(conflicts, filter))") }
    if json { return try printJSON(conflicts, filter) }
    try printText(conflicts, filter)
  }

  private func counted(_ conflicts: CollectorConflicts, _ filter: ConflictFilter) throws -> Int {
    var number = 0
    try conflicts.forEachQuestion(filter, revealing: false) { _ in number += 1 }
    try conflicts.forEach(filter, settledToo: all) { number += ConflictJSON.lines(of: $0, revealing: false).count }
    return number
  }

  private func printJSON(_ conflicts: CollectorConflicts, _ filter: ConflictFilter) throws {
    try conflicts.forEachQuestion(filter, revealing: reveal) { try Output.print(ConflictJSON.line(of: $0)) }
    try conflicts.forEach(filter, settledToo: all) { conflict in
      for line in ConflictJSON.lines(of: conflict, revealing: reveal) { try Output.print(line) }
    }
  }

  private func printText(_ conflicts: CollectorConflicts, _ filter: ConflictFilter) throws {
    var (count, open) = (0, 0)
    var last: StreamName?
    try conflicts.forEachQuestion(filter, revealing: reveal) { question in
      if question.stream != last {
        try Output.print(ConflictText.head(of: question))
        count += 1
      }
      try Output.print(ConflictText.line(of: question))
      last = question.stream
      open += 1
    }
    try conflicts.forEach(filter, settledToo: all) { conflict in
      for line in ConflictText.lines(of: conflict, revealing: reveal) { try Output.print(line) }
      count += 1
      open += conflict.questions.count { $0.verdict == "open" }
    }
    guard count > 0 else { return try Output.print("No conflicts.") }
    let words = "\(open) open \(open == 1 ? "question" : "questions")"
    try Output.print("\(count) \(count == 1 ? "conflict" : "conflicts") with \(words).")
  }
}
#endif
