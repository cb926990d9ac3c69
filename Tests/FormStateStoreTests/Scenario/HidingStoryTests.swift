import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// Rows that grow in place, rows without height, folded sections, and revealing hidden cells.
@Suite("Growing, hiding and revealing rows")
struct HidingStoryTests {
  private static let form = FormDefinition(key: "comments") {
    FormSection(key: "post", title: "Post", isFoldable: false) {
      Cell.label("body", title: "A long text")
        .inline(collapsedHeight: .points(60), expandedHeight: .automatic, lineLimit: 3)
    }
    FormSection(key: "replies", title: "Replies") {
      Cell.group("tom", title: "Tom") { Cell.label("tom-reply", title: "Thanks") }
        .inline(collapsedHeight: .points(40), expandedHeight: .points(90))
      Cell.group("becky", title: "Becky") { Cell.label("becky-reply", title: "Me too") }
      Cell.label("spam", title: "Buy this").hidden()
    }
  }

  private func session(
    _ form: FormDefinition = form, hiddenRows: HiddenRows = .removed, estimates: HeightEstimates = HeightEstimates()
  ) throws -> FormSession {
    let store = try FormStore.inMemory()
    try store.save(form)
    return try store.session(for: ResponseKey(form: form.key), hiddenRows: hiddenRows, estimates: estimates)
  }

  private func path(_ section: Int, _ row: Int) -> RowPath { RowPath(section: section, row: row) }

  @Test("A cell that grows in place only resizes its row")
  func growsInPlace() throws {
    let session = try session()
    #expect(session.row(at: path(0, 0))?.lineLimit == 3)
    #expect(session.height(at: path(0, 0)) == .points(60))
    var expected = BatchUpdate()
    expected.resizedRows = [RowRange(section: 0, rows: 0..<1)]
    #expect(try session.apply(.tap(.rowPath(path(0, 0)))).batch == expected)
    #expect(session.height(at: path(0, 0)) == .automatic)
    #expect(session.row(at: path(0, 0))?.lineLimit == nil)
    #expect(session.row(at: path(0, 0))?.isExpanded == true)
    #expect(try session.apply(.tap(.rowPath(path(0, 0)))).batch == expected)
    #expect(session.height(at: path(0, 0)) == .points(60))
  }

  @Test("A cell that grows in place and has rows under it resizes and inserts")
  func growsAndOpens() throws {
    let session = try session()
    let batch = try session.apply(.tap(.key("tom"))).batch
    #expect(batch.resizedRows == [RowRange(section: 1, rows: 0..<1)])
    #expect(batch.insertedRows == [RowRange(section: 1, rows: 1..<2)])
    #expect(batch.reloadedRows.isEmpty)
  }

