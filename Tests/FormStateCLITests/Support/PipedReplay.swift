import Foundation
import Testing

/// A `replay` that reads its actions from a pipe, so that it stays between two of them as long as a test likes.
final class PipedReplay: Sendable {
  let tool: RunningTool
  private let pipe = Pipe()
  private let workspace: Workspace
  private let database: String

  init(in workspace: Workspace, of database: String) throws {
    self.workspace = workspace
    self.database = database
    tool = try RunningTool(
      program: try BuiltTool.url(), arguments: ["replay", database, "-"], folder: workspace.folder, input: pipe)
  }

  /// Gives it an action that is never refused.
  func send() throws {
    try pipe.fileHandleForWriting.write(contentsOf: Data("{\"action\":\"tap\",\"cell\":\"full-name\"}\n".utf8))
  }

  /// Gives it so many actions, and waits until all of them are in the file.
  func apply(_ count: Int) async throws {
    for _ in 0..<count { try send() }
    try await tool.wait {
      let list = try await workspace.json(ShownList.self, "list", database, "--digests")
      return list.forms.first?.responses.first?.revision ?? 0 >= count
    }
  }

  /// Lets it come to its end.
  func finish() async throws -> RunningTool.Outcome {
    try pipe.fileHandleForWriting.close()
    return try await tool.outcome()
  }
}
