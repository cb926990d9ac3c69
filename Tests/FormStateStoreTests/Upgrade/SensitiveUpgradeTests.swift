import FormState
import TestSupport
import Testing

@testable import FormStateStore

/// A sensitive answer never moves to a cell that shows it in reports.
@Suite("Upgrades of sensitive answers")
struct SensitiveUpgradeTests {
  private let key = ResponseKey(form: "visit", response: "ada")
  private static let secret: CellValue = "Koch 1882"

  private func form(_ cells: FormCell...) -> FormDefinition {
    FormDefinition(key: "visit", sections: [FormSection(key: "s", title: "S", cells: cells)])
  }

  private func cell(_ key: String, isSensitive: Bool, isKeyDerived: Bool = false) -> FormCell {
    FormCell(key: key, kind: .text, title: "Diagnosis", isSensitive: isSensitive, isKeyDerived: isKeyDerived)
  }

  /// A response with the secret in a sensitive cell, and a newer version of its form.
  private func store(_ old: FormCell, _ new: FormCell) throws -> FormStore {
    let store = try FormStore.inMemory()
    try store.save(form(old))
    try store.apply(.set(.key(old.key), Self.secret), to: key)
    try store.save(form(new))
    return store
  }

  /// Whether a history without `--reveal` shows the secret.
  private func isShown(in store: FormStore) throws -> Bool {
    let sensitive = try store.sensitiveCells(ofForm: "visit")
    return try store.journal(of: key).contains { "\(sensitive.concealing($0))".contains("Koch") }
  }

  @Test("A mapping to a cell that is not sensitive is refused, for an upgrade and for what is set aside")
  func mapping() throws {
    let store = try store(cell("illness", isSensitive: true), cell("remark", isSensitive: false))
    let refusal = StoreError.unfitMapping(
      form: "visit",
      problems: [
        "“illness” is sensitive, and “remark” would show its answer in reports; make “remark” sensitive as well"
      ])
    #expect(throws: refusal) { try store.upgrade(key, mapping: ["illness": "remark"]) }
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.setAside]])
    #expect(throws: refusal) { try store.upgrade(key, mapping: ["illness": "remark"]) }
    #expect(throws: refusal) { try store.upgradePlan(for: key, mapping: ["illness": "remark"]) }
    #expect(try !isShown(in: store))
    #expect(try store.setAsideAnswers(of: key, limit: 10).answers.allSatisfy { $0.candidates.isEmpty })

    try store.save(form(cell("remark", isSensitive: true)))
    try store.upgrade(key, mapping: ["illness": "remark"])
    #expect(try store.contents(of: key).state.cells[StateSubject("remark")]?.entry == .value(Self.secret))
    #expect(try !isShown(in: store))
    #expect(try store.check() == [])
  }

  @Test("A cell without a key of its own, with the same title, does not get the answer")
  func sameTitle() throws {
    let store = try store(
      cell("diagnosis", isSensitive: true, isKeyDerived: true),
      cell("diagnosis-2", isSensitive: false, isKeyDerived: true))
    let plan = try store.upgrade(key)
    #expect(plan.cells.map(\.fates) == [[.setAside]] && plan.cells.map(\.candidates) == [[]])
    #expect(try !isShown(in: store))
    #expect(try store.check() == [])
  }

  @Test("An undo of the upgrade sets aside what was noted since, and restores the former answer")
  func undo() throws {
    let store = try FormStore.inMemory()
    try store.save(form(cell("remark", isSensitive: false)))
    try store.apply(.set(.key("remark"), "Coughs"), to: key)
    try store.save(form(cell("illness", isSensitive: true)))
    try store.upgrade(key, mapping: ["remark": "illness"])
    try store.apply(.set(.key("illness"), Self.secret), to: key)
    // This cannot be undone, so it is left when the answer and the upgrade are.
    try store.apply(.markSaved, to: key)
    try store.undo(of: key, count: 2)
    let state = try store.contents(of: key).state
    #expect(state.cells[StateSubject("remark")]?.entry == .value("Coughs"))
    #expect(state.cells[StateSubject("illness", setAsideFrom: 2)]?[.saved] == .value(Self.secret))
    #expect(try !isShown(in: store))
    #expect(try store.check() == [])
    try store.redo(of: key, count: 2)
    #expect(try store.contents(of: key).answers().map(\.value) == [Self.secret])
    #expect(try !isShown(in: store))
    #expect(try store.check() == [])
  }

  @Test("The same cell may lose its mark; reports still leave out what it contains")
  func sameKey() throws {
    let store = try store(cell("illness", isSensitive: true), cell("illness", isSensitive: false))
    #expect(try store.upgrade(key).cells.map(\.fates) == [[.kept]])
    #expect(try store.contents(of: key).answers().map(\.value) == [Self.secret])
    #expect(try !isShown(in: store))
  }
}
