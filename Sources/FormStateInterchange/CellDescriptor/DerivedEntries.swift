import FormState

/// What a writer has to say of keys and of the values of options, since a reader would derive others from the rest.
struct DerivedEntries {
  /// Who stands under whom in each section.
  let nestings: [Nesting]
  /// The keys that a reader derives, for each section.
  private let keys: [ArraySlice<String>]
  /// The values that a reader derives for options, by the rows of each section.
  private let optionValues: [[Int: String]]

  /// Finds out what a reader derives.
  ///
  /// A key that has to be written changes nothing for the others, since a reader looks at all cells when it derives one.
  ///
  /// - Complexity: O(n) for n cells.
  init(of form: FormDefinition, naming: CellNaming) {
    nestings = form.sections.map { Nesting(of: $0) }
    let cells = CellsOfForm(form.sections, nestings: nestings, naming: naming, areNamed: true)
    let all = DerivedKeys(cells).keys
    var keys: [ArraySlice<String>] = []
    var optionValues: [[Int: String]] = []
    for (index, section) in form.sections.enumerated() {
      let start = cells.start(ofSection: index)
      keys.append(all[start..<start + section.cells.count])
      optionValues.append(Self.optionValues(of: section, nesting: nestings[index], keys: keys[index], naming: naming))
    }
    self.keys = keys
    self.optionValues = optionValues
  }

  private static func optionValues(
    of section: FormSection, nesting: Nesting, keys: ArraySlice<String>, naming: CellNaming
  ) -> [Int: String] {
    guard section.cells.contains(where: { $0.kind == .option }) else { return [:] }
    var values: [Int: String] = [:]
    let children = Children(nesting: nesting)
    for row in section.cells.indices {
      let options = children.positions(under: row).filter { section.cells[$0].kind == .option }
      guard !options.isEmpty else { continue }
      let given = options.map { option in
        keys[keys.startIndex + option] == section.cells[option].key && section.cells[option].isKeyDerived
          ? nil : section.cells[option].optionValue
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
    let derived = keys[section][keys[section].startIndex + row]
    let isDerived = cell.isKeyDerived && derived == cell.key
    if !isDerived { entries.append((.key, .string(cell.key))) }
    if let value = cell.optionValue, value != (isDerived ? optionValues[section][row] : cell.key) {
      entries.append((.optionValue, .string(value)))
    }
    return entries
  }
}
