#if Collect
import ArgumentParser
import FormStateCollector
import FormStateInterchange
import Foundation

/// `formstate-collect take`
struct TakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "take",
    abstract: "Take batches of devices.",
    discussion: """
      Prints an answer for each part of a batch, once it is stored for good; give the answers to formstate outbox take. A \
      batch may be taken any number of times, in any order, by several collectors at once: what is there is not stored \
      again. What of a response is missing is asked for. If two copies of a response went on differently, both are kept.

        formstate outbox write answers.sqlite --to hq -o batches
        formstate-collect take batches/*.jsonl > hq.jsonl
        formstate outbox take answers.sqlite hq.jsonl --to hq
      """)

  @Argument(help: "Batches written by formstate outbox write; - reads standard input.", completion: .file())
  var files: [String]
  @OptionGroup var database: DatabaseArguments

  func run() throws {
    let taking = BatchTaking(connection: try database.connect())
    for file in files {
      let lines = try InputLines(file)
      try taking.take(PushBatchReader(source: InputFile.name(of: file)) { try lines.next(atMost: $0) }) { answers in
        for answer in answers { try Output.print(try PushAnswerDocument.line(for: answer)) }
      }
    }
  }
}
#endif
