import Foundation
import TestSupport
import Testing

@Suite("Reading without permission to write", .enabled(if: Workspace.hasStranger))
struct ReadingWithoutPermissionTests {
  private func files(in workspace: Workspace) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).filter { $0.hasPrefix("answers") }
      .sorted()
  }

  /// A user without permission to write sees the same as everybody.
  private func expectStrangerSees(_ workspace: Workspace) async throws {
    let shown = try await workspace.formstate("show", "answers.sqlite", "--json")
    let outcome = try await workspace.startAsStranger("show", "answers.sqlite", "--json").outcome()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == shown)
    #expect(try await workspace.startAsStranger("check", "answers.sqlite").outcome().output == "ok\n")
  }

  @Test("Reading leaves no file that would lock out the owner")
  func nothingIsLeft() async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try workspace.permit(0o777)
    try workspace.permit(0o444, "answers.sqlite")
    try await expectStrangerSees(workspace)
    #expect(try files(in: workspace) == ["answers.sqlite"])
    try workspace.permit(0o644, "answers.sqlite")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Huck")
  }

  @Test("A file in a read-only folder can be read", arguments: [0o444, 0o666])
  func readOnlyFolder(permissions: Int) async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try workspace.permit(permissions, "answers.sqlite")
    // That folder also contains the files of started tools.
    let folder = workspace.file("closed")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      at: workspace.file("answers.sqlite"), to: folder.appendingPathComponent("a.sqlite"))
    try workspace.permit(0o555, "closed")
    defer { try? workspace.permit(0o755, "closed") }
    let outcome = try await workspace.startAsStranger("show", "closed/a.sqlite").outcome()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("Tom"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a.sqlite"])
  }

  @Test("A reader sees a running writer's actions, and the writer continues")
  func besideAWriter() async throws {
    let workspace = try await Workspace.withExample()
    let replay = try PipedReplay(in: workspace, of: "answers.sqlite")
    try await replay.apply(3)
    for name in try files(in: workspace) { try workspace.permit(0o644, name) }
    if geteuid() == 0 { try await expectStrangerSees(workspace) }
    try replay.send()
    let outcome = try await replay.finish()
    #expect(outcome.output == "Applied 4 actions; revision 4.\n", "\(outcome.errors)")
    #expect(try files(in: workspace) == ["answers.sqlite"])
  }

  @Test("A killed writer's log is read with its index, and refused without it")
  func afterAKill() async throws {
    let workspace = try await Workspace.withExample()
    let replay = try PipedReplay(in: workspace, of: "answers.sqlite")
    try await replay.apply(3)
    replay.tool.kill()
    _ = try await replay.tool.outcome()
    for name in try files(in: workspace) { try workspace.permit(0o444, name) }
    let shown = try await workspace.startAsStranger("show", "answers.sqlite", "--json").outcome()
    #expect(shown.status == 0, "\(shown.errors)")
    #expect(try JSONDecoder().decode(ShownForm.self, from: Data(shown.output.utf8)).revision == 3)
    try FileManager.default.removeItem(at: workspace.file("answers.sqlite-shm"))
    let refused = try await workspace.startAsStranger("show", "answers.sqlite").outcome()
    #expect(refused.status == 1)
    #expect(
      refused.errors == "Error: “answers.sqlite” has changes in “answers.sqlite-wal”, which only a user with "
        + "permission to write can read; open it once with that permission, or copy both files into a folder of "
        + "your own\n")
    #expect(try files(in: workspace) == ["answers.sqlite", "answers.sqlite-wal"])
  }

  @Test("A watch without permission to write ends when the file is written to")
  func writtenMeanwhile() async throws {
    let workspace = try await Workspace.withExample()
    try workspace.permit(0o444, "answers.sqlite")
    let watch = try workspace.startAsStranger("watch", "answers.sqlite", "--every", "0.01")
    try await watch.wait { try watch.output().contains("\n") }
    try workspace.permit(0o644, "answers.sqlite")
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    let outcome = try await watch.outcome()
    #expect(outcome.status == 4)
    #expect(
      outcome.errors
        == "Error: “answers.sqlite” was written to while it was read without permission to write; open it again\n")
  }
}
