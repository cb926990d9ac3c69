import TestSupport
import Testing

@testable import FormState

/// Nested repeats, against plain recursion over the form and the state.
@Suite("Visibility of instances")
struct InstanceVisibilityTests {
  @Test(
    "Rows, heights and batch updates agree with plain recursion, for both ways of hiding",
    arguments: TestSeeds.seeds(2, full: 1_000))
  func agreesWithRecursion(seed: UInt64) {
    var random = RandomRepeats(seed: seed)
    var generator = SeededGenerator(seed: seed)
    var heights = MeasuredHeights()
    var indexes = HiddenRows.allCases.flatMap { hiddenRows in
      [false, true].map { heights.index(of: random, hiddenRows: hiddenRows, inPages: $0) }
    }
    for step in 0..<30 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let before = random
      let done = random.step()
      let changes = Bool.random(using: &generator) ? done : random.shuffled(done)
      for number in indexes.indices {
        let hiddenRows = indexes[number].hiddenRows
        let batch = indexes[number].apply(changes)
        let faults = BatchChecker.faults(
          in: batch, from: Self.rows(of: before, hiddenRows), to: Self.rows(of: random, hiddenRows),
          moving: Self.moving(from: before, to: random))
        #expect(faults == [], place)
        #expect(indexes[number].faults() == [], place)
        #expect(heights.faults(of: indexes[number], random) == [], place)
        let begun = MeasuredHeights().index(of: random, hiddenRows: hiddenRows, inPages: number % 2 > 0)
        #expect(MeasuredHeights().faults(of: begun, random) == [], place)
      }
      heights.measure(random, &indexes, using: &generator)
    }
  }

  @Test("Undoing changes restores the index", arguments: TestSeeds.seeds(1, full: 500))
  func inverse(seed: UInt64) {
    var random = RandomRepeats(seed: seed)
    var generator = SeededGenerator(seed: seed)
    var heights = MeasuredHeights()
    var indexes = HiddenRows.allCases.map { heights.index(of: random, hiddenRows: $0) }
    for step in 0..<30 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let before = random
      let changes = random.step()
      for number in indexes.indices {
        let copy = indexes[number]
        _ = indexes[number].apply(changes)
        _ = indexes[number].apply(changes.reversed().map(\.inverse))
        #expect(heights.faults(of: indexes[number], before) == [], place)
        #expect(heights.faults(of: copy, before) == [], place)
        _ = indexes[number].apply(changes)
        #expect(heights.faults(of: indexes[number], random) == [], place)
      }
      heights.measure(random, &indexes, using: &generator)
    }
  }

  @Test(
    "Every batch between two states, as between two versions, is legal", arguments: TestSeeds.seeds(4, full: 500)
  )
  func upgrade(seed: UInt64) {
    var random = RandomRepeats(seed: seed)
    for step in 0..<12 {
      let place = Comment(rawValue: "seed \(seed), step \(step); replay with FORMSTATE_TEST_SEED=\(seed)")
      let old = random
      for _ in 0..<3 { _ = random.step() }
      for hiddenRows in HiddenRows.allCases {
        let shown = [old, random].map { random in
          ShownForm(
            form: random.form, state: random.state, index: MeasuredHeights().index(of: random, hiddenRows: hiddenRows))
        }
        let match = VersionMatch(from: random.form, to: random.form)
        let upgrade = ScreenUpgrade(from: shown[0], to: shown[1], by: match)
        let drawn = shown.map(Self.drawing)
        #expect(SectionBatchChecker.faults(in: upgrade.batch, from: drawn[0], to: drawn[1]) == [], place)
        var index = shown[1].index
        index.takeMeasuredHeights(of: shown[0], by: upgrade)
        #expect(index.faults() == [], place)
      }
    }
  }

  private static func drawing(of shown: ShownForm) -> [SectionBatchChecker.Section<NaiveModel.Row>] {
    shown.form.sections.indices.map { section in
      SectionBatchChecker.Section(
        header: ["\(shown.index.isFolded(section: section)) \(shown.index.hidesHeader(ofSection: section))"],
        rows: (0..<shown.index.numberOfRows(in: section)).compactMap { row in
          shown.row(at: RowPath(section: section, row: row)).map(NaiveModel.Row.init)
        })
    }
  }

  @Test("A row has its instance's number and shows the contents of that instance")
  func rows() throws {
    var state = ResponseState()
    let subject = { StateSubject($0, instance: $1) }
    state.apply(
      StateChange(.instance, of: subject("pets", 7), before: nil, after: InstancePlace(parent: 0, rank: 0).content))
    state.apply(StateChange(.value, of: subject("kind", 7), before: nil, after: .text("cat")))
    state.apply(StateChange(.disclosure, of: subject("kind", 7), before: nil, after: .flag(true)))
    let form = FormDefinition(
      key: "f",
      sections: [
        FormSection(
          key: "s",
          cells: [
            FormCell(key: "pets", kind: .repeat, isExpandable: true, startsExpanded: true, additionalRows: 3),
            FormCell(key: "kind", kind: .group, isExpandable: true, additionalRows: 2),
            FormCell(key: "cat", kind: .option), FormCell(key: "dog", kind: .option),
          ])
      ])
    let shown = ShownForm(form: form, state: state, index: VisibilityIndex(form: form, state: state))
    let rows = (0..<4).compactMap { shown.row(at: RowPath(section: 0, row: $0)) }
    #expect(rows.map(\.id) == ["pets", "kind:7", "cat:7", "dog:7"])
    #expect(rows.map(\.key) == ["pets", "kind", "cat", "dog"])
    #expect(rows.map(\.instance) == [0, 7, 7, 7])
    #expect(rows.map(\.parent) == [nil, "pets", "kind", "kind"])
    #expect(rows.map(\.isChosen) == [false, false, true, false])
    #expect(rows[1].isExpanded && rows[1].value == .text("cat"))
    #expect(rows[1].options.map(\.key) == ["cat:7", "dog:7"])
    #expect(shown.row(at: RowPath(section: 0, row: 4)) == nil)
    #expect(shown.index.visibleRowsPerSection == [[0, 1, 2, 3]])
  }

  private static func rows(of random: RandomRepeats, _ hiddenRows: HiddenRows) -> [[NaiveModel.Row]] {
    random.form.sections.indices.map { section in
      random.standings(inSection: section).filter { $0.isShown || hiddenRows == .zeroHeight }.map { standing in
        let cell = standing.cell
        let isExpanded = random.state.isExpanded(cell, in: standing.place.instance)
        return NaiveModel.Row(
          address: standing.address,
          value: random.state.value(of: cell, in: random.form, instance: standing.place.instance),
          isOpen: isExpanded && cell.inline == nil,
          height: standing.isShown ? random.form.rowHeight(of: cell, isExpanded: isExpanded) : .points(0),
          isGrown: standing.isShown && isExpanded && cell.inline != nil)
      }
    }
  }

  /// The rows of instances that may be deleted and inserted: those of repeats whose instances changed their order.
  private static func moving(from before: RandomRepeats, to after: RandomRepeats) -> Set<String> {
    var moving: Set<String> = []
    for section in before.form.sections.indices {
      for standing in before.standings(inSection: section) where standing.cell.kind == .repeat {
        let old = before.instances(of: standing.cell, in: standing.place.instance)
        let new = after.instances(of: standing.cell, in: standing.place.instance)
        let (stayed, stays) = (old.filter(new.contains), new.filter(old.contains))
        guard stayed != stays else { continue }
        let ranked = stayed.filter { number in
          let subject = StateSubject(standing.cell.key, instance: number)
          return before.state.instances[subject] != after.state.instances[subject]
        }
        for number in ranked { moving.formUnion(before.addresses(inInstance: number, of: standing.place.section)) }
      }
    }
    return moving
  }
}

