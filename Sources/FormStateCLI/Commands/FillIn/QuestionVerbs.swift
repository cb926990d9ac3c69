#if CommandLine
import ArgumentParser
import FormState

/// `formstate settle`
enum Settle: Verb {
  static let configuration = CommandConfiguration(
    commandName: "settle",
    abstract: "Take one of the answers that persons gave at the same time.",
    usage: """
      formstate settle <db> <cell> --take <number> [--form <key>] [--response <key>] [--json]
      formstate settle <db> --take <number> [--form <key>] [--response <key>] [--json]
      """,
    discussion: """
      Where copies of a response were joined and persons had answered a question differently, one answer shows and the \
      question stays open. formstate questions lists the answers with their numbers. Any other answer settles the question too. \
      Without a cell it settles whether the response is completed. It can be undone.

        formstate settle answers.sqlite roof --take 2
        formstate settle answers.sqlite room:5 --take 1
      """)

  struct Arguments: VerbArguments {
    @Argument(
      help: ArgumentHelp(
        "The key or address of the cell, or of an instance; the completion of the response by default.",
        valueName: "cell"),
      completion: Completions.cells)
    var cell: String?
    @Option(
      help: ArgumentHelp("The number of the answer to take, as formstate questions lists it.", valueName: "number"))
    var take: Int
  }

  static func action(_ settled: Arguments) -> FormAction {
    .settle(settled.cell.map(CellReference.key), taking: settled.take)
  }
}
#endif
