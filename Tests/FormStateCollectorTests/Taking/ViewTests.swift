#if Collect
import FormState
import FormStateInterchange
import FormStateStore
import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormStateCollector

/// The views of the collector show what the views of a device's file show.
@Suite("Views of a collector") struct ViewTests {
  /// A view, and the expressions of its columns on a device and in PostgreSQL.
  struct ComparedView: CustomTestStringConvertible, Sendable {
    let name: String
    /// Columns that both have.
    let columns: [String]
    /// Columns whose values are written differently: as SQLite has them, and the same from PostgreSQL.
    var others: [(device: String, collector: String)] = []

    var testDescription: String { name }

    fileprivate static let time = (
      device: "at", collector: #"to_char(at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')"#
    )
  }

  private static let asked = [
    "form", "response", "section", "question", "cell", "instance", "section_key", "section_position",
  ]

  static let views = [
    ComparedView(
      name: "answer", columns: asked + ["kind", "readable", "source", "author", "position", "place"],
      others: [ComparedView.time]),
    ComparedView(name: "unanswered", columns: asked + ["kind", "draft", "position", "place"]),
    ComparedView(
      name: "fault",
      columns: asked + ["fault", "message", "severity", "position", "fault_number", "place", "reporter"]),
    ComparedView(
      name: "set_aside",
      columns: [
        "form", "response", "from_version", "section", "section_key", "cell", "instance", "question",
      ],
      others: [("is_expanded", "is_expanded::integer"), ("is_folded", "is_folded::integer")]),
    ComparedView(
      name: "instance",
      columns: [
        "form", "response", "repeat", "instance", "position", "within", "section", "section_key", "section_position",
        "place",
      ],
      others: [("counts", "counts::integer")]),
    ComparedView(
      name: "response", columns: ["form", "response", "version", "status", "answered", "authors"],
      others: [("stream", "replace(stream::text, '-', '')")]),
    ComparedView(
      name: "history",
      columns: [
        "form", "response", "revision", "author", "action", "section", "section_key", "question", "field", "cell",
        "instance",
      ],
      others: [
        ComparedView.time, ("action_subject", "action_subject"), ("step", "step"), ("target", "target"),
        ("abandoned_by", "abandoned_by"),
      ]),
  ]

  @Test("A view has the same rows as the view of the device's file", arguments: views)
  func same(view: ComparedView) throws {
    let folder = try TemporaryFolder()
    let store = try FormStore(path: folder.path("device.sqlite"))
    let dump = Repository.folder.appendingPathComponent("Tests/Golden/1.0/dump.json")
    try store.restore(try StoreDump.read(try Data(contentsOf: dump), sourceName: "dump.json"))
    let server = try CollectingServer()
    // A few entries at a time, so what was there changes again and again.
    try server.collect(from: store, limit: 3)
    let device = try DatabaseQueue(path: folder.path("device.sqlite")).read { db in
      let columns = (view.columns + view.others.map(\.device)).map { "CAST(\($0) AS TEXT)" }
      // A response that has not begun has no stream to send.
      let begun = "SELECT form || ' ' || response FROM response WHERE entries > 0"
      return try Row.fetchAll(
        db,
        sql: "SELECT \(columns.joined(separator: ", ")) FROM \(view.name) WHERE form || ' ' || response IN (\(begun))"
      ).map { row in Self.text((0..<columns.count).map { row[$0] as String? }) }
    }
    let columns = (view.columns.map { "\($0)" } + view.others.map(\.collector)).map { "(\($0))::text" }
    let collector = try server.connection.execute(
      // Of a joined response, the entries of other lines are there as well.
      "SELECT \(columns.joined(separator: ", ")) FROM \(view.name) WHERE is_main"
    ).map { row in Self.text(try (0..<columns.count).map { try row[$0] as String? }) }
    #expect(!device.isEmpty)
    let (missing, added) = (Set(device).subtracting(collector).sorted(), Set(collector).subtracting(device).sorted())
    #expect(missing == [] && added == [])
    #expect(device.count == collector.count)
  }

  private static func text(_ values: [String?]) -> String { values.map { $0 ?? "NULL" }.joined(separator: " | ") }

  @Test("Of joined copies, the history lists each entry once, and says what was put out of use in its line")
  func joinedHistory() throws {
    let folder = try TemporaryFolder()
    let key = ResponseKey(form: "profile")
    let north = try FormStore(path: folder.path("north.sqlite"))
    try north.save(ProfileForm.form)
    for name in ["Tom", "Sam"] { try north.apply(.set("firstname", .text(name)), to: key) }
    try north.undo(of: key)
    try FormStore.copyFile(at: folder.path("north.sqlite"), to: folder.path("south.sqlite"))
    let south = try FormStore(path: folder.path("south.sqlite"))
    // One copy puts the step out of use, the other does it again.
    try north.apply(.set("firstname", "Ada"), to: key)
    try south.redo(of: key)
    let server = try CollectingServer()
    for (store, device) in [(north, "north"), (south, "south")] { try server.collect(from: store, device: device) }
    let rows = try server.connection.execute(
      """
      SELECT DISTINCT revision || ' ' || action || ' ' || coalesce(abandoned_by::text, '-'), is_main, revision
      FROM history
      WHERE action <> 'merge'
      ORDER BY revision, is_main DESC
      """)
    let listed = try rows.map { (entry: try $0[0] as String, isMain: try $0[1] as Bool) }
    let isNorthMain = listed.contains { $0 == ("4 set -", true) }
    let shared = ["1 set -", isNorthMain ? "2 set 4" : "2 set -", "3 undo -"]
    let own = isNorthMain ? ["4 set -", "4 redo -"] : ["4 redo -", "4 set -"]
    #expect(listed.map(\.entry) == shared + own)
    #expect(listed.map(\.isMain) == [true, true, true, true, false])
    try server.expectSound(north, south)
  }
}
#endif
