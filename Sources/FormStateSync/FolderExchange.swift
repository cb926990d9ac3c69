import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// One exchange of a store with a folder.
struct FolderExchange {
  private let store: FormStore
  private let folder: SyncFolder
  /// The name of the folder as a destination.
  private let destination: String
  private var fileCount = 0
  private var report = SyncReport()
  private let isDryRun: Bool

  /// The most entries of a file.
  private static let mostEntries = 5000

  init(store: FormStore, folder: SyncFolder, isDryRun: Bool = false) throws {
    (self.store, self.folder, self.isDryRun) = (store, folder, isDryRun)
    destination = try folder.destination(naming: !isDryRun) ?? "folder without a name"
    _ = try store.exchangeFolder(destination)
  }

  /// What was exchanged, after the files that answers name.
  mutating func report(
    afterExchanging directions: SyncDirections, with attachments: String?
  ) throws -> SyncReport {
    try AttachmentExchange.run(
      store.answeredFiles, own: attachments, with: AttachmentFolders(folder.place), directions,
      isDryRun: isDryRun, adding: &report)
    return report
  }

  // MARK: - Receiving

  /// Takes the files that are not known, each as often as another one may bring what it goes on after.
  mutating func receive(_ progress: (Int) -> Void) throws {
    let (present, others) = try folder.files()
    report.skipped = others.map {
      SyncReport.Skipped(name: $0, reason: "has another name than the files of a sync; delete it")
    }
    var waiting = try unknown(of: present).sorted()
    var reasons: [SyncFolder.File: String] = [:]
    var hasProgress = true
    while hasProgress, !waiting.isEmpty {
      hasProgress = false
      for file in waiting {
        let before = report.received
        reasons[file] = try take(file)
        hasProgress = hasProgress || reasons[file] == nil || report.received != before
        fileCount += 1
        progress(fileCount)
      }
      waiting = waiting.filter { reasons[$0] != nil }
    }
    report.skipped += waiting.map { SyncReport.Skipped(name: $0.name, reason: reasons[$0] ?? "") }
  }

  /// The files that were neither read nor written.
  ///
  /// If one that was is gone, the folder may lack what it brought: then all are read again.
  private func unknown(of present: Set<SyncFolder.File>) throws -> Set<SyncFolder.File> {
    let known = Set(try store.exchangeFolder(destination).files.compactMap(SyncFolder.File.init))
    let places = Set(present.map(\.place))
    guard known.allSatisfy({ places.contains($0.place) }) else {
      try store.forgetContents(ofFolder: destination)
      return present
    }
    return present.subtracting(known)
  }

  /// Takes a file.
  ///
  /// - Returns: why not all of it was taken, as a clause; `nil` if it was.
  private mutating func take(_ file: SyncFolder.File) throws -> String? {
    do {
      guard let data = try folder.contents(of: file) else {
        return "is not whole, or was changed; let it be copied again"
      }
      let contents = try BatchContents(PushBatchReader(data, source: file.name))
      let taken = try store.take(contents, ofFile: file.name, from: destination)
      report.received.formUnion(taken.report)
      return Self.reason(taken)
    } catch let error as InputFileError {
      return error.description
    } catch {
      guard let reason = BatchFault.reason(of: error) else { throw error }
      return reason
    }
  }

  private static func reason(_ taken: TakenBatch) -> String? {
    if let refused = taken.refused.first {
      return "the response “\(refused.key)” is refused: \(refused.reason)"
    }
    guard let missing = taken.missing.first else { return nil }
    return missing.upTo == 0
      ? "the response “\(missing.key)” needs a definition that no file here has"
      : "the response “\(missing.key)” goes on after revision \(missing.upTo), which no file here has"
  }

  // MARK: - Sending

  /// Writes what the folder lacks.
  mutating func send(as device: String?, _ progress: (Int) -> Void) throws {
    let peer = try store.exchangeFolder(destination).peer
    var number = try folder.files().files.filter { $0.peer == peer }.map(\.number).max() ?? 0
    var streams: Set<StreamName> = []
    while let batch = try store.nextBatch(for: destination, limit: Self.mostEntries, device: device) {
      number += 1
      let data = try PushBatchDocument.write(batch)
      let file = SyncFolder.File(peer: peer, number: number, contents: data)
      try folder.write(data, as: file, permissions: store.permissions)
      guard try folder.contents(of: file) != nil else {
        throw SyncError("“\(file.name)” cannot be read back from “\(folder.path)”; try another stick")
      }
      do {
        try store.note(batch, writtenAs: file.name, into: destination)
      } catch {
        // It says that nothing was sent. If it is noted all the same, it counts as lost, and is written again.
        try? folder.remove(file)
        throw error
      }
      streams.formUnion(batch.parts.map(\.stream))
      report.sentEntries += batch.entryCount
      report.writtenFiles.append(file.name)
      fileCount += 1
      progress(fileCount)
    }
    report.sentResponses = streams.count
    report.unsent = try store.outboxStatus(of: destination).refused
    try empty(ownFilesOf: peer)
  }

  /// Counts what would be written.
  mutating func countWhatLacks() throws {
    let status = try store.outboxStatus(of: destination)
    (report.sentResponses, report.sentEntries) = (status.responseCount, status.entryCount)
    report.unsent = status.refused
  }

  /// Replaces own files by ones without the answers that were cleared since they were written.
  private func empty(ownFilesOf peer: String) throws {
    guard try store.exchangeFolder(destination).hasEmptied else { return }
    var (names, isDone) = ([String: String](), true)
    for file in try folder.files().files.sorted() where file.peer == peer {
      guard let data = try folder.contents(of: file) else {
        // Once it is whole again, it may have the contents.
        isDone = false
        continue
      }
      guard let emptied = try emptied(data, file) else { continue }
      let replacement = SyncFolder.File(peer: peer, number: file.number, contents: emptied)
      guard replacement != file else { continue }
      try folder.write(emptied, as: replacement, permissions: store.permissions)
      try folder.remove(file)
      names[file.name] = replacement.name
    }
    try store.note(emptied: names, in: destination, isDone: isDone)
  }

  /// The contents of a file without what was cleared; `nil` if it has none of that.
  private func emptied(_ data: Data, _ file: SyncFolder.File) throws -> Data? {
    let batch = try BatchContents(PushBatchReader(data, source: file.name))
    var (contents, definitions, isChanged) = (Data(), [String: FormDefinition](), false)
    var emptied: [StreamName: [JournalChain: String]] = [:]
    var writer = PushBatchWriter { contents.append($0) }
    try writer.begin(device: batch.device)
    for element in batch.elements {
      switch element {
      case .definition(let definition): definitions[definition.digest] = definition.form
      case .part(let pushed):
        let lines = try emptied[pushed.stream] ?? store.emptiedLines(of: pushed.stream)
        emptied[pushed.stream] = lines
        let part = pushed.part { entry in
          guard let line = lines[entry.chain], line != entry.line else { return entry.line }
          isChanged = true
          return line
        }
        try writer.write(part, definitions: definitions)
        definitions = [:]
      }
    }
    try writer.finish()
    return isChanged ? contents : nil
  }
}

extension SyncFolder.File {
  /// Its place among the files of its device, which a file without a cleared answer keeps.
  fileprivate var place: String { "\(peer)/\(number)" }
}

extension PushedPart {
  /// The part to be written again.
  fileprivate func part(_ line: (PushedEntry) -> String) -> PushBatch.Part {
    PushBatch.Part(
      stream: stream, key: key, definitions: definitions, after: after, chainBefore: chainBefore,
      lines: entries.map(line), chain: chain, outcome: outcome)
  }
}
