import FormState
import Testing

@testable import FormStateCollector

@Suite("Definitions: what rows say") struct RowExampleTests {
  private let rows: DefinitionRows

  init() throws { rows = DefinitionRows(of: try EveryDefinition.form, digest: "0123") }

  /// The rows of a table that begin with some values, after the definition.
  private func rows(of table: DefinitionTable, with first: String...) -> [String] {
    let columns = Array(table.columns.dropFirst())
    return rows.rows(of: table).map { ComparedRow($0, columns, of: table) }
      .filter { Array($0.values.prefix(first.count)) == first }
      .map { ComparedRow(Array($0.values.dropFirst(first.count))).description }
  }

  private func values(_ cell: String, _ columns: String...) -> String? {
    rows.rows(of: .cell).first { ComparedRow($0, ["cell"], of: .cell).values == [cell] }
      .map { ComparedRow($0, columns, of: .cell).description }
  }

  @Test("A default has its type, its content, and what a person reads")
  func defaults() {
    func parts(_ cell: String) -> String? {
      values(cell, "default_type", "default_content", "default_readable", "default_translations")
    }
    #expect(parts("roof") == #"t | good | Good | {"fr":"Bon"}"#)
    #expect(parts("walls") == #"o | ["plain","good"] | plain, Good | {"fr":"plain, Bien"}"#)
    #expect(parts("fence") == #"b | false | Off | {"Deutsch (de)":"Aus","fr":"Désactivé"}"#)
    #expect(parts("gate") == #"b | true | open | {"fr":"ouvert"}"#)
    #expect(
      parts("built")
        == #"d | 1835-11-30 | November 30, 1835 | {"Deutsch (de)":"30. November 1835","fr":"30 novembre 1835"}"#)
    #expect(parts("rooms") == #"i | 7 | 7 rooms | {"fr":"7 pièces"}"#)
    #expect(parts("area") == #"n | 72.50 | 72.50 m² | {"Deutsch (de)":"72,50 m²","fr":"72,50 m²"}"#)
    #expect(parts("slope") == #"r | 2.5 | NULL | {"Deutsch (de)":"2,5","fr":"2,5"}"#)
    #expect(parts("own") == "i | 3 | NULL | NULL")
    #expect(parts("story") == "t | One line,\n\tand \"another\" | NULL | NULL")
    #expect(parts("damp") == "NULL | NULL | NULL | NULL")
  }

  @Test("The first value is the result of a rule, or else the default")
  func firstValues() {
    func parts(_ cell: String) -> String? {
      values(cell, "has_default", "first_type", "first_content", "first_readable", "is_first_calculated")
    }
    #expect(parts("twice") == "1 | i | 14 | NULL | 1")
    #expect(parts("none") == "1 | NULL | NULL | NULL | 0")
    #expect(parts("today") == "1 | NULL | NULL | NULL | 0")
    #expect(parts("town") == "1 | t | bay | The bay | 1")
    #expect(parts("fence") == "1 | b | false | Off | 0")
    #expect(parts("age") == "1 | i | 3 | NULL | 0")
    #expect(parts("pet-name") == "1 | NULL | NULL | NULL | 0")
    #expect(parts("name") == "0 | NULL | NULL | NULL | 0")
  }

  @Test("A condition names the repeats around its rule, and the instance that a count decides")
  func conditions() {
    #expect(
      rows(of: .condition, with: "pet-name") == [
        "relevance | person | 0 | 1", "relevance | school | 1 | 1", "relevance | pet | 1 | 1",
        "relevance | pet | 2 | 1",
        "relevance | pet-name | 2 | 1",
      ])
    #expect(
      rows(of: .condition, with: "steps") == [
        "sectionRelevance | rules | 0 | 1", "relevance | stairs | 0 | 0", "relevance | steps | 0 | 1",
      ])
    #expect(rows(of: .condition, with: "leak") == ["sectionRelevance | hidden-section | 0 | 0"])
    #expect(rows(of: .condition, with: "pet").count == 3)
    #expect(rows(of: .condition, with: "roof") == [])
  }

  @Test("A rule has its message, and its result in a new response")
  func rules() {
    #expect(
      rows(of: .rule, with: "name") == [
        "required | 0 | Name it. | error | 1", "constraint | 1 | The answer has to fulfil . = 'x'. | error | 1",
        "constraint | 2 | Too long. | warning | 1",
      ])
    #expect(
      rows(of: .rule, with: "twice") == [
        "constraint | 1 | The answer has to fulfil . < 10. | error | 0",
        "calculate | 0 | What is calculated is no integer that can stand here, so nothing does. | warning | 1",
      ])
    #expect(rows(of: .rule, with: "lost", "notOffered").map { $0.suffix(9) } == ["error | 0"])
    #expect(rows(of: .rule, with: "age").map { $0.suffix(9) } == ["error | 0", "error | 1"])
  }

  @Test("Options and switches say what values mean")
  func options() {
    #expect(rows(of: .option, with: "roof") == ["good | Good", "poor | Poor", "plain | plain"])
    #expect(rows(of: .option, with: "fence") == ["true | On", "false | Off"])
    #expect(rows(of: .option, with: "gate") == ["true | open", "false | shut"])
  }

  @Test("Names are there in another language, where they differ")
  func texts() {
    #expect(rows(of: .language) == ["en | 1", "Deutsch (de) | 0", "fr | 0"])
    #expect(rows(of: .text, with: "fr", "section") == ["kinds | Sortes"])
    #expect(rows(of: .text, with: "fr", "cell", "damp") == ["Cave › Humide"])
    #expect(rows(of: .text, with: "fr", "cell", "dark") == ["Cave"])
    #expect(rows(of: .text, with: "fr", "cell", "built") == [])
    #expect(rows(of: .text, with: "Deutsch (de)") == [])
  }

  @Test("Equal lists have their items once, and known lists none")
  func lists() {
    let digests = rows(of: .list)
    #expect(digests.count == 3)
    #expect(rows.listDigests.count == 2)
    #expect(rows.rows(of: .listItem).count == 4)
    var left: [PostgresValue] = []
    rows.forEachRow(of: .listItem, besides: rows.listDigests) { left += $0 }
    #expect(left == [])
  }

  @Test("A cell of another version is read as plain text")
  func unknownCell() {
    let text = rows.readable.text(of: .text("good"), inCell: "unknown")
    #expect(text == ReadableText(own: nil, translations: [:]))
  }

  @Test("An error ends the rows at once")
  func endedEarly() {
    struct Full: Error {}
    for table in DefinitionTable.allCases {
      var count = 0
      #expect(throws: Full.self) {
        try rows.forEachRow(of: table) { _ in
          count += 1
          throw Full()
        }
      }
      #expect(count == 1)
    }
  }
}
