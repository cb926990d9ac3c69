import Foundation
import GRDB
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

  /// Writes a database with a page of its own for a table.
  private func write(to path: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE t (a TEXT)")
      try db.execute(sql: "INSERT INTO t VALUES ('answers')")
    }
    try queue.close()
  }

  private func answers(at path: String) throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    return try queue.read { try String.fetchAll($0, sql: "SELECT a FROM t") }
  }

  @Test("Until it is finished only the owner can read it, then those who may")
  func permissions() throws {
    let file = try DraftFile(at: path)
    #expect(try permissions(of: file.draft) == 0o600)
    try write(to: file.draft)
    #expect(!FileManager.default.fileExists(atPath: path))
    try file.finish(permissions: 0o640, waitsForDisk: true)
    #expect(try answers(at: path) == ["answers"])
    #expect(try permissions(of: path) == 0o640)
    #expect(!FileManager.default.fileExists(atPath: file.draft))
  }

  @Test("A file that has got the name meanwhile stays, and the draft is left to be discarded")
  func takenMeanwhile() throws {
    let file = try DraftFile(at: path)
    try write(to: file.draft)
    try "somebody else's".write(toFile: path, atomically: false, encoding: .utf8)
    let error = #expect(throws: DraftFile.SystemError.self) {
      try file.finish(permissions: nil, waitsForDisk: false)
    }
    #expect(error?.reason == "the file already exists")
    #expect(try text(at: path) == "somebody else's")
    file.discard()
    #expect(!FileManager.default.fileExists(atPath: file.draft))
  }

  @Test("A draft whose log was not copied into it, or with a page that cannot be read, gets no name")
  func unreadable() throws {
    let file = try DraftFile(at: path)
    try write(to: file.draft)
    try Data("rest".utf8).write(to: URL(fileURLWithPath: file.draft + "-wal"))
    let left = #expect(throws: DraftFile.Unreadable.self) { try file.finish(permissions: nil, waitsForDisk: false) }
    #expect(left?.fault == "its log could not be copied into it")
    try FileManager.default.removeItem(atPath: file.draft + "-wal")

    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file.draft))
    try handle.seek(toOffset: 4096)
    try handle.write(contentsOf: Data(repeating: 0, count: 4096))
    try handle.close()
    let torn = #expect(throws: DraftFile.Unreadable.self) { try file.finish(permissions: nil, waitsForDisk: false) }
    #expect(torn?.fault.hasSuffix("age 2: btreeInitPage() returns error code 11") == true)
    #expect(!DraftFile.isTaken(path))
    // A damaged database is copied as it is before anything else is tried.
    try file.finish(permissions: nil, waitsForDisk: false, readsThrough: false)
    #expect(DraftFile.isTaken(path))
  }

  @Test("A link to nothing has the name already")
  func link() throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("nowhere"))
    #expect {
      _ = try DraftFile(at: path)
    } throws: { ($0 as? StoreError)?.code == .copyFailed }
    #expect(!FileManager.default.fileExists(atPath: folder.path("nowhere")))
  }
}
