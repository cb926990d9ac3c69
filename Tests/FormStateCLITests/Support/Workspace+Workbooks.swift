import Foundation
import TestSupport
import Testing

/// Workbooks, and a fake converter that makes XForms of them.
extension Workspace {
  /// Whether `xls2xform` is installed here.
  static let hasConverter = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
    FileManager.default.isExecutableFile(atPath: "\($0)/xls2xform")
  }

  /// Writes a workbook into the folder.
  func writeWorkbook(_ sheets: [WorkbookFile.Sheet] = [("survey", [["type", "name"]])], to name: String) throws {
    try WorkbookFile.data(sheets).write(to: file(name))
  }

  /// Installs a program called `xls2xform` that runs a script.
  func install(_ script: String) throws {
    try FakeConverter.write(script, inFolder: file("bin").path)
    try FileManager.default.createDirectory(at: file("temporary"), withIntermediateDirectories: true)
  }

  /// Starts the tool with only the folder `bin` and the system's folders on the PATH.
  func startConverting(_ arguments: [String], input: String = "") throws -> RunningTool {
    try start(try converting(arguments), input: input, of: Self.environment)
  }

  /// Starts the tool in the same way with signals unblocked: threads that run tests block them.
  func startOpenToSignals(_ arguments: [String]) throws -> RunningTool {
    let opening = """
      import os, signal, sys
      signal.pthread_sigmask(signal.SIG_SETMASK, [])
      os.execvp(sys.argv[1], sys.argv[1:])
      """
    return try start(
      ["python3", "-c", opening, Self.environment.path] + converting(arguments), of: Self.environment)
  }

  private static let environment = URL(fileURLWithPath: "/usr/bin/env")

  private func converting(_ arguments: [String]) throws -> [String] {
    ["PATH=\(file("bin").path):/usr/bin:/bin", "TMPDIR=\(file("temporary").path)", try BuiltTool.url().path] + arguments
  }

  /// Runs the tool in the same way.
  func converting(_ arguments: String...) async throws -> RunningTool.Outcome {
    try await startConverting(arguments).outcome()
  }

  /// What the tool left in the folder for temporary files.
  func leftovers() -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: file("temporary").path)) ?? []
  }
}
