import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Watches the file of a form while it is being written: a saved change shows at once, and disclosure and answers
/// stay.
///
/// Each readable content becomes a version of the form, and the responses are upgraded to it. An unreadable content
/// changes nothing; the pages report its faults.
package actor FileWatch {
  /// The polling interval.
  private static let pause = Duration.milliseconds(200)

  /// The responses of the form, as pages show them.
  package nonisolated let models: ScreenModels
  private let file: FormFile
  /// The key of the form, once there is one: a different one in the file would be another form.
  private var key: String?
  /// The state of the file when it was last read.
  private var seen: FileTraces?
  /// Its faults, which may be temporary if it is only half written.
  private var doubt: PreviewReport?
  private var report: PreviewReport?

  /// Watches a file.
  ///
  /// - Parameters:
  ///   - file: the file, and its import settings.
  ///   - store: the store of the versions and responses; it may have the form already.
  ///   - response: the key of the response that pages show by default.
  ///   - reopen: opens the database again after it was moved away and restored; `nil` if that is impossible.
  package init(
    _ file: FormFile, store: FormStore, response: String = ResponseKey.standardResponse,
    reopen: (@Sendable () throws -> FormStore)? = nil
  ) {
    self.file = file
    key = file.formKey
    models = ScreenModels(waitingIn: store, response: response, reopen: reopen)
  }

  /// Polls until its task is cancelled.
  package func run() async {
    while !Task.isCancelled {
      await look()
      try? await Task.sleep(for: Self.pause)
    }
  }

  /// Checks whether the file has changed, and imports its contents.
  package func look() async {
    let traces = FileTraces(of: file)
    if traces == seen {
      guard let doubt else { return }
      self.doubt = nil
      return await tell(doubt)
    }
    seen = traces
    doubt = nil
    do {
      try await take(try file.read())
    } catch let error as StoreError where [.busy, .filesLost].contains(error.code) {
      // Another process is writing for a long time, or the database is not restored yet; the next poll tries again.
      seen = nil
    } catch {
      let report = report(of: error)
      // A half-written file is complete at the next poll.
      if self.report == nil { await tell(report) } else { doubt = report }
    }
  }

  private func take(_ imported: ImportedForm) async throws {
    guard let store = await models.store else { return }
    let saved = try store.saveAsNewest((key.map(imported.named) ?? imported).formContents)
    let said = try takeResponsesAlong(to: saved, in: store)
    key = saved.key
    var notes = imported.diagnostics
    if !imported.responses.isEmpty {
      notes.append(
        Diagnostic(
          key: "responses", problem: "the document has responses",
          action: "they are ignored here; formstate import imports them"))
    }
    await tell(PreviewReport(file: file.name, version: saved.version, notes: notes, said: said))
  }

  /// Upgrades the responses to a version; one that cannot be upgraded is kept under another key, and begun again.
  ///
  /// - Returns: the reason; `nil` if all of them were upgraded.
  private func takeResponsesAlong(to saved: FormStore.SavedForm, in store: FormStore) throws -> String? {
    var said: [String] = []
    for response in try store.responseKeys(ofForm: saved.key) {
      let key = ResponseKey(form: saved.key, response: response)
      do {
        try store.upgrade(key)
      } catch let error as StoreError where error.code == .busy {
        throw error
      } catch {
        let kept = try setAside(key, in: store)
        said.append(
          "“\(response.shortened)” could not be upgraded to version \(saved.version) (\(error)); it is kept as "
            + "“\(kept.shortened)”, and this one is new")
      }
    }
    return said.isEmpty ? nil : said.joined(separator: "; ")
  }

  /// Gives a response a free key.
  private func setAside(_ key: ResponseKey, in store: FormStore) throws -> String {
    let taken = Set(try store.responseKeys(ofForm: key.form))
    var number = 2
    while taken.contains("\(key.response)-\(number)") { number += 1 }
    let name = "\(key.response)-\(number)"
    try store.rename(key, to: name)
    return name
  }

  private func tell(_ report: PreviewReport) async {
    guard report != self.report else { return }
    self.report = report
    await models.take(report, form: report.version == nil ? nil : key)
  }

  /// The faults of the file, while the previous version still shows.
  private func report(of error: any Error) -> PreviewReport {
    var next = PreviewReport(file: file.name, version: report?.version)
    switch error {
    case let error as ImportError:
      // The layout has its own faults and lines.
      next.file = error.sourceName
      next.faults = error.documentProblem.map { [Diagnostic(problem: $0, action: "")] } ?? error.diagnostics
    case _ where !FileManager.default.fileExists(atPath: file.path):
      let isNew = next.version == nil
      next.loss = isNew ? "\(error)" : "there is no file “\(file.path)” any more; the page shows its last contents"
    default:
      next.faults = [Diagnostic(problem: "\(error)", action: "")]
    }
    return next
  }
}

/// Detects changed files by their attributes.
private struct FileTraces: Equatable {
  private struct Trace: Equatable {
    let path: String
    let size: Int64
    let file: UInt64
    let written: [Int]
  }

  private let traces: [Trace?]

  /// The attributes of all files that a form is made from. O(k) for k attachments.
  init(of file: FormFile) {
    let beside = file.attachments.map { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      return names.sorted().map { "\(folder)/\($0)" }
    }
    traces = ([file.path] + [file.layout].compactMap(\.self) + (beside ?? [])).map(Self.trace)
  }

  private static func trace(of path: String) -> Trace? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
    let times = [status.st_mtimespec, status.st_ctimespec]
    #else
    let times = [status.st_mtim, status.st_ctim]
    #endif
    return Trace(
      path: path, size: Int64(status.st_size), file: UInt64(status.st_ino),
      written: times.flatMap { [Int($0.tv_sec), Int($0.tv_nsec)] })
  }
}
