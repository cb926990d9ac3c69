import FormState
import GRDB
import TestSupport
import Testing

@testable import FormStateStore

/// `check` finds any edit in a file, unless nothing in the file can contradict it.
@Suite("Check proves each column of each table", .pages(of: 2))
struct EveryColumnTests {
  private static let edits = Result {
    let store = try FormStore.inMemory()
    try ColumnStory.tell(in: store)
    return try ColumnEdits(of: store)
  }

  // Read before any test has small pages.
  static let tables = (try? FormStore.inMemory().read(ColumnEdits.tables)) ?? []

  /// The number of edits of each column in a usual run.
  private static let usualCount = 1

  @Test(
    "Each edit of each column is refused, reported, or listed as meaningless", arguments: TestSeeds.some(4, of: tables),
    TestSeeds.seeds(1, full: 1))
  func everyColumn(table: String, seed: UInt64) throws {
    let edits = try Self.edits.get()
    var generator = SeededGenerator(seed: seed)
    for column in try edits.edits(of: table) {
      #expect(!column.isEmpty, "\(table) has a column without anything to edit")
      for edit in TestSeeds.isFull ? column[...] : column.shuffled(using: &generator).prefix(Self.usualCount) {
        let (outcome, copy) = try edits.outcome(of: edit)
        guard outcome == .silent else { continue }
        let meansNothing = try MeaninglessEdit.all.contains {
          try $0.column == "\(table).\(edit.column)" && edits.holds($0.condition, of: edit, in: copy)
        }
        #expect(meansNothing, "check says nothing of \(edit), with FORMSTATE_TEST_SEED=\(seed)")
      }
    }
  }

  @Test("Check finds nothing in an unedited store with content in every table")
  func unedited() throws {
    let edits = try Self.edits.get()
    #expect(Self.tables.count >= 25)
    #expect(try edits.faultsOfUnedited() == [])
    for table in Self.tables { #expect(try edits.edits(of: table).allSatisfy { !$0.isEmpty }, "\(table)") }
  }

  @Test("Each meaningless edit names an existing column and a reason")
  func reasons() throws {
    let edits = try Self.edits.get()
    let columns = try Self.tables.flatMap { table in
      try edits.edits(of: table).compactMap(\.first).map { "\(table).\($0.column)" }
    }
    for meaningless in MeaninglessEdit.all {
      #expect(columns.contains(meaningless.column))
      #expect(!meaningless.reason.isEmpty)
    }
  }
}
