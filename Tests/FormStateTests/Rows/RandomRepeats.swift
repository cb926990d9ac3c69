import TestSupport

@testable import FormState

/// A random form with nested repeats, a response to it, and random changes to the response.
struct RandomRepeats {
  /// The changes of one step, each with its place.
  typealias Step = [PlacedChange]

  private(set) var form = FormDefinition(key: "repeats")
  private(set) var state = ResponseState()
  private var generator: SeededGenerator
  private var nextInstance = 1
  private var nextKey = 0
  private var done: [Step] = []

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    let sections = (0..<Int.random(in: 1...3, using: &generator)).map { number in
      FormSection(
        key: "section\(number)", isFoldable: true, startsFolded: Int.random(in: 0..<8, using: &generator) == 0,
        cells: cells(count: Int.random(in: 0...7, using: &generator), depth: 0))
    }
    // Relevance is evaluated only in forms with rules.
    let rule = FormCell(key: "rule", kind: .label, rules: [FormRule(.relevant, "true()")])
    form.sections = sections + [FormSection(key: "rules", cells: [rule])]
  }

  private mutating func cells(count: Int, depth: Int) -> [FormCell] {
    (0..<count).flatMap { _ in tree(depth: depth) }
  }

  private mutating func tree(depth: Int) -> [FormCell] {
    nextKey += 1
    let key = "cell\(nextKey)"
    let isHidden = Int.random(in: 0..<14, using: &generator) == 0
    let startsExpanded = Int.random(in: 0..<3, using: &generator) > 0
    func parent(_ kind: CellKind, over cells: [FormCell]) -> [FormCell] {
      [
        FormCell(
          key: key, kind: kind, isExpandable: true, startsExpanded: startsExpanded, isHidden: isHidden,
          additionalRows: cells.count)
      ] + cells
    }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0..<2 where depth < 4:
      return parent(.group, over: cells(count: Int.random(in: 0...3, using: &generator), depth: depth + 1))
    case 2..<5 where depth < 4:
      // No valid definition has a template without cells, but it must do no harm.
      let count = Int.random(in: 0..<12, using: &generator) == 0 ? 0 : Int.random(in: 1...3, using: &generator)
      return parent(.repeat, over: cells(count: count, depth: depth + 1))
    case 5:
      let inline = InlineExpansion(collapsedHeight: .points(20.5), expandedHeight: .automatic)
      return [
        FormCell(
          key: key, kind: .longText, isExpandable: true, startsExpanded: startsExpanded, isHidden: isHidden,
          inline: inline)
      ]
    default: return [FormCell(key: key, kind: .text, isHidden: isHidden)]
    }
  }
}

// MARK: - Contents

extension RandomRepeats {
  /// A cell at its place in an instance.
  struct Standing {
    let place: CellPlace
    let cell: FormCell
    /// Whether it shows.
    let isShown: Bool

    var address: String { place.instance == 0 ? cell.key : "\(cell.key):\(place.instance)" }
  }

  /// All cells of a section in order, with those of each instance, by plain recursion.
  func standings(inSection section: Int) -> [Standing] {
    let definition = form.sections[section]
    let isOpen = !state.isFolded(definition) && state.isRelevant(definition, form.fresh)
    return standings(among: 0..<definition.cells.count, CellPlace(section: section, position: 0), isShown: isOpen)
  }

  private func standings(among range: Range<Int>, _ around: CellPlace, isShown: Bool) -> [Standing] {
    var found: [Standing] = []
    var next = range.lowerBound
    let cells = form.sections[around.section].cells
    while next < range.upperBound {
      let cell = cells[next]
      let place = CellPlace(section: around.section, position: next, instance: around.instance)
      let shows = isShown && !cell.isHidden && state.isRelevant(cell, in: place.instance, form.fresh)
      let opens = shows && state.isExpanded(cell, in: place.instance)
      found.append(Standing(place: place, cell: cell, isShown: shows))
      let below = (next + 1)..<(next + 1 + cell.additionalRows)
      if cell.kind == .repeat {
        for number in instances(of: cell, in: place.instance) {
          found += standings(
            among: below, place.within(number), isShown: opens && state.isRelevant(cell, in: number, form.fresh))
        }
      } else {
        found += standings(among: below, place, isShown: opens)
      }
      next = below.upperBound
    }
    return found
  }

  /// The numbers of the instances of a repeat in an instance, in order.
  func instances(of cell: FormCell, in parent: Int) -> [Int] {
    state.instances.filter { $0.key.key == cell.key && $0.value.parent == parent }
      .sorted { ($0.value.rank, $0.key.instance) < ($1.value.rank, $1.key.instance) }.map(\.key.instance)
  }

  private var all: [Standing] { form.sections.indices.flatMap(standings(inSection:)) }
}

// MARK: - Changes

extension RandomRepeats {
  /// Performs a random step, sometimes of several changes, or undoes the last one.
  ///
  /// - Returns: the changes, in a possible order.
  mutating func step() -> Step {
    if Int.random(in: 0..<5, using: &generator) == 0, let last = done.popLast() {
      return apply(last.reversed().map(\.inverse))
    }
    var changes: Step = []
    for _ in 0..<(Bool.random(using: &generator) ? 1 : Int.random(in: 1...6, using: &generator)) {
      changes += apply(act())
    }
    done.append(changes)
    return changes
  }