  @Test("With hidden rows kept at zero height, every cell has a row, and expanding resizes")
  func zeroHeight() throws {
    let session = try session(hiddenRows: .zeroHeight)
    #expect((0..<5).map { session.row(at: path(1, $0))?.key } == ["tom", "tom-reply", "becky", "becky-reply", "spam"])
    #expect((0..<5).map { session.height(at: path(1, $0))?.points } == [40, 0, 60, 0, 0])
    let batch = try session.apply(.tap(.rowPath(path(1, 0)))).batch
    var expected = BatchUpdate()
    expected.resizedRows = [RowRange(section: 1, rows: 0..<2)]
    #expect(batch == expected)
    #expect((0..<5).map { session.height(at: path(1, $0))?.points } == [90, 44, 60, 0, 0])
    try session.apply(.fold(section: "replies"))
    #expect(session.numberOfRows(in: 1) == 5)
    #expect((0..<5).allSatisfy { session.height(at: path(1, $0)) == .points(0) })
    #expect(throws: ActionError.rowInFoldedSection(path(1, 0), section: "replies")) {
      try session.apply(.tap(.rowPath(path(1, 0))))
    }
    try session.apply(.unfold(section: "replies"))
    #expect(throws: ActionError.hiddenRow(path(1, 3), cell: "becky-reply")) {
      try session.apply(.tap(.rowPath(path(1, 3))))
    }
  }

  @Test("A folded section has no rows, keeps title and disclosure, and takes actions only by key")
  func folding() throws {
    let session = try session()
    try session.apply(.tap(.key("becky")))
    try session.apply(.toggleFold(section: "replies"))
    #expect(session.isFolded(section: 1))
    #expect(session.isFolded(section: "replies"))
    #expect(!session.isFolded(section: "post") && !session.isFolded(section: "nowhere"))
    #expect(session.numberOfRows(in: 1) == 0)
    #expect(session.title(ofSection: 1) == "Replies")
    #expect(try session.apply(.tap(.key("tom"))).batch.isEmpty)
    #expect(throws: ActionError.rowInFoldedSection(path(1, 0), section: "replies")) {
      try session.apply(.tap(.rowPath(path(1, 0))))
    }
    #expect(throws: ActionError.notFoldable(section: "post")) { try session.apply(.toggleFold(section: "post")) }
    #expect(!session.isFoldable(section: 0))
    let batch = try session.apply(.unfold(section: "replies")).batch
    #expect(batch.insertedRows == [RowRange(section: 1, rows: 0..<4)])
    #expect(session.visibleRowsPerSection[1] == [0, 1, 2, 3])
  }

  @Test("A fold survives an upgrade to a changed definition")
  func foldSurvivesADefinition() throws {
    let store = try FormStore.inMemory()
    let key = ResponseKey(form: "comments")
    try store.save(Self.form)
    try store.apply(.fold(section: "replies"), to: key)
    try store.apply(.expand(.key("becky")), to: key)
    var changed = Self.form
    changed.sections.reverse()
    changed.sections[0].cells[0].title = "Tom Sawyer"
    try store.save(changed)
    #expect(try store.upgrade(key).changesVersion)
    #expect(try !store.upgrade(key).changesVersion)
    let session = try store.session(for: key)
    #expect(session.isFolded(section: 0))
    #expect(session.revision == 3)
    try session.apply(.unfold(section: "replies"))
    #expect(session.visibleRowsPerSection == [[0, 2, 3], [0]])
    #expect(try store.check() == [])
  }

  @Test("An upgrade sets aside what the newest version cannot take, and undo restores all of it")
  func nothingIsLost() throws {
    let store = try FormStore.inMemory()
    let key = ResponseKey(form: "profile")
    try store.save(ProfileForm.form)
    for action: FormAction in [
      .set(.key("firstname"), .text("Tom")), .choose(.key("football")), .set(.key("level-slider"), .integer(9)),
      .fold(section: "work"), .expand(.key("birth")),
    ] {
      try store.apply(action, to: key)
    }
    let before = try store.contents(of: key)
    var changed = ProfileForm.form
    changed.sections[0].cells[1] = FormCell(key: "firstname", kind: .date)
    changed.sections[2].key = "career"
    changed.sections[2].cells[1].range = NumberRange(minimum: 0, maximum: 5)
    changed.sections[0].cells[3].isExpandable = false
    changed.sections[0].cells[3].additionalRows = 0
    changed.sections[0].cells[3].summary = nil
    try store.save(changed)
    let plan = try store.upgradePlan(for: key)
    #expect(
      plan.cells.map { "\($0.key): \($0.fates.map(\.rawValue))" } == [
        #"fullname: ["kept"]"#, #"firstname: ["keptAsDraft"]"#, #"birth: ["setAside"]"#, #"sport: ["kept"]"#,
        #"level: ["moved"]"#, #"level-slider: ["keptAsDraft"]"#,
      ])
    #expect(try store.contents(of: key) == before)
    #expect(try store.upgrade(key) == plan)
    let state = try store.contents(of: key).state
    #expect(state.cells[StateSubject("firstname")]?.draft == "Tom")
    #expect(state.cells[StateSubject("level-slider")]?.draft == "9")
    #expect(state.cells[StateSubject("birth", setAsideFrom: 1)]?.isExpanded == true)
    #expect(state.folds == [StateSubject("work", setAsideFrom: 1): true])
    #expect(try store.check() == [])
    try store.undo(of: key)
    let after = try store.contents(of: key)
    #expect(after.version == 1 && after.state == before.state && after.digest == before.digest)
    #expect(try store.check() == [])
    try store.redo(of: key)
    #expect(try store.contents(of: key).state == state && store.contents(of: key).version == 2)
    #expect(try store.check() == [])
  }

  @Test("An explanation says why a cell is hidden, and one action reveals it")
  func revealing() throws {
    let store = try FormStore.inMemory()
    let key = ResponseKey(form: "comments")
    try store.save(Self.form)
    #expect(try store.explanation(of: "tom", in: key).rowPath == path(1, 0))
    try store.apply(.fold(section: "replies"), to: key)
    let session = try store.session(for: key)
    let explanation = try session.explanation(of: "becky-reply")
    #expect(explanation.reasons == [.folded(section: "replies"), .collapsed(cell: "becky")])
    #expect(explanation.canBeRevealed)
    #expect(
      try session.explanation(of: "spam").reasons == [.folded(section: "replies"), .hiddenInDefinition(cell: "spam")])
    #expect(try !session.explanation(of: "spam").canBeRevealed)
    let change = try session.apply(.reveal(.key("becky-reply")))
    #expect(change.revision == 2)
    #expect(change.batch.insertedRows == [RowRange(section: 1, rows: 0..<3)])
    #expect(try session.explanation(of: "becky-reply").rowPath == session.rowPath(of: "becky-reply"))
    #expect(session.rowPath(of: "becky-reply") == path(1, 2))
    // Revealing a visible cell adds no entry.
    #expect(try session.apply(.reveal(.key("becky-reply"))).revision == 2)
    #expect(throws: ActionError.neverShows(cell: "spam", hidden: "spam")) { try session.apply(.reveal(.key("spam"))) }
    #expect(throws: ActionError.unknownCell(key: "spem", nearest: "spam")) { try session.explanation(of: "spem") }
  }

  @Test("Rows are at the offsets of their heights, including measured heights")
  func geometry() throws {
    let estimates = HeightEstimates(row: 50, rowsByIdentifier: ["idCellLabel": 30], header: 20)
    let session = try session(estimates: estimates)
    // Header 20, body 60, header 20, Tom 40, Becky 60.
    #expect(session.totalHeight == 200)
    #expect(session.offset(ofSection: 1) == 80)
    #expect(session.offset(of: path(1, 1)) == 140)
    #expect(
      [0, 19.5, 20, 79.5, 80, 100, 139.5, 140, 199.5].map { session.row(atOffset: $0) }
        == [path(0, 0), path(0, 0), path(0, 0), path(0, 0), path(1, 0), path(1, 0), path(1, 0), path(1, 1), path(1, 1)])
    #expect([-1, 200, .infinity, .nan].allSatisfy { session.row(atOffset: $0) == nil })
    // The view can measure only automatic heights; a cell that grows has a separate height for each state.
    #expect(!session.setMeasuredHeight(70, at: path(0, 0)))
    try session.apply(.tap(.key("body")))
    #expect(session.displayedHeight(at: path(0, 0)) == 30)
    #expect(session.setMeasuredHeight(130, at: path(0, 0)))
    #expect(!session.setMeasuredHeight(-1, at: path(0, 0)))
    #expect(!session.setMeasuredHeight(.nan, at: path(0, 0)))
    #expect(!session.setMeasuredHeight(10, at: path(9, 0)))
    #expect(session.totalHeight == 270)
    try session.apply(.tap(.key("body")))
    #expect(session.totalHeight == 200)
    try session.apply(.tap(.key("body")))
    #expect(session.offset(of: path(1, 0)) == 170)
    try session.apply(.fold(section: "replies"))
    #expect(session.totalHeight == 170)
    #expect(session.row(atOffset: 160) == nil)
  }
}
