#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate questions`
struct QuestionsCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "questions",
    abstract: "List the questions that joining copies left open.",
    discussion: """
      Where persons answered a question differently and none knew of the other's answer, one answer shows and the question stays \
      open until somebody answers it or takes one with formstate settle. Lines of other copies that cannot be joined yet are \
      listed as well, with the reason.

        formstate questions answers.sqlite
        formstate questions answers.sqlite --response mill-lane-3
        formstate questions answers.sqlite --json
      """)

  static let outputSchema = OutputSchema.questions

  @OptionGroup var store: StoreArguments
  @Option(name: .shortAndLong, help: ArgumentHelp("The key of the form; all by default.", valueName: "key"))
  var form: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("The key of the response; all by default.", valueName: "key"))
  var response: String?
  @OptionGroup var output: OutputArguments

  func run() throws {
    let questions = try store.withStore(.read) { try $0.questions(ofForm: form, response: response) }
    guard !output.json else { return try StandardStreams.print(QuestionsReport(questions: questions).text) }
    guard !questions.isEmpty else { return try StandardStreams.print("no questions") }
    for question in questions {
      for line in Self.lines(of: question) { try StandardStreams.print(line) }
    }
  }

  private static func lines(of question: ResponseQuestion) -> [String] {
    let place = question.place
    if let waits = question.waits {
      let last = question.alternatives.first.map { " (\(source(of: $0)))" } ?? ""
      return ["\(place): another line waits\(last): \(waits)"]
    }
    let about =
      switch question.kind {
      case .instance: " was removed, and answered in:"
      case .completion: " is completed, and answered since:"
      default: " has different answers:"
      }
    return [place + about]
      + question.alternatives.enumerated().map { offset, said in
        "  \(offset + 1)  \(question.words(of: said))  \(source(of: said))\(offset == 0 ? ", shows" : "")"
      }
  }

  static func source(of said: ResponseQuestion.Alternative) -> String {
    [said.author.map(TerminalText.plain), said.time.isoText].compactMap { $0 }.joined(separator: ", ")
  }
}

extension ResponseQuestion {
  /// The form, the response and the cell.
  var place: String {
    [key.form, key.response, address].compactMap { $0 }.map(TerminalText.plain).joined(separator: " ")
  }

  /// What was said, in words.
  func words(of said: Alternative) -> String {
    said.text.map(TerminalText.plain) ?? (kind == .instance ? "removed" : "no answer")
  }
}

/// The questions that joining copies left open.
struct QuestionsReport: Shape {
  static let meaning = "The questions that joining copies left open."

  let questions: [ResponseQuestion]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("questions", \.questions, "The questions by form and response, in the order of instances and cells.")
  }
}

extension ResponseQuestion: Shape {
  package static let meaning = "An open question, or a line that waits."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m("kind", \.kind, "What it is about.")
    m("cell", \.address, "The cell, or the instance of a repeat; null for the response.")
    m("question", \.title, "The title of the cell, or of the repeat; null for the response, and for an unknown cell.")
    m("alternatives", \.alternatives, "What was said, first what shows; of a line, its last entry.")
    m("waits", \.waits, "Why a line waits; null for a question.")
  }
}

extension ResponseQuestion.Kind: PrintedWord {}

extension ResponseQuestion.Alternative: Shape {
  package static let meaning = "One of the things said."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("text", \.text, "The answer as a person reads it; null for none, and for a removed instance.")
    m("author", \.author, "Who said it; null if that is unknown.")
    m("time", \.time.isoText, "When, by the clock of the author's device.")
  }
}
#endif
