#if CommandLine
import ArgumentParser
import FormStateInterchange
import FormStateStore

/// `formstate check`
struct CheckCommand: ReportingCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find faults in an SQLite file, or in a document such as a form.",
    discussion: """
      The contents of a file determine what it is. Exits with 1 if a file has a fault.

      Of an SQLite file, check finds a broken file, a schema that is not FormState's word for word, inconsistent \
      definitions, entries that do not follow from their actions, responses whose state does not follow from their journal, \
      columns that do not follow from the others, and views that differ from what FormState reads. It prints ok, or every \
      fault.

        formstate check answers.sqlite
        formstate check untrusted.sqlite --untrusted

      With --untrusted no rule in the file runs, so check does not verify that entries follow from their actions.

      A document is a form (a CellDescriptor.plist, a form as JSON, an XForm or an XLSForm), a layout, a dump, or a script of \
      actions as JSON Lines. It is read as by import, restore and replay, and nothing is written.

        formstate check profile.json profile-actions.jsonl
        formstate check --strict profile.plist
        formstate check --layout layout.json person.json
        formstate check --attach lists survey.xml
        formstate check - < profile.json
      """)

  static let outputSchema = OutputSchema.check

  @Argument(
    help: ArgumentHelp(
      "The files; - reads a document from standard input. FORMSTATE_DB by default.", valueName: "file"),
    completion: .file())
  var files: [String] = []
  @Flag(help: "Of documents: refuse a plist that needs repairs, and an XForm with unsupported parts.")
  var strict = false
  @OptionGroup var definition: DefinitionArguments
  @OptionGroup var untrusted: UntrustedArguments
  @Option(name: .customLong("busy-timeout"), help: StoreArguments.busyTimeoutHelp)
  var givenBusyTimeout: Double?
  @OptionGroup var output: OutputArguments

  /// The named files, or the default one.
  private var named: [String] { files.isEmpty ? [DefaultDatabase.file].compactMap(\.self) : files }

  func validate() throws {
    guard let first = named.first else { throw ValidationError("Missing expected argument '<file> ...'") }
    if ([definition.layout].compactMap(\.self) + files).filter({ $0 == "-" }).count > 1 {
      throw ValidationError("Standard input can only be read once; name - once.")
    }
    if untrusted.untrusted, named.count > 1 {
      throw ValidationError("--untrusted limits the reading of one file; check one after the other.")
    }
    _ = try StoreArguments(file: first, busyTimeout: givenBusyTimeout)
  }

  func run() throws {
    if let file = named.first, named.count == 1, DefaultDatabase.isDatabase(file) { return try checkAlone(file) }
    let documents = DocumentCheck(definition: definition, isStrict: strict)
    let reports =
      try documents.faultyLayout.map { [$0] }
      ?? named.map { file in
        DefaultDatabase.isDatabase(file) ? try report(ofDatabase: file) : documents.report(of: file)
      }
    let isValid = reports.allSatisfy(\.isValid)
    if output.json {
      try StandardStreams.print(CheckedFiles(files: reports).text)
    } else {
      for report in reports {
        if let refusal = report.refusal {
          StandardStreams.note("Error: \(refusal)")
        } else {
          try StandardStreams.print(report.lines.joined(separator: "\n"))
        }
      }
    }
    if !isValid { throw ExitCode.failure }
  }

  // MARK: - SQLite files

  private func checkAlone(_ file: String) throws {
    if strict || !definition.isEmpty {
      throw ValidationError("“\(file)” is an SQLite file; --strict and the options of imports are for documents.")
    }
    let faults = try faults(ofDatabase: file)
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

  /// The report of an SQLite file among others.
  private func report(ofDatabase file: String) throws -> CheckedFile {
    do {
      return CheckedFile(file: file, content: .database(faults: try faults(ofDatabase: file)))
    } catch let error as ValidationError {
      throw error
    } catch {
      return CheckedFile(file: file, content: .refused(.database, error))
    }
  }

  private func faults(ofDatabase file: String) throws -> [String] {
    let store = try StoreArguments(file: file, busyTimeout: givenBusyTimeout)
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

/// What is wrong with an SQLite file.
struct CheckReport: Shape {
  static let meaning = "Whether an SQLite file is sound."

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
