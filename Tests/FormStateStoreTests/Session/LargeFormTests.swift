import Foundation
import GRDB
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// Forms whose cells are read from the file a page at a time, on demand.
@Suite("Large forms")
struct LargeFormTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("f.sqlite")
  }

  /// Groups of nine questions.
  private static func form(groups: Int, key: String = "f", title: String = "Question") -> FormDefinition {
    let cells = (0..<groups).flatMap { group in
      [
        FormCell(
          key: "g\(group)", kind: .group, title: "Group \(group)", isExpandable: true, additionalRows: 9,
          summary: .join(separator: " "))
      ]
        + (0..<9).map { FormCell(key: "g\(group)q\($0)", kind: .text, title: "\(title) \($0)") }
    }
    return FormDefinition(
      key: key,
      sections: [
        FormSection(key: "first", title: "First", cells: [FormCell(key: "name", kind: .text, title: "Name")]),
        FormSection(key: "groups", title: "Groups", cells: cells),
      ])
  }

  /// Reads forms of any size in pages of eight headers and cells.
  private func inSmallPages<Result>(_ work: () throws -> Result) rethrows -> Result {
    try LeafPaging.$size.withValue(8, operation: work)
  }

  private let key = ResponseKey(form: "f")

  @Test("A form of 5,000 cells is shown, expanded, answered, undone and upgraded like any other")
  func story() throws {
    let form = Self.form(groups: 500)
    let store = try FormStore(path: path)
    try store.save(form)
    let session = try store.session(for: key)
    #expect(session.form.cellPages != nil)
    #expect(session.numberOfRows(in: 1) == 500)
    #expect(session.row(at: RowPath(section: 1, row: 499))?.title == "Group 499")
    let change = try session.apply(.tap(.rowPath(RowPath(section: 1, row: 400))))
    #expect(change.batch.insertedRows == [RowRange(section: 1, rows: 401..<410)])
    try session.apply(.set(.rowPath(RowPath(section: 1, row: 403)), .text("Tom")))
    #expect(session.row(at: RowPath(section: 1, row: 400))?.title == "Tom")
    #expect(session.row(at: RowPath(section: 1, row: 403))?.level == 1)
    let other = try store.session(for: key, hiddenRows: .zeroHeight)
    #expect(other.value(of: "g400q2") == .text("Tom") && other.numberOfRows(in: 1) == 5_000)
    #expect(other.visibleRowsPerSection == session.visibleRowsPerSection)
    try other.undo(count: 2)
    try session.refresh()
    #expect(session.numberOfRows(in: 1) == 500 && session.value(of: "g400q2") == nil)
    try session.redo(count: 2)
    var changed = form
    changed.sections[1].cells.append(FormCell(key: "more", kind: .text, title: "More"))
    try store.save(changed)
    _ = try store.upgrade(key)
    try session.refresh()
    #expect(session.numberOfRows(in: 1) == 510 && session.value(of: "g400q2") == .text("Tom"))
    #expect(session.row(at: RowPath(section: 1, row: 509))?.title == "More")
    #expect(try store.check() == [])
  }

  @Test("A damaged page fails only the reads and actions that need it")
  func unreadable() throws {
    try inSmallPages {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 9))
      let session = try store.session(for: key)
      try Tampering.run("UPDATE formstate_cell SET position = 1000 WHERE key = 'g8q3'", in: store.database)
      try session.apply(.tap("g2"))
      #expect(session.numberOfRows(in: 1) == 18)
      #expect(session.row(at: RowPath(section: 1, row: 0))?.title == "Group 0")
      #expect(session.row(at: RowPath(section: 1, row: 17)) == nil)
      let damage = StoreError.damaged("version 1 of a form: its cells are not as they were written")
      #expect(throws: damage) { try session.apply(.tap(.rowPath(RowPath(section: 1, row: 17)))) }
      try session.apply(.set(.rowPath(RowPath(section: 0, row: 0)), .text("Tom")))
      #expect(session.value(of: "name") == .text("Tom"))
      #expect(try store.check().first == "the form “f”, version 1: the positions of cells or sections have gaps")
    }
  }

  @Test("A writer that cannot read a cell commits nothing, whatever others read meanwhile")
  func failureOfAnotherReader() throws {
    try inSmallPages {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 9))
      let session = try store.session(for: key)
      try session.apply(.tap("g2"))
      try Tampering.run("UPDATE formstate_cell SET position = 1000 WHERE key = 'g8q3'", in: store.database)
      // At each statement of the writer, another thread reads the damaged page and takes its own failure.
      store.database.unsafeReentrantWrite { db in
        db.trace { [key] _ in
          let ended = DispatchSemaphore(value: 0)
          Thread.detachNewThread {
            _ = try? store.lookAt(key) { $0.form.sections[1].cells[84].key }
            ended.signal()
          }
          ended.wait()
        }
      }
      let damage = StoreError.damaged("version 1 of a form: its cells are not as they were written")
      // Its group is on the damaged page, whose title the answer changes.
      #expect(throws: damage) { try session.apply(.set("g8q8", .text("Tom"))) }
      store.database.unsafeReentrantWrite { $0.trace(nil) }
      #expect(try store.revision(of: key) == 1)
    }
  }

  @Test("An overwritten page of the file is damage")
  func corruptPage() throws {
    let page = try {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 9))
      try store.emptyLog()
      return try store.read { db in
        (
          number: try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'formstate_cell'") ?? 0,
          size: try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 0
        )
      }
    }()
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    try file.seek(toOffset: UInt64((page.number - 1) * page.size))
    try file.write(contentsOf: Data(repeating: 0xFF, count: 64))
    try file.close()
    let store = try FormStore(path: path)
    let damage = StoreError.damagedFile(path: path, fault: "database disk image is malformed")
    #expect(throws: damage) { try store.form("f") }
    #expect(throws: damage) { try store.apply(.tap("g2"), to: key) }
  }

  private static let notAsWritten = StoreError.damaged(
    "version 1 of a form: its structure is not the one that was written")

  @Test(
    "A structure that differs from the written one is refused, and check names the fault",
    arguments: [
      ("levels = zeroblob(length(levels))", "levels"), ("traits = zeroblob(length(traits))", "traits"),
      ("levels = cast(x'63' || substr(levels, 2) AS BLOB)", "levels"),
      ("rows = cast(substr(rows, 2) || x'FF' AS BLOB)", "rows"), ("checksum = checksum + 1", "checksum"),
      ("levels = zeroblob(3), traits = zeroblob(3), rows = zeroblob(3)", ""),
    ])
  func tamperedStructure(change: String, column: String) throws {
    try FormStore(path: path).save(Self.form(groups: 9))
    let store = try FormStore(path: path)
    try Tampering.run("UPDATE formstate_structure SET \(change)", in: store.database)
    #expect(throws: Self.notAsWritten) { try store.session(for: key) }
    #expect(throws: Self.notAsWritten) { try store.apply(.set("name", .text("Tom")), to: key) }
    let fault =
      column.isEmpty
      ? "the rows of formstate_structure do not follow from the definition"
      : "formstate_structure.\(column) of “” does not follow from the definition"
    #expect(try store.check().map(\.description) == ["the form “f”, version 1: \(fault)"])
  }

  @Test(
    "A structure that is missing, or no structure of these cells, is damage",
    arguments: [
      "DELETE FROM formstate_structure", "DELETE FROM formstate_row_kind WHERE number = 0",
      "UPDATE formstate_row_kind SET identifier = 'other' WHERE number = 1",
      "DELETE FROM formstate_cell WHERE key = 'g8q8'",
    ])
  func missingStructure(sql: String) throws {
    try FormStore(path: path).save(Self.form(groups: 9))
    let store = try FormStore(path: path)
    try Tampering.run(sql, in: store.database)
    let damage =
      sql == "DELETE FROM formstate_structure"
      ? StoreError.damaged("version 1 of a form: its structure is missing") : Self.notAsWritten
    #expect(throws: damage) { try store.session(for: key) }
    #expect(try !store.check().isEmpty)
  }

  @Test("A cell that is not as the structure says is damage", arguments: ["is_hidden = 1", "identifier = 'other'"])
  func cellBesideStructure(change: String) throws {
    try inSmallPages {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 9))
      try Tampering.run("UPDATE formstate_cell SET \(change) WHERE key = 'g8q3'", in: store.database)
      let session = try store.session(for: key)
      #expect(session.numberOfRows(in: 1) == 9 && session.row(at: RowPath(section: 1, row: 8)) == nil)
      #expect(throws: StoreError.damaged("version 1 of a form: a cell is not as the structure of the form says")) {
        try session.apply(.tap(.rowPath(RowPath(section: 1, row: 8))))
      }
      #expect(try !store.check().isEmpty)
    }
  }

  @Test("A session on a deleted version never shows cells of a new version with its number")
  func sameNumber() throws {
    try inSmallPages {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 9))
      let session = try store.session(for: key)
      #expect(session.row(at: RowPath(section: 0, row: 0))?.title == "Name")
      try store.deleteForm("f")
      try store.save(Self.form(groups: 9, title: "Other"))
      #expect(session.row(at: RowPath(section: 1, row: 8)) == nil)
      #expect(throws: StoreError.damaged("version 1 of a form: its cells are not as they were written")) {
        try session.apply(.tap(.rowPath(RowPath(section: 1, row: 8))))
      }
      #expect(try store.session(for: key).row(at: RowPath(section: 1, row: 8))?.title == "Group 8")
    }
  }

  @Test("A changed copy of a session's form equals the whole form and saves as a new version")
  func changedCopy() throws {
    try inSmallPages {
      let store = try FormStore(path: path)
      var whole = Self.form(groups: 9)
      try store.save(whole)
      var form = try store.session(for: key).form
      #expect(form == whole && form.hashValue == whole.hashValue)
      for position in [0, 89] {
        form.sections[1].cells[position].title = "Changed"
        whole.sections[1].cells[position].title = "Changed"
      }
      form.sections[1].cells.removeLast()
      whole.sections[1].cells.removeLast()
      form.sections[1].cells[80].additionalRows = 8
      whole.sections[1].cells[80].additionalRows = 8
      #expect(form == whole && form.cellPages == nil)
      #expect(try store.save(form).version == 2)
      #expect(try !store.save(whole).isNew)
      #expect(try store.session(for: ResponseKey(form: "f", response: "new")).form == whole)
    }
  }

  @Test("An action without a session finds its changed rows page by page")
  func withoutSession() throws {
    try inSmallPages {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 9))
      let opened = try store.screenChange(applying: .tap("g7"), to: key)
      #expect(opened.batch.insertedRows == [RowRange(section: 1, rows: 8..<17)])
      let named = try store.screenChange(applying: .set("g7q1", .text("Tom")), to: key)
      #expect(named.batch.reloadedRows == [RowPath(section: 1, row: 7), RowPath(section: 1, row: 9)])
      let row = RowPath(section: 1, row: 9)
      let title = try store.rowTitles(at: [row], of: key).titles[row]
      #expect(title == FormStore.RowTitle(key: "g7q1", title: "Question 1", subtitle: ""))
      try Tampering.run("DELETE FROM formstate_cell WHERE key = 'g8q3'", in: store.database)
      let damage = StoreError.damaged("version 1 of a form: its cells are not as they were written")
      // A store that has not read the page yet.
      let other = try FormStore(path: path)
      #expect(throws: damage) { try other.screenChange(applying: .tap("g8"), to: key) }
      #expect(try store.revision(of: key) == 2)
    }
  }

  @Test("Reported faults are found in the form's order without reading other pages")
  func faults() throws {
    try inSmallPages {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 9))
      try Tampering.run("DELETE FROM formstate_cell WHERE key = 'g8q3'", in: store.database)
      // The page that lacks a cell is not read.
      try CellPages.requiring {
        let session = try store.session(for: key)
        for cell in ["g4q1", "name", "g2q7"] { try session.apply(.reportFault("No.", on: .key(cell), from: "server")) }
        #expect(session.faults.compactMap(\.cell) == ["name", "g2q7", "g4q1"])
        #expect(try store.lookAt(key) { $0.form.faults(in: $0.state) } == session.faults)
      }
    }
  }

  @Test("Opening a form with many sections reads no page")
  func manySections() throws {
    let sections = (0..<40).map { section in
      FormSection(
        key: "s\(section)", relevant: section == 0 ? nil : FormRule(.relevant, "${c0q0} != 'no'"),
        cells: (0..<9).map { FormCell(key: "c\(section)q\($0)", kind: .text) })
    }
    try inSmallPages {
      let store = try FormStore(path: path)
      try store.save(FormDefinition(key: "f", sections: sections))
      try Tampering.run("DELETE FROM formstate_cell WHERE key = 'c20q3'", in: store.database)
      // The page that lacks a cell is not read.
      try CellPages.requiring {
        let session = try store.session(for: key)
        #expect(session.numberOfSections == 40)
      }
    }
  }

  @Test("Rules work in a form that is read a page at a time")
  func rules() throws {
    var form = Self.form(groups: 9)
    form.sections[1].relevant = FormRule(.relevant, "${name} != ''")
    for group in 0..<9 {
      form.sections[1].cells[group * 10].rules = [FormRule(.relevant, "${name} != 'g\(group)'")]
      form.sections[1].cells[group * 10 + 3].rules = [FormRule(.required, "${g\(group)q0} = 'yes'")]
    }
    form.sections[1].cells[5].rules = [FormRule(.required, "true()"), FormRule(.calculate, "${g8q0}")]
    try inSmallPages {
      let store = try FormStore(path: path)
      try store.save(form)
      let session = try store.session(for: key)
      #expect(session.form.cellPages != nil && session.form.hasRules)
      #expect(session.form.rulesInOrder.rules == form.rulesInOrder.rules)
      #expect(session.numberOfRows(in: 1) == 0 && session.hidesHeader(ofSection: 1) && session.faults == [])
      try session.apply(.set("name", .text("g7")))
      #expect(session.numberOfRows(in: 1) == 8 && session.faults.map(\.cell) == ["g0q4"])
      for group in [7, 8, 2] { try session.apply(.set(.key("g\(group)q0"), .text("yes"))) }
      #expect(session.faults.map(\.cell) == ["g2q2", "g8q2"] && session.value(of: "g0q4") == .text("yes"))
      let late = try FormStore(path: path).session(for: key)
      #expect(late.visibleRowsPerSection == session.visibleRowsPerSection && late.faults == session.faults)
      #expect(try store.lookAt(key) { $0.form.faults(in: $0.state) } == session.faults)
      try session.apply(.set("name", .text("Tom")))
      #expect(session.numberOfRows(in: 1) == 9 && session.faults.map(\.cell) == ["g2q2", "g7q2", "g8q2"])
      let change = try store.screenChange(applying: .set("name", .text("g1")), to: key)
      #expect(change.batch.deletedRows == [RowRange(section: 1, rows: 1..<2)])
      let other = try store.screenChange(applying: .set("name", .text("g7")), to: key)
      #expect(other.batch.deletedRows == [RowRange(section: 1, rows: 6..<7)])
      #expect(other.batch.insertedRows == [RowRange(section: 1, rows: 1..<2)])
      try session.undo(count: 7)
      #expect(session.numberOfRows(in: 1) == 0 && session.hidesHeader(ofSection: 1))
      #expect(try store.check() == [])
    }
  }

  @Test("A wrong initial result of a rule hides rows, and check names it", arguments: ["g3", "g3q2"])
  func tamperedRule(cell: String) throws {
    var form = Self.form(groups: 9)
    for position in [30, 33] { form.sections[1].cells[position].rules = [FormRule(.relevant, "${name} = ''")] }
    for group in 0..<9 { form.sections[1].cells[group * 10].startsExpanded = true }
    let store = try FormStore(path: path)
    try store.save(form)
    try Tampering.run(
      "UPDATE formstate_rule SET starts = FALSE WHERE cell_id = (SELECT id FROM formstate_cell WHERE key = '\(cell)')",
      in: store.database)
    #expect(try store.session(for: key).numberOfRows(in: 1) == (cell == "g3" ? 80 : 89))
    #expect(try store.check().map(\.description).contains { $0.contains("formstate_rule.starts of “\(cell)”") })
  }

  @Test("A store in memory reads cells on demand like any other")
  func inMemory() throws {
    try inSmallPages {
      let memory = try FormStore.inMemory()
      try memory.save(Self.form(groups: 9))
      let session = try memory.session(for: key)
      try session.apply(.tap(.rowPath(RowPath(section: 1, row: 8))))
      #expect(session.row(at: RowPath(section: 1, row: 9))?.key == "g8q0")
      #expect(try memory.check() == [])
    }
  }

  @Test("A store closed after reading pages leaves no log file")
  func closed() throws {
    try inSmallPages {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 9))
      let session = try store.session(for: key)
      #expect(session.row(at: RowPath(section: 1, row: 8))?.title == "Group 8")
      try store.close()
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f.sqlite"])
    }
  }

  @Test("A released store leaves no log file, even when a form has outlived it")
  func released() throws {
    try inSmallPages {
      var form: FormDefinition?
      do {
        let store = try FormStore(path: path)
        try store.save(Self.form(groups: 9))
        try store.apply(.tap("g2"), to: key)
        #expect(try store.screenChange(applying: .tap("g3"), to: key).batch.insertedRows.count == 1)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f.sqlite"])
      do { form = try FormStore(path: path).session(for: key).form }
      #expect(form?.sections[1].cells[80].title == "Group 8")
      form = nil
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["f.sqlite"])
    }
  }
}
