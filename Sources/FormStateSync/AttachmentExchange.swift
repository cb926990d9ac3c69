import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Exchanges the files that answers name with another place. Their names follow from their contents, so equal names are
/// equal files, and a copy is proven by its name.
package struct AttachmentExchange {
  /// The folder of own files, made with the first one.
  private let own: String
  /// The folder in which the other place has a file, or would have it.
  private let theirs: (AttachmentName) -> String
  private let isDryRun: Bool
  /// What was copied, and what was not.
  private var report: SyncReport

  /// Exchanges files.
  ///
  /// - Parameters:
  ///   - names: the names in answers.
  ///   - own: the folder of own files; `nil` if there is none, which is reported if there are names.
  ///   - directions: which way files are copied.
  ///   - report: what was exchanged so far, to which this is added.
  ///   - theirs: the folder of a file in the other place.
  package static func run(
    _ names: Set<String>, own: String?, _ directions: SyncDirections, isDryRun: Bool = false,
    adding report: inout SyncReport, theirs: @escaping (AttachmentName) -> String
  ) {
    guard !names.isEmpty else { return }
    guard let own else {
      let files = names.count == 1 ? "1 file" : "\(names.count) files"
      return report.skipped.append(
        SyncReport.Skipped(
          name: attached,
          reason: "are not exchanged, since their folder is not given; answers name \(files), \(listed(names))"))
    }
    var exchange = AttachmentExchange(own: own, theirs: theirs, isDryRun: isDryRun, report: report)
    exchange.run(names, directions)
    report = exchange.report
  }

  private static let attached = "attached files"

  /// The first names of some, for a sentence.
  private static func listed(_ names: some Collection<String>) -> String {
    let first = names.sorted().prefix(3).map { "“\($0.shortened)”" }.joined(separator: ", ")
    return names.count > 3 ? "\(first) and \(names.count - 3) more" : first
  }

  private mutating func run(_ names: Set<String>, _ directions: SyncDirections) {
    var (missing, unprovable): ([String], [String]) = ([], [])
    for text in names.sorted() {
      guard let name = AttachmentName(text) else {
        unprovable.append(text)
        continue
      }
      let (isHere, isThere) = (Self.has(name, in: own), Self.has(name, in: theirs(name)))
      if !isHere, !isThere { missing.append(text) }
      if isHere, !isThere, directions.contains(.send), copy(name, from: own, to: theirs(name)) {
        report.sentAttachments.append(text)
      }
      if isThere, !isHere, directions.contains(.receive), copy(name, from: theirs(name), to: own) {
        report.receivedAttachments.append(text)
      }
    }
    if !missing.isEmpty { skip("lack \(Self.listed(missing)), which answers name; no copy is here or there") }
    if !unprovable.isEmpty {
      skip("do not include \(Self.listed(unprovable)), whose names do not prove their contents; copy them by hand")
    }
  }

  private mutating func skip(_ reason: String, of name: String = attached) {
    report.skipped.append(SyncReport.Skipped(name: name, reason: reason))
  }

  private static func has(_ name: AttachmentName, in folder: String) -> Bool {
    var status = stat()
    return lstat("\(folder)/\(name.text)", &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  private static let pieceSize = 1 << 20

  /// Copies a file.
  ///
  /// - Returns: whether it was copied whole; otherwise it is reported, and nothing of it is left.
  private mutating func copy(_ name: AttachmentName, from source: String, to target: String) -> Bool {
    guard !isDryRun else { return true }
    do {
      guard let file = StoredFile(name.text, in: source) else {
        skip("cannot be read from “\(source)”", of: name.text)
        return false
      }
      try PrivateFolder.makeIfMissing(target)
      let draft = try AttachmentDraft(in: target)
      while case let piece = try file.read(from: draft.size, atMost: Self.pieceSize), !piece.isEmpty {
        try draft.append([UInt8](piece))
      }
      guard try draft.publish(named: name) else {
        skip("is not whole in “\(source)”, or was changed; delete it there", of: name.text)
        return false
      }
      return true
    } catch {
      skip("cannot be copied into “\(target)” (\(error))", of: name.text)
      return false
    }
  }
}
