import Foundation
import TestSupport
import Testing

/// README.md and the articles show what the built tool prints.
@Suite("Consoles in README and articles")
struct DocumentedConsoleTests {
  /// A command of a console block with the output below it, or what a reader does with another block.
  private struct Step {
    let command: String
    var input = ""
    var output = ""
  }

  @Test(
    "Every documented command prints the documented output", .timeLimit(.minutes(10)),
    arguments: try pages())
  func console(page: DocumentedCode) async throws {
    let workspace = try Workspace()
    try copyExamples(to: workspace)
    for step in try steps(of: page) {
      let output = try await workspace.shell(step.command, input: step.input)
      #expect(output.tidied == step.output, "\(page): \(step.command)")
    }
  }

  @Test("The expected pages have console blocks, and each block begins with a command")
  func expectedPages() throws {
    let pages = try Self.pages()
    let names = pages.map { URL(fileURLWithPath: $0.path).lastPathComponent }.sorted()
    #expect(
      names == [
        "ADay.md", "Benefit.md", "CommandLine.md", "Durability.md", "FirstForm.md", "Formats.md", "Languages.md",
        "Layouts.md", "NothingIsLost.md",
        "Opening.md",
        "README.md", "Repeats.md", "ReportedFaults.md", "SensitiveAnswers.md", "Survey.md", "TheFile.md", "Versions.md",
      ])
    for page in pages {
      #expect(try page.blocks(in: "console").allSatisfy { $0.hasPrefix("$ ") }, "\(page)")
    }
  }

  /// The pages with console blocks, except those that need a server, which Scripts/demo-collect runs.
  private static func pages() throws -> [DocumentedCode] {
    try DocumentedCode.pages(with: "console").filter { page in
      try !String(contentsOfFile: page.path, encoding: .utf8).contains(
        "<!-- Scripts/demo-collect runs these commands. -->")
    }
  }

  /// Copies the example files, except the example of a host, whose folder may contain build products.
  private func copyExamples(to workspace: Workspace) throws {
    let folder = workspace.file("Examples")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let examples = BuiltTool.packageFolder.appendingPathComponent("Examples")
    for file in try FileManager.default.contentsOfDirectory(at: examples, includingPropertiesForKeys: nil)
    where file.lastPathComponent != "Host" {
      try FileManager.default.copyItem(at: file, to: folder.appendingPathComponent(file.lastPathComponent))
    }
  }

  /// The commands of a page's console blocks, in order: each after a dollar sign, its output in the lines below; and
  /// between them the blocks that a reader writes into a file.
  private func steps(of page: DocumentedCode) throws -> [Step] {
    try page.blocks().flatMap { block in
      if let command = block.command { return [Step(command: command, input: block.text)] }
      guard block.language == "console" else { return [] }
      var steps: [Step] = []
      for line in block.text.components(separatedBy: "\n") {
        if line.hasPrefix("$ ") {
          steps.append(Step(command: String(line.dropFirst(2))))
        } else if let last = steps.indices.last {
          steps[last].output += line + "\n"
        }
      }
      return steps.map { Step(command: $0.command, output: $0.output.tidied) }
    }
  }
}

extension Workspace {
  /// Runs a shell command in the folder, with the built tool on its path.
  ///
  /// - Returns: what it prints, standard error included.
  fileprivate func shell(_ command: String, input: String) async throws -> String {
    let folder = try BuiltTool.url().deletingLastPathComponent().path
    let outcome = try await run(
      ["-c", "PATH=\"\(folder):$PATH\"; { \(command); } 2>&1"], input: input, of: URL(fileURLWithPath: "/bin/sh"))
    return outcome.output
  }
}
