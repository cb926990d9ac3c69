import Foundation
import TestSupport
import Testing

@testable import FormStateServe

@Suite("Files that a server keeps between its runs") struct StateFolderTests {
  /// A folder that is deleted after the test, and the state folder in it.
  private final class Place {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-state-\(UUID().uuidString)")
    var state: String { url.appendingPathComponent("state").path }
    var folder: String { state + "/formstate/serve" }

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(at: url) }

    func stateFolder(for database: String = "answers.sqlite") -> StateFolder? {
      StateFolder(for: url.appendingPathComponent(database).path, environment: ["XDG_STATE_HOME": state])
    }

    func keyFile() throws -> String {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".key") }
      return folder + "/" + (try #require(names.first))
    }
  }

  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("A database keeps its key between runs, and each database has its own")
  func same() throws {
    let place = try Place()
    let key = try #require(place.stateFolder()?.key())
    #expect(key.utf8.count == 43)
    #expect(place.stateFolder()?.key() == key)
    #expect(place.stateFolder(for: "others.sqlite")?.key() != key)
    let answers = place.url.appendingPathComponent("answers.sqlite").path
    #expect(FileManager.default.createFile(atPath: answers, contents: nil))
    try FileManager.default.createSymbolicLink(
      atPath: place.url.appendingPathComponent("link.sqlite").path, withDestinationPath: "answers.sqlite")
    #expect(place.stateFolder(for: "link.sqlite")?.key() == key)
    #expect(try mode(of: place.keyFile()) == 0o600)
    #expect(try mode(of: place.folder) == 0o700)
  }

  @Test("A key that others could have read, or that is malformed, is replaced")
  func replaced() throws {
    let place = try Place()
    let key = try #require(place.stateFolder()?.key())
    let file = try place.keyFile()
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    let second = try #require(place.stateFolder()?.key())
    #expect(second != key)
    #expect(try mode(of: file) == 0o600)
    for content in ["", "short", String(repeating: "?", count: 43), second + "\n"] {
      try Data(content.utf8).write(to: URL(fileURLWithPath: file))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
      let fresh = try #require(place.stateFolder()?.key())
      #expect(fresh != content && fresh.utf8.count == 43)
    }
    try FileManager.default.removeItem(atPath: file)
    try Data(key.utf8).write(to: place.url.appendingPathComponent("elsewhere"))
    try FileManager.default.createSymbolicLink(
      atPath: file, withDestinationPath: place.url.appendingPathComponent("elsewhere").path)
    #expect(place.stateFolder()?.key() != key)
  }

  @Test("A database keeps the port of its page, and each database has its own")
  func port() throws {
    let place = try Place()
    let folder = try #require(place.stateFolder())
    #expect(folder.port() == nil)
    folder.keep(port: 40_123)
    folder.keep(port: 40_124)
    #expect(place.stateFolder()?.port() == 40_124)
    #expect(place.stateFolder(for: "others.sqlite")?.port() == nil)
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: place.folder).first)
    #expect(try mode(of: "\(place.folder)/\(file)") == 0o600)
    for content in ["", "0", "65536", "40124\n", "-1", "a"] {
      try Data(content.utf8).write(to: URL(fileURLWithPath: "\(place.folder)/\(file)"))
      #expect(folder.port() == nil, "\(content)")
    }
  }

  @Test("Nothing is kept without a folder that is private to the user")
  func nowhere() throws {
    let place = try Place()
    #expect(StateFolder(for: "a.sqlite", environment: [:]) == nil)
    #expect(StateFolder(for: "a.sqlite", environment: ["XDG_STATE_HOME": "state", "HOME": "home"]) == nil)
    _ = place.stateFolder()?.key()
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: place.folder)
    #expect(place.stateFolder() == nil)
    try Data().write(to: place.url.appendingPathComponent("file"))
    #expect(StateFolder(for: "a.sqlite", environment: ["XDG_STATE_HOME": place.url.path + "/file"]) == nil)
    let home = StateFolder(for: "a.sqlite", environment: ["HOME": place.url.path])
    #expect(home?.folder == place.url.path + "/.local/state/formstate/serve")
  }

  @Test("The page that forwards the browser is private to the user and can be removed")
  func opening() throws {
    let place = try Place()
    let folder = try #require(place.stateFolder())
    let opening = OpeningPage(in: folder, forSnapIn: nil)
    #expect(opening.path.hasPrefix(place.folder + "/"))
    for port in [4711, 4712] {
      #expect(opening.write(leadingTo: "http://127.0.0.1:\(port)/?language=fr&at=1#secret=s3cret"))
      let page = try String(contentsOfFile: opening.path, encoding: .utf8)
      #expect(page.contains("content=\"0; url=http://127.0.0.1:\(port)/?language=fr&amp;at=1#secret=s3cret\""))
      #expect(try mode(of: opening.path) == 0o600)
    }
    opening.remove()
    #expect(try FileManager.default.contentsOfDirectory(atPath: place.folder) == [])
  }

  @Test("For a browser that is a snap, that page is in the snap's own folder, as private")
  func snap() throws {
    let place = try Place()
    let folder = try #require(place.stateFolder())
    let snap = place.url.appendingPathComponent("snap/firefox").path
    let opening = OpeningPage(in: folder, forSnapIn: snap)
    #expect(opening.path.hasPrefix(snap + "/common/formstate/"))
    #expect(opening.write(leadingTo: "http://127.0.0.1:4711/#secret=s3cret"))
    #expect(try mode(of: opening.path) == 0o600 && mode(of: snap + "/common/formstate") == 0o700)
    // In a folder that others can read, their file could be there.
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: snap + "/common/formstate")
    #expect(OpeningPage(in: folder, forSnapIn: snap).path.hasPrefix(place.folder + "/"))
  }
}
