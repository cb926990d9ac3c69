#if CommandLine
import ArgumentParser
import FormStateInterchange
import FormStateStore

/// `formstate check`
struct CheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Verify that a file is sound.",
    discussion: """
      Finds a broken file, a schema that is not FormState's word for word, inconsistent definitions, entries that do not \
      follow from their actions, responses whose state does not follow from their journal, columns that do not follow from \
      the others, and views that differ from what FormState reads. Prints ok, or prints every fault and exits with 1.

        formstate check answers.sqlite
        formstate check untrusted.sqlite --untrusted

      With --untrusted no rule in the file runs, so check does not verify that entries follow from their actions.
      """)

  static let outputSchema = OutputSchema.check

  @OptionGroup var store: StoreArguments
  @OptionGroup var untrusted: UntrustedArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let faults = try faults()
    if output.json {
      try StandardStreams.print(CheckReport(faults: faults.map(ReportedSentence.init)).text)
    } else {
      try StandardStreams.print(faults.isEmpty ? "ok" : faults.map(TerminalText.plain).joined(separator: "\n"))
    }
    if !faults.isEmpty { throw ExitCode.failure }
    if untrusted.untrusted {
      StandardStreams.note(
        "Note: no rule was run, so entries were not verified against their actions; check without --untrusted does that"
      )
    }
  }

  private func faults() throws -> [String] {
    do {
      return try untrusted.withStore(store) { store in
        try ProgressLine.during("Checking") { try store.check() }
      }
    } catch let error as StoreError where error.code == .damaged {
      guard !untrusted.untrusted,
        let lost = try? FormStore.unreadableParts(ofFileAt: store.database, settings: store.settings), !lost.isEmpty
      else { throw error }
      return ["\(error)"] + lost
    }
  }
}

/// What is wrong with a file.
struct CheckReport: Shape {
  static let meaning = "Whether a file is sound."

  let faults: [ReportedSentence]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("ok", \.faults.isEmpty, "Whether there are no faults.")
    m("faults", \.faults, "What is wrong.")
  }
}

/// Something that is wrong with a file.
struct ReportedSentence: Shape {
  static let meaning = "Something that is wrong."

  let message: String

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("message", \.message, "What is wrong, in a sentence.")
  }
}
#endif
