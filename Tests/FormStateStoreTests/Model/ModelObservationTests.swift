import FormState
import Foundation
import Observation
import TestSupport
import Testing

@testable import FormStateStore

/// When a model notifies a view that reads it, how often, and which rows it reads again.
@Suite("A model's notifications to its views", .timeLimit(.minutes(15)))
@MainActor
struct ModelObservationTests {
  private let key = ResponseKey(form: "long")

  /// A group that opens to some rows, a section that folds, and a long section below.
  static func form(rows: Int) -> FormDefinition {
    FormDefinition(
      key: "long", title: "Long",
      sections: [
        FormSection(
          key: "top", title: "Top", isFoldable: true,
          cells: [
            FormCell(key: "group", kind: .group, title: "Group", isExpandable: true, additionalRows: 2),
            FormCell(key: "one", kind: .text, title: "One"), FormCell(key: "two", kind: .text, title: "Two"),
          ] + (0..<rows).map { FormCell(key: "row\($0)", kind: .text, title: "Row \($0)") }),
        FormSection(
          key: "more", title: "More", isFoldable: true,
          cells: (0..<3).map { FormCell(key: "more\($0)", kind: .text, title: "More \($0)") }),
      ])
  }

  private func model(rows: Int = 40) throws -> FormModel {
    let store = try FormStore.inMemory()
    try store.save(Self.form(rows: rows))
    return FormModel(try store.session(for: key, coalescing: .zero))
  }

  /// Counts how often the values read change, and reads them again after each change.
  @MainActor
  private final class Reader {
    private(set) var count = 0
    private let read: () -> Void

    init(_ read: @escaping () -> Void) {
      self.read = read
      follow()
    }

    private func follow() {
      withObservationTracking(read) {
        Task { @MainActor [weak self] in
          self?.count += 1
          self?.follow()
        }
      }
    }
  }

  /// Waits for the model and for everything else that waits for the main actor.
  private func settle(_ model: FormModel) async throws {
    await model.settle()
    await letOthersRun()
  }

  @Test("Only readers of a cell are notified of its change")
  func valuesOneByOne() async throws {
    let model = try model()
    let readers = (0..<20).map { number in Reader { _ = model.value(of: .key("row\(number)")) } }
    model.perform(.fold(section: "more"))
    model.perform(.tap("group"))
    try await settle(model)
    #expect(readers.map(\.count) == Array(repeating: 0, count: 20))
    model.perform(.set("row7", "Ada"))
    try await settle(model)
    #expect(readers.map(\.count) == (0..<20).map { $0 == 7 ? 1 : 0 })
  }

  @Test("Thirty queued actions notify a view once")
  func thirtyActions() async throws {
    let model = try model()
    let reader = Reader { _ = model.sections }
    for number in 0..<30 { model.perform(.set(.key("row\(number)"), "Ada")) }
    try await settle(model)
    #expect(reader.count == 1)
    #expect(model.sections[0].rows.prefix(31).dropFirst().allSatisfy { $0.value == "Ada" })
  }

  @Test("A refusal stays after a later action succeeds")
  func failure() async throws {
    let model = try model()
    model.perform(.set("nowhere", "Ada"))
    model.perform(.set("row1", "Ada"))
    await model.settle()
    #expect(model.failure as? ActionError == .unknownCell(key: "nowhere", nearest: nil))
  }

  @Test("Rows keep their identity and content when they move")
  func movedRows() async throws {
    let model = try model()
    let before = Dictionary(uniqueKeysWithValues: model.sections[0].rows.map { ($0.id, $0) })
    model.perform(.tap("group"))
    await model.settle()
    let rows = model.sections[0].rows
    #expect(rows.count == 43)
    #expect(rows.filter { before[$0.id] != nil && before[$0.id] != $0 }.map(\.id) == ["group"])
    #expect(rows.map(\.path.row) == Array(0..<43))
    #expect(Set(rows).isSuperset(of: before.values.filter { $0.id != "group" }))
  }

