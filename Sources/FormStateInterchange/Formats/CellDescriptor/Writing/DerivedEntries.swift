import FormState

/// What a writer has to say of keys and of the values of options, since a reader would derive others from the rest.
struct DerivedEntries {
  /// Who stands under whom in each section.
  let nestings: [Nesting]
  /// Whether a cell's key has to be written, for the rows of each section.
  private let writesKey: [ArraySlice<Bool>]
  /// The values that a reader derives for options, by the rows of each section.
  private let optionValues: [[Int: String]]
  /// How often it is looked what the keys that have to be written change for the others, before all are written.
  private static let mostRounds = 8

  /// Finds out what a reader derives.
  ///
  /// A reader looks at all cells when it derives a key, but a key that has to be written is taken, and may drive
  /// another cell to a name that a third one had. So it is looked again until nothing changes, which is seldom more
  /// than once.
  ///
  /// - Complexity: O(n) for n cells.
  init(of form: FormDefinition, naming: CellNaming) {
    nestings = form.sections.map { Nesting(of: $0) }
    var cells = CellsOfForm(form.sections, nestings: nestings, naming: naming, areNamed: true)
    if OriginalSpelling(of: form).titleKey == nil, !cells.haveTitles {
      // Without a key, a reader would take such a property for the title.
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

  /// The entries of a cell that name its key and its value as an option, where a reader would make others.
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
