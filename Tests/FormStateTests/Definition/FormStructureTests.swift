import TestSupport
import Testing

@testable import FormState

@Suite("The structure of a form")
struct FormStructureTests {
  /// The structure as a store hands it back.
  private static func restored(
    _ structure: FormStructure, levels: [UInt8]? = nil, traits: [CellTraits]? = nil, rowNumbers: [UInt32]? = nil,
    repeats: RepeatNesting? = nil
  ) -> FormStructure? {
    FormStructure(
      cellCounts: zip(structure.firstCells.dropFirst(), structure.firstCells).map(-),
      levels: levels ?? structure.levels,
      traits: (traits ?? structure.traits.map { $0.intersection(.own) }).map(\.rawValue),
      rowNumbers: rowNumbers ?? structure.rowNumbers, rowKinds: structure.rowKinds,
      repeats: repeats ?? structure.repeats)
  }

  @Test(
    "Descendants, parents and questions of options follow from the levels", arguments: TestSeeds.seeds(20, full: 500))
  func restored(seed: UInt64) throws {
    var random = RandomForm(seed: seed)
    let form = random.form(sections: 4, cellsPerSection: 30)
    let structure = form.structure
    let restored = try #require(Self.restored(structure))
    #expect(restored.additionalRows == structure.additionalRows && restored.parents == structure.parents)
    #expect(restored.traits == structure.traits && restored.firstCells == structure.firstCells)
    let cells = form.sections.flatMap(\.cells)
    #expect(cells.enumerated().allSatisfy { structure.fits($0.element, at: $0.offset) })
    #expect(cells.map(\.additionalRows) == structure.additionalRows.map { Int($0) })
  }

  private static let form = FormDefinition(
    key: "f",
    sections: [
      FormSection(
        key: "s",
        cells: [
          FormCell(key: "p", kind: .repeat, isExpandable: true, additionalRows: 2),
          FormCell(key: "g", kind: .group, isExpandable: true, additionalRows: 1), FormCell(key: "a", kind: .text),
          FormCell(key: "b", kind: .text),
        ])
    ])

  @Test(
    "Levels that no form has are refused",
    arguments: [
      [0, 1, 2], [0, 1, 2, 0, 0], [1, 1, 2, 0], [0, 2, 2, 0], [0, 1, 2, 255], [0, 1, 1, 1], [0, 0, 0, 0],
    ])
  func impossibleLevels(levels: [UInt8]) {
    #expect(Self.restored(Self.form.structure) != nil)
    #expect(Self.restored(Self.form.structure, levels: levels) == nil)
  }

  @Test("Unknown kinds of rows and other repeats are refused")
  func otherParts() {
    let structure = Self.form.structure
    #expect(Self.restored(structure, rowNumbers: [0, 0, 0, .max]) == nil)
    #expect(Self.restored(structure, rowNumbers: [0, 0]) == nil)
    #expect(Self.restored(structure, traits: [[], .isExpandable, [], []]) == nil)
    #expect(Self.restored(structure, traits: [[.isRepeat], [.isRepeat], [], []]) == nil)
    #expect(Self.restored(structure, repeats: RepeatNesting()) == nil)
  }

  @Test("Overlapping and endless counts have a structure as well")
  func irregularCounts() {
    func cell(_ rows: Int) -> FormCell {
      FormCell(key: "c\(rows)", kind: .group, isExpandable: true, additionalRows: rows)
    }
    let structure = FormStructure(of: [[cell(2), cell(.max), cell(0), cell(-4), cell(.max)]])
    #expect(structure.additionalRows == [2, 1, 0, 0, 0])
    #expect(structure.parents == [-1, 0, 1, -1, -1] && structure.levels == [0, 1, 2, 0, 0])
  }
}
