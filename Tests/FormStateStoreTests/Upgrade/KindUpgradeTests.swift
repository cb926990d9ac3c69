import FormState
import TestSupport
import Testing

@testable import FormStateStore

@Suite("Changing the kind of a question")
struct KindUpgradeTests {
  private static let options = ["a", "b"].map { FormCell(key: $0, kind: .option) }

  private static func form(_ kind: CellKind) -> FormDefinition {
    var cell = FormCell(key: "cell", kind: kind)
    guard kind == .group || kind == .choices else {
      return FormDefinition(key: "f", sections: [FormSection(key: "s", cells: [cell])])
    }
    (cell.isExpandable, cell.additionalRows, cell.summary) = (true, 2, .choice)
    return FormDefinition(key: "f", sections: [FormSection(key: "s", cells: [cell] + options)])
  }

  @Test(
    "An upgrade converts an answer if it fits exactly, or keeps it as a draft or set aside",
    arguments: TestSeeds.some(
      6,
      of: [
        (CellKind.text, CellValue.text("7"), CellKind.integer, "7"),
        (.text, "7.0", .integer, "draft 7.0"),
        (.text, "9223372036854775808", .integer, "draft 9223372036854775808"),
        (.text, "1.50", .decimal, "1.50"), (.text, "14:30", .time, "14:30:00"), (.text, "soon", .time, "draft soon"),
        (.text, "2026-11-21T14:30Z", .dateTime, "2026-11-21T14:30:00Z"), (.text, "a.jpg", .file, "a.jpg"),
        (.text, "", .file, "draft "), (.text, "a", .choices, #"["a"]"#), (.text, "c", .choices, "set aside"),
        (.text, "one\ntwo", .longText, "one\ntwo"), (.longText, "one\ntwo", .text, "one\ntwo"),
        (.integer, 7, .decimal, "7"), (.integer, 7, .slider, "7"), (.integer, 11, .slider, "draft 11"),
        (.integer, 7, .text, "7"), (.integer, 7, .time, "draft 7"),
        (.decimal, "7.00", .integer, "7"), (.decimal, "7.50", .integer, "draft 7.50"),
        (.decimal, "7.50", .slider, "7.5"),
        (.decimal, "0.1000000000000000055", .slider, "draft 0.1000000000000000055"), (.decimal, "1.50", .text, "1.50"),
        (.slider, 7, .integer, "7"), (.slider, 7.5, .integer, "draft 7.5"), (.slider, 7.5, .decimal, "7.5"),
        (.date, "2026-11-21", .dateTime, "draft 2026-11-21"),
        (.dateTime, "2026-11-21T00:00:00+01:00", .date, "2026-11-21"),
        (.dateTime, "2026-11-21T14:30:00Z", .date, "draft 2026-11-21T14:30:00Z"),
        (.group, "a", .choices, #"["a"]"#), (.choices, .choices(["b"]), .group, "b"),
        (.choices, .choices(["b", "a"]), .group, "set aside"), (.choices, .choices(["b", "a"]), .text, "b, a"),
        (.choices, .choices(["b", "a"]), .date, "draft b, a"),
        (.choices, .choices(["b", "a"]), .custom, #"["b","a"]"#),
      ]))
  func converted(old: CellKind, given: CellValue, new: CellKind, result: String) throws {
    let key = ResponseKey(form: "f")
    let store = try FormStore.inMemory()
    try store.save(Self.form(old))
    try store.apply(.set("cell", given), to: key)
    let before = try store.contents(of: key).state
    try store.save(Self.form(new))
    try store.upgrade(key)
    let state = try store.contents(of: key).state
    let cell = state.state(of: FormCell(key: "cell", kind: new))
    let outcome =
      cell.entry?.value?.plainText ?? cell.draft.map { "draft \($0)" }
      ?? (state.cells.keys.contains { $0.setAsideFrom == 1 } ? "set aside" : "gone")
    #expect(outcome == result)
    #expect(try store.check() == [])
    try store.apply(.undo(.everything), to: key)
    #expect(try store.contents(of: key).state == before)
    #expect(try store.check() == [])
  }
}
