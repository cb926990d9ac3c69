import FormState

/// The keys and values of options that must be written, since a reader would derive others.
struct DerivedEntries {
  /// The nesting of cells in each section.
  let nestings: [Nesting]
  /// Whether a cell's key has to be written, for the rows of each section.
  private let writesKey: [ArraySlice<Bool>]
  /// The values that a reader derives for options, by the rows of each section.
  private let optionValues: [[Int: String]]
  /// The maximum number of passes over the effects of written keys, before all keys are written.
  private static let mostRounds = 8

  /// Determines the keys that a reader would derive.
  ///
  /// A reader derives a key from all cells, but a written key is taken and may drive another cell to a name that a
  /// third one had. The pass is repeated until nothing changes, which is seldom more than once.
  ///
  /// - Complexity: O(n) for n cells.
  init(of form: FormDefinition, naming: CellNaming) {
    nestings = form.sections.map { Nesting(of: $0) }
    var cells = CellsOfForm(form.sections, nestings: nestings, naming: naming, areNamed: true)
    if OriginalSpelling(of: form).titleKey == nil, !cells.haveTitles {
      // Without a key, a reader would use such a property as the title.
      cells.give { $0.properties.contains { CellDescriptorNames.mayHoldTitle($0, $1) } }
    }
    var rounds = 0
    while cells.give(unlike: DerivedKeys(cells).keys) {
      rounds += 1
      guard rounds < Self.mostRounds else {
        cells.giveAll()
        break
      }
    }
    var writesKey: [ArraySlice<Bool>] = []
    var optionValues: [[Int: String]] = []
    for (index, section) in form.sections.enumerated() {
      let start = cells.start(ofSection: index)
      writesKey.append(cells.isGiven[start..<start + section.cells.count])
      optionValues.append(
        Self.optionValues(of: section, nesting: nestings[index], writesKey: writesKey[index], naming: naming))
    }
    self.writesKey = writesKey
    self.optionValues = optionValues
  }

  private static func optionValues(
    of section: FormSection, nesting: Nesting, writesKey: ArraySlice<Bool>, naming: CellNaming
  ) -> [Int: String] {
    guard section.cells.contains(where: { $0.kind == .option }) else { return [:] }
    var values: [Int: String] = [:]
    let children = Children(nesting: nesting)
    for row in section.cells.indices {
      let options = children.positions(under: row).filter { section.cells[$0].kind == .option }
      guard !options.isEmpty else { continue }
      let given = options.map { option in
        writesKey[writesKey.startIndex + option] ? section.cells[option].optionValue : nil
      }
      let question = OptionsOfQuestion(
        options: options.map { section.cells[$0] }, givenValues: given, naming: naming)
      for (option, value) in zip(options, DerivedKeys(question).keys) { values[option] = value }
    }
    return values
  }

  /// The entries for a cell's key and its value as an option, if a reader would derive others.
  func entries(section: Int, row: Int, of cell: FormCell) -> [(key: CellDescriptorKey, value: PropertyValue)] {
    var entries: [(key: CellDescriptorKey, value: PropertyValue)] = []
    let writesKey = writesKey[section][writesKey[section].startIndex + row]
    if writesKey { entries.append((.key, .string(cell.key))) }
    if let value = cell.optionValue, value != (writesKey ? cell.key : optionValues[section][row]) {
      entries.append((.optionValue, .string(value)))
    }
    return entries
  }
}
