import Foundation
import Testing

/// The files that a submission names, from the command line.
@Suite struct AttachmentExportTests {
  private static let form = """
    {"formstate": 1, "key": "visit", "sections": [{"key": "s", "cells": [
      {"key": "photo", "kind": "file", "title": "Photo"}, {"key": "sound", "kind": "file", "title": "Sound"},
      {"key": "note", "kind": "text", "title": "Note"}]}]}
    """

  private func visit() async throws -> Workspace {
    let workspace = try Workspace()
    try workspace.write(Self.form, to: "form.json")
    try await workspace.formstate("import", "answers.sqlite", "form.json")
    try await workspace.formstate("set", "answers.sqlite", "photo", "a-1.png")
    try await workspace.formstate("set", "answers.sqlite", "note", "nothing.png")
    try FileManager.default.createDirectory(
      at: workspace.file("answers-attachments"), withIntermediateDirectories: true)
    try workspace.write("picture", to: "answers-attachments/a-1.png")
    return workspace
  }

  @Test("--media copies attached files, with the permissions of the database")
  func copies() async throws {
    let workspace = try await visit()
    try await workspace.formstate("set", "answers.sqlite", "sound", "a-1.png")
    let outcome = try await workspace.run([
      "export", "submission", "answers.sqlite", "--output", "visit.xml", "--media", "sent/files",
    ])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "Wrote “sent/files/a-1.png”.\nWrote “visit.xml”.\n")
    #expect(try workspace.text(of: "visit.xml").contains("<photo>a-1.png</photo>"))
    #expect(try workspace.text(of: "sent/files/a-1.png") == "picture")
    #expect(try workspace.permissions(of: "sent/files/a-1.png") == workspace.permissions(of: "answers.sqlite"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.file("sent/files").path) == ["a-1.png"])
  }

  @Test("Without --media, files are not copied, and a note says so")
  func note() async throws {
    let workspace = try await visit()
    let outcome = try await workspace.run(["export", "submission", "answers.sqlite"])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "Note: 1 attached file was not copied; --media copies it into a folder.\n")
    try await workspace.formstate("set", "answers.sqlite", "sound", "b.mp3")
    let two = try await workspace.run(["export", "submission", "answers.sqlite"])
    #expect(two.errors == "Note: 2 attached files were not copied; --media copies them into a folder.\n")
  }

  @Test("If a file is missing, nothing is written")
  func missing() async throws {
    let workspace = try await visit()
    try await workspace.formstate("set", "answers.sqlite", "sound", "b.mp3")
    let errors = try await workspace.refused(
      "export", "submission", "answers.sqlite", "--output", "visit.xml", "--media", "sent")
    #expect(
      errors
        == "Error: “b.mp3” is not in “answers-attachments”, where attached files are stored; name its folder with "
        + "--attachments, or omit --media\n")
    #expect(!FileManager.default.fileExists(atPath: workspace.file("sent").path))
    #expect(!FileManager.default.fileExists(atPath: workspace.file("visit.xml").path))
    try FileManager.default.moveItem(at: workspace.file("answers-attachments"), to: workspace.file("kept"))
    try workspace.write("sound", to: "kept/b.mp3")
    try await workspace.formstate(
      "export", "submission", "answers.sqlite", "--output", "visit.xml", "--media", "sent",
      "--attachments", "kept")
    #expect(try workspace.text(of: "sent/b.mp3") == "sound")
  }

  @Test("No answer exports an outside file", arguments: ["../form.json", "/etc/passwd", "..", "link.png", "folder"])
  func traversal(name: String) async throws {
    let workspace = try await visit()
    try FileManager.default.createDirectory(
      at: workspace.file("answers-attachments/folder"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: workspace.file("answers-attachments/link.png"), withDestinationURL: workspace.file("form.json"))
    try await workspace.formstate("set", "answers.sqlite", "photo", name)
    let errors = try await workspace.refused(
      "export", "submission", "answers.sqlite", "--output", "visit.xml", "--media", "sent")
    #expect(
      errors.hasPrefix(
        ["link.png", "folder"].contains(name)
          ? "Error: “\(name)” is not in" : "Error: “\(name)” is not the name of an attached file; clear that answer"))
    #expect(!FileManager.default.fileExists(atPath: workspace.file("sent").path))
  }

  @Test("Only a submission has --media, and --attachments requires it")
  func options() async throws {
    let workspace = try await visit()
    #expect(
      try await workspace.refused("export", "csv", "answers.sqlite", "--media", "m", status: 64)
        .contains("Error: Unknown option '--media'"))
    #expect(
      try await workspace.refused(
        "export", "submission", "answers.sqlite", "--attachments", "m", status: 64
      ).contains("Error: --attachments is the source of the files; name the destination with --media."))
  }
}
