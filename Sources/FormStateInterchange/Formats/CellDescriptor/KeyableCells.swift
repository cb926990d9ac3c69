import FormState

/// The cells of all sections, whose keys are unique in the form.
struct CellsOfForm: KeyableCells {
  private let sections: [FormSection]
  private let nestings: [Nesting]
  let naming: CellNaming
  /// Whether the cells already have keys, and only a reader's derivation is compared.
  private let areNamed: Bool
  /// The place of the first cell of each section among all cells.
  private let starts: [Int]
  private let sectionOfCell: [Int32]
  /// Whether the document gives a cell's key, for each of all cells.
  private(set) var isGiven: [Bool]

  /// Prepares the cells of sections.
  ///
  /// - Parameters:
  ///   - nestings: the nesting of cells in each section.
  ///   - areNamed: whether the cells already have keys, and only a reader's derivation is compared.
  init(_ sections: [FormSection], nestings: [Nesting], naming: CellNaming, areNamed: Bool) {
    self.areNamed = areNamed
    self.sections = sections
    self.nestings = nestings
    self.naming = naming
    var starts: [Int] = []
    var sectionOfCell: [Int32] = []
    var isGiven: [Bool] = []
    let count = sections.reduce(0) { $0 + $1.cells.count }
    sectionOfCell.reserveCapacity(count)
    isGiven.reserveCapacity(count)
    for (index, section) in sections.enumerated() {
      starts.append(sectionOfCell.count)
      for row in section.cells.indices {
        sectionOfCell.append(Int32(clamping: index))
        isGiven.append(!section.cells[row].isKeyDerived)
      }
    }
    self.starts = starts
    self.sectionOfCell = sectionOfCell
    self.isGiven = isGiven
  }

  /// Marks the keys that differ from the derived ones as given; returns whether there are new ones.
  mutating func give(unlike derived: [String]) -> Bool {
    var areMore = false
    for (index, key) in derived.enumerated() where !isGiven[index] && cell(index).key != key {
      isGiven[index] = true
      areMore = true
    }
    return areMore
  }

  /// Marks the keys of some cells as given. O(n).
  mutating func give(where isSuch: (FormCell) -> Bool) {
    for index in isGiven.indices where lend(index, to: isSuch) { isGiven[index] = true }
  }

  /// Whether any cell has a title or a secondary title. O(n).
  var haveTitles: Bool {
    (0..<count).contains { lend($0) { !naming.state.title(of: $0, naming.fresh).isEmpty || !$0.subtitle.isEmpty } }
  }

  /// Marks all keys as given.
  mutating func giveAll() {
    isGiven = [Bool](repeating: true, count: isGiven.count)
  }

  var count: Int { sectionOfCell.count }

  /// The place of a section's first cell among all cells.
  func start(ofSection section: Int) -> Int { starts[section] }

  func cell(_ index: Int) -> FormCell {
    let section = Int(sectionOfCell[index])
    return sections[section].cells[index - starts[section]]
  }

  func lend<Result>(_ index: Int, to work: (FormCell) -> Result) -> Result {
    let section = Int(sectionOfCell[index])
    return sections[section].cells.withUnsafeBufferPointer { work($0[index - starts[section]]) }
  }

  func level(of index: Int) -> Int {
    let section = Int(sectionOfCell[index])
    return nestings[section].levels[index - starts[section]]
  }

  func parent(of index: Int) -> Int? {
    let section = Int(sectionOfCell[index])
    return nestings[section].parents[index - starts[section]].map { starts[section] + $0 }
  }

  func givenKey(of index: Int) -> String? {
    let section = Int(sectionOfCell[index])
    return isGiven[index] ? sections[section].cells[index - starts[section]].key : nil
  }

  func knownKey(of index: Int) -> String? {
    guard areNamed else { return nil }
    let section = Int(sectionOfCell[index])
    return sections[section].cells[index - starts[section]].key
  }
}

/// The options of one question, whose values are unique among them and made as keys are.
struct OptionsOfQuestion: KeyableCells {
  let options: [FormCell]
  /// The document's values, directly or as the options' keys.
  let givenValues: [String?]
  let naming: CellNaming

  var count: Int { options.count }
  func cell(_ index: Int) -> FormCell { options[index] }
  func lend<Result>(_ index: Int, to work: (FormCell) -> Result) -> Result { work(options[index]) }
  func level(of index: Int) -> Int { 0 }
  func parent(of index: Int) -> Int? { nil }
  func givenKey(of index: Int) -> String? { givenValues[index] }
}
