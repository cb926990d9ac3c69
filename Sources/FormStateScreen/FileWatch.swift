import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Watches the file of a form that somebody writes: what is saved shows at once, and what was open and filled in stays.
///
/// Each content that can be read becomes a version of the form, and the responses are taken along to it. A content that
/// cannot leaves what shows as it is; the pages say what is wrong with it.
package actor FileWatch {
  /// How long to wait between two looks.
  private static let pause = Duration.milliseconds(200)

  /// The responses of the form, as pages show them.
  package nonisolated let models: ScreenModels
  private let file: FormFile
  /// The key of the form, once there is one: another one in the file would be another form.
  private var key: String?
  /// How the file was when it was looked at last.
  private var seen: FileTraces?
  /// What is wrong with it, where that may be because it is only half written.
  private var doubt: PreviewReport?
  private var report: PreviewReport?

  /// Watches a file.
  ///
  /// - Parameters:
  ///   - file: the file, and what is known besides.
  ///   - store: where the versions and responses lie; it may have the form already.
  ///   - response: the key of the response that pages show where none is named.
  ///   - reopen: opens the database again after it was moved away and put back; `nil` where nobody can.
  package init(
    _ file: FormFile, store: FormStore, response: String = ResponseKey.standardResponse,
    reopen: (@Sendable () throws -> FormStore)? = nil
  ) {
    self.file = file
    key = file.formKey
    models = ScreenModels(waitingIn: store, response: response, reopen: reopen)
  }

  /// Looks now and then until its task is cancelled.
  package func run() async {
    while !Task.isCancelled {
      await look()
      try? await Task.sleep(for: Self.pause)
    }
  }

  /// Looks whether the file has changed, and takes in what it holds.
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
    } catch StoreError.busy, StoreError.filesLost {
      // Somebody else writes for long, or the database is yet to be put back; the next look begins again.
      seen = nil
    } catch {
      let report = report(of: error)
      // What is half written is whole at the next look.
      if self.report == nil { await tell(report) } else { doubt = report }
    }
  }

  private func take(_ imported: ImportedForm) async throws {
    guard let store = await models.store else { return }
    let saved = try store.saveAsNewest((key.map(imported.named) ?? imported).formImport)
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

  /// Takes the responses along to a version; one that cannot be is kept under another key, and begun again.
  ///
  /// - Returns: why; `nil` where all of them were taken along.
  private func takeResponsesAlong(to saved: FormStore.SavedForm, in store: FormStore) throws -> String? {
    var said: [String] = []
    for response in try store.responseKeys(ofForm: saved.key) {
      let key = ResponseKey(form: saved.key, response: response)
      do {
        try store.upgrade(key)
      } catch StoreError.busy {
        throw StoreError.busy
      } catch {
        let kept = try setAside(key, in: store)
        said.append(
          "“\(response.shortened)” could not be upgraded to version \(saved.version) (\(error)); it is kept as "
            + "“\(kept.shortened)”, and this one is new")
      }
    }
    return said.isEmpty ? nil : said.joined(separator: "; ")
  }

  /// Gives a response a key that no other one has.
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

  /// What is wrong with the file, while the version before still shows.
  private func report(of error: any Error) -> PreviewReport {
    var next = PreviewReport(file: file.name, version: report?.version)
    switch error {
    case let error as ImportError:
      // The layout has faults of its own, and lines.
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

/// By what one sees from outside that files have changed.
private struct FileTraces: Equatable {
  private struct Trace: Equatable {
    let path: String
    let size: Int64
    let file: UInt64
    let written: [Int]
  }

  private let traces: [Trace?]

  /// Looks at all files that a form is made from. O(k) for k attachments.
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
