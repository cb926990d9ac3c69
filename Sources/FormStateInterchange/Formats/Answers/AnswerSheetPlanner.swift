import FormState

/// Plans how to make responses match the lines of a sheet.
///
/// A line becomes an ``AnswerDraft``, and a misfit of its ``AnswerPlan`` is reported with its line and column.
package struct AnswerSheetPlanner {
  /// A version of the form, and which of its questions the columns are.
  private struct Target {
    let index: FormIndex
    let columns: AnswerSheetColumns
    /// The place of each question in the form.
    let order: [String: Int]
  }

  private let sheet: AnswerSheet
  private let clearsEmpty: Bool
  private let moment = RuleMoment.now()
  private var targets: [Int: Target] = [:]
  private var found = MisfitList()
  /// The columns that are a question in some version.
  private var matched: Set<Int> = []
  /// Whether a column is not a question in the version of its line.
  private var unmatched: [(column: Int, number: Int)] = []

  /// Begins with a sheet.
  ///
  /// - Parameter clearsEmpty: whether empty fields of existing columns are cleared; otherwise they are left alone.
  package init(_ sheet: AnswerSheet, clearsEmpty: Bool) {
    self.sheet = sheet
    self.clearsEmpty = clearsEmpty
  }

  /// Registers a version of the form, to map columns to its questions and report columns that match no version.
  package mutating func read(_ form: FormDefinition, version: Int) { _ = target(form, version) }

  /// Whether any of the columns is a question.
  package var hasQuestions: Bool { !matched.isEmpty }

  /// Reports a misfit of a line.
  package mutating func refuse(_ line: AnswerSheet.Line, _ problem: String, action: String = "it is omitted") {
    let misfit = Diagnostic(key: sheet.place(of: line.number), problem: problem, action: action)
    found.add(at: Self.place(line.number, nil), misfit)
  }

  /// The misfits, in the order of the sheet: the first ones, and their number.
  package var misfits: (first: [Diagnostic], count: Int) {
    var all = found
    var reported: Set<Int> = []
    for (column, number) in unmatched {
      if matched.contains(column) {
        all.add(
          at: Self.place(number, column),
          diagnostic(number, column, "the response's version of the form has no such question"))
      } else if reported.insert(column).inserted,
        let meaning = targets.min(by: { $0.key > $1.key })?.value.columns.meanings[column],
        case .none(let problem, let action, _) = meaning
      {
        all.add(
          at: Self.place(0, column),
          Diagnostic(key: "column “\(sheet.columns[column].shortened)”", problem: problem, action: action))
      }
    }
    return (all.first, all.count)
  }

  /// How many misfits are values that are kept although their question is not relevant.
  package private(set) var keptCount = 0

  /// The columns that no version of the form knows, and whose names differ from a known one in case, blanks or one
  /// letter: its answers would be lost, and responses begun that have another name.
  ///
  /// - Parameter isLenient: whether a name that is near to a question's is only a misfit.
  package func mistypedColumns(isLenient: Bool) -> [Diagnostic] {
    guard let newest = targets.max(by: { $0.key < $1.key })?.value.columns.meanings else { return [] }
    return newest.enumerated().compactMap { column, meaning in
      guard !matched.contains(column), case .none(let problem, let action, let mistyped?) = meaning,
        AnswerSheetColumns.reserved.contains(mistyped) || !isLenient && sheet.hasHeader
      else { return nil }
      return Diagnostic(key: "column “\(sheet.columns[column].shortened)”", problem: problem, action: action)
    }
  }

  /// The answers that the sheet has twice.
  package private(set) var repeated: [Diagnostic] = []

  /// Plans how to make a response match a line.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - contents: the current response; a fresh one for one that has not begun.
  ///   - form: its definition with all options of its lists.
  /// - Complexity: O(n + e) for n cells and e entries, a few times over.
  package mutating func plan(
    for line: AnswerSheet.Line, in contents: ResponseContents, of form: FormDefinition
  ) throws -> PlannedActions {
    let target = target(form, contents.version)
    let draft = draft(of: line, target)
    var plan = try AnswerPlan(draft, contents, target.index, moment: moment)
    try plan.run()
    try plan.forEachMisfit { misfit in
      tell(line.entries[misfit.place], misfit.problem, action: misfit.outcome.rawValue)
      if misfit.outcome == .kept { keptCount += 1 }
    }
    return plan.planned
  }

  /// What a line states, in the order of the form; the places are the positions of the entries.
  private mutating func draft(of line: AnswerSheet.Line, _ target: Target) -> AnswerDraft {
    var draft = AnswerDraft(identity: .number)
    var numbersByQuestion: [StateSubject: Int] = [:]
    for (place, entry) in line.entries.enumerated() {
      guard case .question(let question, let named) = target.columns.meanings[entry.column] else {
        if entry.value != nil { unmatched.append((entry.column, entry.number)) }
        continue
      }
      let instance = entry.instance == 0 ? named : entry.instance
      let subject = StateSubject(question.cell.key, instance: instance)
      if let other = numbersByQuestion.updateValue(entry.number, forKey: subject) {
        if other != entry.number {
          repeated.append(
            diagnostic(entry.number, entry.column, "\(sheet.place(of: other)) has this answer already", "remove one"))
        } else if entry.value != nil {
          tell(entry, "the line already has the answer to this question")
        }
        continue
      }
      let value = AnswerSheetValue.value(entry.value, of: question.cell, sheet.notation)
      guard value != nil || clearsEmpty || instance > 0 else { continue }
      if let problem = Self.problem(with: question, in: instance) {
        if entry.value != nil { tell(entry, problem.problem, action: problem.action) }
        continue
      }
      if let owner = question.repeatAround, instance > 0 {
        draft.add(AnswerDraft.Instance(number: instance), of: owner, within: entry.within)
      }
      // A blank one may only state that an instance exists.
      guard value != nil || clearsEmpty else { continue }
      draft.entries.append(
        AnswerDraft.Entry(
          place: place, cell: question.cell, owner: question.repeatAround, instance: instance, value: value,
          isAnswer: AnswerSheetValue.isAnswer(value, from: entry.source, to: question.cell),
          isHidden: question.isHidden))
    }
    let order = { (entry: AnswerDraft.Entry) in (target.order[entry.cell.key] ?? 0, entry.place ?? 0) }
    draft.entries.sort { order($0) < order($1) }
    return draft
  }

  /// Why an entry is not possible in its place.
  private static func problem(with question: Question, in instance: Int) -> (problem: String, action: String)? {
    switch (question.repeatAround, instance) {
    case (let owner?, 0):
      (
        "it is in the repeat “\(owner.shortened)”",
        "write a line for each answer, with its instance, as export csv --long does"
      )
    case (nil, 1...): ("it is not in a repeat, so it has no instance \(InstanceName(instance))", "it is omitted")
    default: nil
    }
  }

  private mutating func target(_ form: FormDefinition, _ version: Int) -> Target {
    if let known = targets[version] { return known }
    let columns = AnswerSheetColumns(sheet.columns, of: form)
    let cells = form.sections.lazy.flatMap(\.cells)
    let target = Target(
      index: FormIndex(form), columns: columns,
      order: Dictionary(zip(cells.map(\.key), 0...)) { first, _ in first })
    targets[version] = target
    for (column, meaning) in columns.meanings.enumerated() {
      if case .question = meaning { matched.insert(column) }
    }
    return target
  }

  private mutating func tell(_ entry: AnswerSheet.Entry, _ problem: String, action: String = "it is omitted") {
    let misfit = diagnostic(entry.number, entry.column, problem, action)
    found.add(at: Self.place(entry.number, entry.column), misfit)
  }

  private func diagnostic(
    _ number: Int, _ column: Int, _ problem: String, _ action: String = "it is omitted"
  ) -> Diagnostic {
    Diagnostic(
      key: "\(sheet.place(of: number)), “\(sheet.columns[column].shortened)”", problem: problem, action: action)
  }

  /// The order of misfits: by line, then by column.
  private static func place(_ number: Int, _ column: Int?) -> Int {
    // A document has fewer columns than this, or none of them is a question.
    number * (1 << 24) + min((column ?? -1) + 1, (1 << 24) - 1)
  }
}
