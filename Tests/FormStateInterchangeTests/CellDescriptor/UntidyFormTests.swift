import FormState
import FormStateStore
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Untidy property lists")
struct UntidyFormTests {
  @Test(
    "With contradictory flags, the visible rows are the tutorial's, and the export is equal",
    arguments: TestSeeds.seeds(50, full: 2000))
  func contradictory(seed: UInt64) throws {
    let replay = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var untidy = UntidyForm(seed: seed)
    let sections = untidy.contradictorySections()
    let document = untidy.document(sections)
    guard document != .array([]) else { return }
    let result = try imported(try UntidyForm.data(document))
    #expect(
      NaiveModel.visibleRows(of: result.form, state: ResponseState()) == UntidyForm.visibleRows(of: sections), replay)
    let written = try CellDescriptorPlist.write(untouched(result.form), as: .binary)
    #expect(try Document.read(written).root == document, replay)
    #expect(Set(result.diagnostics.map { [$0.key, $0.problem, $0.action] }).count == result.diagnostics.count, replay)
  }

  @Test(
    "A filled-in untidy form, exported and imported, shows the same rows, titles and values",
    arguments: TestSeeds.seeds(10, full: 300) + [18_082_768_321_304_680_456])
  func filledIn(seed: UInt64) throws {
    let replay = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var untidy = UntidyForm(seed: seed)
    let form = try imported(try UntidyForm.data(untidy.document(untidy.contradictorySections()))).form
    guard form.cellCount > 0 else { return }
    var random = RandomForm(seed: seed)
    let contents = try RandomResponse.contents(of: unfoldable(form), random: &random)
    let expected = NaiveModel.rows(of: contents.form, state: contents.state)
    let again = try imported(try CellDescriptorPlist.write(contents, as: .binary)).form
    let shown = NaiveModel.rows(of: again, state: ResponseState())
    #expect(shown.map { $0.map(\.key) } == expected.map { $0.map(\.key) }, replay)
    #expect(shown.map { $0.map(\.content.title) } == expected.map { $0.map(\.content.title) }, replay)
    // A property list cannot distinguish an empty text from a missing one.
    let values = { (rows: [[NaiveModel.Row]]) in rows.map { $0.map { $0.content.value?.plainText ?? "" } } }
    #expect(values(shown) == values(expected), replay)
    #expect(shown.map { $0.map(\.isExpanded) } == expected.map { $0.map(\.isExpanded) }, replay)
    #expect(again.sections.map { $0.cells.map(\.isHidden) } == form.sections.map { $0.cells.map(\.isHidden) }, replay)
  }

  @Test(
    "A form in the tutorial's shape reacts to taps as in the tutorial",
    arguments: TestSeeds.seeds(30, full: 300))
  func taps(seed: UInt64) throws {
    let replay = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var untidy = UntidyForm(seed: seed)
    var sections = untidy.tutorialSections()
    let result = try imported(try UntidyForm.data(untidy.document(sections)))
    let store = try FormStore.inMemory()
    try store.save(result.form)
    let session = try store.session(for: ResponseKey(form: result.form.key))
    for _ in 0..<20 {
      let section = untidy.number(0...sections.count - 1)
      let visible = UntidyForm.visibleRows(of: sections)[section]
      let row = untidy.number(0...visible.count - 1)
      // Other tests cover what else a tap on an option does.
      guard sections[section][visible[row]].isExpandable else { continue }
      UntidyForm.tap(visible[row], in: &sections[section])
      try session.apply(.tap(.rowPath(RowPath(section: section, row: row))))
      #expect(session.visibleRowsPerSection == UntidyForm.visibleRows(of: sections), replay)
    }
  }

  @Test(
    "A form that was edited after import is exported as edited",
    arguments: TestSeeds.seeds(25, full: 1000) + [14_507_110_258_743_611_394])
  func edited(seed: UInt64) throws {
    let replay = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    var untidy = UntidyForm(seed: seed)
    var form = try imported(try UntidyForm.data(untidy.document(untidy.contradictorySections()))).form
    for index in form.sections.indices where !form.sections[index].cells.isEmpty {
      // The last cell is removed, also from the ranges around it.
      let last = form.sections[index].cells.count - 1
      for row in 0..<last where row + form.sections[index].cells[row].additionalRows >= last {
        form.sections[index].cells[row].additionalRows -= 1
      }
      form.sections[index].cells.removeLast()
      for row in 0..<last where form.sections[index].cells[row].kind == .text {
        form.sections[index].cells[row].subtitle = "Edited"
      }
    }
    guard form.cellCount > 0, form.definitionFaults().isEmpty else { return }
    let again = try imported(try CellDescriptorPlist.write(untouched(form), as: .binary)).form
    let cells = again.sections.flatMap(\.cells)
    let expected = form.sections.flatMap(\.cells)
    #expect(cells.map(\.key) == expected.map(\.key), replay)
    #expect(cells.map(\.additionalRows) == expected.map(\.additionalRows), replay)
    #expect(cells.map(\.subtitle) == expected.map(\.subtitle), replay)
    #expect(cells.map(\.isHidden) == expected.map(\.isHidden), replay)
    #expect(cells.map(\.startsExpanded) == expected.map(\.startsExpanded), replay)
    #expect(cells.map(\.defaultValue) == expected.map(\.defaultValue), replay)
  }

  private func untouched(_ form: FormDefinition) throws -> ResponseContents {
    let store = try FormStore.inMemory()
    try store.save(form)
    return try store.contents(of: ResponseKey(form: form.key))
  }

  /// A property list cannot express folds.
  private func unfoldable(_ form: FormDefinition) -> FormDefinition {
    var form = form
    for index in form.sections.indices { form.sections[index].isFoldable = false }
    return form
  }
}
