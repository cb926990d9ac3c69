import FormState
import FormStateInterchange
import Foundation

/// The folder of attached files: each whole, under a name that follows from its content.
///
/// Files are never deleted here, since undo and the journal refer to them permanently.
package struct AttachmentFolder: Sendable {
  /// The maximum number of simultaneous uploads.
  static let mostAtOnce = 8
  /// The age in seconds after which a draft is considered abandoned.
  private static let oldAge = 3600.0

  /// The folder, created with the first file.
  let path: String
  /// The maximum size of a file in bytes.
  let largestFile: Int
  private let underWay = Locked(0)

  /// Stores files in a folder.
  package init(path: String, largestFile: Int = ScreenRequest.largestFile) {
    self.path = path
    self.largestFile = largestFile
  }

  /// Opens a file; `nil` if it does not exist, or the name is not that of an attached file.
  func file(named name: String) -> StoredFile? { AttachmentName(name).flatMap { StoredFile($0.text, in: path) } }

  /// Stores a file as it arrives.
  ///
  /// - Parameters:
  ///   - body: its content.
  ///   - given: the original name of the file.
  /// - Throws: ``ScreenRefusal``; no part of the file is left then.
  func take(_ body: LongBody, called given: String) async throws -> AttachmentName {
    guard body.length <= largestFile else {
      throw ScreenRefusal(413, Wording(.fileTooLarge, .count(largestFile >> 20)))
    }
    guard body.length > 0 else { throw ScreenRefusal(422, Wording(.fileEmpty)) }
    try begin()
    defer { underWay.withLock { $0 -= 1 } }
    do {
      try makeFolder()
      let draft = try AttachmentDraft(in: path)
      while draft.size < body.length { try draft.append(try await nextPart(of: body)) }
      return try draft.publish(as: given)
    } catch let error as Descriptor.SystemError {
      throw refusal(of: error)
    }
  }

  private func begin() throws(ScreenRefusal) {
    let begins = underWay.withLock { count in
      guard count < Self.mostAtOnce else { return false }
      count += 1
      return true
    }
    guard begins else {
      throw ScreenRefusal(503, Wording(.uploadsBusy, .count(Self.mostAtOnce)))
    }
  }

  private func nextPart(of body: LongBody) async throws(ScreenRefusal) -> [UInt8] {
    let part = try? await body.next()
    guard let part, !part.isEmpty else { throw ScreenRefusal(408, Wording(.uploadIncomplete)) }
    return part
  }

  /// Creates the folder if it is missing, readable only by its owner; otherwise removes abandoned drafts of a killed
  /// program.
  ///
  /// The folder above is never created: it is missing if a disk is.
  private func makeFolder() throws(Descriptor.SystemError) {
    if try PrivateFolder.makeInExisting(path).isEmpty { removeOldDrafts() }
  }

  private func removeOldDrafts() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    for name in names where name.hasPrefix(AttachmentDraft.prefix) {
      var status = stat()
      guard lstat("\(path)/\(name)", &status) == 0 else { continue }
      let age = Date().timeIntervalSince1970 - Double(status.modificationSeconds)
      if age > Self.oldAge { unlink("\(path)/\(name)") }
    }
  }

  private func refusal(of error: Descriptor.SystemError) -> ScreenRefusal {
    switch error.code {
    case ENOSPC, EDQUOT, EFBIG:
      ScreenRefusal(507, Wording(.noRoomForFile))
    default:
      ScreenRefusal(500, Wording(.fileNotStored, .text(path), .text("\(error)")))
    }
  }
}

extension stat {
  /// The modification time of the content, in seconds since 1970.
  fileprivate var modificationSeconds: Int {
    #if canImport(Darwin)
    st_mtimespec.tv_sec
    #else
    st_mtim.tv_sec
    #endif
  }
}
