#if Collect
import ArgumentParser
import FormState
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

      Of a folder in which devices exchange answers by formstate sync, on a stick for example, all files are taken, and no \
      answer goes back. A file that is not whole, or goes on after one that has not arrived, is named; take the folder again.

        formstate-collect take /media/stick
      """)

  @Argument(
    help: "Batches written by formstate outbox write, or folders of formstate sync; - reads standard input.",
    completion: .file())
  var files: [String]
  @OptionGroup var database: DatabaseArguments

  func run() throws {
    let taking = BatchTaking(connection: try database.connect())
    for file in files {
      if let batches = try Self.batches(inFolder: file) {
        try takeAll(batches, of: file, by: taking)
      } else {
        try take(file, by: taking) { for answer in $0 { try Self.print(answer) } }
      }
    }
  }

  private func take(_ file: String, by taking: BatchTaking, _ answer: ([PushAnswer]) throws -> Void) throws {
    let lines = try InputLines(file)
    try taking.take(PushBatchReader(source: InputFile.name(of: file)) { try lines.next(atMost: $0) }, answer)
  }

  private static func print(_ answer: PushAnswer) throws { try Output.print(try PushAnswerDocument.line(for: answer)) }

  // MARK: - Folders

  /// The files of a folder of a sync, earlier ones first, so that what goes on after others comes after them; `nil` if
  /// the path names no folder.
  private static func batches(inFolder path: String) throws -> [String]? {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return nil }
    guard let devices = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw CollectorFailure("the folder “\(path)” cannot be read")
    }
    let files = devices.flatMap { device in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(device)")) ?? []
      return names.filter { $0.hasSuffix(".jsonl") && !$0.hasPrefix(".") }.map {
        (name: $0, path: "\(path)/\(device)/\($0)")
      }
    }
    return files.sorted { ($0.name, $0.path) < ($1.name, $1.path) }.map(\.path)
  }

  /// Takes files, each as often as another one may bring what it goes on after.
  ///
  /// - Throws: ``CollectorFailure`` that names the files of which not all was taken.
  private func takeAll(_ files: [String], of folder: String, by taking: BatchTaking) throws {
    var (waiting, reasons, hasProgress) = (files, [String: String](), true)
    while hasProgress, !waiting.isEmpty {
      hasProgress = false
      waiting = try waiting.filter { file in
        var answers: [PushAnswer] = []
        do {
          try take(file, by: taking) { answers += $0 }
          reasons[file] = nil
        } catch let error as JSONLinesError {
          reasons[file] = error.description
        }
        let lacking = answers.first { [.sendFrom, .needsDefinition].contains($0.kind) }
        if lacking != nil { reasons[file] = "“\(file)” goes on after entries, or names definitions, that are not here" }
        hasProgress = hasProgress || reasons[file] == nil || answers.contains { [.took, .forked].contains($0.kind) }
        if reasons[file] == nil { for answer in answers where answer.kind == .refused { try Self.print(answer) } }
        return reasons[file] != nil
      }
    }
    for file in waiting { Output.note(reasons[file] ?? "") }
    guard waiting.isEmpty else {
      throw CollectorFailure(
        "\(waiting.count) of \(files.count) files of “\(folder)” could not be taken whole; the others are; take it again"
      )
    }
  }
}
#endif
