#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// Imports the lines of a sheet, each as a step of its response.
struct AnswerSheetTaking {
  private let sheet: AnswerSheet
  private let form: String
  /// The response of the only line; `nil` if the sheet names it.
  private let response: String?
  private var planner: AnswerSheetPlanner
  private var report: AnswerSheetReport
  /// The lines of the responses so far.
  private var linesByResponse: [String: Int] = [:]
  private var nextName = 1
  /// The lines that answer for a response that another one answers for.
  private var repeated: [Diagnostic] = []

  init(_ sheet: AnswerSheet, form: String, response: String?, clearsEmpty: Bool, isDryRun: Bool) {
    self.sheet = sheet
    self.form = form
    self.response = response
    planner = AnswerSheetPlanner(sheet, clearsEmpty: clearsEmpty)
    report = AnswerSheetReport(sheet: sheet, form: form, isDryRun: isDryRun)
  }

  /// Imports the lines.
  ///
  /// - Parameters:
  ///   - isStrict: whether to refuse everything if there is a misfit.
  ///   - isLenient: whether a mistyped column of a question is only a misfit.
  /// - Throws: ``CommandFailure`` if nothing can be imported; `StoreError`.
  mutating func run(in responses: ResponseChanges, isStrict: Bool, isLenient: Bool = false) throws -> AnswerSheetReport
  {
    guard !sheet.lines.isEmpty else { throw CommandFailure("\(sheet.sourceName) holds no answers") }
    if response != nil, sheet.lines.count > 1 {
      throw CommandFailure(
        "--response names one response, and \(sheet.sourceName) has \(sheet.lines.count); omit it")
    }
    let newest = try responses.contents(of: ResponseKey(form: form, response: response ?? ResponseKey.standardResponse))
    planner.read(newest.form, version: newest.contents.version)
    var taken = try responses.responseKeys(ofForm: form)
    for line in linesOfForm() {
      guard let key = try key(of: line, taken: &taken) else { continue }
      try take(line, as: key, in: responses)
    }
    try refuse(planner.mistypedColumns(isLenient: isLenient), "a column has nearly the name of a known one")
    try refuse(repeated + planner.repeated, "something is answered twice")
    let (first, count) = planner.misfits
    report.misfits = MisfitReport(first: first, count: count, keptCount: planner.keptCount)
    guard planner.hasQuestions || count > 0 else {
      throw CommandFailure(
        "\(sheet.sourceName) has no column for a question of “\(form.shortened)”; nothing was imported")
    }
    if isStrict && count > 0 || !planner.hasQuestions {
      throw report.misfits.refusal(of: sheet.sourceName, form: form)
    }
    return report
  }

  /// Refuses the whole sheet if there is any of these faults.
  private func refuse(_ faults: [Diagnostic], _ problem: String) throws {
    guard !faults.isEmpty else { return }
    let head = "\(sheet.sourceName): \(problem); nothing was imported"
    throw CommandFailure(([head] + MisfitReport.lines(faults)).joined(separator: "\n"))
  }

  /// The lines for the form; those that name another one are reported, unless none of them names this one.
  private mutating func linesOfForm() -> [AnswerSheet.Line] {
    guard sheet.formKeys.contains(form) else { return sheet.lines }
    return sheet.lines.filter { line in
      guard let named = line.form?.canonicalKey, named != form else { return true }
      planner.refuse(line, "it answers the form “\(named.shortened)”")
      return false
    }
  }

  private mutating func key(of line: AnswerSheet.Line, taken: inout Set<String>) throws -> ResponseKey? {
    guard let name = response ?? line.response else {
      while !taken.insert("response-\(nextName)").inserted { nextName += 1 }
      return ResponseKey(form: form, response: "response-\(nextName)")
    }
    let key = ResponseKey(form: form, response: name)
    if let problem = FormDefinition.problem(withKey: key.response) {
      planner.refuse(line, "“\(key.response.shortened)” is not a valid key of a response: \(problem)")
      return nil
    }
    if let other = linesByResponse.updateValue(line.number, forKey: key.response) {
      linesByResponse[key.response] = other
      repeated.append(
        Diagnostic(
          key: sheet.place(of: line.number),
          problem: "\(sheet.place(of: other)) answers for “\(key.response.shortened)” already", action: "remove one"))
      return nil
    }
    taken.insert(key.response)
    return key
  }