  /// The same changes, each once, in any order.
  mutating func shuffled(_ step: Step) -> Step { PlacedChange.net(step).shuffled(using: &generator) }

  private mutating func apply(_ step: Step) -> Step {
    for placed in step { state.apply(placed.change) }
    return step
  }

  private mutating func act() -> Step {
    let all = all
    guard let standing = all.randomElement(using: &generator) else { return [] }
    let repeats = all.filter { $0.cell.kind == .repeat }
    switch Int.random(in: 0..<14, using: &generator) {
    case 0..<4: return repeats.randomElement(using: &generator).map { add(to: $0) } ?? []
    case 4: return repeats.randomElement(using: &generator).map { move(in: $0) } ?? []
    case 5: return repeats.randomElement(using: &generator).map { rank($0) } ?? []
    case 6: return repeats.randomElement(using: &generator).flatMap { removal(in: $0) } ?? []
    case 7: return repeats.randomElement(using: &generator).flatMap { surplus(in: $0) } ?? []
    case 8: return [placed(.value, standing, .text("\(Int.random(in: 0..<3, using: &generator))"))]
    case 9: return [turn(section: standing.place.section)]
    case 10: return [placed(.relevance, standing, .flag(Int.random(in: 0..<3, using: &generator) > 0))]
    default:
      let standing = all.filter(\.cell.isExpandable).randomElement(using: &generator) ?? standing
      guard standing.cell.isExpandable else { return [] }
      return [placed(.disclosure, standing, .flag(Int.random(in: 0..<3, using: &generator) > 0))]
    }
  }

  private func placed(
    _ field: StateChange.Field, _ standing: Standing, _ content: FieldContent?, of number: Int? = nil
  ) -> PlacedChange {
    let subject = StateSubject(standing.cell.key, instance: number ?? standing.place.instance)
    let startsRelevant = form.fresh.state(ofCell: standing.cell.key)[.relevance]?.flag ?? true
    return PlacedChange(
      change: StateChange(field, of: subject, before: state[field, of: subject], after: content),
      section: standing.place.section, position: standing.place.position, extent: standing.cell.additionalRows,
      startsOpen: field == .relevance ? startsRelevant : standing.cell.startsExpanded,
      isInline: standing.cell.inline != nil)
  }

  private mutating func turn(section: Int) -> PlacedChange {
    let definition = form.sections[section]
    let field: StateChange.Field = Bool.random(using: &generator) ? .fold : .sectionRelevance
    let subject = StateSubject(definition.key)
    let flag = FieldContent.flag(Int.random(in: 0..<3, using: &generator) > 0 ? field != .fold : field == .fold)
    return PlacedChange(
      change: StateChange(field, of: subject, before: state[field, of: subject], after: flag), section: section,
      position: nil, extent: definition.cells.count, startsOpen: field == .fold ? !definition.startsFolded : true)
  }

  private mutating func add(to repeated: Standing) -> Step {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      nextInstance += 1
      return place(nextInstance - 1, in: repeated, rank: Int64.random(in: -4...4, using: &generator))
    }
  }

  private func place(_ number: Int, in repeated: Standing, rank: Int64?) -> PlacedChange {
    let place = rank.map { InstancePlace(parent: repeated.place.instance, rank: $0) }
    return placed(.instance, repeated, place?.content, of: number)
  }

  private mutating func move(in repeated: Standing) -> Step {
    let numbers = instances(of: repeated.cell, in: repeated.place.instance).shuffled(using: &generator)
    return numbers.prefix(Int.random(in: 1...2, using: &generator)).map { number in
      place(number, in: repeated, rank: Int64.random(in: -6...6, using: &generator))
    }
  }

  /// Gives all instances other ranks in the same order.
  private func rank(_ repeated: Standing) -> Step {
    instances(of: repeated.cell, in: repeated.place.instance).enumerated().map { index, number in
      place(number, in: repeated, rank: Int64(index) * 10)
    }
  }

  private mutating func surplus(in repeated: Standing) -> Step? {
    instances(of: repeated.cell, in: repeated.place.instance).randomElement(using: &generator).map { number in
      [placed(.relevance, repeated, .flag(Bool.random(using: &generator)), of: number)]
    }
  }

  private mutating func removal(in repeated: Standing) -> Step? {
    instances(of: repeated.cell, in: repeated.place.instance).randomElement(using: &generator).map { number in
      removal(of: number, in: repeated)
    }
  }

  private func removal(of number: Int, in repeated: Standing) -> Step {
    let below = (repeated.place.position + 1)..<(repeated.place.position + 1 + repeated.cell.additionalRows)
    let cells = form.sections[repeated.place.section].cells
    var step: Step = []
    for position in [repeated.place.position] + Array(below) {
      let place = CellPlace(section: repeated.place.section, position: position, instance: number)
      let standing = Standing(place: place, cell: cells[position], isShown: false)
      if position > repeated.place.position, cells[position].kind == .repeat {
        for inner in instances(of: cells[position], in: number) { step += removal(of: inner, in: standing) }
      }
      for field in StateChange.Field.allCases
      where field.scope == .cell && state[field, of: StateSubject(cells[position].key, instance: number)] != nil {
        step.append(placed(field, standing, nil))
      }
    }
    return step + [place(number, in: repeated, rank: nil)]
  }
}
