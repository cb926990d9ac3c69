import FormState
import Testing

@testable import FormStateCollector

/// Compares the rows of a form with the SQLite file of a device that has it.
struct DefinitionComparison {
  let form: FormDefinition
  let device: DeviceDefinition
  let rows: DefinitionRows
  let place: Comment

  init(of form: FormDefinition, _ place: Comment) throws {
    self.form = form
    self.place = place
    device = try DeviceDefinition(of: form)
    rows = DefinitionRows(of: form, digest: device.digest)
  }

  /// Expects that all tables are as the file says.
  func expectEqualRows() throws {
    try expect(.section, ["section", "position", "title"], DeviceQueries.sections)
    try expect(
      .cell,
      [
        "cell", "form", "section", "section_title", "section_position", "position", "kind", "question", "repeat",
        "minimum", "maximum", "list", "is_question", "is_hidden", "is_conditional", "has_default",
      ], DeviceQueries.cells)
    try expect(.condition, ["cell", "field", "subject", "depth", "holds"], DeviceQueries.conditions)
    try expect(.rule, ["cell", "kind", "number", "message", "severity", "holds"], DeviceQueries.rules)
    try expect(.option, ["cell", "value", "title"], DeviceQueries.options)
    try expect(.list, ["name", "list"], DeviceQueries.lists)
    try expect(.listItem, ["list", "position", "value", "title"], DeviceQueries.listItems)
    try expect(.language, ["language", "is_own"], DeviceQueries.languages)
    try expectValues()
    try expectTexts()
    try expectStoredProperties()
    try expectUntouchedResponse()
    expectTranslatedValues()
  }

  /// Expects that rows have the width of their table, and the digest of the definition.
  func expectShape() {
    for table in DefinitionTable.allCases {
      for row in rows.rows(of: table) {
        #expect(row.count == table.columns.count, place)
        if table != .listItem { #expect(row.first == .text(device.digest), place) }
      }
    }
  }

  private func expect(_ table: DefinitionTable, _ columns: [String], _ sql: String) throws {
    let found = rows.rows(of: table).map { ComparedRow($0, columns, of: table) }.sorted()
    expect(found, try device.rows(sql), "\(table.rawValue)")
  }

  private func expect(_ found: [ComparedRow], _ expected: [ComparedRow], _ what: String) {
    guard found != expected else { return }
    let (found, expected) = (Set(found), Set(expected))
    Issue.record("\(what): \(found.subtracting(expected)) instead of \(expected.subtracting(found)); \(place)")
  }

  private func expectValues() throws {
    let columns = [
      "cell", "default_type", "default_content", "default_readable", "first_type", "first_content", "first_readable",
      "is_first_calculated",
    ]
    // A file stores no readable text that is its value, but the views of both show one.
    let found = rows.rows(of: .cell).filter { ComparedRow($0, ["is_question"], of: .cell).values == ["1"] }.map { row in
      var values = ComparedRow(row, columns, of: .cell).values
      values[3] = values[3] ?? values[2]
      values[6] = values[6] ?? values[5]
      return ComparedRow(values)
    }
    expect(found.sorted(), try device.rows(DeviceQueries.values), "values")
  }

  /// A form in one of its languages alone has the texts of that language in the file.
  private func expectTexts() throws {
    let own = Set(try device.rows(DeviceQueries.texts))
    var expected: [ComparedRow] = []
    for language in form.translations.map(\.language) {
      let shown = try DeviceDefinition(of: try #require(form.inLanguage(language)))
      expected += try shown.rows(DeviceQueries.texts).filter { !own.contains($0) }.map {
        ComparedRow([language] + $0.values)
      }
    }
    expect(rows.compared(.text, "language", "subject", "key", "text"), expected.sorted(), "texts")
  }

  private func expectStoredProperties() throws {
    let cells = rows.rows(of: .cell)
    let questions = cells.filter { ComparedRow($0, ["is_question"], of: .cell).values == ["1"] }
    expect(
      questions.map { ComparedRow($0, ["cell", "repeat"], of: .cell) }.sorted(),
      try device.rows(DeviceQueries.repeats), "repeats")
    let outside = keysOutsideOfRepeats
    expect(
      rows.compared(.condition, "cell", "field", "subject", "depth", "holds").filter { row in
        outside.contains(row.values[0] ?? "")
      }, try device.rows(DeviceQueries.storedConditions), "conditions")
  }

  private var keysOutsideOfRepeats: Set<String> {
    Set(
      rows.compared(.cell, "cell", "repeat", "is_question").filter { $0.values[1] == "" && $0.values[2] == "1" }
        .compactMap { $0.values[0] })
  }

  /// What follows from the rows for a response that nobody touched is what the file's views show.
  private func expectUntouchedResponse() throws {
    let unmet = Set(rows.compared(.condition, "cell", "holds").filter { $0.values[1] == "0" }.map { $0.values[0] })
    let relevant = keysOutsideOfRepeats.filter { !unmet.contains($0) }
    let values = rows.compared(.cell, "cell", "first_content", "first_readable", "is_first_calculated")
      .filter { relevant.contains($0.values[0] ?? "") }
    let answers = values.filter { $0.values[1] != nil }.map { row in
      ComparedRow([
        row.values[0], "1", row.values[2] ?? row.values[1], row.values[3] == "1" ? "calculated" : "default",
      ])
    }
    expect(answers.sorted(), try device.rows(DeviceQueries.answers), "answers")
    let filled = Set(values.filter { !($0.values[1] ?? "").isEmpty }.map { $0.values[0] })
    let faults = rows.compared(.rule, "cell", "kind", "number", "message", "severity", "holds").filter { row in
      guard relevant.contains(row.values[0] ?? "") else { return false }
      let holds = row.values[5] == "1"
      return row.values[1] == "required" ? holds && !filled.contains(row.values[0]) : !holds
    }
    expect(
      faults.map { ComparedRow(Array($0.values.dropLast())) }.sorted(), try device.rows(DeviceQueries.faults), "faults")
  }

  /// Values in other languages are what a view in those languages shows.
  private func expectTranslatedValues() {
    for translation in form.translations {
      guard let view = LanguageView(of: form, in: translation.language, state: ResponseState()) else {
        Issue.record("there is no view in \(translation.language); \(place)")
        continue
      }
      for (own, other) in zip(form.surroundedCells, view.form.surroundedCells) {
        let calculated = form.fresh.state(ofCell: own.cell.key)[.calculated]?.value
        for value in [own.cell.defaultValue, calculated].compactMap({ $0 }) {
          let expected = other.cell.readableText(of: value, view.formats) {
            view.form.titlesOfOptions(under: other.place)[$0]
          }
          let found = rows.readable.text(of: value, inCell: own.cell.key)
          let shown = found.translations[translation.language] ?? found.own ?? value.plainText
          #expect(shown.isSpelled(like: expected), place)
          #expect(found == rows.readable.text(of: value, in: own.cell, at: own.place), place)
        }
      }
    }
  }
}
