import Foundation
import TestSupport
import Testing

@Suite("Files that disappear under a running command")
struct LostFilesTests {
  private func workspace() async throws -> Workspace {
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.file("inner"), withIntermediateDirectories: true)
    try workspace.copyExample("profile.plist")
    try await workspace.formstate("import", Self.database, "profile.plist")
    return workspace
  }

  private static let database = "inner/answers.sqlite"

  private func words(for damage: FileDamage) -> String {
    switch damage {
    case .deleted, .renamed, .folderRenamed: "was deleted or moved while it was in use"
    case .replacedByACopy: "was replaced by another file while it was in use"
    case .truncated: "was cut short while it was in use"
    case .logDeleted: "lost its log “-wal” while it was in use"
    case .logEmptied, .logHalved: "had its log “-wal” cut short while it was in use"
    case .indexDeleted, .indexEmptied: "lost the index “-shm” of its log while it was in use"
    }
  }

  @Test(
    "A replay ends with status 4 and asks to check what the file contains",
    arguments: FileDamage.allCases)
  func replay(damage: FileDamage) async throws {
    let workspace = try await workspace()
    let replay = try PipedReplay(in: workspace, of: Self.database)
    try await replay.apply(3)
    try damage.happen(to: workspace.file(Self.database).path)
    try replay.send()
    let outcome = try await replay.tool.outcome()
    #expect(outcome.status == 4)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("Error: “\(Self.database)” \(words(for: damage))"), "\(outcome.errors)")
    #expect(outcome.errors.hasSuffix("The 3 actions before it were applied; check which of them the file contains.\n"))
  }

  @Test(
    "A watch ends with status 4",
    arguments: [
      FileDamage.deleted, .renamed, .replacedByACopy, .folderRenamed, .truncated, .logDeleted, .indexDeleted,
    ])
  func watch(damage: FileDamage) async throws {
    let workspace = try await workspace()
    let watch = try workspace.start(["watch", Self.database, "--every", "0.01"])
    try await watch.wait { try watch.output().contains("\n") }
    try damage.happen(to: workspace.file(Self.database).path)
    let outcome = try await watch.outcome()
    #expect(outcome.status == 4)
    #expect(outcome.errors.hasPrefix("Error: “\(Self.database)” \(words(for: damage))"), "\(outcome.errors)")
  }

  @Test(
    "A file whose log was cut short passes check when it is reopened", arguments: [FileDamage.logHalved, .logEmptied])
  func soundAfterwards(damage: FileDamage) async throws {
    let workspace = try await workspace()
    let replay = try PipedReplay(in: workspace, of: Self.database)
    try await replay.apply(12)
    try damage.happen(to: workspace.file(Self.database).path)
    try replay.send()
    #expect(try await replay.tool.outcome().status == 4)
    #expect(try await workspace.formstate("check", Self.database) == "ok\n")
  }
}