extension RandomRepeats {
  /// The cells of an instance and of those within it.
  fileprivate func addresses(inInstance number: Int, of section: Int) -> [String] {
    standings(inSection: section).filter { standing in
      var next = standing.place.instance
      while next != 0 && next != number {
        next = state.instances.first { $0.key.instance == next }?.value.parent ?? 0
      }
      return next == number
    }.map(\.address)
  }
}

/// The heights that a view has measured, and where rows lie with them.
private struct MeasuredHeights {
  private static let estimates = HeightEstimates(row: 50.5, header: 10)
  private var measured: [String: Double] = [:]

  /// - Parameter inPages: whether its cells are read a page at a time.
  func index(of random: RandomRepeats, hiddenRows: HiddenRows, inPages: Bool = false) -> VisibilityIndex {
    // Pages small enough that a template has several.
    let pageSize = hiddenRows == .removed ? 2 : 4
    return VisibilityIndex(
      form: inPages ? FormInPages(random.form, pageSize: pageSize).form : random.form, state: random.state,
      hiddenRows: hiddenRows, estimates: Self.estimates, pageSize: pageSize)
  }

  mutating func measure(
    _ random: RandomRepeats, _ indexes: inout [VisibilityIndex], using generator: inout SeededGenerator
  ) {
    let all = random.form.sections.indices.flatMap(random.standings(inSection:))
    for standing in all.shuffled(using: &generator).prefix(2) {
      let points = Double(Int.random(in: 0...200, using: &generator)) / 2
      measured[side(of: standing, random)] = points
      for number in indexes.indices {
        let isThere = indexes[number].setMeasuredHeight(points, of: standing.place)
        #expect(isThere)
      }
    }
  }

