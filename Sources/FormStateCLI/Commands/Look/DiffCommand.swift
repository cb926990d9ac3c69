#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// `formstate diff`
struct DiffCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Print the differences of two revisions, or of two responses.",
    discussion: """
      For two revisions, in either direction: the answers that differ, before → after, and the batch update \
      that a table view would animate. Without --to it compares with the current state.

        formstate diff answers.sqlite --from 2
        formstate diff answers.sqlite --from 2 --to 5
        formstate diff answers.sqlite --from 5 --to 0 --json

      For two responses: the answers that differ, each in the response's version of the form.

        formstate diff answers.sqlite --responses ada tom

      The contents of sensitive cells are “•••”, except with --reveal.
      """)

  static let outputSchema = OutputSchema.diff

  @OptionGroup var store: StoreArguments
  @Option(help: ArgumentHelp("The revision to begin with.", valueName: "revision"))
  var from: Int?
  @Option(help: ArgumentHelp("The revision to end with; the last one by default.", valueName: "revision"))
  var to: Int?
  @Option(
    parsing: .upToNextOption, help: ArgumentHelp("Two responses to compare.", valueName: "key"),
    completion: Completions.responses)
  var responses: [String] = []
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments
  @OptionGroup var revealing: RevealArguments

  func validate() throws {
    guard responses.isEmpty else {
      guard responses.count == 2 else { throw ValidationError("--responses requires two keys of responses.") }
      guard from == nil, to == nil, response.response == nil else {
        throw ValidationError("--responses compares two current responses; omit --from, --to and --response.")
      }
      return
    }
    guard from != nil else {
      throw ValidationError("Name the first revision with --from, or two responses with --responses.")
    }
  }

  func run() throws {
    let report = try store.withStore(.read) { store in
      try from.map { try revisions(from: $0, in: store) } ?? responses(in: store)
    }
    try StandardStreams.print(report)
  }

  private func revisions(from first: Int, in store: FormStore) throws -> String {
    let key = try response.keyForReading(in: store, path: self.store.database)
    return try ProgressLine.during("Comparing") {
      let last = try to ?? store.revision(of: key)
      let change = try store.diff(of: key, from: first, to: last)
      let concealed = try revealing.concealed(ofForm: key.form, in: store)
      let after = try store.contents(of: key, at: last)
      let answers = AnswerDifference.all(
        from: try language.shown(try store.contents(of: key, at: first)), to: try language.shown(after),
        concealing: concealed)
      if output.json {
        var report = try ResponseComparison.report(change, to: key, in: store, language, concealing: concealed)
        report.answers = answers
        return report.text
      }
      let screen = ScreenChangeReport.text(of: change, titles: Outline(of: after).titles)
      return (answers.map(\.text) + [screen]).joined(separator: "\n")
    }
  }

  private func responses(in store: FormStore) throws -> String {
    let form = try response.formKey(in: store, path: self.store.database)
    let keys = responses.map { ResponseKey(form: form, response: $0) }
    for key in keys { try store.requireResponse(key) }
    let answers = try ProgressLine.during("Comparing") {
      let contents = try keys.map { try language.shown(try store.contents(of: $0)) }
      return AnswerDifference.all(
        from: contents[0], to: contents[1], concealing: try revealing.concealed(ofForm: form, in: store))
    }
    guard !output.json else {
      return ResponseDifference(form: form, responses: keys.map(\.response), answers: answers).text
    }
    return answers.isEmpty ? "No answers differ." : answers.map(\.text).joined(separator: "\n")
  }
}

/// An answer that differs between two states.
struct AnswerDifference {
  private let question: Question
  private let instance: Int
  private let before: Answer?
  private let after: Answer?
  private let isConcealed: Bool

  /// The answers that differ, in the order of the later form, followed by those that it does not ask for.
  static func all(
    from first: ResponseContents, to last: ResponseContents, concealing concealed: SensitiveCells
  ) -> [AnswerDifference] {
    func subject(of answer: Answer) -> StateSubject {
      StateSubject(answer.question.cell.key, instance: answer.instance)
    }
    let (before, after) = (first.answers(), last.answers())
    let former = Dictionary(before.map { (subject(of: $0), $0) }) { first, _ in first }
    let known = Set(after.map(subject))
    let pairs =
      after.map { (former[subject(of: $0)], Optional($0)) }
      + before.filter { !known.contains(subject(of: $0)) }.map { (Optional($0), nil) }
    return pairs.compactMap { before, after in
      guard before?.value != after?.value, let asked = after ?? before else { return nil }
      return AnswerDifference(
        question: asked.question, instance: asked.instance, before: before, after: after,
        isConcealed: concealed.contains(asked.question.cell.key))
    }
  }

  /// The difference in words: “Weight: 70.50 → 80”.
  var text: String {
    func content(of answer: Answer?) -> String? {
      answer.flatMap { $0.value == nil ? nil : isConcealed ? SensitiveCells.mask : $0.readableText }
    }
    let name = question.name + (instance == 0 ? "" : address.address.instanceInParentheses)
    let comparison = ChangeSentences.comparison(of: content(of: before), with: content(of: after))
    return TerminalText.plain("\(name): \(comparison)")
  }
}

extension AnswerDifference: Shape {
  static let meaning = "An answer that differs."

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("section", \.question.section, Meaning.section)
    m("question", \.question.name, Meaning.question)
    m.include(\.address)
    m("before", { $0.value(of: $0.before) }, "The answer before, null for none.")
    m("after", { $0.value(of: $0.after) }, "The answer afterwards, null for none.")
  }

  private var address: PrintedAddress {
    PrintedAddress(question.cell.key, in: instance, called: (after ?? before)?.address ?? question.cell.key)
  }

  private func value(of answer: Answer?) -> CellValue? { answer?.value?.shown(isConcealed: isConcealed) }
}

/// The answers of two responses that differ.
struct ResponseDifference: Shape {
  static let meaning = "Which answers of two responses differ."

  let form: String
  let responses: [String]
  let answers: [AnswerDifference]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, Meaning.form)
    m("responses", \.responses, "The keys of the two.")
    m("answers", \.answers, "The answers that differ: `before` in the first, `after` in the second.")
  }
}
#endif
