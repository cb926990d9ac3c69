import Foundation
import Testing

@Suite("Processes that create or first open the same file at once")
struct FirstOpeningTests {
  private static var pairs: Int {
    ProcessInfo.processInfo.environment["FORMSTATE_FULL_TESTS"] == nil ? 8 : 1000
  }

  @Test("Two imports into the same new file always both succeed")
  func twoImports() async throws {
    let workspace = try Workspace()
    try workspace.copyExample("profile.plist")
    for pair in 1...Self.pairs {
      let database = "\(pair).sqlite"
      let tools = try (1...2).map { _ in try workspace.start(["import", database, "profile.plist"]) }
      for tool in tools {
        let outcome = try await tool.outcome()
        #expect(outcome.status == 0, "pair \(pair): \(outcome.errors)")
      }
      try FileManager.default.removeItem(at: workspace.file(database))
    }
  }

  @Test("Actions and show on a file that was just created always succeed")
  func firstActions() async throws {
    let workspace = try await Workspace.withExample()
    for pair in 1...Self.pairs {
      let database = "\(pair).sqlite"
      try FileManager.default.copyItem(at: workspace.file("answers.sqlite"), to: workspace.file(database))
      let tools = try [["set", database, "first-name", "Tom"], ["show", database], ["tap", database, "full-name"]].map {
        try workspace.start($0)
      }
      for tool in tools {
        let outcome = try await tool.outcome()
        #expect(outcome.status == 0, "pair \(pair): \(outcome.errors)")
      }
      try FileManager.default.removeItem(at: workspace.file(database))
    }
  }
}
