import FormState
import Foundation
import TestSupport
import Testing

@testable import FormStateInterchange

@Suite("Derived keys")
struct DerivedKeyTests {
  private func keys(_ sections: [String]...) throws -> [String] {
    try imported(PlistText.document(sections)).form.sections.flatMap(\.cells).map(\.key)
  }

  private func field(
    _ title: String, _ subtitle: String = "", value: String = "", of identifier: String = "idCellTextfield"
  )
    -> String
  { PlistText.cell(identifier, title, subtitle, value: "<string>\(value)</string>") }

  private func question(_ title: String, _ options: String...) -> [String] {
    [PlistText.heading(title, rows: options.count)]
      + options.map { PlistText.cell("idCellValuePicker", $0, visible: false) }
  }

  @Test("A unique title is the key, whatever else the cell has")
  func alone() throws {
    #expect(try keys([field("Name", "As in the passport", value: "Ada"), field("Age")]) == ["name", "age"])
  }

  @Test("Equal options are distinguished by their question, and a new question changes no key")
  func sameOptions() throws {
    let two = question("Smoker", "Yes", "No") + question("Diver", "Yes", "No")
    let expected = ["smoker", "smoker-yes", "smoker-no", "diver", "diver-yes", "diver-no"]
    #expect(try keys(two) == expected)
    #expect(try keys(question("Pilot", "Yes", "No") + two).suffix(6) == expected[...])
    #expect(try keys(two, question("Pilot", "Yes", "No")).prefix(6) == expected[...])
    let values = try imported(PlistText.document([two])).form.sections[0].cells.map(\.optionValue)
    #expect(values == [nil, "yes", "no", nil, "yes", "no"])
  }

  @Test("Equal titles are extended by other title, identifier, kind, value, then properties")
  func distinctions() throws {
    #expect(try keys([field("Name", "First"), field("Name", "Last")]) == ["name-first", "name-last"])
    #expect(try keys([field("Name"), field("Name", of: "myFancyCell")]) == ["name-textfield", "name-my-fancy-cell"])
    #expect(
      try keys([
        field("Sport", of: "mine"),
        PlistText.cell("mine", "Sport", replacing: [("cellKind", "<string>label</string>")]),
      ])
        == ["sport-mine-custom", "sport-mine-label"])
    #expect(
      try keys([field("Name", value: "Ada"), field("Name", value: "Eve")])
        == ["name-textfield-text-ada", "name-textfield-text-eve"])
    let cell = { (flag: Bool) in
      PlistText.cell("idCellTextfield", "Name", replacing: [("must", "<\(flag)/>"), ("n", "<integer>1</integer>")])
    }
    #expect(try keys([cell(true), cell(false)]) == ["name-textfield-text-true-1", "name-textfield-text-false-1"])
  }

  @Test("Indistinguishable cells are numbered, from 1 under each cell")
  func equals() throws {
    #expect(
      try keys([field("Name"), field("Age"), field("Name"), field("name?")]) == ["name", "age", "name-2", "name-3"])
    #expect(
      try keys(question("Smoker", "Yes", "Yes") + question("Diver", "Yes", "Yes")) == [
        "smoker", "smoker-yes", "smoker-yes-2", "diver", "diver-yes", "diver-yes-2",
      ])
  }

  @Test("Of equal titles at different levels, the upper cell has the short key")
  func levels() throws {
    let nested = [
      PlistText.heading("Address", rows: 2), PlistText.cell("idCellTextfield", "Address", visible: false),
      PlistText.cell("idCellTextfield", "City", visible: false),
    ]
    #expect(try keys(nested) == ["address", "address-address", "city"])
    #expect(try keys([field("City")] + nested) == ["city", "address", "address-address", "address-city"])
  }

  @Test("A given key belongs to its cell and does not change the others")
  func given() throws {
    let named = PlistText.cell("idCellTextfield", "Name", replacing: [("key", "<string>call</string>")])
    #expect(try keys([field("Name"), field("Name"), field("Call")]) == ["name", "name-2", "call"])
    #expect(try keys([named, field("Name"), field("Call")]) == ["call", "name-2", "call-textfield"])
  }

  @Test("A title of a megabyte gives a short key")
  func longTitles() throws {
    let title = String(repeating: "Wörter und ", count: 100_000)
    let all = try keys(question(title, "Yes", "Yes", "", "", title) + question("Diver", "Yes"))
    #expect(Set(all).count == all.count)
    #expect(all.allSatisfy { $0.utf8.count < 400 })
  }

  @Test(
    "Adding a cell changes only the keys of cells with the same title",
    arguments: TestSeeds.seeds(40, full: 2000))
  func stability(seed: UInt64) throws {
    var random = RandomCells(seed: seed)
    let cells = random.cells()
    let before = try random.keys(of: cells)
    #expect(Set(before.map(\.key)).count == before.count)
    let (more, place) = random.inserting(into: cells)
    var after = try random.keys(of: more)
    let new = after.remove(at: place)
    let replay = Comment(rawValue: "replay with FORMSTATE_TEST_SEED=\(seed)")
    for (old, now) in zip(before, after) where old.key != now.key {
      // The cell, or the cell above it, has the title of the new one.
      let titles = [now.title] + now.titlesAbove
      #expect(titles.contains(new.title), replay)
    }
    if !before.contains(where: { $0.title == new.title }) { #expect(before.map(\.key) == after.map(\.key), replay) }
  }
}

