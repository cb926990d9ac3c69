import FormStateInterchange
import Foundation
import TestSupport
import Testing

/// Folders for answers, which have their permissions from the beginning.
@Suite("Private folders")
struct PrivateFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func permissions(of path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o777
  }

  @Test(
    "A folder has exactly its permissions, even those that the mask takes away", arguments: [0o700, 0o777] as [mode_t])
  func permissions(wanted: mode_t) throws {
    try PrivateFolder.make(folder.path("answers"), permissions: wanted)
    #expect(try permissions(of: folder.path("answers")) == wanted)
  }

  @Test("A folder that must be new is refused if the name is taken, even by a link to nothing")
  func taken() throws {
    try FileManager.default.createDirectory(atPath: folder.path("planted"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("nowhere"))
    for name in ["planted", "link"] {
      let error = #expect(throws: Descriptor.SystemError.self) { try PrivateFolder.make(folder.path(name)) }
      #expect(error?.code == EEXIST)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("nowhere")))
  }

  @Test("Missing folders above are made as private, and an existing one keeps its permissions")
  func above() throws {
    try PrivateFolder.makeIfMissing(folder.path("state/keys"))
    #expect(try permissions(of: folder.path("state")) == 0o700)
    #expect(try permissions(of: folder.path("state/keys")) == 0o700)
    #expect(chmod(folder.path("state"), 0o750) == 0)
    try PrivateFolder.makeIfMissing(folder.path("state"))
    #expect(try permissions(of: folder.path("state")) == 0o750)
    try "a file".write(toFile: folder.path("taken"), atomically: false, encoding: .utf8)
    let error = #expect(throws: Descriptor.SystemError.self) { try PrivateFolder.makeIfMissing(folder.path("taken")) }
    #expect(error?.code == ENOTDIR)
  }

  @Test("The created folders are named, and none is left if the last one cannot be created")
  func created() throws {
    let made = try PrivateFolder.makeIfMissing(folder.path("to/hq/batches"))
    #expect(made == ["to", "to/hq", "to/hq/batches"].map(folder.path))
    #expect(try PrivateFolder.makeIfMissing(folder.path("to/hq")) == [])
    try "a file".write(toFile: folder.path("to/hq/kept"), atomically: false, encoding: .utf8)
    PrivateFolder.remove(made)
    #expect(try FileManager.default.subpathsOfDirectory(atPath: folder.path("to")).sorted() == ["hq", "hq/kept"])
    let long = folder.path("new/\(String(repeating: "a", count: 300))")
    let error = #expect(throws: Descriptor.SystemError.self) { try PrivateFolder.makeIfMissing(long) }
    #expect(error?.code == ENAMETOOLONG)
    #expect(!FileManager.default.fileExists(atPath: folder.path("new")))
  }
}