  private mutating func take(_ line: AnswerSheet.Line, as key: ResponseKey, in responses: ResponseChanges) throws {
    let (contents, form) = try responses.contents(of: key)
    let planned = try planner.plan(for: line, in: contents, of: form)
    let actions = planned.actions
    var taken = AnswerSheetReport.Taken(
      place: sheet.place(of: line.number), response: key.response, isNew: contents.stream == nil,
      actions: actions.count,
      answers: actions.count { $0.kind == .set || $0.kind == .clear }, revision: contents.revision,
      changes: report.isDryRun ? planned.changedAnswers(since: contents) : [])
    if !report.isDryRun, taken.isNew || !actions.isEmpty {
      taken.revision = try responses.write(planned.decisions, as: "Answers", to: key)
    }
    report.taken.append(taken)
  }
}

/// Reports the result for a sheet.
struct AnswerSheetReport {
  /// The result for a line.
  struct Taken {
    let place: String
    let response: String
    /// Whether the line begins the response.
    let isNew: Bool
    let actions: Int
    /// How many of the actions are about answers, and not about instances.
    let answers: Int
    var revision: Int
    /// In a dry run, what would change.
    var changes: [PlannedActions.ChangedAnswer] = []
  }

  let sheet: AnswerSheet
  let form: String
  let isDryRun: Bool
  var taken: [Taken] = []
  var misfits = MisfitReport()

  init(sheet: AnswerSheet, form: String, isDryRun: Bool) {
    self.sheet = sheet
    self.form = form
    self.isDryRun = isDryRun
  }

  /// The report in words: the result, in a dry run the responses concerned, and a line for each misfit.
  var lines: [String] {
    [head] + (isDryRun ? MisfitReport.listed(taken.filter { $0.isNew || $0.actions > 0 }.flatMap(Self.lines)) : [])
      + misfits.lines
  }

  private var head: String {
    let (source, form) = (sheet.sourceName, "“\(TerminalText.plain(form))”")
    let begun = taken.count(where: \.isNew)
    let changed = taken.count { !$0.isNew && $0.actions > 0 }
    let same = taken.count - begun - changed
    let parts = [(begun, "new"), (changed, "changed"), (same, "unchanged")].filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }
    let count = Count.of(taken.count, "response")
    let refused = misfits.refusedCount > 0 ? "; \(Count.of(misfits.refusedCount, "misfit")) left out" : ""
    let done = (parts.isEmpty ? count : "\(count) to \(form), \(parts.joined(separator: ", "))") + refused
    return isDryRun
      ? "\(source): would import \(done); nothing was written" : "\(source): imported \(done)"
  }

  private static func lines(_ taken: Taken) -> [String] {
    let name = "“\(TerminalText.plain(taken.response))”"
    let answers = Count.of(taken.answers, "answer")
    return ["  \(taken.place): \(name) \(taken.isNew ? "begins with" : "changes in") \(answers)"]
      + taken.changes.map { change in
        "    \(TerminalText.plain(change.name)): \(TerminalText.plain(ChangeSentences.comparison(of: change.before, with: change.after)))"
      }
  }

  /// The report as data.
  var printed: ImportedAnswers {
    ImportedAnswers(
      form: form, isDryRun: isDryRun,
      responses: taken.map {
        ImportedAnswers.Response(
          key: $0.response, place: $0.place, isNew: $0.isNew, actionCount: $0.actions, revision: $0.revision)
      },
      misfitCount: misfits.count, misfits: misfits.first)
  }
}

/// What was imported of a table, a document or a submission of answers.
struct ImportedAnswers: Shape {
  static let meaning = "What was imported of answers."

  let form: String
  let isDryRun: Bool
  let responses: [Response]
  let misfitCount: Int
  let misfits: [Diagnostic]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("form", \.form, Meaning.form)
    m("dryRun", \.isDryRun, Meaning.dryRun)
    m("responses", \.responses, "The responses that the answers are of.")
    m("misfitCount", \.misfitCount, "How many misfits there are.")
    m("misfits", \.misfits, "What was not imported, as far as it is listed.")
  }

  /// A response, with what was imported of it.
  struct Response: Shape {
    static let meaning = "A response."

    let key: String
    /// Where it stands; `nil` for a submission.
    var place: String?
    let isNew: Bool
    let actionCount: Int
    let revision: Int
    /// Whether the submission was there already; `nil` for anything else.
    var isThereAlready: Bool?

    static func list<M: PrintedMembers<Self>>(_ m: inout M) {
      m("response", \.key, Meaning.response)
      m.ifAny("place", \.place, "Where in the table or document it stands; not of a submission.")
      m("new", \.isNew, "Whether it begins with this.")
      m("actionCount", \.actionCount, "How many actions the answers are.")
      m("revision", \.revision, Meaning.revision)
      m.ifAny(
        "alreadyThere", \.isThereAlready,
        "Whether the submission was there already and was left alone; only of a submission.")
    }
  }
}
#endif
