import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// The files that a host must keep, and those that it may delete.
@Suite("Files that responses name")
struct AttachmentTests {
  private typealias Attachments = FormStore.Attachments

  private let key = ResponseKey(form: "site")

  private static func form(_ cells: [FormCell]) -> FormDefinition {
    FormDefinition(key: "site", sections: [FormSection(key: "s", cells: cells)])
  }

  private static let cells = [
    FormCell(key: "photo", kind: .file), FormCell(key: "scan", kind: .file), FormCell(key: "note", kind: .text),
    FormCell(key: "visit", kind: .repeat, isExpandable: true, startsExpanded: true, additionalRows: 1),
    FormCell(key: "sketch", kind: .file),
  ]

  private func store(_ actions: FormAction..., cells: [FormCell] = cells) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(Self.form(cells))
    try store.replay(actions, to: key)
    return store
  }

  /// The three sets, each in order.
  private func names(_ store: FormStore) throws -> [[String]] {
    let attachments = try store.attachments(of: key)
    #expect(attachments.inUse == attachments.answers.union(attachments.undoable))
    return [attachments.answers, attachments.undoable, attachments.history].map { $0.sorted() }
  }

  @Test("A replaced, cleared or undone file name is undoable; an unreachable one is history")
  func undoAndRedo() throws {
    let store = try store(.set("photo", "a.jpg"), .set("photo", "b.jpg"), .set("note", "c.jpg"), .clear("photo"))
    #expect(try names(store) == [[], ["a.jpg", "b.jpg"], []])
    try store.undo(of: key)
    #expect(try names(store) == [["b.jpg"], ["a.jpg"], []])
    try store.undo(of: key, count: 9)
    #expect(try names(store) == [[], ["a.jpg", "b.jpg"], []])
    try store.redo(of: key)
    #expect(try names(store) == [["a.jpg"], ["b.jpg"], []])
    // The step with b.jpg is abandoned.
    try store.apply(.set("scan", "d.jpg"), to: key)
    #expect(try names(store) == [["a.jpg", "d.jpg"], [], ["b.jpg"]])
    #expect(try store.state(of: key, at: 2).entries["photo"] == .value("b.jpg"))
    try store.apply(.markSaved, to: key)
    #expect(try names(store) == [["a.jpg", "d.jpg"], [], ["b.jpg"]])
    #expect(try store.check() == [])
  }

  @Test("All names in a group are undoable, also after an undo of values")
  func steps() throws {
    let store = try store(.set("photo", "a.jpg"))
    try store.group("Three at once", in: key) { group in
      for name in ["b.jpg", "c.jpg", "d.jpg"] { try group.apply(.set("photo", .text(name))) }
      try group.apply(.expand("visit"))
    }
    #expect(try names(store) == [["d.jpg"], ["a.jpg", "b.jpg", "c.jpg"], []])
    try store.undo(of: key, scope: .values)
    #expect(try names(store)[0] == ["a.jpg"])
    #expect(try store.attachments(of: key).undoable.contains("d.jpg"))
    try store.redo(of: key, scope: .values)
    #expect(try names(store)[0] == ["d.jpg"])
    #expect(try store.attachments(of: key).undoable.contains("a.jpg"))
  }

  @Test("A compaction drops the names in the entries that it removes")
  func compaction() throws {
    let store = try store(
      .set("photo", "a.jpg"), .set("photo", "b.jpg"), .undo(.everything), .set("photo", "c.jpg"),
      .set("photo", "d.jpg"))
    #expect(try names(store) == [["d.jpg"], ["a.jpg", "c.jpg"], ["b.jpg"]])
    try store.compact(key, keeping: 1)
    #expect(try names(store) == [["d.jpg"], ["c.jpg"], []])
    try store.compact(key, keeping: 0)
    #expect(try names(store) == [["d.jpg"], [], []])
  }

  @Test("The file of a removed instance stays undoable until compaction")
  func instances() throws {
    let store = try store(
      .add("visit"), .add("visit"), .set("sketch:1", "a.svg"), .set("sketch:2", "b.svg"), .remove("visit:1"))
    #expect(try names(store) == [["b.svg"], ["a.svg"], []])
    try store.undo(of: key)
    #expect(try names(store) == [["a.svg", "b.svg"], [], []])
    try store.redo(of: key)
    try store.compact(key, keeping: 0)
    #expect(try names(store) == [["b.svg"], [], []])
  }

  @Test("Drafts, irrelevant answers and defaults of the form are in use")
  func otherPlaces() throws {
    var cells = Self.cells
    cells[0].rules = [FormRule(.relevant, "${note} != 'none'")]
    cells[1].defaultValue = "template.pdf"
    let store = try store(
      .set("photo", "a.jpg"), .set("note", "none"), .clear("scan"), .draft("scan", "half.pdf"), cells: cells)
    #expect(try names(store)[0].contains("a.jpg"))
    #expect(try store.attachments(of: key).inUse == ["a.jpg", "half.pdf", "template.pdf"])
    #expect(try names(store)[0].contains("template.pdf"))
  }

  @Test("Names that an upgrade keeps, converts or sets aside stay in use, as do those of its undo")
  func upgrade() throws {
    let store = try store(.set("photo", "a.jpg"), .set("scan", "b.pdf"), .set("scan", "c.pdf"))
    // The photo gets another key, and the scan is removed.
    try store.save(Self.form([FormCell(key: "picture", kind: .file), FormCell(key: "note", kind: .text)]))
    try store.upgrade(key, mapping: ["photo": "picture", "scan": nil])
    #expect(try store.attachments(of: key).answers == ["a.jpg", "c.pdf"])
    #expect(try names(store) == [["a.jpg", "c.pdf"], ["b.pdf"], []])
    try store.apply(.set("picture", "d.jpg"), to: key)
    #expect(try names(store) == [["c.pdf", "d.jpg"], ["a.jpg", "b.pdf"], []])
    try store.undo(of: key, count: 2)
    #expect(try store.contents(of: key).version == 1)
    #expect(try names(store) == [["a.jpg", "c.pdf"], ["b.pdf", "d.jpg"], []])
    // A file becomes a text, whose undo brings the file back.
    try store.save(Self.form([FormCell(key: "photo", kind: .text), FormCell(key: "note", kind: .text)]))
    try store.upgrade(key)
    #expect(try store.attachments(of: key).inUse.isSuperset(of: ["a.jpg", "b.pdf", "c.pdf"]))
    #expect(try store.check() == [])
  }

  @Test("Long paths that differ slightly are reported in full")
  func longNames() throws {
    let folder = String(repeating: "photographs/", count: 6)
    let store = try store(
      .set("photo", .text(folder + "1.jpg")), .set("photo", .text(folder + "2.jpg")),
      .set("photo", .text(folder + "3.jpg")))
    #expect(try names(store) == [[folder + "3.jpg"], [folder + "1.jpg", folder + "2.jpg"], []])
  }

  @Test("A store reports the names of all its responses, and refuses an unknown response")
  func wholeStore() throws {
    let store = try store(.set("photo", "a.jpg"), .set("photo", "b.jpg"))
    try store.copy(key, to: "copy")
    try store.apply(.set("photo", "c.jpg"), to: ResponseKey(form: "site", response: "copy"))
    try store.undo(of: ResponseKey(form: "site", response: "copy"))
    try store.apply(.set("scan", "b.jpg"), to: ResponseKey(form: "site", response: "copy"))
    #expect(try store.attachments(of: ResponseKey(form: "site", response: "copy")).answers == ["b.jpg"])
    let all = try store.attachments()
    #expect(all.answers == ["b.jpg"] && all.undoable == ["a.jpg"] && all.history == ["c.jpg"])
    #expect(throws: StoreError.unknownResponse(form: "site", key: "copi", nearest: "copy")) {
      try store.attachments(of: ResponseKey(form: "site", response: "copi"))
    }
  }

  @Test("In random journals, the undoable names are exactly those that undo and redo restore", arguments: 1...30)
  func random(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let store = try store()
    for number in 1...Int.random(in: 5...40, using: &generator) {
      let cell: CellReference = Bool.random(using: &generator) ? "photo" : "scan"
      let action: FormAction =
        switch Int.random(in: 0..<10, using: &generator) {
        case 0...3: .set(cell, .text("\(number).jpg"))
        case 4: .clear(cell)
        case 5: .reset(nil)
        case 6: .markSaved
        case 7, 8: .undo(.everything)
        default: .redo(.everything)
        }
      do { try store.apply(action, to: key) } catch is ActionError {}
      if Int.random(in: 0..<40, using: &generator) == 0 { try store.compact(key, keeping: 5) }
    }
    guard try store.responseKeys(ofForm: "site") == ["default"] else { return }
    let attachments = try store.attachments(of: key)
    #expect(try attachments.answers == shown(store), "seed \(seed)")
    var reached: Set<String> = []
    for direction in [FormAction.undo(.everything), .redo(.everything)] {
      do {
        while true {
          try store.apply(direction, to: key)
          reached.formUnion(try shown(store))
        }
      } catch is ActionError {}
    }
    #expect(attachments.undoable == reached.subtracting(attachments.answers), "seed \(seed)")
  }

  private func shown(_ store: FormStore) throws -> Set<String> {
    Set(try store.contents(of: key).state.entries.values.compactMap(\.text))
  }
}
