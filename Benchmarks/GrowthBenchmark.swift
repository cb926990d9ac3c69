import FormState
import FormStateStore
import Foundation

/// The work of a screen, at one size of a form, beside an app's alternatives: a plain table, a saved array, and the
/// same rows as FormState's through the C interface.
struct GrowthBenchmark {
  let cellCount: Int
  let folder: URL
  private let key = ResponseKey(form: "large")
  private let runs = 5

  func run() throws {
    let form = LargeForm.make(cells: cellCount)
    let paths = try makeFiles(form)
    try open(paths)
    try act(paths, form: form)
    try toggle(form)
  }

  private struct Paths {
    let store, byHand, table: String
    let array: URL
  }

  /// A file for each, all with the same form; FormState's holds a first entry, and the file for the same rows is its
  /// copy.
  private func makeFiles(_ form: FormDefinition) throws -> Paths {
    func path(_ name: String) -> String { folder.appendingPathComponent("growth-\(name)").path }
    let paths = Paths(
      store: path("store.sqlite"), byHand: path("hand.sqlite"), table: path("table.sqlite"),
      array: URL(fileURLWithPath: path("array.plist")))
    let store = try FormStore(path: paths.store)
    try store.save(form)
    try store.apply(.tap("group0"), to: key)
    try RawDatabase(path: paths.store).execute("VACUUM INTO '\(paths.byHand)'")
    try PlainTable(path: paths.table).save(form)
    try SavedArray(form, file: paths.array).save()
    return paths
  }

  private func open(_ paths: Paths) throws {
    let ours = try opened(runs) {
      let session = try FormStore(path: paths.store).session(for: key)
      for row in 0..<min(50, session.numberOfRows(in: 0)) { _ = session.row(at: RowPath(section: 0, row: row)) }
      return session
    }
    var figures = Figures(ours)
    figures.add(
      "a plain table: counts of sections and 50 rows",
      try opened(runs) {
        let table = try PlainTable(path: paths.table)
        return (table, try table.firstRows(50))
      })
    figures.add(
      "a plain table: all rows that show",
      try opened(runs) {
        let table = try PlainTable(path: paths.table)
        return (table, try table.visibleRows())
      })
    figures.add(
      "an array from a property list", try opened(arrayRuns) { try SavedArray(file: paths.array).visibleRows })
    try figures.report("open a file and read the first 50 rows", size: cellCount)
  }

  /// The cost of opening; closing after each run does not count.
  private func opened(_ runs: Int, _ open: () throws -> Any) throws -> Took {
    var took = Took()
    for _ in 0..<Measurement.runs(runs) {
      var held: Any?
      try took.run { held = try open() }
      withExtendedLifetime(held) {}
    }
    return took
  }

  /// A large array takes seconds for each save.
  private var arrayRuns: Int { cellCount > 100_000 ? 1 : 3 }
  private var groups: Int { LargeForm.groups(cells: cellCount) }

  private func act(_ paths: Paths, form: FormDefinition) throws {
    let session = try FormStore(path: paths.store).session(for: key, coalescing: .zero)
    let journals = try JournalPair(ours: paths.store, byHand: paths.byHand)
    let table = try PlainTable(path: paths.table)
    try tap(session, journals, table, form: form, array: paths.array)
    let texts = form.sections.lazy.flatMap(\.cells).filter { $0.kind == .text }.prefix(Measurement.size(200)).map(\.key)
    guard !texts.isEmpty else { return }
    try set(Array(texts), session, journals, table, form: form, array: paths.array)
  }

  private func tap(
    _ session: FormSession, _ journals: JournalPair, _ table: PlainTable, form: FormDefinition, array file: URL
  ) throws {
    let taps = (0..<min(Measurement.size(200), groups)).map { "group\($0)" }
    let pair = try journals.measure(runs: runs, operations: taps.count) { _, number in
      try session.apply(.tap(.key(taps[number])))
    }
    var figures = Figures(pair)
    figures.add("a plain table: the UPDATE alone", try each(of: taps) { try table.tap($0) })
    let few = taps.prefix(cellCount > 100_000 ? 3 : 20)
    figures.add(
      "a plain table: UPDATE and all rows that show",
      try each(of: few) {
        try table.tap($0)
        _ = try table.visibleRows()
      })
    var array = SavedArray(form, file: file)
    figures.add("an array saved as a property list", try saved { _ = try array.tap(0) })
    try figures.report("a tap, on disk when it returns", size: cellCount)
  }

  private func set(
    _ texts: [String], _ session: FormSession, _ journals: JournalPair, _ table: PlainTable, form: FormDefinition,
    array file: URL
  ) throws {
    let pair = try journals.measure(runs: runs, operations: texts.count) { run, number in
      try session.apply(.set(.key(texts[number]), .text("answer \(run)")))
    }
    var figures = Figures(pair)
    var number = 0
    figures.add(
      "a plain table: the UPDATE alone",
      try each(of: texts) {
        number += 1
        try table.set($0, "answer \(number)")
      })
    var array = SavedArray(form, file: file)
    figures.add("an array saved as a property list", try saved { try array.set(cellCount / 2, "answer") })
    try figures.report("an answer, on disk when it returns", size: cellCount)
    let undo = try journals.measure(runs: runs, operations: texts.count) { _, _ in try session.undo() }
    try Figures(undo).report("an undo, on disk when it returns", size: cellCount)
  }

  private func each(of keys: some Collection<String>, _ work: (String) throws -> Void) throws -> Took {
    var took = Took()
    for _ in 0..<Measurement.runs(runs) { try took.run { for key in keys { try work(key) } } }
    return took.divided(by: keys.count)
  }

  private func saved(_ work: () throws -> Void) throws -> Took {
    var took = Took()
    for _ in 0..<Measurement.runs(arrayRuns) { try took.run(work) }
    return took
  }

  /// The cost of one kind of work for FormState and others.
  private struct Figures {
    private var figures: [(by: String, took: Took)]

    init(_ ours: Took) { figures = [(Comparison.ours, ours)] }

    init(_ pair: (ours: Took, byHand: Took)) {
      self.init(pair.ours)
      add("the same rows through the C interface", pair.byHand)
    }

    mutating func add(_ by: String, _ took: Took) { figures.append((by, took)) }

    func report(_ work: String, size: Int) throws {
      var passed = Comparison(work, size: size)
      var processor = Comparison(work, size: size, in: .processorSeconds)
      for figure in figures {
        passed.add(figure.by, figure.took.seconds)
        processor.add(figure.by, figure.took.processor)
      }
      try passed.report()
      try processor.report()
    }
  }

  /// Opening and closing in memory, with the batch update for the table view.
  private func toggle(_ form: FormDefinition) throws {
    let section = FormSection(key: "all", cells: form.sections.flatMap(\.cells))
    guard let cell = section.cells.first else { return }
    var comparison = Comparison("a toggle in memory, batch update included", size: cellCount)
    let toggle = IndexToggle(FormDefinition(key: "one", sections: [section]), cell: cell)
    comparison.add(Comparison.ours, toggle.seconds(runs: runs))
    var seeds = Seeds(section)
    comparison.add("the tutorials' arrays, reloading all", Measurement.seconds(runs: runs) { seeds.tap(0) })
    comparison.add(
      "the arrays and CollectionDifference",
      Measurement.seconds(runs: runs) {
        let before = seeds.visibleRows
        seeds.tap(0)
        return seeds.visibleRows.difference(from: before)
      })
    try comparison.report()
  }
}
