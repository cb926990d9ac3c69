import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// The queries of the panels beside the form.
extension ScreenModel {
  /// The maximum number of reported faults.
  private static let mostFaults = 200

  /// The choices of a question.
  ///
  /// - Throws: `ActionError.Code.unknownCell`, `ActionError.Code.hasNoChoices`; `StoreError`.
  package func choices(of cell: String, containing text: String?, from first: Int, limit: Int) throws -> OrderedJSON {
    noteUse()
    let found = try session.choices(of: .key(cell), containing: text, from: first, limit: limit)
    return .object([
      ("cell", .string(cell)), ("count", .integer(found.count)), ("choices", OrderedJSON(found.choices)),
    ])
  }

  /// The history in words, newest first.
  ///
  /// - Parameters:
  ///   - revision: the revision before which to end.
  ///   - limit: the maximum number of entries.
  /// - Complexity: O(k log n) for k changes of the entries.
  package func history(before revision: Int, limit: Int) throws -> OrderedJSON {
    noteUse()
    let entries = try store.history(of: key, before: revision, limit: limit + 1)
    let listed = entries.prefix(limit)
    return .object([
      ("entries", .array(listed.map(Self.json))),
      ("before", entries.count > limit ? OrderedJSON(listed.last?.revision) : .null),
    ])
  }

  private static func json(of entry: HistoryEntry) -> OrderedJSON {
    .object([
      ("revision", .integer(entry.revision)), ("time", .string(entry.time)), ("author", OrderedJSON(entry.author)),
      ("did", .string(entry.did)),
      ("changes", .array(entry.sentences.filter { !$0.isHidden }.map { .string($0.text) })),
      ("kept", .array(entry.sentences.filter(\.isHidden).map { .string($0.text) })),
      ("more", .integer(entry.furtherChanges)), ("note", OrderedJSON(entry.note)),
    ])
  }

  /// The answers and their faults.
  ///
  /// - Parameters:
  ///   - revision: a past revision; `nil` for the current one.
  ///   - first: the number of answers to skip.
  ///   - limit: the maximum number of answers.
  ///   - withOptions: whether to include the options of questions.
  ///   - page: the key of the page whose faults are reported; `nil` for the whole form.
  /// - Complexity: O(n) for n cells.
  package func answers(
    at revision: Int?, from first: Int, limit: Int, withOptions: Bool = false, faultsOn page: String? = nil
  ) throws -> OrderedJSON {
    noteUse()
    let contents = try revision.map { try store.contents(of: key, at: $0) } ?? store.contents(of: key)
    let view = try session.language.flatMap { language in
      contents.form.languages.contains(language) ? try LanguageView(of: contents, in: language) : nil
    }
    let form = view?.form ?? contents.form
    let questions = view?.questions(withRepeats: true) ?? form.questionsAndRepeats
    let named = Dictionary(questions.map { ($0.cell.key, $0) }) { first, _ in first }
    let answers = contents.answers(to: questions.filter { $0.cell.kind != .repeat })
    let part = page.flatMap { key in FormPages(of: form).pages.first { $0.key == key } }
    let faults = form.faults(in: contents.state).filter { fault in
      part == nil || fault.cell.flatMap(form.place(ofCell:)).map { part?.holds($0) == true } == true
    }
    return .object([
      ("revision", .integer(contents.revision)), ("count", .integer(answers.count)),
      (
        "answers",
        .array(answers.dropFirst(first).prefix(limit).map { Self.json(of: $0, in: form, withOptions: withOptions) })
      ),
      ("faultCount", .integer(faults.count)),
      (
        "faults",
        .array(
          faults.prefix(Self.mostFaults).map { fault in
            .object(OrderedJSON.members(of: fault, in: fault.cell.flatMap { named[$0] }))
          })
      ),
    ])
  }

  private static func json(of answer: Answer, in form: FormDefinition, withOptions: Bool) -> OrderedJSON {
    let question = answer.question
    let section = form.sections.element(at: question.place.section)
    let more: [(name: String, value: OrderedJSON)] = [
      ("sectionTitle", .string(section?.title ?? "")), ("hidden", .boolean(question.isHidden)),
    ]
    guard withOptions else { return .object(OrderedJSON.members(of: answer) + more) }
    let options = section?.options(of: question) ?? []
    return .object(
      OrderedJSON.members(of: answer) + more + [
        (
          "options",
          .array(
            options.map { .object([("value", .string($0.optionValue ?? $0.key)), ("title", .string($0.title))]) })
        )
      ])
  }

  /// Explains why a cell is hidden.
  ///
  /// - Throws: `ActionError.Code.unknownCell`; `StoreError`.
  package func explain(_ cell: String) throws -> OrderedJSON {
    noteUse()
    let explanation = try session.explanation(of: .key(cell))
    return .object(OrderedJSON.members(of: explanation) { [("text", .string($0.description))] })
  }

  /// The journal as an action script.
  ///
  /// - Parameter revision: the last revision to include.
  /// - Throws: `ExportError` if the journal was compacted; `StoreError`.
  /// - Complexity: O(k log n) for k entries and their changes.
  package func script(through revision: Int) throws -> Data {
    noteUse()
    return try ActionScript.write(try store.journal(of: key).filter { $0.revision <= revision })
  }
}

extension FormSection {
  /// The options that are rows below a question.
  fileprivate func options(of question: Question) -> [FormCell] {
    guard !question.optionTitles.isEmpty else { return [] }
    let first = question.place.position + 1
    return (first..<first + max(0, question.cell.additionalRows)).compactMap(cells.element(at:))
      .filter { $0.kind == .option && !$0.isHidden }
  }
}
