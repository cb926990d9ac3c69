import FormStateInterchange
import Foundation
import TestSupport
import Testing

/// Photos on their way with the answers that name them.
@Suite("formstate sync of attached files")
struct AttachmentSyncCommandTests {
  /// A device with a photo, and its name.
  private func device() async throws -> (Workspace, String) {
    let workspace = try await Workspace.withTwoAnswers()
    try workspace.write(
      #"{"formstate":1,"key":"visit","sections":[{"key":"s","cells":[{"key":"photo","kind":"file"}]}]}"#,
      to: "visit.json")
    try FileManager.default.removeItem(at: workspace.file("answers.sqlite"))
    try await workspace.formstate("import", "answers.sqlite", "visit.json")
    let name = try attach(String(repeating: "north ", count: 200_000), in: workspace, "answers-attachments")
    try await workspace.formstate("set", "answers.sqlite", "photo", name)
    return (workspace, name)
  }

  private func attach(_ content: String, in workspace: Workspace, _ folder: String) throws -> String {
    try PrivateFolder.makeIfMissing(workspace.file(folder).path)
    let draft = try AttachmentDraft(in: workspace.file(folder).path)
    try draft.append(Array(content.utf8))
    return try draft.publish(as: "photo.jpg").text
  }

  private func content(_ path: String, in workspace: Workspace) -> Data? { try? Data(contentsOf: workspace.file(path)) }

  @Test("A photo goes by a stick and by another file, and the report says so")
  func stick() async throws {
    let (workspace, name) = try await device()
    try FileManager.default.createDirectory(at: workspace.file("stick"), withIntermediateDirectories: false)
    let sent = try await workspace.formstate("sync", "answers.sqlite", "--with", "stick")
    #expect(sent == "Sent 1 entry of 1 response to “stick”.\nSent 1 attached file to “stick”.\n")
    try await workspace.formstate("import", "south.sqlite", "visit.json")
    let received = try await workspace.formstate("sync", "south.sqlite", "--with", "stick")
    #expect(received.hasSuffix("visit default: added, 1 entry\nReceived 1 attached file from “stick”.\n"))
    #expect(content("south-attachments/\(name)", in: workspace)?.count == 1_200_000)
    try await workspace.formstate("backup", "south.sqlite", "west.sqlite")
    let both = try await workspace.formstate(
      "sync", "west.sqlite", "--with", "south.sqlite", "--attachments", "photos", "--json")
    let report = try JSONSerialization.jsonObject(with: Data(both.utf8)) as? [String: Any]
    #expect(report?["receivedAttachments"] as? [String] == [name] && report?["sentAttachments"] as? [String] == [])
    #expect(content("photos/\(name)", in: workspace)?.count == 1_200_000)
    let again = try await workspace.formstate(
      "sync", "west.sqlite", "--with", "south.sqlite", "--attachments", "photos")
    #expect(again == "“south.sqlite” has nothing new, and lacks nothing.\n")
  }

  @Test("A collector gets a photo after its answer, another device fetches it, each goes on where it broke off")
  func collector() async throws {
    let (workspace, name) = try await device()
    let collector = try ScriptedCollector()
    collector.files = ScriptedFiles(breaksOffAfter: 1000)
    let first = try await workspace.push(to: collector)
    #expect(
      first.output == "Sent 1 entry of 1 response to “\(collector.url)”.\n"
        + "“\(name)” waits, since “\(collector.url)” answered 503\n", "\(first.errors)")
    let second = try await workspace.push(to: collector)
    #expect(second.output == "Sent 1 attached file to “\(collector.url)”.\n", "\(second.errors)")
    let whole = try #require(content("answers-attachments/\(name)", in: workspace))
    #expect(collector.files?.whole[name] == whole)
    #expect(collector.files?.log == ["PATCH \(name) 0", "PATCH \(name) 1000"])
    let third = try await workspace.push(to: collector)
    #expect(third.output == "“\(collector.url)” has nothing new, and lacks nothing.\n")
    try FileManager.default.removeItem(at: workspace.file("answers-attachments"))
    collector.files?.log = []
    collector.files?.breaksOffGiving = true
    let broken = try await workspace.push(to: collector)
    #expect(broken.output.contains("“\(name)” waits, since “\(collector.url)” does not answer ("), "\(broken)")
    let fetched = try await workspace.push(to: collector)
    #expect(fetched.output == "Received 1 attached file from “\(collector.url)”.\n", "\(fetched.errors)")
    #expect(content("answers-attachments/\(name)", in: workspace) == whole)
    #expect(collector.files?.log == ["GET \(name) 0", "GET \(name) 600000"])
  }

  @Test("A collector that keeps no files, lacks one, or gives another content, is named; the answers are sent")
  func trouble() async throws {
    let (workspace, name) = try await device()
    let collector = try ScriptedCollector()
    let without = try await workspace.push(to: collector)
    #expect(
      without.output == "Sent 1 entry of 1 response to “\(collector.url)”.\n“attached files” are not exchanged: "
        + "“\(collector.url)” gives this device nothing back (403: no attached files are kept here)\n")
    try FileManager.default.removeItem(at: workspace.file("answers-attachments"))
    collector.files = ScriptedFiles()
    let lost = try await workspace.push(to: collector)
    #expect(
      lost.output == "“attached files” lack “\(name)”, which answers name; no copy is here or there\n", "\(lost.errors)"
    )
    collector.files?.whole[name] = Data("false".utf8)
    let changed = try await workspace.push(to: collector)
    #expect(
      changed.output
        == "“\(name)” waits, since “\(collector.url)” gave “\(name)” another content than that of its name\n")
    #expect(content("answers-attachments/\(name)", in: workspace) == nil)
  }
}