  private func side(of standing: RandomRepeats.Standing, _ random: RandomRepeats) -> String {
    let isGrown = standing.cell.inline != nil && random.state.isExpanded(standing.cell, in: standing.place.instance)
    return standing.address + (isGrown ? "+" : "")
  }

  private func points(of standing: RandomRepeats.Standing, _ random: RandomRepeats) -> Double {
    let isExpanded = random.state.isExpanded(standing.cell, in: standing.place.instance)
    let height = random.form.rowHeight(of: standing.cell, isExpanded: isExpanded)
    return measured[side(of: standing, random)] ?? height.points ?? Self.estimates.row
  }

  /// Where the index and plain recursion disagree.
  func faults(of index: VisibilityIndex, _ random: RandomRepeats) -> [String] {
    var faults: [String] = []
    func expect(_ isRight: Bool, _ fault: @autoclosure () -> String) {
      if !isRight { faults.append("\(index.hiddenRows): " + fault()) }
    }
    var offset = 0.0
    for section in random.form.sections.indices {
      let isAsked = random.state.isRelevant(random.form.sections[section], random.form.fresh)
      expect(index.offset(ofSection: section) == offset, "header \(section)")
      offset += isAsked ? Self.estimates.header : 0
      let standings = random.standings(inSection: section)
      let kept = standings.filter { $0.isShown || index.hiddenRows == .zeroHeight }
      expect(index.numberOfRows(in: section) == kept.count, "\(index.numberOfRows(in: section)) are not \(kept.count)")
      for standing in standings {
        expect(index.isVisible(standing.place) == standing.isShown, "\(standing.address) shows")
        let isExpanded = random.state.isExpanded(standing.cell, in: standing.place.instance)
        expect(index.isExpanded(standing.place) == isExpanded, "\(standing.address) is expanded")
        if !standing.isShown { expect(index.rowPath(of: standing.place) == nil, "\(standing.address) has a path") }
      }
      for (row, standing) in kept.enumerated() {
        let path = RowPath(section: section, row: row)
        expect(index.place(at: path) == standing.place, "\(path) is \(standing.address)")
        if standing.isShown { expect(index.rowPath(of: standing.place) == path, "\(standing.address) is at \(path)") }
        let height = standing.isShown ? points(of: standing, random) : 0
        expect(index.height(at: path) == height, "height of \(path)")
        expect(index.offset(of: path) == offset, "offset of \(path)")
        if height > 0 {
          expect(index.row(atOffset: offset) == path, "row at the upper edge of \(path)")
          expect(index.row(atOffset: offset + height - 0.25) == path, "row at the lower edge of \(path)")
        }
        offset += height
      }
      expect(index.place(at: RowPath(section: section, row: kept.count)) == nil, "a row after the last of \(section)")
      let positions = standings.filter(\.isShown).map(\.place.position)
      expect(index.visibleRowsPerSection[section] == positions, "positions of \(section)")
    }
    expect(index.totalHeight == offset, "total height")
    return faults
  }
}
