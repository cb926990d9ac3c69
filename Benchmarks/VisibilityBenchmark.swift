import FormState

/// The visibility index beside the tutorials' arrays.
struct VisibilityBenchmark {
  let cellCount: Int

  func run() throws {
    try toggle(LargeForm.flat(cells: cellCount), name: "toggle a cell over \(cellCount - 1) rows")
    let oneSection = FormDefinition(
      key: "one",
      sections: [FormSection(key: "all", cells: LargeForm.make(cells: cellCount).sections.flatMap(\.cells))])
    try toggle(oneSection, name: "toggle a cell over 9 rows")
    askForRows(oneSection)
    askForOffsets(oneSection)
  }

  private func toggle(_ form: FormDefinition, name: String) throws {
    guard let section = form.sections.first, let cell = section.cells.first else { return }
    var seeds = Seeds(section)
    let seedsSeconds = Measurement.seconds(runs: 5) { seeds.tap(0) }
    let seconds = IndexToggle(form, cell: cell).seconds(runs: 5)
    Measurement.report(
      name + ", batch update included", seconds: seconds, operations: 1,
      baseline: ("the tutorials' arrays", seedsSeconds, 1))
  }

  /// The row at an offset, beside adding heights from the top as a view without an index does.
  private func askForOffsets(_ form: FormDefinition) {
    let index = VisibilityIndex(form: form)
    let heights = (0..<index.numberOfRows(in: 0)).map { index.height(at: RowPath(section: 0, row: $0)) ?? 0 }
    let offsets = (0..<1000).map { Double(($0 * 7919) % 1000) / 1000 * index.totalHeight }
    let seconds = Measurement.seconds(runs: 3) {
      offsets.reduce(0) { $0 &+ (index.row(atOffset: $1)?.row ?? 0) }
    }
    let baseline = Measurement.seconds(runs: 3) {
      offsets.reduce(0) { sum, offset in
        var rest = offset
        return sum
          &+ (heights.firstIndex { height in
            rest -= height
            return rest < 0
          } ?? 0)
      }
    }
    Measurement.report(
      "offset → row", seconds: seconds, operations: offsets.count,
      baseline: ("adding heights up from the top", baseline, offsets.count))
  }

  private func askForRows(_ form: FormDefinition) {
    let index = VisibilityIndex(form: form)
    let rows = index.numberOfRows(in: 0)
    let operations = 1_000_000
    let seconds = Measurement.seconds(runs: 3) {
      var sum = 0
      for step in 0..<operations {
        sum &+= index.place(at: RowPath(section: 0, row: (step &* 7919) % rows))?.position ?? 0
      }
      return sum
    }
    let array = index.visibleRowsPerSection[0]
    let baseline = Measurement.seconds(runs: 3) {
      var sum = 0
      for step in 0..<operations { sum &+= array[(step &* 7919) % rows] }
      return sum
    }
    Measurement.report(
      "row path → cell", seconds: seconds, operations: operations,
      baseline: ("an array", baseline, operations))
    let build = Measurement.seconds(runs: 3) { VisibilityIndex(form: form) }
    let collect = Measurement.seconds(runs: 3) { form.sections.first.map { Seeds($0) } }
    Measurement.report(
      "build the index", seconds: build, operations: 1, baseline: ("the tutorials' arrays", collect, 1))
  }
}
