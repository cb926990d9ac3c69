import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// Instances in table views and lists.
@Suite("Lists of instances")
struct InstanceListTests {
  private let key = ResponseKey(form: "trip")

  /// Passengers 1, 2 and 3 with a name each; the second has the bags 4 and 5.
  private func session() throws -> FormSession {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(
        key: "trip",
        sections: [
          FormSection(
            key: "people",
            cells: [
              FormCell(key: "destination", kind: .text, title: "Destination"),
              FormCell(
                key: "passenger", kind: .repeat, title: "Passengers", isExpandable: true, startsExpanded: true,
                additionalRows: 3),
              FormCell(key: "name", kind: .text, title: "Name"),
              FormCell(
                key: "bag", kind: .repeat, title: "Luggage", isExpandable: true, startsExpanded: true,
                additionalRows: 1),
              FormCell(key: "tag", kind: .text, title: "Tag"),
            ])
        ]))
    try store.replay(
      [.add("passenger"), .add("passenger"), .add("passenger"), .add("bag:2"), .add("bag:2")], to: key)
    return try store.session(for: key, coalescing: .zero)
  }

  /// The row of a cell in an instance.
  private func path(_ cell: String, _ instance: Int, in session: FormSession) throws -> RowPath {
    let rows = (0..<session.numberOfRows(in: 0)).map { RowPath(section: 0, row: $0) }
    return try #require(
      rows.first { path in
        let row = session.row(at: path)
        return row?.key == cell && row?.instance == session.state.number(instance)
      })
  }

  @Test("An address may be put together from its parts")
  func interpolation() throws {
    let session = try session()
    for position in 1...3 { try session.apply(.set("passenger[\(position)]/name", "No. \(position)")) }
    #expect((1...3).map { session.value(of: "name:\($0)") } == ["No. 1", "No. 2", "No. 3"] as [CellValue])
  }

  @Test("The name of a step has the number of the instance that it is about")
  func stepNames() throws {
    let session = try session()
    #expect(session.undoName == "Add to Luggage")
    for (action, name) in [
      (FormAction.set("passenger[2]/name", "Ada"), "Set Name (2)"), (.clear("name:2"), "Clear Name (2)"),
      (.set("tag:5", "red"), "Set Tag (5)"), (.move("passenger:3", before: "passenger:1"), "Move in Passengers (3)"),
      (.remove("bag:4"), "Remove from Luggage (4)"), (.set("destination", "Rome"), "Set Destination"),
    ] {
      try session.apply(action)
      #expect(session.undoName == name)
      try session.undo()
      #expect(session.redoName == name)
      try session.redo()
    }
  }

  @Test("A row belongs to its innermost instance, and an inner repeat's row to the outer instance")
  func rows() throws {
    let session = try session()
    #expect(session.instance(at: RowPath(section: 0, row: 0)) == nil)
    #expect(session.instance(at: RowPath(section: 0, row: 1)) == nil)
    #expect(session.instance(at: RowPath(section: 0, row: 99)) == nil)
    #expect(session.instance(at: try path("name", 3, in: session))?.position == 2)
    #expect(
      session.instance(at: try path("bag", 2, in: session))?.reference
        == .instance("passenger", number: session.state.number(2)))
    let bag = try #require(session.instance(at: try path("tag", 5, in: session)))
    #expect(bag.repeatKey == "bag" && bag.parent == session.state.number(2) && bag.position == 1 && bag.isCounted)
    #expect(bag.cell("tag") == .instance("tag", number: session.state.number(5)))
  }

  @Test("Dropping a row moves its instance, downwards after the target and upwards before it")
  func moves() throws {
    let session = try session()
    func passenger(_ counter: Int) -> CellReference { .instance("passenger", number: session.state.number(counter)) }
    let names = try (1...3).map { try path("name", $0, in: session) }
    #expect(session.moveAction(from: names[0], to: names[1]) == .move(passenger(1), before: passenger(3)))
    #expect(session.moveAction(from: names[0], to: names[2]) == .move(passenger(1), before: nil))
    #expect(session.moveAction(from: names[2], to: names[0]) == .move(passenger(3), before: passenger(1)))
    // A bag cannot move to another passenger, so its passenger moves.
    let tag = try path("tag", 4, in: session)
    #expect(
      session.moveAction(from: tag, to: try path("tag", 5, in: session))
        == .move(.instance("bag", number: session.state.number(4)), before: nil))
    #expect(session.moveAction(from: tag, to: names[0]) == .move(passenger(2), before: passenger(1)))
    #expect(session.moveAction(from: tag, to: RowPath(section: 0, row: 0)) == nil)
    #expect(session.moveAction(from: RowPath(section: 0, row: 0), to: tag) == nil)

    let action = try #require(session.moveAction(from: names[0], to: names[2]))
    try session.apply(action)
    #expect(session.instances(of: "passenger").map { $0.number >> 32 } == [2, 3, 1])
    #expect(session.instances(of: "passenger[1]/bag").map { $0.number >> 32 } == [4, 5])
    #expect(session.instances(of: "nobody") == [] && session.instances(of: "destination") == [])
  }

  @Test("A model moves or removes several instances in one undo step")
  @MainActor
  func model() async throws {
    let session = try session()
    let model = FormModel(session)
    model.moveInstances(fromOffsets: [0, 2], toOffset: 2, of: "passenger")
    await model.settle()
    #expect(model.instances(of: "passenger").map { $0.number >> 32 } == [2, 1, 3])
    model.removeInstances(atOffsets: [0, 2, 7], of: "passenger")
    await model.settle()
    #expect(model.instances(of: "passenger").map { $0.number >> 32 } == [1])
    model.undo()
    await model.settle()
    #expect(model.instances(of: "passenger").map { $0.number >> 32 } == [2, 1, 3])
    #expect(model.instances(of: "bag:2").map { $0.number >> 32 } == [4, 5])
    model.undo()
    await model.settle()
    #expect(model.instances(of: "passenger").map { $0.number >> 32 } == [1, 2, 3])
    model.addInstance(to: "passenger[1]/bag")
    await model.settle()
    #expect(model.instances(of: "bag:1").map { $0.number >> 32 } == [6] && model.failure == nil)
  }
}
