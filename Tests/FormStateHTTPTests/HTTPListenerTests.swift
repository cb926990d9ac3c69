#if CommandLine

import Foundation
import TestSupport
import Testing

@testable import FormStateHTTP

@Suite("Listening")
struct HTTPListenerTests {
  // A container may have IPv4 alone.
  private static let hosts: [String] = {
    #if os(Linux)
    let addresses = try? String(contentsOfFile: "/proc/net/if_inet6", encoding: .utf8)
    return addresses?.contains(String(repeating: "0", count: 31) + "1") == true ? ["127.0.0.1", "::1"] : ["127.0.0.1"]
    #else
    return ["127.0.0.1", "::1"]
    #endif
  }()

  @Test("A port that is 0 becomes a free one, which nobody else can take", arguments: hosts)
  func ports(host: String) throws {
    let isNew = host == "::1"
    let listener = try HTTPListener(at: isNew ? .ip6(host, port: 0) : .ip4(host, port: 0))
    defer { try? listener.socket.close() }
    let port = try #require(listener.port)
    #expect(port > 0)
    #expect(throws: ListenError.portTaken) {
      try HTTPListener(at: isNew ? .ip6(host, port: port) : .ip4(host, port: port))
    }
    #expect(throws: ListenError.portTaken) { try HTTPListener(at: .ip4("not an address", port: 0)) }
  }

  @Test("A Unix socket is for its user and group, is left to the one who has it, and goes with the program")
  func unixSocket() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("s")
    let listener = try HTTPListener(at: .unix(path: path))
    #expect(listener.port == nil)
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode.map { $0 & 0o007 } == 0)
    #expect(throws: ListenError.pathTaken(path)) { try HTTPListener(at: .unix(path: path)) }

    // As after a crash: the socket is there, and nobody listens.
    try listener.socket.close()
    let next = try HTTPListener(at: .unix(path: path))
    try next.socket.close()
    next.removeFile()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("A path that is a file, too long or in no folder is refused, and a file stays")
  func unusablePaths() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("notes")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
    #expect(throws: ListenError.pathTaken(file)) { try HTTPListener(at: .unix(path: file)) }
    #expect(FileManager.default.contents(atPath: file) == Data("mine".utf8))

    let error = #expect(throws: ListenError.self) {
      try HTTPListener(at: .unix(path: folder.path(String(repeating: "s", count: 200))))
    }
    guard case .pathTooLong(let most) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect((100...200).contains(most))

    let missing = folder.path("no/s")
    #expect(throws: ListenError.pathUnusable(missing, reason: "No such file or directory")) {
      try HTTPListener(at: .unix(path: missing))
    }
  }
}
#endif
