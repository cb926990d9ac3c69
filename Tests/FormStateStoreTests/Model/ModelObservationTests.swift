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
}
