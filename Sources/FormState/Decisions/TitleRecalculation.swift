/// Determines the displayed titles of expandable cells, which sum up their values and those of the cells below them.
///
/// It runs after the rules, since a title shows calculated values and leaves out irrelevant cells. Until something is
/// entered or recalculated in a cell or below it, its own title is displayed, not a summary of defaults.
struct TitleRecalculation {
  private let reader: FormReader
  private var reading: RuleReading
  private let formats: ValueFormats
  private let stored: Set<String>
  /// All changes before those of titles.
  private var changesBefore: [PlacedChange] = []
  /// The cells that changed.
  private var changed: Set<CellPlace> = []
  /// The changes of titles.
  private(set) var changes: [PlacedChange] = []

  /// Begins the recalculation.
  ///
  /// - Parameters:
  ///   - reader: the state before the changes.
  ///   - changes: all changes so far.
  ///   - formats: the formats of dates and numbers in titles.
  ///   - stored: the cells whose titles are kept.
  init(
    reader: FormReader, after changes: [PlacedChange] = [], formats: ValueFormats = .stored,
    besides stored: Set<String> = []
  ) {
    self.reader = reader
    self.stored = stored
    self.formats = formats
    reading = RuleReading(reader: reader, changes, moment: .unused)
  }

  /// A cell whose title may change.
  private struct Owner {
    let cell: CellSnapshot
    /// Whether it or a cell below it is known to have an entry.
    var isFilled: Bool
  }

  /// Updates the titles of the changed cells and of those above them.
  ///
  /// - Parameters:
  ///   - changed: the changes.
  ///   - leavesNothing: whether they remove all entries.
  /// - Throws: what the reader throws.
  /// - Complexity: O(k l) reads for k changes of cells l levels deep, and the cells directly below those whose titles
  ///   change.
  mutating func run(after changed: [PlacedChange], leavesNothing: Bool = false) throws {
    changesBefore = changed
    var owners: [CellPlace: Owner] = [:]
    var seen: Set<CellPlace> = []
    // By cell, in any instance, so thousands of instances cost one look.
    var untitled: Set<CellPlace> = []
    for change in changed {
      guard change.change.field.isSummedUp, change.change.subject.setAsideFrom == nil, let position = change.position
      else { continue }
      let isFilled = change.change.isFilling
      let place = CellPlace(section: change.section, position: position, instance: change.change.subject.instance)
      self.changed.insert(place)
      guard !untitled.contains(place.within(0)), seen.insert(place).inserted || isFilled,
        let cell = reader.cell(at: place),
        place.instance == 0 || exists(cell)
      else { continue }
      let itself = cell.cell.showsChoice || cell.state.title != nil ? [cell] : []
      // A title sums up values of the same instance, so none outside of a repeat is affected.
      let above = reader.ancestors(of: cell).prefix { $0.cell.kind != .repeat }
      if place.instance > 0, !cell.cell.mayHaveTitle, !above.contains(where: \.cell.mayHaveTitle) {
        untitled.insert(place.within(0))
      }
      for owner in itself + above where owner.isTitled && !stored.contains(owner.cell.key) {
        var known = owners[owner.place] ?? Owner(cell: owner, isFilled: false)
        // A cell's own value counts only for a title that may show it.
        known.isFilled = known.isFilled || (isFilled && (owner.place != place || cell.cell.showsChoice))
        owners[owner.place] = known
      }
    }
    for (_, owner) in owners.sorted(by: { $0.key > $1.key }) {
      let isFilled = owner.isFilled || (!leavesNothing && self.isFilled(owner.cell))
      try setTitle(isFilled ? summaryText(of: owner.cell) : nil, of: owner.cell)
    }
  }

  /// Whether the instance of a cell exists after the changes.
  private func exists(_ cell: CellSnapshot) -> Bool {
    // An instance itself is not a cell with a title.
    guard let instances = reading.instances, !instances.isInstance(cell.place) else { return false }
    return instances.instance(cell.instance) != nil
  }

  /// Updates the titles of all cells, for a response that was upgraded to another version of its form.
  mutating func runAll() throws {
    try run(after: reader.touchedCells(under: nil).map { $0.change(.value, to: $0.state.entry) })
  }

  private mutating func setTitle(_ title: String?, of cell: CellSnapshot) {
    let change = cell.change(.title, to: title.map(FieldContent.text))
    changes.append(change)
    changed.insert(cell.place)
    reading.take(change)
  }

  /// Whether a cell or one below it has an entry, or a calculated value that differs from a fresh response.
  private func isFilled(_ cell: CellSnapshot) -> Bool {
    reader.touchedCells(under: cell).contains { below in
      guard below.instance == cell.instance, below.place != cell.place || cell.cell.showsChoice else { return false }
      return reading.entry(of: below) != nil || reading.stored(.calculated, of: below)?.value != nil
    }
  }

  /// The displayed title of an expandable cell; `nil` for its own.
  private func summaryText(of cell: CellSnapshot) throws -> String? {
    let text: String?
    switch cell.cell.summary {
    case nil:
      text = nil
    case .choice:
      text = try reader.titleOfChosen(reading.valueKept(in: cell), under: cell, after: changesBefore)
    case .join(let separator):
      // Nothing is between a cell and its children, so siblings need no further reads.
      text = reader.filledChildren(of: cell, orAmong: changed).compactMap { displayedText(of: $0, between: []) }
        .joined(separator: separator)
    case .template(let template):
      text = template.filled { key in
        guard let below = reader.cell(withKey: key) else { return nil }
        let inside = cell.instance == 0 ? below : reader.cell(at: below.place.within(cell.instance))
        return inside.flatMap { below in
          displayedText(of: below, between: reader.ancestors(of: below).prefix { $0.place != cell.place })
        }
      }
    }
    return text?.isEmpty == true ? nil : text
  }

  /// What a cell contributes to the title of a cell above it; `nil` for nothing.
  ///
  /// It contributes while it, and everything between the two, is relevant. The surroundings of the upper one do not
  /// matter: its title is kept like its answers.
  private func displayedText(of cell: CellSnapshot, between: some Collection<CellSnapshot>) -> String? {
    guard ([cell] + between).allSatisfy(reading.isRelevant) else { return nil }
    let text: String?
    if cell.cell.kind.isQuestionOfOptions {
      text = reading.content(.title, of: cell)?.text
    } else if cell.cell.kind.holdsValue {
      text = reading.valueKept(in: cell).map { formats.text(of: $0, in: cell.cell) }
    } else {
      text = nil
    }
    return text?.isEmpty == true ? nil : text
  }
}

extension FormCell {
  /// Whether the title may show the cell's own value: that of one of its options.
  fileprivate var showsChoice: Bool { kind.isQuestionOfOptions || summary == .choice }
}

extension CellSnapshot {
  /// Whether the displayed title follows, or followed, from the cells below.
  fileprivate var isTitled: Bool {
    (cell.isExpandable || cell.choosesFromList) && cell.rule(.title) == nil
      && (cell.summary != nil || state.title != nil)
  }
}

extension StateChange {
  /// Whether there is an entry, or a calculated value that differs from a fresh response.
  fileprivate var isFilling: Bool { field == .value ? after != nil : field == .calculated && after?.value != nil }
}

extension StateChange.Field {
  /// Whether titles of cells above may follow from the field.
  fileprivate var isSummedUp: Bool { self == .value || self == .calculated || self == .relevance || self == .title }
}