  @Test("An action reads only the rows that it changes")
  func rowsRead() async throws {
    let model = try model(rows: 500)
    func countRead(_ action: FormAction) async throws -> [Int] {
      let before = model.sections
      _ = try await model.perform(action).value
      return zip(model.sections, before).map { $0.rows.countRead(since: $1.rows) }
    }
    #expect(try await countRead(.tap("group")) == [3, 0])
    #expect(try await countRead(.set("row250", "Ada")) == [1, 0])
    #expect(try await countRead(.fold(section: "more")) == [0, 0])
    #expect(try await countRead(.unfold(section: "more")) == [0, 3])
    #expect(try await countRead(.tap("group")) == [1, 0])
    let before = model.sections
    for number in 0..<30 { model.perform(.set(.key("row\(number)"), "Ben")) }
    await model.settle()
    #expect(model.sections[0].rows.countRead(since: before[0].rows) == 30)
  }

  @Test("Undo, redo, a tap, a group and a change by others notify the readers of what changed, and of nothing else")
  func everyWay() async throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form(rows: 20))
    let model = FormModel(try store.session(for: key, coalescing: .zero))
    let values = (0..<20).map { number in Reader { _ = model.value(of: .key("row\(number)")) } }
    let faults = Reader { _ = model.faults }
    let list = Reader { _ = model.sections }
    var listBefore = 0
    func told(_ work: () throws -> Void) async throws -> [Int] {
      let counts = values.map(\.count)
      listBefore = list.count
      try work()
      try await settle(model)
      #expect(faults.count == 0)
      return zip(values, counts).enumerated().filter { $1.0.count > $1.1 }.map(\.offset)
    }
    #expect(try await told { model.perform(.set("row1", "x")) } == [1])
    #expect(try await told { model.perform(.set("row2", "x")) } == [2])
    #expect(try await told { model.undo() } == [2])
    #expect(try await told { model.redo() } == [2])
    #expect(try await told { model.perform(.tap("group")) } == [])
    #expect(list.count == listBefore + 1)
    #expect(try await told { model.undo() } == [])
    #expect(list.count == listBefore + 1)
    #expect(try await told { model.redo() } == [])
    #expect(
      try await told {
        model.group("G") { group in
          try group.apply(.set("row5", "x"))
          try group.apply(.set("row6", "x"))
        }
      } == [5, 6])
    #expect(try await told { model.perform(.checkpoint) } == [])
    #expect(try await told { model.perform(.markSaved) } == [])
    #expect(
      try await told {
        try store.apply(.set("row9", "elsewhere"), to: key)
        model.refresh()
      } == [9])
  }

  @Test("Readers of faults are notified when the faults change, even of one that another reader saw in between")
  func faults() async throws {
    let store = try FormStore.inMemory()
    try store.save(
      FormDefinition(key: "long") {
        FormSection(key: "s") {
          Cell.text("name").required()
          Cell.text("note")
        }
      })
    let model = FormModel(try store.session(for: key, coalescing: .zero))
    let reader = Reader { _ = model.faults }
    model.perform(.set("note", "x"))
    try await settle(model)
    #expect(reader.count == 0)
    model.perform(.set("name", "Ada"))
    try await settle(model)
    #expect(reader.count == 1 && model.faults == [])
    model.perform(.clear("name"))
    try await settle(model)
    #expect(reader.count == 2 && model.faults.map(\.kind) == [.required])
    // While more is pending, a reader sees the state in between.
    let first = model.perform(.set("name", "Ben"))
    let second = model.perform(.clear("name"))
    _ = try await first.value
    var seen: [Fault.Kind] = []
    let late = Reader { seen = model.faults.map(\.kind) }
    let kinds = seen
    _ = try await second.value
    try await settle(model)
    #expect(seen == [.required] && late.count == (kinds == seen ? 0 : 1))
  }

  @Test("A refresh shows changes by others, and reports why it failed")
  func refreshing() async throws {
    let store = try FormStore.inMemory()
    try store.save(Self.form(rows: 2))
    let model = FormModel(try store.session(for: key))
    try store.apply(.set("row1", "elsewhere"), to: key)
    #expect(model.value(of: "row1") == nil)
    let change = try await model.refresh().value
    #expect(change.revision == 1 && model.value(of: "row1") == "elsewhere" && model.failure == nil)
    #expect(try await model.refresh().value.batch.isEmpty)
  }
}
