import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// The form of the tutorial in a store, which keeps what the tutorial forgets.
@Suite("The tutorial's form")
struct TutorialStoryTests {
  private let key = ResponseKey(form: "profile")

  private func session() throws -> FormSession {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    return try store.session(for: key)
  }

  private func title(_ cell: String, in session: FormSession) -> String? {
    session.rowPath(of: .key(cell)).flatMap { session.row(at: $0)?.title }
  }

  @Test("A fresh form shows only its headings")
  func freshForm() throws {
    let session = try session()
    #expect(session.visibleRowsPerSection == [[0, 3, 5], [0, 5], [0]])
    #expect(session.numberOfSections == 3)
    #expect((0..<3).map(session.title(ofSection:)) == ["Personal", "Preferences", "Work Experience"])
    #expect(session.revision == 0)
  }

  @Test("A tap on Full name shows two text fields under it, as one range")
  func tapExpands() throws {
    let session = try session()
    let change = try session.apply(.tap(.rowPath(RowPath(section: 0, row: 0))))
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3, 5], [0, 5], [0]])
    #expect(change.revision == 1)
    #expect(change.batch.insertedRows == [RowRange(section: 0, rows: 1..<3)])
    #expect(change.batch.deletedRows.isEmpty)
    #expect(change.batch.reloadedRows == [RowPath(section: 0, row: 0)])
    #expect(session.rowPath(of: "lastname") == RowPath(section: 0, row: 2))
    #expect(session.row(at: RowPath(section: 0, row: 2))?.level == 1)
  }

  @Test("The full name joins first and last name, blanks within a name included")
  func fullNameJoins() throws {
    let session = try session()
    try session.apply(.set(.key("firstname"), .text("Tom")))
    #expect(title("fullname", in: session) == "Tom")
    try session.apply(.set(.key("lastname"), .text("Sawyer Jr")))
    #expect(title("fullname", in: session) == "Tom Sawyer Jr")
    try session.apply(.set(.key("firstname"), .text("")))
    #expect(title("fullname", in: session) == "Sawyer Jr")
    try session.apply(.clear(.key("lastname")))
    #expect(title("fullname", in: session) == "")
  }

  @Test("Choosing Basketball shows it as the favourite sport and collapses the options, in one action")
  func choosing() throws {
    let session = try session()
    try session.apply(.expand(.key("sport")))
    let change = try session.apply(.tap(.rowPath(RowPath(section: 1, row: 2))))
    #expect(session.revision == 2)
    #expect(title("sport", in: session) == "Basketball")
    #expect(session.state.entries["sport"] == .value(.text("basketball")))
    #expect(session.visibleRowsPerSection[1] == [0, 5])
    #expect(change.batch.deletedRows == [RowRange(section: 1, rows: 1..<5)])
    #expect(change.batch.reloadedRows == [RowPath(section: 1, row: 0)])
  }

  @Test("A date shows in long style, a switch by its titles, a slider by its number")
  func displayedTitles() throws {
    let session = try session()
    try session.apply(.set(.key("birth-date"), .text("1835-11-30")))
    #expect(title("birth", in: session) == "November 30, 1835")
    try session.apply(.set(.key("marital-switch"), .boolean(true)))
    #expect(title("marital", in: session) == "Married")
    try session.apply(.set(.key("marital-switch"), .text("off")))
    #expect(title("marital", in: session) == "Single")
    try session.apply(.set(.key("level-slider"), .real(7)))
    #expect(title("level", in: session) == "7")
    try session.apply(.set(.key("level-slider"), .text("7.5")))
    #expect(title("level", in: session) == "7.5")
  }

  @Test("Row heights are the tutorial's: 60 for headings, 270 for the date picker, 44 for the rest")
  func rowHeights() throws {
    let session = try session()
    try session.apply(.expandAll)
    let heights = (0..<session.numberOfRows(in: 0)).map { row in
      session.height(at: RowPath(section: 0, row: row))?.points
    }
    #expect(heights == [60, 44, 44, 60, 270, 60, 44])
    #expect(session.height(at: RowPath(section: 0, row: 7)) == nil)
  }

  @Test("Rows, values, titles, revision and digest survive a relaunch")
  func relaunch() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("profile.sqlite")
    let actions: [FormAction] = [
      .tap(.key("fullname")), .set(.key("firstname"), .text("Tom")),
      .set(.key("lastname"), .text("Sawyer Jr")),
      .choose(.key("basketball")), .set(.key("birth-date"), .text("1835-11-30")),
      .set(.key("marital-switch"), .boolean(true)), .set(.key("level-slider"), .integer(7)),
      .fold(section: "work"),
    ]
    let before: (rows: [[Int]], state: ResponseState, digest: String)
    do {
      let store = try FormStore(path: path)
      try store.save(ProfileForm.form)
      let session = try store.session(for: key)
      for action in actions { try session.apply(action) }
      before = (session.visibleRowsPerSection, session.state, session.digest)
    }
    let store = try FormStore(path: path, access: .write)
    let session = try store.session(for: key)
    #expect(session.visibleRowsPerSection == before.rows)
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3, 5], [0, 5], []])
    #expect(session.state == before.state)
    #expect(session.digest == before.digest)
    #expect(session.revision == actions.count)
    #expect(title("fullname", in: session) == "Tom Sawyer Jr")
    #expect(try store.check() == [])
    // The same actions in another file give the same digest, with other times and rowids.
    let other = try FormStore.inMemory()
    try other.save(ProfileForm.form)
    try other.apply(.tap(.key("level")), to: ResponseKey(form: "profile", response: "first"))
    let second = ResponseKey(form: "profile", response: "second")
    #expect(try other.replay(actions, to: second) == actions.count)
    #expect(try other.contents(of: second).digest == before.digest)
  }

  @Test("A nested cell keeps its own disclosure while the one above it is collapsed")
  func nestedDisclosure() throws {
    let store = try FormStore.inMemory()
    let cells = [
      FormCell(key: "a", kind: .group, isExpandable: true, additionalRows: 3),
      FormCell(key: "b", kind: .group, isExpandable: true, additionalRows: 1),
      FormCell(key: "c", kind: .label, title: "c"),
      FormCell(key: "d", kind: .label, title: "d"),
    ]
    try store.save(FormDefinition(key: "nested", sections: [FormSection(key: "s", cells: cells)]))
    let session = try store.session(for: ResponseKey(form: "nested"))
    try session.apply(.tap(.key("a")))
    try session.apply(.tap(.key("b")))
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3]])
    let collapsed = try session.apply(.tap(.key("a")))
    #expect(collapsed.batch.deletedRows == [RowRange(section: 0, rows: 1..<4)])
    let expanded = try session.apply(.tap(.key("a")))
    #expect(expanded.batch.insertedRows == [RowRange(section: 0, rows: 1..<4)])
    #expect(session.visibleRowsPerSection == [[0, 1, 2, 3]])
  }

  @Test("A fold hides the rows and keeps cells expanded")
  func folding() throws {
    let session = try session()
    try session.apply(.expand(.key("fullname")))
    let folded = try session.apply(.fold(section: "personal"))
    #expect(folded.batch.deletedRows == [RowRange(section: 0, rows: 0..<5)])
    #expect(session.isFolded(section: 0))
    #expect(session.numberOfRows(in: 0) == 0)
    #expect(session.title(ofSection: 0) == "Personal")
    try session.apply(.collapse(.key("fullname")))
    let unfolded = try session.apply(.unfold(section: "personal"))
    #expect(unfolded.batch.insertedRows == [RowRange(section: 0, rows: 0..<3)])
  }

  @Test("An action without an effect adds no entry: a tap on a text field, a second expand, the same value again")
  func nothingChanges() throws {
    let store = try FormStore.inMemory()
    try store.save(ProfileForm.form)
    let unchanged = try store.screenChange(applying: .tap(.key("firstname")), to: key)
    #expect(unchanged == ScreenChange(previousRevision: 0, revision: 0, batch: BatchUpdate()))
    #expect(try store.responseKeys(ofForm: "profile") == [])
    for _ in 0..<2 {
      try store.apply(.expand(.key("sport")), to: key)
      try store.apply(.set(.key("firstname"), .text("Tom")), to: key)
    }
    #expect(
      try store.journal(of: key).map(\.action) == [
        .expand(.key("sport")), .set(.key("firstname"), .text("Tom")),
      ])
  }

  @Test("An answer that equals the default is still an answer, and reset removes it")
  func touchedAndReset() throws {
    let session = try session()
    let fresh = session.digest
    try session.apply(.set(.key("marital-switch"), .boolean(false)))
    #expect(session.state.entries["marital-switch"] == .value(.boolean(false)))
    #expect(title("marital", in: session) == "Single")
    try session.apply(.reset(.key("marital-switch")))
    #expect(session.digest == fresh)
    #expect(title("marital", in: session) == "")
    try session.apply(.choose(.key("red")))
    try session.apply(.fold(section: "work"))
    try session.apply(.reset(nil))
    #expect(session.digest == fresh)
    #expect(session.revision == 5)
  }
}
