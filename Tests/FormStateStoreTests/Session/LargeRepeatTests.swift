import GRDB
import TestSupport
import Testing

@testable import FormState
@testable import FormStateStore

/// Large forms with repeats, read a page at a time.
@Suite("Large forms with repeats")
struct LargeRepeatTests {
  private let folder: TemporaryFolder
  private let path: String
  private let key = ResponseKey(form: "f")

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("f.sqlite")
  }

  /// Groups with a repeat in each, whose instances have another repeat and its total.
  private static func form(groups: Int) -> FormDefinition {
    let cells = (0..<groups).flatMap { group in
      [
        FormCell(key: "g\(group)", kind: .group, title: "Group \(group)", isExpandable: true, additionalRows: 6),
        FormCell(
          key: "p\(group)", kind: .repeat, title: "People", isExpandable: true, startsExpanded: true, additionalRows: 4),
        FormCell(key: "p\(group)name", kind: .text, title: "Name", rules: [FormRule(.required, "true()")]),
        FormCell(
          key: "p\(group)total", kind: .integer, title: "Total",
          rules: [FormRule(.calculate, "sum(${p\(group)price})")]),
        FormCell(
          key: "p\(group)bag", kind: .repeat, title: "Bags", isExpandable: true, startsExpanded: true, additionalRows: 1
        ),
        FormCell(key: "p\(group)price", kind: .integer, title: "Price"),
        FormCell(key: "g\(group)note", kind: .text, title: "Note"),
      ]
    }
    let all = FormCell(key: "all", kind: .integer, title: "All", rules: [FormRule(.calculate, "sum(${p3total})")])
    return FormDefinition(
      key: "f",
      sections: [
        FormSection(key: "first", cells: [all]), FormSection(key: "groups", title: "Groups", cells: cells),
      ])
  }

  @Test("Nested repeats of a large form are shown, answered, totalled and undone like any other")
  func story() throws {
    let groups = TestSeeds.isFull ? 4_000 : 500
    let store = try FormStore(path: path)
    try store.save(Self.form(groups: groups))
    let session = try store.session(for: key)
    #expect(session.form.cellPages != nil && session.numberOfRows(in: 1) == groups)
    try session.apply(.expand("g3"))
    let added = try session.apply(.add("p3"))
    #expect(added.batch.insertedRows == [RowRange(section: 1, rows: 5..<8)])
    #expect(session.row(at: RowPath(section: 1, row: 5))?.address == "p3name:1")
    #expect(session.faults.map(\.address) == ["p3name:1"])
    _ = try store.apply(.add("p3bag:1"), to: key)
    _ = try store.apply(.set("p3price:2", 7), to: key)
    try session.refresh()
    #expect(session.value(of: "p3total:1") == 7 && session.value(of: "all") == 7)
    #expect(try store.explanation(of: "p3price:2", in: key).rowPath == RowPath(section: 1, row: 8))
    #expect(try store.status(of: "p3total:1", in: key).value == 7)
    #expect(try store.statusOfTouchedCells(of: key).map(\.address) == ["p3price:2"])
    let tapped = try store.screenChange(applying: .tap(.rowPath(RowPath(section: 1, row: 7))), to: key)
    #expect(tapped.batch.deletedRows == [RowRange(section: 1, rows: 8..<9)])
    _ = try store.apply(.collapseAll, to: key)
    try session.refresh()
    #expect(session.numberOfRows(in: 1) == groups)
    _ = try store.undo(of: key, count: 6)
    try session.refresh()
    #expect(session.faults.isEmpty && session.value(of: "all") == 0 && session.numberOfRows(in: 1) == groups)
    #expect(try store.check() == [])
  }

  @Test("A damaged page of a repeat is an error, not an instance without cells")
  func unreadableTemplate() throws {
    try LeafPaging.$size.withValue(8) {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 9))
      let session = try store.session(for: key)
      try Tampering.run("UPDATE formstate_cell SET position = 1000 WHERE key = 'p8name'", in: store.database)
      let damage = StoreError.damaged("version 1 of a form: its cells are not as they were written")
      #expect(throws: damage) { try store.apply(.add("p8"), to: key) }
      for cell in ["p8name", "p8bag"] { #expect(throws: damage) { try store.explanation(of: .key(cell), in: key) } }
      #expect(session.row(at: RowPath(section: 1, row: 8)) == nil)
      // A failed read does not prevent actions on other cells.
      #expect(try store.apply(.set("g3note", "dry"), to: key) > 0)
      #expect(throws: damage) { try session.apply(.add("p8")) }
      try Tampering.run("UPDATE formstate_cell SET position = 58 WHERE key = 'p8name'", in: store.database)
      try session.apply(.expand("g8"))
      try session.apply(.add("p8"))
      try session.apply(.add("p8bag:1"))
      #expect(session.rowPath(of: "p8price:2") != nil)
      #expect(try store.check() == [])
    }
  }

  @Test(
    "Repeats that are not those of the structure are refused",
    arguments: [
      "minimum = 1", "initial = 9223372036854775807", "last_position = last_position + 1", "first_position = 2",
      "last_position = 2147483647",
    ])
  func alteredRepeats(change: String) throws {
    let store = try FormStore(path: path)
    try store.save(Self.form(groups: 4))
    let first = "(SELECT id FROM formstate_cell WHERE key = 'p3')"
    try Tampering.run("UPDATE formstate_repeat SET \(change) WHERE cell_id = \(first)", in: store.database)
    #expect(throws: StoreError.damaged("version 1 of a form: its structure is not the one that was written")) {
      try store.session(for: key)
    }
    #expect(!(try store.check().isEmpty))
  }

  @Test("A session says that a repeat cannot be read, and shows its new instance once it can")
  func unreadCells() throws {
    try LeafPaging.$size.withValue(8) {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 24))
      let session = try store.session(for: key)
      try session.apply(.expand("g8"))
      let rows = session.numberOfRows(in: 1)
      try FormStore(path: path).apply(.add("p8"), to: key)
      // Reads other pages, because recently used ones stay in memory.
      for position in stride(from: 80, to: 160, by: 8) { _ = session.form.sections[1].cells[position] }
      try Tampering.run("UPDATE formstate_cell SET position = 1000 WHERE key = 'p8price'", in: store.database)
      #expect(throws: StoreError.damaged("version 1 of a form: its cells are not as they were written")) {
        try session.refresh()
      }
      #expect(session.revision == 1 && session.numberOfRows(in: 1) == rows)
      try Tampering.run("UPDATE formstate_cell SET position = 61 WHERE key = 'p8price'", in: store.database)
      try session.refresh()
      #expect(session.revision == 2 && session.numberOfRows(in: 1) == rows + 3)
      #expect(session.row(at: RowPath(section: 1, row: 10))?.key == "p8name")
      #expect(try store.check() == [])
    }
  }

  @Test("Faults follow the order of the instances, even after moves")
  func order() throws {
    try LeafPaging.$size.withValue(8) {
      let store = try FormStore(path: path)
      try store.save(Self.form(groups: 4))
      try store.replay(
        [.add("p3"), .add("p3"), .add("p0"), .add("p3"), .move("p3:2", before: "p3:1"), .set("p3name:4", "Ada")],
        to: key)
      let session = try store.session(for: key)
      #expect(session.faults.map(\.address) == ["p0name:3", "p3name:2", "p3name:1"])
      #expect(try store.statusOfTouchedCells(of: key).map(\.address) == ["p3name:4"])
      try store.replay([.set("p3name:1", "Ben"), .set("p3name:2", "Cy"), .move("p3:4", before: "p3:2")], to: key)
      #expect(
        try store.statusOfTouchedCells(of: key).map(\.address) == ["p3name:4", "p3name:2", "p3name:1"])
    }
  }

  @Test("A running total reads only earlier instances, with a session and without")
  func runningTotal() throws {
    try LeafPaging.$size.withValue(8) {
      let store = try FormStore(path: path)
      try store.save(
        FormDefinition(key: "f") {
          FormSection(key: "s") {
            Cell.repeat("payment") {
              Cell.integer("amount")
              Cell.integer("balance").calculate("${amount} + sum(${payment}/${balance})")
            }
          }
        })
      let session = try store.session(for: key)
      func balances() -> [CellValue?] { (1...3).map { session.value(of: .key("balance:\($0)")) } }
      for number in 1...3 {
        try store.apply(.add("payment"), to: key)
        try store.apply(.set(.instance("amount", number: number), .integer(1 << (number - 1))), to: key)
      }
      try session.refresh()
      #expect(balances() == [1, 3, 8])
      try session.apply(.set("amount:1", 10))
      #expect(balances() == [10, 12, 26])
      #expect(try store.check() == [])
    }
  }
}
