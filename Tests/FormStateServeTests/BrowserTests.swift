import Foundation
import TestSupport
import Testing

@testable import FormStateServe

@Suite("The browser on this machine") struct BrowserTests {
  @Test(
    "A snap is recognized by its desktop file",
    arguments: [
      ("firefox_firefox.desktop", "firefox"), ("chromium_chromium.desktop", "chromium"),
      ("opera-beta_opera.desktop", "opera-beta"), ("firefox.desktop", nil), ("org.mozilla.firefox.desktop", nil),
      ("google-chrome.desktop", nil), ("../a_b.desktop", nil), ("_b.desktop", nil), ("a_b", nil), ("", nil),
    ])
  func desktopFile(name: String, snap: String?) {
    #expect(Browser.snap(ofDesktopFile: name) == snap)
  }

  #if os(Linux)
  @Test("The folder of a snap is that of the desktop's browser, or of the one that BROWSER names")
  func folders() throws {
    let folder = try TemporaryFolder()
    let manager = FileManager.default
    for name in ["home/snap/firefox", "home/snap/brave", "home/.snap/data/opera", "snap/bin", "bin"] {
      try manager.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }
    func program(_ name: String, _ script: String) throws {
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: folder.path(name)))
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(name))
    }
    for name in ["snap/bin/brave", "snap/bin/opera.beta", "bin/lynx"] { try program(name, "") }
    let path = "\(folder.path("bin")):\(folder.path("snap/bin")):/usr/bin:/bin"
    func found(_ desktop: String, _ more: [String: String] = [:]) throws -> String? {
      try program("bin/xdg-settings", desktop)
      let environment = ["HOME": folder.path("home"), "PATH": path, "DISPLAY": ":0"].merging(more) { $1 }
      return try #require(Browser(environment: environment)).snapFolder()
    }
    #expect(try found("echo firefox_firefox.desktop") == folder.path("home/snap/firefox"))
    #expect(try found("echo opera_opera.desktop") == folder.path("home/.snap/data/opera"))
    // It is no snap, or one that was never used.
    #expect(try found("echo firefox.desktop") == nil)
    #expect(try found("echo vivaldi_vivaldi.desktop") == nil)
    #expect(try found("exit 1") == nil)
    #expect(try found("echo firefox.desktop", ["BROWSER": "brave %s:lynx"]) == folder.path("home/snap/brave"))
    #expect(try found("", ["BROWSER": folder.path("snap/bin/opera.beta")]) == folder.path("home/.snap/data/opera"))
    #expect(try found("echo firefox.desktop", ["BROWSER": "lynx"]) == nil)
    #expect(try found("echo firefox_firefox.desktop", ["HOME": ""]) == nil)
    #expect(Browser(environment: ["HOME": folder.path("home"), "PATH": path]) == nil)
  }
  #endif
}
