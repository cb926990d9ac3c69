/// The names and conditions of the cells above a cell.
package struct QuestionSurroundings: Sendable {
  /// The title of the innermost of them that has one.
  var title: String?
  /// Their titles together.
  var name: String?
  /// The key of the innermost repeat among them.
  package private(set) var innerRepeat: String?
  /// The number of repeats among them.
  package private(set) var repeatCount = 0
  /// Whether the definition hides one of them.
  package private(set) var isHidden = false
  /// Whether one of them, or the section, has a rule that decides its relevance or counts its instances.
  package private(set) var isConditional: Bool

  /// The surroundings of a section's top-level cells.
  ///
  /// - Parameter isConditional: whether a rule decides the section's relevance.
  init(isConditional: Bool) { self.isConditional = isConditional }

  /// The surroundings of a section's top-level cells.
  init(of section: FormSection) { self.init(isConditional: section.relevant != nil) }

  /// The same with another cell.
  func including(_ cell: FormCell) -> QuestionSurroundings {
    var inner = self
    // A heading that shows an answer as its title is named by its subtitle, which does not change.
    let ownTitles = cell.summary == nil ? [cell.title, cell.subtitle] : [cell.subtitle, cell.title]
    if let own = ownTitles.first(where: { !$0.isEmpty }) {
      inner.title = own
      inner.name = name.map { "\($0) › \(own)" } ?? own
    }
    if cell.kind == .repeat {
      inner.innerRepeat = cell.key
      inner.repeatCount += 1
    }
    inner.isHidden = isHidden || cell.isHidden
    inner.isConditional = isConditional || cell.rule(.relevant) != nil || cell.rule(.count) != nil
    return inner
  }
}

/// A cell with what follows from the cells above it.
package struct SurroundedCell: Sendable {
  /// The cell.
  package let cell: FormCell
  /// Its place in the form.
  package let place: CellPlace
  /// The number of cells above it.
  package let level: Int
  /// The cells above it.
  package let around: QuestionSurroundings

  /// Its title together with those of the cells above it: “Roof › Condition”; its key if none has one.
  package var name: String { around.including(cell).name ?? cell.key }
  /// Whether the definition hides it or a cell above it.
  package var isHidden: Bool { around.isHidden || cell.isHidden }
  /// Whether a rule decides its relevance: its own, or that of a cell or section around it.
  package var isConditional: Bool { around.isConditional || cell.rule(.relevant) != nil }
}

/// The cells of a form in order, each with what follows from the cells above it, without keeping them.
package struct CellsInContext: Sequence, IteratorProtocol {
  private let sections: [FormSection]
  /// The position of the section after the current one.
  private var nextSection = 0
  private var cells = FormCells().makeIterator()
  private var levels: [Int] = []
  private var position = 0
  /// The surroundings in the section and in each cell above the current one, outermost first.
  private var around: [QuestionSurroundings] = []

  fileprivate init(_ sections: [FormSection]) { self.sections = sections }

  /// The next cell; `nil` after the last one. O(1), and O(n) for the first of a section with n cells.
  package mutating func next() -> SurroundedCell? {
    while position >= levels.count {
      guard let section = sections.element(at: nextSection) else { return nil }
      cells = section.cells.makeIterator()
      levels = Nesting(of: section).levels
      around = [QuestionSurroundings(of: section)]
      (nextSection, position) = (nextSection + 1, 0)
    }
    guard let cell = cells.next() else { return nil }
    let level = levels[position]
    around.removeLast(around.count - 1 - level)
    let place = CellPlace(section: nextSection - 1, position: position)
    let surrounded = SurroundedCell(cell: cell, place: place, level: level, around: around[level])
    if cell.additionalRows > 0 { around.append(around[level].including(cell)) }
    position += 1
    return surrounded
  }
}

extension FormDefinition {
  /// All cells in the order of the form, each with what follows from the cells above it.
  ///
  /// - Complexity: O(n) for n cells to pass through all of them.
  package var surroundedCells: CellsInContext { CellsInContext(sections) }

  /// Whether the cell at a place can hold an answer; a heading can if an option is directly under it, or a list offers
  /// some.
  ///
  /// - Complexity: O(k) for k cells directly under it.
  package func canBeAsked(at place: CellPlace) -> Bool {
    guard let section = sections.element(at: place.section), let cell = section.cells.element(at: place.position) else {
      return false
    }
    let hasOptions = cell.kind.isQuestionOfOptions && section.hasOptionsDirectly(under: place.position)
    return cell.canBeAsked(withOptions: hasOptions)
  }
}
