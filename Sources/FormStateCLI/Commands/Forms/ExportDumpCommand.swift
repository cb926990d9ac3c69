#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// `formstate export dump`
struct ExportDumpCommand: StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "dump",
    abstract: "Export everything in the file as one JSON document, for restore.",
    discussion: """
      All forms with all of their versions, and all responses with their whole journals: names, times, authors, and \
      the checkpoint of a compacted journal. formstate restore makes an equal file from it. The same content always has the \
      same bytes. It leaves out what devices keep beside responses: where people stood, and drafts; the command says how \
      many drafts there are.

        formstate export dump answers.sqlite \\
          --output answers.json
        formstate export dump answers.sqlite |
          gzip > answers.json.gz

      A file with answers to sensitive questions requires --reveal.

      --output writes the whole file or nothing. Users who may not read the database may not read the file either.
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var revealing: RevealArguments
  @OptionGroup var untrusted: UntrustedArguments
  @OptionGroup var file: ExportFile

  func run() throws { try file.write(besides: store.database, write) }

  private func write(to sink: @escaping (Data) throws -> Void) throws {
    var progress = ProgressLine.Counter("Writing responses")
    defer { progress.finish() }
    var count = 0
    try untrusted.withStore(store) { store in
      try revealing.permit("a dump", ofForm: nil, in: store)
      try EncryptionNote.write(ofForm: nil, in: store)
      var writer = StoreDumpWriter(to: sink)
      try store.forEachPart { part in
        try writer.write(part)
        if case .response = part { count += 1 }
        progress.reach(count)
      }
      try writer.finish()
      AnswersLeftOut.note(drafts: try store.draftCount())
    }
  }
}
#endif
