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

        formstate-collect conflicts --database answers
      """)

  @Flag(help: "List settled forks as well.")
  var all = false
  @Flag(help: "Include the answers to sensitive questions.")
  var reveal = false
  @OptionGroup var database: DatabaseArguments

  func run() throws {
    var (count, open) = (0, 0)
    let conflicts = CollectorConflicts(connection: try database.connect())
    var last: StreamName?
    try conflicts.forEachQuestion(revealing: reveal) { question in
      if question.stream != last {
        try Output.print(ConflictText.head(of: question))
        count += 1
      }
      try Output.print(ConflictText.line(of: question))
      last = question.stream
      open += 1
    }
    try conflicts.forEach(settledToo: all) { conflict in
      for line in ConflictText.lines(of: conflict, revealing: reveal) { try Output.print(line) }
      count += 1
      open += conflict.questions.count { $0.verdict == "open" }
    }
    guard count > 0 else { return try Output.print("No conflicts.") }
    let words = "\(open) open \(open == 1 ? "question" : "questions")"
    try Output.print("\(count) \(count == 1 ? "conflict" : "conflicts") with \(words).")
  }
}

/// A conflict for a person.
enum ConflictText {
  /// A line about the journals, and one for each question.
  static func lines(of conflict: Conflict, revealing reveals: Bool) -> [String] {
    let (main, other) = (conflict.main, conflict.other)
    let response = "“\(plain(conflict.key.response))” of “\(plain(conflict.key.form))”"
    let head =
      switch conflict.lastShared {
      case nil: "\(response) was begun twice: \(main.stream)\(device(main)) and \(other.stream)\(device(other))"
      case 0?:
        "\(response), \(main.stream): lines \(main.line)\(device(main)) and \(other.line)\(device(other)) share nothing"
      case let revision?:
        "\(response), \(main.stream): lines \(main.line)\(device(main)) and \(other.line)\(device(other)) "
          + "part after revision \(revision)"
      }
    let copy = conflict.lastShared == nil ? "second" : "line \(other.line)"
    let instances = conflict.instances.map { instance in
      "  \(instance.verdict): \(named(instance.title, instance.cell)); \(copy) has \(instance.isAdded ? "added" : "removed") it"
    }
    let questions = conflict.questions.map { line(of: reveals ? $0 : $0.concealed, conflict) }
    return [head] + questions + instances
  }

  /// The response of a question.
  static func head(of question: CollectedQuestion) -> String {
    "“\(plain(question.key.response))” of “\(plain(question.key.form))”, \(question.stream)"
  }

  /// A line about a question of a joined response.
  static func line(of question: CollectedQuestion) -> String {
    let title = question.cell.map { named(question.title, $0) } ?? "completed"
    let answers = question.answers.enumerated().map { number, answer in
      "\(number == 0 ? "shows" : "or") \(words(answer))"
    }
    return "  open: \(title); \(answers.joined(separator: "; "))"
  }

  private static func line(of question: Conflict.Question, _ conflict: Conflict) -> String {
    let names =
      conflict.lastShared == nil ? ("first", "second") : ("line \(conflict.main.line)", "line \(conflict.other.line)")
    let before = question.before.map { ", before \(quoted($0))" } ?? ""
    let title = named(question.title, question.cell)
    return
      "  \(question.verdict): \(title)\(before); \(names.0) \(words(question.main)); \(names.1) \(words(question.other))"
  }

  private static func named(_ title: String, _ cell: String) -> String {
    title.isEmpty ? plain(cell) : "\(plain(title)) (\(plain(cell)))"
  }

  private static func words(_ answer: Conflict.Answer) -> String {
    let text = answer.text.map(quoted) ?? "no answer"
    let origin = [answer.author.map(plain), answer.time?.isoText].compactMap { $0 }
    return origin.isEmpty ? text : "\(text) (\(origin.joined(separator: ", ")))"
  }

  private static func device(_ journal: Conflict.Journal) -> String {
    journal.device.isEmpty ? "" : " (\(plain(journal.device)))"
  }

  /// A text in quotation marks, on one line and shortened.
  static func quoted(_ text: String) -> String {
    let short = text.count > 60 ? text.prefix(59) + "…" : text[...]
    return "“\(plain(String(short)))”"
  }

  private static func plain(_ text: String) -> String { HarmlessText.line(text) }
}
#endif
