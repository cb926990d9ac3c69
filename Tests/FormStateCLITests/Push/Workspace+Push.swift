import Foundation
import Testing

/// Exchanging answers of `answers.sqlite` with a collector.
extension Workspace {
  /// The token of the device.
  static let token = "secret-of-device"

  /// A folder with the example form, two answers, and a token.
  static func withTwoAnswers() async throws -> Workspace {
    let workspace = try await prepared("push") {
      let workspace = try await withExample()
      try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
      try await workspace.formstate("set", "answers.sqlite", "last-name", "Day")
      try workspace.write("\(token)\n", to: "token")
      return workspace
    }
    try workspace.permit(0o600, "token")
    try FileManager.default.createDirectory(at: workspace.file("temporary"), withIntermediateDirectories: true)
    return workspace
  }

  /// The words that exchange answers with a collector.
  static func pushing(to url: String, _ words: [String] = []) -> [String] {
    ["sync", "answers.sqlite", "--with", url, "--token-file", "token"] + words
  }

  /// Exchanges answers with a collector.
  func push(to collector: ScriptedCollector, _ words: String...) async throws -> RunningTool.Outcome {
    try await run(Self.pushing(to: collector.url, words))
  }

  /// Installs a program called `curl` that runs a script.
  func installCurl(_ script: String) throws {
    try FileManager.default.createDirectory(at: file("bin"), withIntermediateDirectories: true)
    try write("#!/bin/sh\n\(script)\n", to: "bin/curl")
    try permit(0o755, "bin/curl")
  }

  /// What waits, or is set aside.
  func outbox() async throws -> String { try await formstate("outbox", "status", "answers.sqlite") }
}

/// The sentence for a new collector.
func newNote(_ collector: ScriptedCollector) -> String {
  "“\(collector.url)” is new; formstate compact keeps what it lacks from now on.\n"
}
