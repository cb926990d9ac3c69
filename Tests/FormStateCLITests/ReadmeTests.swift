import Foundation
import Testing

/// README.md shows what the built tool prints.
@Suite("README")
struct ReadmeTests {
  /// A command of a console block and the output that is shown under it.
  private struct Step {
    let command: String
    var output: String
  }

  @Test("Every command of its console blocks prints what is shown under it")
  func console() async throws {
    let workspace = try Workspace()
    let examples = BuiltTool.packageFolder.appendingPathComponent("Examples")
    try FileManager.default.copyItem(at: examples, to: workspace.file("Examples"))
    let steps = try steps(of: "README.md")
    #expect(steps.count >= 10)
    for step in steps {
      let output = try await workspace.shell(step.command)
      #expect(output.tidied == step.output, "\(step.command)")
    }
  }

  /// The commands of a document's console blocks, in order: each after a dollar sign, its output in the lines below.
  private func steps(of document: String) throws -> [Step] {
    let url = BuiltTool.packageFolder.appendingPathComponent(document)
    let blocks = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "```console\n").dropFirst()
    return blocks.flatMap { block in
      var steps: [Step] = []
      for line in block.components(separatedBy: "```\n").first?.split(separator: "\n", omittingEmptySubsequences: false)
        ?? []
      {
        if line.hasPrefix("$ ") {
          steps.append(Step(command: String(line.dropFirst(2)), output: ""))
        } else if let last = steps.indices.last {
          steps[last].output += line + "\n"
        }
      }
      return steps.map { Step(command: $0.command, output: $0.output.tidied) }
    }
  }
}

extension Workspace {
  /// Runs a shell command in the folder, the built tool on its path.
  ///
  /// - Returns: what it prints, standard error included.
  fileprivate func shell(_ command: String) async throws -> String {
    let folder = try BuiltTool.url().deletingLastPathComponent().path
    let outcome = try await run(
      ["-c", "PATH=\"\(folder):$PATH\"; { \(command); } 2>&1"], of: URL(fileURLWithPath: "/bin/sh"))
    return outcome.output
  }
}
