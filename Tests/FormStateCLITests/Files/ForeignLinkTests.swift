import Foundation
import TestSupport
import Testing

@testable import FormStateCLI

/// Links that other users make where everybody may, such as in `/tmp`. Only root can make one in a test.
@Suite("Links of other users", .enabled(if: geteuid() == 0))
struct ForeignLinkTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Makes a link in a folder with some permissions, and gives it to a user.
  private func link(of user: uid_t, in permissions: mode_t) throws -> String {
    let place = folder.path("for-all")
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    try #require(chmod(place, permissions) == 0)
    let path = "\(place)/answers.csv"
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("secret"))
    try #require(lchown(path, user, gid_t.max) == 0)
    return path
  }

  @Test("A link of another user in a folder for all is refused by name")
  func refused() throws {
    let path = try link(of: 65_534, in: 0o1777)
    let error = #expect(throws: CommandFailure.self) { try ForeignLink.refuse(path) }
    #expect("\(error.map(String.init(describing:)) ?? "")".contains("is a link that another user has made"))
  }

  @Test(
    "A link of one's own, and any link where only the owner of the folder can make one, is followed",
    arguments: [(0, 0o1777), (65_534, 0o755), (65_534, 0o1755)] as [(uid_t, mode_t)])
  func followed(user: uid_t, permissions: mode_t) throws {
    try ForeignLink.refuse(try link(of: user, in: permissions))
  }

  @Test("A file is no link, and neither is a missing one")
  func file() throws {
    try "x".write(toFile: folder.path("file"), atomically: false, encoding: .utf8)
    for name in ["file", "missing"] { try ForeignLink.refuse(folder.path(name)) }
  }
}
