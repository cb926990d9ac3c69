/// A pass through the cells of a response in the order of the form, in repeats once for each instance, that can stop
/// anywhere and go on later: a form may have a million cells.
package struct CellWalk {
  /// A cell in an instance.
  package struct Visit {
    /// The cell.
    package let cell: FormCell
    /// Its place.
    package let place: CellPlace
    /// Whether it and everything around it are relevant.
    package let isAsked: Bool
    fileprivate let around: QuestionSurroundings

    /// Its title together with those of the cells above it: “Roof › Condition”; its key if none has one.
    package var name: String { around.including(cell).name ?? cell.key }

    /// The question; `nil` for a cell that cannot hold an answer and is not a repeat.
    package func question(of form: FormDefinition, _ formats: ValueFormats) -> Question? {
      form.question(at: place.within(0), in: around, formats)
    }
  }

  /// Where a walk goes on.
  package struct Position: Hashable, Sendable, CustomStringConvertible {
    /// The number of cells before it; of those in a repeat, only the outermost repeat can be a position.
    package let cell: Int
    /// The number of visits to skip from there, in a repeat.
    let visits: Int

    /// The beginning.
    package init() { (cell, visits) = (0, 0) }

    /// The position of a cell.
    ///
    /// - Parameters:
    ///   - cell: the number of cells before it.
    ///   - visits: the number of visits to skip from there.
    package init(_ cell: Int, _ visits: Int = 0) { (self.cell, self.visits) = (cell, visits) }

    /// Reads a description.
    ///
    /// - Returns: `nil` for any other text.
    package init?(_ text: String) {
      let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int32($0) }
      guard (1...2).contains(numbers.count), let cell = numbers[0], let visits = numbers.count == 2 ? numbers[1] : 0,
        cell >= 0, visits >= 0
      else { return nil }
      (self.cell, self.visits) = (Int(cell), Int(visits))
    }

    package var description: String { visits == 0 ? "\(cell)" : "\(cell).\(visits)" }
  }

  /// What is around a cell.
  private struct Surroundings {
    /// The position after the last cell in it.
    let end: Int
    let around: QuestionSurroundings
    let isAsked: Bool
  }

  private let form: FormDefinition
  private let fresh: FreshResponse
  private let state: ResponseState
  private let order: InstanceOrder

  /// Prepares a walk.
  ///
  /// - Complexity: O(k log k) for k instances.
  package init(_ form: FormDefinition, _ state: ResponseState) {
    self.form = form
    fresh = form.fresh
    self.state = state
    order = InstanceOrder(state)
  }

  /// Visits the cells from a position on, until a visit returns `false`.
  ///
  /// - Returns: the position after the last visit; `nil` at the end.
  /// - Complexity: O(k) for k visits, and O(d) for the d cells around the first; plus O(n) for n cells of its section
  ///   if they are in memory.
  package func visit(from start: Position = Position(), _ body: (Visit) -> Bool) -> Position? {
    var steps = Steps(first: start)
    var before = 0
    for (number, section) in form.sections.enumerated() {
      defer { before += section.cells.count }
      guard start.cell < before + section.cells.count else { continue }
      let (first, open) = surroundings(ofCellAt: max(0, start.cell - before), in: section)
      let part = Part(section: section, number: number, before: before, instance: 0)
      guard visit(first..<section.cells.count, of: part, in: open, &steps, body) else { break }
    }
    return steps.stop.flatMap { $0.cell < form.cellCount ? $0 : nil }
  }

  /// The faults of a visited cell; of a repeat, those of its instances too. O(1), and O(k) for k instances of a repeat.
  package func faults(at visit: Visit) -> [Fault] {
    let (cell, instance) = (visit.cell, visit.place.instance)
    guard visit.isAsked else { return [] }
    let faults = form.faults(of: cell, in: state, instance: instance)
    guard cell.kind == .repeat else { return faults }
    let counted = order.instances(of: cell.key, in: instance).filter { state.isRelevant(cell, in: $0, fresh) }
    let ofInstances = cell.faults(ofInstances: counted.count, in: instance)
    let asked = counted.flatMap { cell.faults(ofInstance: $0, in: state) }
    return (ofInstances + asked).naming(state.instanceNames) + faults
  }

  /// The surroundings of a cell, outermost first; in a repeat, those of the outermost one.
  private func surroundings(ofCellAt position: Int, in section: FormSection) -> (first: Int, [Surroundings]) {
    let isRelevant = state.isRelevant(section, fresh)
    let all = Surroundings(end: section.cells.count, around: QuestionSurroundings(of: section), isAsked: isRelevant)
    guard position > 0 else { return (0, [all]) }
    let above = Array(sequence(first: position, next: CompactNesting(of: section).parent).dropFirst().reversed())
    var open = [all]
    for position in above {
      guard let cell = section.cells.element(at: position), let last = open.last else { break }
      if cell.kind == .repeat { return (position, open) }
      open.append(
        Surroundings(
          end: cell.end(at: position, in: last.end), around: last.around.including(cell),
          isAsked: last.isAsked && state.isRelevant(cell, fresh)))
    }
    return (position, open)
  }

  /// A section, in an instance.
  private struct Part {
    let section: FormSection
    let number: Int
    /// The number of cells before the section.
    let before: Int
    let instance: Int
  }

  // A definition nests cells, including repeats, a hundred levels deep at most.
  private func visit(
    _ range: Range<Int>, of part: Part, in surroundings: [Surroundings], _ steps: inout Steps, _ body: (Visit) -> Bool
  ) -> Bool {
    var open = surroundings
    var next = range.lowerBound
    while next < range.upperBound, let cell = part.section.cells.element(at: next) {
      while open.count > 1, open[open.count - 1].end <= next { open.removeLast() }
      let last = open[open.count - 1]
      let isAsked = last.isAsked && state.isRelevant(cell, in: part.instance, fresh)
      let place = CellPlace(section: part.number, position: next, instance: part.instance)
      if part.instance == 0 { steps.begin(part.before + next, isRepeat: cell.kind == .repeat) }
      guard steps.take(Visit(cell: cell, place: place, isAsked: isAsked, around: last.around), body) else {
        return false
      }
      let end = cell.end(at: next, in: last.end)
      next += 1
      guard end > next || cell.kind == .repeat else { continue }
      let inner = last.around.including(cell)
      guard cell.kind == .repeat else {
        open.append(Surroundings(end: end, around: inner, isAsked: isAsked))
        continue
      }
      for instance in order.instances(of: cell.key, in: part.instance) {
        let isCounted = isAsked && state.isRelevant(cell, in: instance, fresh)
        let own = Part(section: part.section, number: part.number, before: part.before, instance: instance)
        let around = [Surroundings(end: end, around: inner, isAsked: isCounted)]
        guard visit(next..<end, of: own, in: around, &steps, body) else { return false }
      }
      next = end
    }
    return true
  }

  /// Counts visits, to know where a walk stops.
  private struct Steps {
    let first: Position
    var cell = 0
    var visits = 0
    var isInRepeat = false
    var stop: Position?

    init(first: Position) { self.first = first }

    /// Begins with a cell outside of repeats, or an outermost repeat.
    mutating func begin(_ cell: Int, isRepeat: Bool) { (self.cell, visits, isInRepeat) = (cell, 0, isRepeat) }

    mutating func take(_ visit: Visit, _ body: (Visit) -> Bool) -> Bool {
      defer { visits += 1 }
      if cell == first.cell, visits < first.visits { return true }
      if body(visit) { return true }
      stop = isInRepeat ? Position(cell, visits + 1) : Position(cell + 1)
      return false
    }
  }
}

extension FormCell {
  /// The position after its last descendant. Counts that run past the end are cut off.
  fileprivate func end(at position: Int, in end: Int) -> Int {
    additionalRows > end - position - 1 ? end : position + 1 + max(0, additionalRows)
  }
}
