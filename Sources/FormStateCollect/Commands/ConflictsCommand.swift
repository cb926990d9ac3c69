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
      Copies of a response that went on differently are lines of it, and a key that was begun twice makes two responses. \
      Of each question with different answers, the command says where the copies part, and who answered what, when and \
      on which device. A question is “open” if both copies changed it, “missing” if only the other one did, and “kept” \
      if only the one that counts did. Nothing is decided by a clock.

      A fork is settled by choose, until another line goes on. merge writes what is missing as actions. The answers to \
      sensitive questions are “•••”, except with --reveal.

        formstate-collect conflicts --database answers
      """)

  @Flag(help: "List settled forks as well.")
  var all = false
  @Flag(help: "Include the answers to sensitive questions.")
  var reveal = false
  @OptionGroup var database: DatabaseArguments

  func run() throws {
    var (count, open) = (0, 0)
    try CollectorConflicts(connection: try database.connect()).forEach(settledToo: all) { conflict in
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
