#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate merge`
struct MergeCommand: ReportingCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Merge the responses of another file into this one.",
    discussion: """
      Copies of one response are recognized by their random name (stream), whatever their keys. If the journal of one is \
      the beginning of the other's, the longer one is kept. If each has entries that the other lacks, they are joined: \
      answers to different questions are combined, and different answers to one question are both kept until a person \
      takes one, see formstate questions. What cannot be joined yet waits, and is listed there too. A response whose \
      key is already used here gets a different key. New forms and \
      versions are added; new responses still begin with the same version as before. Merging the same file \
      again changes nothing.

        formstate merge answers.sqlite tablet.sqlite --dry-run
        formstate merge answers.sqlite tablet.sqlite
        formstate export dump tablet.sqlite |
          formstate merge answers.sqlite -

      A merge is all or nothing.
      """)

  static let outputSchema = OutputSchema.merge
  static let takesOtherFiles = true

  @OptionGroup var store: StoreArguments
  @Argument(
    help: ArgumentHelp("An SQLite file, or a dump; - reads a dump from standard input.", valueName: "from"),
    completion: .file(), transform: DefaultDatabase.path)
  var from: String
  @Flag(
    name: [.customShort("n"), .customLong("dry-run")],
    help: "Report the result for each response without changing anything.")
  var dryRun = false
  @OptionGroup var backup: BackupArguments
  @OptionGroup var output: OutputArguments

  func run() throws {
    let file = DumpFile(path: from)
    if try file.isDatabase(), DatabasePaths(store.database).isDatabase(from) {
      throw CommandFailure("“\(from)” is the file to merge into; name another one")
    }
    var progress = ProgressLine.Counter("Merging responses")
    defer { progress.finish() }
    let report = try store.copying(to: dryRun ? nil : backup) {
      try file.takingParts(busyTimeout: store.busyTimeout) { parts in
        try CommandFailure.naming(store.database) {
          try FormStore.merge(
            parts: parts, intoFileAt: store.database, isDryRun: dryRun, settings: store.settings
          ) { progress.reach($0) }
        }
      }
    }
    progress.finish()
    try CommandFailure.afterDone(dryRun ? "nothing was changed" : "“\(file.name)” was merged") {
      if output.json { return try StandardStreams.print(MergedFile(isDryRun: dryRun, report: report).text) }
      for line in lines(of: report) { try StandardStreams.print(line) }
    }
  }

  private func lines(of report: MergeReport) -> [String] {
    guard report.changesAnything else { return ["“\(store.database)” already contains all of it."] }
    let versions = report.versions.map { version in
      let name = "“\(TerminalText.plain(version.form))”"
      let isFirstOfNewForm = version.isOfNewForm && report.versions.first { $0.form == version.form } == version
      return "\(name): \(isFirstOfNewForm ? "new form, version" : "new version") \(version.number)"
    }
    let unchanged = report.responses.count { $0.outcome == .unchanged }
    let rest = unchanged > 0 ? ["\(Count.of(unchanged, "response")) as before."] : []
    let last = dryRun ? ["Nothing was changed."] : []
    return versions + report.responses.filter { $0.outcome != .unchanged }.map(Self.line) + rest + last
  }

  private static func line(of response: MergeReport.Response) -> String {
    let entries = Count.of(response.newEntries, "entry", "entries")
    let keptAs = "“\(TerminalText.plain(response.keptAs))”"
    let words =
      switch response.outcome {
      case .added: "added, \(entries)"
      case .renamed: "another response has that key; added as \(keptAs), \(entries)"
      case .extended:
        (response.key == response.keptAs ? "" : "is \(keptAs) here; ")
          + "\(entries) more, revision \(response.revision)"
      case .joined:
        "\(entries) more, joined with the copy here, revision \(response.revision)"
          + (response.questions > 0 ? ", \(Count.of(response.questions, "open question"))" : "")
      case .waiting: "\(entries) more, which wait beside the copy here: \(response.waits ?? "")"
      case .unchanged: "as before"
      case .forked:
        "parts at revision \(response.forkedAt ?? 0) from the copy here; both are kept, this one as \(keptAs)"
      }
    return "\(TerminalText.plain(response.form)) \(TerminalText.plain(response.key)): \(words)"
  }
}

/// What a merge did, or would do.
struct MergedFile: Shape {
  static let meaning = "What a merge did."

  let isDryRun: Bool
  let report: MergeReport

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("dryRun", \.isDryRun, "Whether this only says what would be done, and nothing was.")
    m("versions", \.report.versions, "The versions of forms that were added.")
    m("responses", \.report.responses, "The responses of the other file.")
  }
}

extension MergeReport.Version: Shape {
  package static let meaning = "A version of a form that was added."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, "The key of the form.")
    m("version", \.number, "The number of the version of the form.")
    m("newForm", \.isOfNewForm, "Whether the form was not there before.")
  }
}

extension MergeReport.Response: Shape {
  package static let meaning = "A response of the other file."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, "The key of the form.")
    m("response", \.key, "Its key in the other file.")
    m("keptAs", \.keptAs, "Its key here.")
    m(
      "outcome", \.outcome,
      "added; renamed: added under another key; extended: the journal here was a beginning of its journal; joined: each had entries that the other lacked; waiting: likewise, and they cannot be joined yet; unchanged; forked: each tells what the other does not in a version of the form that is not there, and both are kept."
    )
    m("newEntryCount", \.newEntries, "How many entries came.")
    m("revision", \.revision, "The revision that it has here.")
    m("forkedAt", \.forkedAt, "The first revision at which they part; null unless they do.")
    m("questionCount", \.questions, "How many questions are open after joining.")
    m("waits", \.waits, "Why the lines wait; null unless they do.")
  }
}

extension MergeReport.Outcome: PrintedWord {}
#endif
