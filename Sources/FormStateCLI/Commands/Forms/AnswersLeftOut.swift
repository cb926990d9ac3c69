#if CommandLine
import FormState
import FormStateInterchange

/// What tables of answers leave out, told on standard error.
struct AnswersLeftOut {
  private let style: AnswerTable.Style
  private var drafts = 0
  private var setAside = 0
  private var numerals = 0

  init(style: AnswerTable.Style) { self.style = style }

  /// Counts what the tables leave out of a response.
  ///
  /// - Complexity: O(k) for k touched cells.
  mutating func count(_ contents: ResponseContents) {
    for (subject, state) in contents.state.cells {
      if subject.setAsideFrom != nil {
        setAside += 1
      } else if state.draft != nil {
        drafts += 1
      }
    }
    if !style.escapesFormulas, !style.isReadable { numerals += AnswerTable.numerals(in: contents) }
  }

  /// Tells how many drafts a document leaves out: a device keeps them beside the response.
  static func note(drafts: Int) {
    var leftOut = AnswersLeftOut(style: AnswerTable.Style())
    leftOut.drafts = drafts
    leftOut.note()
  }

  func note() {
    let parts = [
      (drafts, "draft", "drafts", "typed texts that are no answers yet"),
      (setAside, "set-aside content", "set-aside contents", "--set-aside writes them"),
    ].filter { $0.0 > 0 }.map { "\(Count.of($0.0, $0.1, $0.2)) (\($0.3))" }
    if !parts.isEmpty { StandardStreams.note("Omitted: \(parts.joined(separator: ", ")).") }
    guard numerals > 0 else { return }
    StandardStreams.note(
      "Note: \(Count.of(numerals, "text")) of custom cells \(numerals == 1 ? "reads" : "read") as a number; without "
        + "--raw, an apostrophe keeps \(numerals == 1 ? "it" : "each") a text.")
  }
}
#endif
