#if Collect
import ArgumentParser
import FormStateCollector
import FormStateInterchange

/// `formstate-collect check`
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verify all entries and states.",
    discussion: """
      PostgreSQL itself recomputes the chain of every entry, and the digest of every state from the tables that the \
      views read; the digest must be the one that the device sent. The status is 1 if anything is wrong.

        formstate-collect check --database answers
      """)

  @OptionGroup var database: DatabaseArguments

  func run() throws {
    let report = try CollectorCheck(connection: try database.connect()).run()
    for fault in report.faults { try Output.print(HarmlessText.line(fault)) }
    let known = report.lines - report.unknownStates
    let words = "\(report.entries) entries of \(report.lines) journals, \(known) with the digest of their state"
    guard report.faults.isEmpty else { throw CollectorFailure("\(report.faults.count) faults in \(words)") }
    try Output.print("ok: \(words)")
  }
}
#endif
