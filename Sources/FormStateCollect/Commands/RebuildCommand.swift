#if Collect
import ArgumentParser
import FormStateCollector
import FormStateInterchange

/// `formstate-collect rebuild`
struct RebuildCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rebuild",
    abstract: "Make the lines and answers again from the entries.",
    discussion: """
      Entries, what devices said with them, and which lines were chosen are kept for good; all other tables of responses \
      follow from them. They are made again, some responses at a time, also while batches are taken. The status is 1 if \
      an entry cannot be read.

        formstate-collect rebuild --database answers
      """)

  @OptionGroup var database: DatabaseArguments

  func run() throws {
    let report = try CollectorRebuild(connection: try database.connect()).run()
    for fault in report.faults { try Output.print(HarmlessText.line(fault)) }
    guard report.faults.isEmpty else { throw CollectorFailure("\(report.faults.count) responses stay as they are") }
    try Output.print("Made \(report.lines) \(report.lines == 1 ? "line" : "lines") again.")
  }
}
#endif
