import FormState
import FormStateStore
import Foundation

/// A `replay` that reads its actions from a pipe, so that a test can keep it between two actions.
///
/// It acts on the response `default` to the form `profile`.
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

  /// Sends a number of actions that are never refused.
  func send(_ count: Int = 1) throws {
    let line = "{\"action\":\"tap\",\"cell\":\"full-name\"}\n"
    try pipe.fileHandleForWriting.write(contentsOf: Data(String(repeating: line, count: count).utf8))
  }

  /// Sends a number of actions, and waits until all of them are in the file.
  func apply(_ count: Int) async throws {
    try send(count)
    try await wait(forRevision: count)
  }

  /// Waits until the file has a revision.
  func wait(forRevision revision: Int) async throws {
    let path = workspace.file(database).path
    try await tool.wait {
      try FormStore(path: path, access: .read).revision(of: ResponseKey(form: "profile")) >= revision
    }
  }

  /// Closes its input and waits until it ends.
  func finish() async throws -> RunningTool.Outcome {
    try pipe.fileHandleForWriting.close()
    return try await tool.outcome()
  }
}
