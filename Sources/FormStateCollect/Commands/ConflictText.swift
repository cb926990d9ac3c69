#if Collect
import FormState
import FormStateCollector
import FormStateInterchange

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
