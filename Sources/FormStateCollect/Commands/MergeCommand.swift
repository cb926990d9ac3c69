#if Collect
import ArgumentParser
import FormState
import FormStateCollector
import Foundation

/// `formstate-collect merge`
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Write what another copy of a response has as actions.",
    discussion: """
      Writes an action script for formstate replay: the answers that only the other copy has changed, as one undo step. \
      Replay it on a device that has the line that counts, and push: it is history like any other. Answers that both \
      copies changed are left out and named; --open takes those of the other copy. Then choose the line, which settles \
      the fork. Answers to sensitive questions are written only with --reveal.

        formstate-collect merge c8a64ad05e6fecde3702b2a8c7efc788 \\
          --from 2 > merge.jsonl
        formstate replay answers.sqlite merge.jsonl --response north-1
      """)

  @Argument(help: "The random name of the response: column stream of the view response.")
  var stream: String
  @Option(
    help: ArgumentHelp(
      "The number of the other line, or the random name of another response with the same key.", valueName: "line"))
  var from: String
  @Flag(help: "Take the other copy's answers where both changed them.")
  var open = false
  @Flag(help: "Include the answers to sensitive questions.")
  var reveal = false
  @OptionGroup var database: DatabaseArguments

  func validate() throws {
    try StreamArgument.check(stream)
    if Int32(from) == nil { try StreamArgument.check(from) }
  }

  func run() throws {
    let conflicts = CollectorConflicts(connection: try database.connect())
    let response = try StreamArgument.name(stream)
    let conflict =
      if let line = Int32(from) {
        try conflicts.conflict(of: response, withLine: Int(line))
      } else {
        try conflicts.conflict(of: response, withResponse: try StreamArgument.name(from))
      }
    guard let conflict else {
      throw CollectorFailure("the response \(stream) has no copy \(from) beside the line that counts")
    }
    guard reveal || !conflict.mergesSensitiveAnswers(takingOpen: self.open) else {
      throw CollectorFailure("the merge contains the answers to sensitive questions; write them with --reveal")
    }
    let (actions, open) = conflict.merge(takingOpen: self.open)
    for action in actions { try Output.print(Self.line(of: action)) }
    for question in reveal ? open : open.map(\.concealed) {
      let answers = [question.main, question.other].map { $0.text.map(ConflictText.quoted) ?? "no answer" }
      Output.note("Left out: \(question.cell) is \(answers[0]) and \(answers[1]); --open takes the latter.")
    }
    if actions.isEmpty { Output.note("Nothing is missing.") }
  }

  private static func line(of action: ScriptedAction) -> String {
    var json = JSONWriter(isPretty: false)
    json.scriptedAction(action)
    return json.text
  }
}
#endif
