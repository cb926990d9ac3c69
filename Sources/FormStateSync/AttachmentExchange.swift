import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Where attached files are, besides the folder of own ones.
package protocol AttachmentPlace {
  /// Which files are there: how many bytes of each, and `nil` for a whole one.
  func files(_ names: [AttachmentName]) throws -> [AttachmentName: Int?]

  /// Sends an own file.
  ///
  /// - Parameters:
  ///   - folder: the folder of own files.
  ///   - offset: how many bytes of it are there.
  /// - Returns: why it was not sent, as a clause; `nil` if it was.
  func send(_ name: AttachmentName, from folder: String, after offset: Int) throws -> String?

  /// Fetches a file into the folder of own ones.
  ///
  /// - Returns: why it was not fetched, as a clause; `nil` if it was.
  func fetch(_ name: AttachmentName, into folder: String) throws -> String?
}

/// Exchanges the files that answers name. Their names follow from their contents, so equal names are equal files, and a
/// copy is proven by its name.
package struct AttachmentExchange {
  /// The folder of own files, made with the first one.
  private let own: String
  private let place: any AttachmentPlace
  private let isDryRun: Bool
  /// What was exchanged, and what was not.
  private var report: SyncReport

  /// Exchanges files.
  ///
  /// - Parameters:
  ///   - names: reads the names in answers. If it cannot, that is reported, since the answers are exchanged.
  ///   - own: the folder of own files; `nil` if there is none, which is reported if there are names.
  ///   - place: where the others are.
  ///   - directions: which way files go.
  ///   - report: what was exchanged so far, to which this is added.
  /// - Throws: what the place throws; what was exchanged before stays.
  package static func run(
    _ names: () throws -> Set<String>, own: String?, with place: any AttachmentPlace, _ directions: SyncDirections,
    isDryRun: Bool = false, adding report: inout SyncReport
  ) throws {
    let named: Set<String>
    do { named = try names() } catch { return report.skip(attached, "are not exchanged, since \(error)") }
    guard !named.isEmpty else { return }
    guard let own else {
      let files = named.count == 1 ? "1 file" : "\(named.count) files"
      return report.skip(
        attached, "are not exchanged, since their folder is not given; answers name \(files), \(listed(named))")
    }
    var exchange = AttachmentExchange(own: own, place: place, isDryRun: isDryRun, report: report)
    defer { report = exchange.report }
    try exchange.run(named, directions)
  }

  /// What a report calls attached files as a whole.
  package static let attached = "attached files"

  /// The first names of some, for a sentence.
  private static func listed(_ names: some Collection<String>) -> String {
    let first = names.sorted().prefix(3).map { "“\($0.shortened)”" }.joined(separator: ", ")
    return names.count > 3 ? "\(first) and \(names.count - 3) more" : first
  }

  private mutating func run(_ names: Set<String>, _ directions: SyncDirections) throws {
    let provable = names.compactMap(AttachmentName.init).sorted { $0.text < $1.text }
    let there = try place.files(provable)
    var missing: [String] = []
    for name in provable {
      let isHere = StoredFile(name.text, in: own) != nil
      switch there[name] {
      case .some(.none):
        if !isHere, directions.contains(.receive) { try fetch(name) }
      case let begun:
        if isHere, directions.contains(.send) { try send(name, after: (begun ?? 0) ?? 0) }
        if !isHere { missing.append(name.text) }
      }
    }
    if !missing.isEmpty {
      report.skip(Self.attached, "lack \(Self.listed(missing)), which answers name; no copy is here or there")
    }
    let unprovable = names.subtracting(provable.map(\.text))
    if !unprovable.isEmpty {
      report.skip(
        Self.attached,
        "do not include \(Self.listed(unprovable)), whose names do not prove their contents; copy them by hand")
    }
  }

  private mutating func send(_ name: AttachmentName, after offset: Int) throws {
    if !isDryRun, let reason = try place.send(name, from: own, after: offset) {
      return report.skip(name.text, reason)
    }
    report.sentAttachments.append(name.text)
  }

  private mutating func fetch(_ name: AttachmentName) throws {
    if !isDryRun, let reason = try place.fetch(name, into: own) { return report.skip(name.text, reason) }
    report.receivedAttachments.append(name.text)
  }
}

extension SyncReport {
  /// Notes that something was not exchanged.
  package mutating func skip(_ name: String, _ reason: String) {
    skipped.append(Skipped(name: name, reason: reason))
  }
}

/// Attached files in folders of this machine.
package struct AttachmentFolders: AttachmentPlace {
  /// The folder in which a file is, or would be.
  private let folder: (AttachmentName) -> String

  /// Finds each file in a folder of its own.
  package init(_ folder: @escaping (AttachmentName) -> String) { self.folder = folder }

  package func files(_ names: [AttachmentName]) -> [AttachmentName: Int?] {
    Dictionary(uniqueKeysWithValues: names.filter { StoredFile($0.text, in: folder($0)) != nil }.map { ($0, nil) })
  }

  package func send(_ name: AttachmentName, from own: String, after offset: Int) -> String? {
    Self.copy(name, from: own, to: folder(name))
  }

  package func fetch(_ name: AttachmentName, into own: String) -> String? {
    Self.copy(name, from: folder(name), to: own)
  }

  private static let pieceSize = 1 << 20

  /// Copies a file, whole or not at all.
  private static func copy(_ name: AttachmentName, from source: String, to target: String) -> String? {
    do {
      guard let file = StoredFile(name.text, in: source) else { return "cannot be read from “\(source)”" }
      try PrivateFolder.makeIfMissing(target)
      let draft = try AttachmentDraft(in: target)
      while case let piece = try file.read(from: draft.size, atMost: pieceSize), !piece.isEmpty {
        try draft.append([UInt8](piece))
      }
      return try draft.publish(named: name) ? nil : "is not whole in “\(source)”, or was changed; delete it there"
    } catch {
      return "cannot be copied into “\(target)” (\(error))"
    }
  }
}
