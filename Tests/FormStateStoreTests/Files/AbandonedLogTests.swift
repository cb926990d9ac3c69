import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

/// A database that was moved away while its log stayed: the log has the last actions, and goes back with it.
@Suite("A log without its database")
struct AbandonedLogTests {
  private let folder: TemporaryFolder
  private let key = ResponseKey(form: "f")
  private var path: String { folder.path("f.sqlite") }
  private var away: String { folder.path("away.sqlite") }

  /// Leaves a log beside the database, as a process that was killed does, and moves the database away.
  init() throws {
    folder = try TemporaryFolder()
    let form = FormDefinition(
      key: "f", sections: [FormSection(key: "s", cells: [FormCell(key: "a", kind: .text)])])
    let live = try FormStore(path: folder.path("live.sqlite"))
    try live.save(form)
    try live.apply(.set("a", "x"), to: key)
    for ending in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: folder.path("live.sqlite" + ending), toPath: path + ending)
    }
    try FileManager.default.moveItem(atPath: path, toPath: away)
  }

  private func expectRefusal(_ access: FormStore.Access) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    #expect {
      _ = try FormStore(path: path, access: access)
    } throws: { error in
      (error as? StoreError)?.code == .leftover
        && "\(error)" == """
          “\(path)-wal” holds changes of a database “\(path)” that is no longer there; put the database back, or move \
          this file away when no program has the database open
          """
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == before)
  }

  private func expectNothingLost() throws {
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: away, toPath: path)
    let store = try FormStore(path: path)
    #expect(try store.contents(of: key).state.cells[StateSubject("a")]?.entry?.value == "x")
  }

  @Test("Creating a file beside the log is refused, and the database can be put back")
  func creating() throws {
    try expectRefusal(.create)
    #expect(!FileManager.default.fileExists(atPath: path))
    try expectNothingLost()
  }

  @Test("An emptied file beside the log is refused, and the database can be put back", arguments: [false, true])
  func emptied(reads: Bool) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    try expectRefusal(reads ? .read : .write)
    try expectNothingLost()
  }

  @Test("Copying an emptied file beside the log is refused, and the database can be put back")
  func copying() throws {
    try Data().write(to: URL(fileURLWithPath: path))
    let before = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
    #expect(throws: StoreError.abandonedLog(path: path + "-wal", beside: path)) {
      try FormStore.copyFile(at: path, to: folder.path("copy.sqlite"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")) == before)
    try expectNothingLost()
  }

  @Test("A pipe in place of the database is refused at once")
  func pipe() throws {
    try #require(mkfifo(path, 0o600) == 0)
    #expect {
      _ = try FormStore(path: path, access: .read)
    } throws: { "\($0)".hasPrefix("“\(path)” cannot be opened (it is not a regular file)") }
  }

  @Test("A link to nothing is a missing file, and reading makes none")
  func link() throws {
    let link = folder.path("link.sqlite")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("nowhere"))
    #expect {
      _ = try FormStore(path: link, access: .read)
    } throws: { ($0 as? StoreError)?.code == .missingFile }
    #expect(!FileManager.default.fileExists(atPath: folder.path("nowhere")))
  }
}
