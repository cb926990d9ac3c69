import Foundation
import TestSupport
import Testing

@testable import FormStateStore

/// A file gets its name only once it is complete, and takes no other file's.
@Suite("Files before they have their names")
struct DraftFileTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path("copy.sqlite") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func text(at path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  private func permissions(of path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o777
  }

  @Test("Until it is finished only the owner can read it, then those who may")
  func permissions() throws {
    let file = try DraftFile(at: path)
    #expect(try permissions(of: file.draft) == 0o600)
    try "answers".write(toFile: file.draft, atomically: false, encoding: .utf8)
    #expect(!FileManager.default.fileExists(atPath: path))
    try file.finish(permissions: 0o640, waitsForDisk: true)
    #expect(try text(at: path) == "answers")
    #expect(try permissions(of: path) == 0o640)
    #expect(!FileManager.default.fileExists(atPath: file.draft))
  }

  @Test("A file that has got the name meanwhile stays, and the draft is left to be discarded")
  func takenMeanwhile() throws {
    let file = try DraftFile(at: path)
    try "somebody else's".write(toFile: path, atomically: false, encoding: .utf8)
    let error = #expect(throws: DraftFile.SystemError.self) {
      try file.finish(permissions: nil, waitsForDisk: false)
    }
    #expect(error?.reason == "the file already exists")
    #expect(try text(at: path) == "somebody else's")
    file.discard()
    #expect(!FileManager.default.fileExists(atPath: file.draft))
  }

  @Test("A link to nothing has the name already")
  func link() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("nowhere"))
    #expect {
      _ = try DraftFile(at: path)
    } throws: { StoreError.Code.copyFailed ~= $0 }
    #expect(!FileManager.default.fileExists(atPath: folder.path("nowhere")))
  }
}
