import Foundation
import TestSupport
import Testing

@Suite("Reading without permission to write", .enabled(if: Workspace.hasStranger))
struct ReadingWithoutPermissionTests {
  private func files(in workspace: Workspace) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path).filter { $0.hasPrefix("answers") }
      .sorted()
  }

  /// Somebody who may not write sees what everybody sees.
  private func expectStrangerSees(_ workspace: Workspace) async throws {
    let shown = try await workspace.formstate("show", "answers.sqlite", "--json")
    let outcome = try await workspace.startAsStranger("show", "answers.sqlite", "--json").outcome()
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == shown)
    #expect(try await workspace.startAsStranger("check", "answers.sqlite").outcome().output == "ok\n")
  }

  @Test("Nothing is left beside the file that would lock its owner out")
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

  @Test("A file in a folder that may only be read is read", arguments: [0o444, 0o666])
  func readOnlyFolder(permissions: Int) async throws {
    let workspace = try await Workspace.withExample()
    try await workspace.formstate("set", "answers.sqlite", "first-name", "Tom")
    try workspace.permit(permissions, "answers.sqlite")
    // The shell's own files of a started tool lie there too.
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

  @Test("What a writer has written is read beside it, and the writer goes on")
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

  @Test("What a killed writer has left in its log is read with its index, and refused with a word without it")
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

  @Test("A reader that follows a file learns that it was written to, and sees nothing stale")
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
