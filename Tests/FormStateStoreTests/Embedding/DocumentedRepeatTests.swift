#if !canImport(UIKit) && !canImport(SwiftUI)
import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateStore

/// Runs the code that the article on repeats shows.
@Suite("Documented repeats")
@MainActor
struct DocumentedRepeatTests {
  private func tripSession() throws -> FormSession {
    let store = try FormStore.inMemory()
    try store.save(trip)
    return try store.session(for: ResponseKey(form: "trip"))
  }

  @Test("Instances are added, moved and read as an array")
  func story() throws {
    let session = try tripSession()
    #expect(session.instances(of: "passenger").map(\.title) == ["Passenger 1"])

    try session.apply(.set("passenger[1]/name", "Ada"))
    try session.apply(.add("passenger"))
    let passengers = session.instances(of: "passenger")
    try session.apply(.set(passengers[1].cell("name"), "Ben"))
    try session.apply(.add(passengers[1].cell("bag")))
    try session.apply(.move(passengers[1].reference, before: passengers[0].reference))

    #expect(session.instances(of: "passenger").map(\.title) == ["Passenger 1: Ben", "Passenger 2: Ada"])
    #expect(session.instances(of: "passenger[1]/bag").map(\.position) == [0])

    let answers = try session.answers(as: Trip.self)
    let names = answers.passenger.compactMap(\.name)

    #expect(names == ["Ben", "Ada"])
    #expect(answers.price == 240 && answers.passenger.map(\.fare) == [120, 120])
    #expect(answers.passenger.map(\.bag.count) == [1, 0] && answers.passenger[0].bag[0].tag == nil)
    #expect(answers.destination == nil)
  }

  @Test("A table view moves an instance and removes one", .timeLimit(.minutes(15)))
  func table() async throws {
    let controller = FormTableController(session: try tripSession())
    let tableView = UITableView()
    tableView.dataSource = controller
    tableView.delegate = controller
    tableView.reloadData()
    try await controller.perform(.set("passenger[1]/name", "Ada"), on: tableView)
    try await controller.perform(.add("passenger"), on: tableView)
    #expect(tableView.drawn[1] == ["Passengers|", "  Passenger 1: Ada|", "  Passenger 2|"])
    #expect(!controller.tableView(tableView, canEditRowAt: IndexPath(row: 0, section: 1)))
    #expect(controller.tableView(tableView, canEditRowAt: IndexPath(row: 1, section: 1)))
    #expect(controller.tableView(tableView, canMoveRowAt: IndexPath(row: 2, section: 1)))

    let (first, second) = (IndexPath(row: 1, section: 1), IndexPath(row: 2, section: 1))
    controller.tableView(tableView, moveRowAt: first, to: second)
    try await waitUntil { tableView.drawn[1].last == "  Passenger 2: Ada|" }
    #expect(tableView.drawn[1] == ["Passengers|", "  Passenger 1|", "  Passenger 2: Ada|"])

    controller.tableView(tableView, commit: .delete, forRowAt: first)
    try await waitUntil { tableView.drawn[1].count == 2 }
    #expect(tableView.drawn[1] == ["Passengers|", "  Passenger 1: Ada|"])
    #expect(tableView.inconsistencies == [])
  }

  @Test("A list adds, moves and removes instances, each in one undo step")
  func list() async throws {
    let model = FormModel(try tripSession())
    func drawing() -> Drawing { Drawing(of: PassengerList(model: model)) }

    drawing().element("Add a passenger")?.tap()
    model.perform(.set("passenger[2]/name", "Ben"))
    await model.settle()
    #expect(drawing().texts == ["Passenger 1", "Passenger 2: Ben", "Add a passenger"])

    drawing().element("Passenger 2: Ben")?.move(0)
    await model.settle()
    #expect(drawing().texts == ["Passenger 1: Ben", "Passenger 2", "Add a passenger"])

    drawing().element("Passenger 2")?.delete()
    await model.settle()
    #expect(drawing().texts == ["Passenger 1: Ben", "Add a passenger"])
    #expect(model.failure == nil)

    model.undo()
    await model.settle()
    #expect(drawing().texts == ["Passenger 1: Ben", "Passenger 2", "Add a passenger"])
  }
}
#endif
