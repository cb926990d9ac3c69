import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// There is always room between two instances, although whole numbers order them.
@Suite("Room between instances")
struct InstanceRoomTests {
  private let key = ResponseKey(form: "tour")
  private let store: FormStore
  private let session: FormSession

  init() throws {
    store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "tour") {
        FormSection(key: "stops") {
          Cell.repeat("stop", title: "Stops") { Cell.text("town", title: "Town") }.expanded()
        }
      })
    session = try store.session(for: key)
  }

  /// The counters of the instances in the order of their rows.
  private var shown: [Int] {
    (0..<session.numberOfRows(in: 0)).compactMap { session.row(at: RowPath(section: 0, row: $0))?.instance }
      .map { $0 >> 32 }
      .filter { $0 > 0 }
  }

  private func act(_ action: FormAction, leadingTo numbers: [Int]) throws {
    let before = shown
    let change = try session.apply(action)
    #expect(shown == numbers, "\(action)")
    // A row is neither deleted nor inserted when only its order number changes.
    let (going, coming) = (change.batch.deletedRows.flatMap(\.paths), change.batch.insertedRows.flatMap(\.paths))
    #expect(going.count <= 1 && coming.count <= 1)
    #expect(coming.isEmpty == (before == numbers))
  }

  @Test("Many instances can be inserted before the same one")
  func adding() throws {
    try act(.add("stop"), leadingTo: [1])
    try act(.add("stop"), leadingTo: [1, 2])
    var numbers = [1, 2]
    for number in 3...120 {
      numbers.insert(number, at: numbers.count - 1)
      try act(.add("stop", before: "stop:2"), leadingTo: numbers)
    }
    try expectTheWayBack(from: numbers)
  }

  @Test("Instances can be moved between the same positions again and again")
  func moving() throws {
    try store.replay(Array(repeating: .add("stop"), count: 5), to: key)
    try session.refresh()
    var numbers = [1, 2, 3, 4, 5]
    for round in 0..<150 {
      let moved = round.isMultiple(of: 3) ? numbers.removeLast() : numbers.removeFirst()
      let place = round.isMultiple(of: 3) ? 1 : 3
      let next = numbers[place]
      numbers.insert(moved, at: place)
      try act(
        .move(.instance("stop", number: moved), before: .instance("stop", number: next)), leadingTo: numbers)
    }
    try expectTheWayBack(from: numbers)
  }

  /// Undoes and redoes everything, and expects the same in another store.
  private func expectTheWayBack(from numbers: [Int]) throws {
    let (revision, digest) = (session.revision, try store.contents(of: key).digest)
    while session.undoNames.undo != nil { try session.undo() }
    #expect(shown == [])
    while session.undoNames.redo != nil { try session.redo() }
    #expect(shown == numbers && session.revision > revision)
    #expect(try store.contents(of: key).digest == digest)
    #expect(try store.check() == [])
    let elsewhere = try FormStore.inMemory()
    try elsewhere.importForms([try store.contents(ofForm: "tour")])
    #expect(try elsewhere.contents(of: key).digest == digest && elsewhere.check() == [])
  }
}
