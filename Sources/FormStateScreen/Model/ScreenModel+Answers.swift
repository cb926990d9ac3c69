import FormState
import FormStateInterchange
import FormStateStore

/// The answers of a response, in words, and what is wrong with them.
extension ScreenModel {
  /// The maximum number of reported faults.
  private static let mostFaults = 200
  /// If more cells may have faults, only the first ones are looked for.
  private static let manyFaults = 5000

  /// What answers are queried.
  struct AnswerQuestion: Sendable {
    /// A past revision; `nil` for the current one.
    var revision: Int?
    /// Where to begin.
    var start = CellWalk.Position()
    /// The maximum number of answers; 0 for the faults alone.
    var limit = 0
    /// Whether to include the options of questions.
    var withOptions = false
    /// The key of the page whose faults are reported; `nil` for the whole form.
    var page: String?

    /// Creates a query for the current faults.
    init() {}
  }

  /// The answers and their faults.
  ///
  /// Questions that are not relevant are left out, and hidden ones without an answer. A long list ends early, and
  /// tells where to go on.
  ///
  /// - Parameters:
  ///   - question: what answers.
  ///   - time: the time for the list, which begins before the call.
  /// - Throws: `StoreError.Code.unknownRevision`; `StoreError`.
  /// - Complexity: O(n) for n visited cells, with each instance counted, about a quarter of a second at most; for a
  ///   past revision that is not cached, O(n) for all n cells in addition.
  func answers(_ question: AnswerQuestion, in time: WalkTime = WalkTime()) throws -> OrderedJSON {
    noteUse()
    let isNow = question.revision == nil || question.revision == session.revision
    let shown = try question.revision.flatMap { isNow ? nil : try screen(at: $0).shown } ?? session.shown
    let (faults, visited) = faults(of: question.page, in: shown, isNow: isNow)
    let (listed, speech) = (faults.prefix(Self.mostFaults), speech)
    let named = shown.form.questionsAndRepeats(withKeys: Set(listed.compactMap(\.cell)))
    return .object(
      [("revision", .integer(question.revision ?? session.revision))] + list(question, in: shown, time) + [
        ("faultCount", .integer(faults.count)), ("faultsVisited", .integer(visited)),
        ("of", .integer(shown.form.cellCount)),
        ("faults", .json(listed.map { PlacedFault(Self.onRow($0, in: shown).said(in: speech), in: named) }.line)),
      ])
  }

  /// A fault of an instance itself at the first cell in it, where the page shows it; any other as it is.
  private static func onRow(_ fault: Fault, in shown: ShownForm) -> Fault {
    guard fault.instance > 0, let key = fault.cell,
      shown.state.instances[StateSubject(key, instance: fault.instance)] != nil,
      let place = shown.form.place(ofCell: key),
      let first = shown.form.cell(at: CellPlace(section: place.section, position: place.position + 1))
    else { return fault }
    return fault.at(shown.state.instanceNames.address(of: first.key, in: fault.instance))
  }

  /// The faults of a page of the form, or all; if there may be very many, the first ones.
  ///
  /// - Returns: the faults, and the number of cells that were looked at.
  private func faults(of page: String?, in shown: ShownForm, isNow: Bool) -> (faults: [Fault], visited: Int) {
    let part = page.flatMap { key in FormPages(of: shown.form).pages.first { $0.key == key } }
    let count = shown.form.cellCount
    guard shown.form.mayHaveFaults(in: shown.state, moreThan: Self.manyFaults) else {
      let all = isNow ? session.faults : shown.form.faults(in: shown.state)
      guard let part else { return (all, count) }
      return (all.filter { $0.cell.flatMap(shown.form.place(ofCell:)).map(part.holds) == true }, count)
    }
    var time = WalkTime()
    var faults = part == nil ? shown.state.faultsOfResponse : []
    let walk = CellWalk(shown.form, shown.state)
    let start = part.map { part in
      shown.form.sections.prefix(part.section).reduce(0) { $0 + $1.cells.count } + part.positions.lowerBound
    }
    let next = walk.visit(from: CellWalk.Position(start ?? 0)) { visit in
      if let part, !part.holds(visit.place) { return false }
      faults += walk.faults(at: visit)
      return time.notes() && faults.count < Self.mostFaults
    }
    return (faults, part == nil ? next?.cell ?? count : count)
  }

