import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateSync

/// Files that answers name, on their way by a folder.
@Suite("Sync of attached files")
struct AttachmentSyncTests {
  private let key = ResponseKey(form: "visit")
  private let home = Home()

  /// Two devices, each with a folder of attached files, and a stick.
  private final class Home {
    let folder: TemporaryFolder
    let stores: [FormStore]
    let stick: SyncFolder

    init() {
      do {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("stick"), withIntermediateDirectories: false)
        stick = SyncFolder(path: folder.path("stick"))
        stores = try (0..<2).map { _ in try FormStore.inMemory() }
        try stores[0].save(
          FormDefinition(key: "visit") {
            FormSection(key: "s") {
              Cell.file("photo", title: "Photo")
              Cell.text("note", title: "Note")
            }
          })
      } catch {
        fatalError("\(error)")
      }
    }

    func attached(_ device: Int) -> String { folder.path("attached-\(device)") }

    /// Attaches a file as the page does, and answers with its name.
    func attach(_ content: String, _ device: Int, to key: ResponseKey) throws -> String {
      try PrivateFolder.makeIfMissing(attached(device))
      let draft = try AttachmentDraft(in: attached(device))
      try draft.append(Array(content.utf8))
      let name = try draft.publish(as: "photo.jpg").text
      try stores[device].apply(.set("photo", .text(name)), to: key)
      return name
    }

    func sync(_ device: Int, _ directions: SyncDirections = [.receive, .send], isDryRun: Bool = false) throws
      -> SyncReport
    {
      try stores[device].sync(with: stick, directions, attachments: attached(device), isDryRun: isDryRun)
    }

    func content(_ name: String, _ device: Int) -> String? {
      (try? Data(contentsOf: URL(fileURLWithPath: "\(attached(device))/\(name)"))).map {
        String(decoding: $0, as: UTF8.self)
      }
    }

    /// All files in a folder and those below it, by their paths in it.
    func files(in path: String) -> [String] {
      (FileManager.default.enumerator(atPath: path)?.allObjects as? [String] ?? [])
        .filter {
          (try? FileManager.default.attributesOfItem(atPath: "\(path)/\($0)")[.type] as? FileAttributeType)
            == .typeRegular
        }
        .sorted()
    }
  }

  @Test("A photo arrives with the answer that names it, once, and a second sync copies nothing")
  func story() throws {
    let name = try home.attach("north", 0, to: key)
    let sent = try home.sync(0)
    #expect(sent.sentAttachments == [name] && sent.receivedAttachments.isEmpty && sent.skipped.isEmpty)
    let received = try home.sync(1)
    #expect(received.receivedAttachments == [name] && received.sentAttachments.isEmpty && received.skipped.isEmpty)
    #expect(home.content(name, 1) == "north" && home.files(in: home.attached(1)) == [name])
    #expect(try home.sync(0) == SyncReport() && home.sync(1) == SyncReport())
  }

  @Test("Both photos of an open question are on both devices, so either can be taken")
  func question() throws {
    try home.stores[0].apply(.set("note", "first"), to: key)
    _ = try home.sync(0)
    _ = try home.sync(1)
    let names = [try home.attach("north", 0, to: key), try home.attach("south", 1, to: key)]
    for device in [0, 1, 0, 1] { _ = try home.sync(device) }
    #expect(try home.stores.map { try $0.questions().count } == [1, 1])
    for device in [0, 1] { #expect(home.files(in: home.attached(device)) == names.sorted()) }
  }

  @Test("Without the right direction nothing is copied; a dry run says what would be, and copies nothing")
  func directions() throws {
    let name = try home.attach("north", 0, to: key)
    #expect(try home.sync(0, isDryRun: true).sentAttachments == [name])
    #expect(home.files(in: home.stick.path) == [])
    #expect(try home.sync(0, .receive).sentAttachments == [] && home.files(in: home.stick.path).count == 1)
    _ = try home.sync(0)
    _ = try home.stores[1].sync(with: home.stick, .receive, attachments: nil)
    #expect(try home.sync(1, .send).receivedAttachments == [] && home.content(name, 1) == nil)
    #expect(try home.sync(1, .receive).receivedAttachments == [name])
  }

  @Test("A copy that is not whole is named, and taken once it is; a link in its place is not followed")
  func damaged() throws {
    let name = try home.attach("north", 0, to: key)
    _ = try home.sync(0)
    let path = home.stick.path + "/" + (try #require(home.files(in: home.stick.path).first { $0.hasSuffix(".jpg") }))
    try Data("nor".utf8).write(to: URL(fileURLWithPath: path))
    let report = try home.sync(1)
    let folder = (path as NSString).deletingLastPathComponent
    #expect(
      report.skipped == [
        SyncReport.Skipped(name: name, reason: "is not whole in “\(folder)”, or was changed; delete it there")
      ])
    #expect(report.receivedAttachments.isEmpty && home.files(in: home.attached(1)).isEmpty)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    #expect(
      try home.sync(1).skipped.map(\.reason) == ["lack “\(name)”, which answers name; no copy is here or there"])
    #expect(home.files(in: home.attached(1)).isEmpty)
    try FileManager.default.removeItem(atPath: path)
    #expect(try home.sync(0).sentAttachments == [name] && home.sync(1).receivedAttachments == [name])
    #expect(home.content(name, 1) == "north")
  }

  @Test("What cannot be exchanged is listed: a lost file, a name that proves nothing, a folder that is not given")
  func leftOut() throws {
    let name = try home.attach("north", 0, to: key)
    try home.stores[0].apply(.set("photo", "../../etc/passwd"), to: ResponseKey(form: "visit", response: "other"))
    try FileManager.default.removeItem(atPath: "\(home.attached(0))/\(name)")
    let reasons = try home.sync(0).skipped
    #expect(reasons.map(\.name) == ["attached files", "attached files"])
    #expect(
      reasons.map(\.reason) == [
        "lack “\(name)”, which answers name; no copy is here or there",
        "do not include “../../etc/passwd”, whose names do not prove their contents; copy them by hand",
      ])
    #expect(
      try home.stores[0].sync(with: home.stick).skipped.map(\.reason) == [
        "are not exchanged, since their folder is not given; answers name 2 files, “../../etc/passwd”, “\(name)”"
      ])
  }

  @Test("A folder that cannot be written is named, and the answers arrive all the same")
  func unwritable() throws {
    let name = try home.attach("north", 0, to: key)
    _ = try home.sync(0)
    try Data().write(to: URL(fileURLWithPath: home.attached(1)))
    let report = try home.sync(1)
    #expect(report.received.responses.map(\.outcome) == [.added] && report.receivedAttachments.isEmpty)
    #expect(report.skipped.map(\.name) == [name])
    #expect(report.skipped[0].reason.hasPrefix("cannot be copied into “\(home.attached(1))” ("))
  }
}