/// Random questions with options, some of them alike.
private struct RandomCells {
  struct Cell {
    var title: String
    var subtitle = ""
    var identifier = "idCellTextfield"
    var options: [Cell] = []
  }

  struct Named {
    let title: String
    let key: String
    let titlesAbove: [String]
  }

  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  private mutating func cell(mayHaveOptions: Bool = true) -> Cell {
    // Words that are not prefixes of each other.
    let words = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta"]
    var cell = Cell(title: words[number(0..<8)])
    if number(0..<3) == 0 { cell.subtitle = ["East", "West"][number(0..<2)] }
    if number(0..<3) == 0 { cell.identifier = ["mine", "idCellSlider"][number(0..<2)] }
    if mayHaveOptions, number(0..<2) == 0 {
      cell.identifier = "idCellNormal"
      cell.options = (0..<number(1..<4)).map { _ in
        var option = self.cell(mayHaveOptions: false)
        option.identifier = "idCellValuePicker"
        return option
      }
    }
    return cell
  }

  mutating func cells() -> [Cell] { (0..<number(1..<8)).map { _ in cell() } }

  /// The cells with one more at a random place at the top level, and its place among all.
  mutating func inserting(into cells: [Cell]) -> (cells: [Cell], place: Int) {
    var more = cells
    let index = number(0..<cells.count + 1)
    var new = cell(mayHaveOptions: false)
    if number(0..<2) == 0 { new.title = "Omega" }
    more.insert(new, at: index)
    return (more, cells.prefix(index).reduce(0) { $0 + 1 + $1.options.count })
  }

  /// The cells as an importer names them.
  func keys(of cells: [Cell]) throws -> [Named] {
    var texts: [String] = []
    var titles: [(title: String, above: [String])] = []
    for cell in cells {
      let isOpenable = !cell.options.isEmpty
      texts.append(
        PlistText.cell(
          cell.identifier, isOpenable ? cell.subtitle : cell.title, isOpenable ? cell.title : cell.subtitle,
          rows: cell.options.count, expandable: isOpenable))
      titles.append((cell.title, []))
      for option in cell.options {
        texts.append(PlistText.cell(option.identifier, option.title, option.subtitle, visible: false))
        titles.append((option.title, [cell.title]))
      }
    }
    let form = try DefinitionImporter.read(
      PlistText.document([texts]), settings: ImportSettings(sourceName: "random.plist")
    ).form
    return zip(titles, form.sections[0].cells).map { Named(title: $0.title, key: $1.key, titlesAbove: $0.above) }
  }
}