  /// Refuses to complete a response that lacks very many answers: to find all of them takes long.
  ///
  /// - Throws: `ActionError.Code.faults` with the first ones.
  func checkCompletion() throws {
    refresh()
    let shown = session.shown
    guard shown.form.mayHaveFaults(in: shown.state, moreThan: Self.manyFaults) else { return }
    let errors = faults(of: nil, in: shown, isNow: true).faults.filter { $0.severity == .error }
    guard errors.isEmpty else { throw ActionError.faults(errors) }
  }

  /// The answers from a position on, and how many there are from there, as far as the time allows.
  private func list(
    _ question: AnswerQuestion, in shown: ShownForm, _ time: WalkTime
  ) -> [(name: String, value: OrderedJSON)] {
    guard question.limit > 0 else { return [] }
    let formats = formats(of: shown.form)
    var (count, given, answers) = (0, 0, [OrderedJSON]())
    var time = time
    let walk = CellWalk(shown.form, shown.state)
    func visit(_ visit: CellWalk.Visit, lists: Bool) {
      guard visit.isAsked, visit.cell.kind != .repeat, let asked = visit.question(of: shown.form, formats) else {
        return
      }
      let answer = Answer(to: asked, in: shown.state, instance: visit.place.instance, of: shown.form)
      guard !asked.isHidden || answer.source != .none else { return }
      if !asked.isHidden { count += 1 }
      // Initial values of the form are not answers, and nobody is asked what rules keep for themselves.
      if !asked.isHidden, answer.source == .set, answer.value != nil { given += 1 }
      if lists { answers.append(Self.json(of: answer, in: shown.form, withOptions: question.withOptions)) }
    }
    let rest = walk.visit(from: question.start) {
      visit($0, lists: true)
      return time.notes() && answers.count < question.limit
    }
    // What is not listed is counted.
    var end = rest
    if let rest, answers.count == question.limit {
      end = walk.visit(from: rest) {
        visit($0, lists: false)
        return time.notes()
      }
    }
    return [
      ("count", .integer(count)), ("given", .integer(given)), ("answers", .array(answers)),
      ("next", OrderedJSON(rest?.description)), ("visited", .integer(end?.cell ?? shown.form.cellCount)),
    ]
  }

  /// The formats of dates and numbers in the language that shows.
  private func formats(of form: FormDefinition) -> ValueFormats {
    guard let language = session.language, form.languages.contains(language) else { return .own(form.language) }
    return ValueFormats(language: language)
  }

  private static func json(of answer: Answer, in form: FormDefinition, withOptions: Bool) -> OrderedJSON {
    let section = form.sections.element(at: answer.question.place.section)
    let options = section?.options(of: answer.question) ?? []
    return .json(
      ListedAnswer(
        answer: answer, sectionTitle: section?.title ?? "", options: withOptions ? options.map(ListedOption.init) : nil
      ).line)
  }
}

/// An answer with what a list of answers shows of its question.
private struct ListedAnswer: Shape {
  static let meaning = "An answer in a list."

  let answer: Answer
  let sectionTitle: String
  /// The options of the question; `nil` where nobody asked for them.
  let options: [ListedOption]?

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.row)
    m("sectionTitle", \.sectionTitle, "The title of its section.")
    m("hidden", \.answer.question.isHidden, "Whether the definition hides the question.")
    m.ifAny("options", \.options, "What the question offers.")
  }

  private var row: PrintedRow { PrintedRow(answer) }
}

/// An option of a question.
private struct ListedOption: Shape {
  static let meaning = "An option of a question."

  let option: FormCell

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("value", { $0.option.optionValue ?? $0.option.key }, "What the question holds when it is chosen.")
    m("title", \.option.title, "What it is called.")
  }
}

extension FormSection {
  /// The options that are rows below a question.
  fileprivate func options(of question: Question) -> [FormCell] {
    guard !question.optionTitles.isEmpty else { return [] }
    let first = question.place.position + 1
    return (first..<first + max(0, question.cell.additionalRows)).compactMap(cells.element(at:))
      .filter { $0.kind == .option && !$0.isHidden }
  }
}
