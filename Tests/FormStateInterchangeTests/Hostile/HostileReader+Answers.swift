import FormState
import FormStateStore
import Foundation
import TestSupport

@testable import FormStateInterchange

extension HostileReader {
  /// Readers of answers and of small documents.
  static var answers: [HostileReader] {
    [
      HostileReader(
        name: "answers as CSV", grammar: .table,
        corpus: {
          try ["wide", "long", "titles"].map { try file("answers/\($0).csv") } + [file("../Golden/1.0/answers.csv")]
        }, faulty: { [try file("../Golden/1.0/set-aside.csv")] }, accept: { try acceptSheet($0, $1) }),
      HostileReader(
        name: "answers as JSON", grammar: .json,
        corpus: {
          try [file("answers/objects.json"), file("answers/responses.json"), file("../Golden/1.0/answers.json")]
        },
        accept: { try acceptSheet($0, $1) }),
      HostileReader(
        name: "answers as JSON Lines", grammar: .jsonLines, corpus: { [try file("answers/lines.jsonl")] },
        accept: { try acceptSheet($0, $1) }),
      HostileReader(
        name: "submission", grammar: .xml, corpus: { [try file("../Golden/1.0/submission.xml")] },
        accept: acceptSubmission),
      HostileReader(
        name: "measured heights", grammar: .json, corpus: { try files("heights") },
        accept: { data, _ in
          let heights = try MeasuredHeights(data).heights
          return heights.allSatisfy { $0.height >= 0 && $0.height.isFinite } ? [] : ["a height is none: \(heights)"]
        }),
      HostileReader(
        name: "converter's report", grammar: .jsonLines, corpus: { try files("converter") },
        accept: { data, _ in
          let report = ConverterReport(in: data)
          let said = (report?.refusals ?? []) + (report?.warningDiagnostics ?? [])
          _ = ConverterReport.lastWords(of: data)
          return said.contains { $0.description.isEmpty } ? ["a message says nothing"] : []
        }),
      HostileReader(name: "workbook", grammar: .archive, corpus: { try files("workbook") }, accept: acceptWorkbook),
    ]
  }

  private static let formOfAnswers = "visit"

  /// Imports a sheet into responses of the form that the corpus is about.
  private static func acceptSheet(_ data: Data, _ store: FormStore) throws -> [String] {
    let sheet = try AnswerSheet(data, sourceName: "answers")
    let settings = ImportSettings(sourceName: "journal.json")
    try store.save(try FormDocument.read(try file("form/journal.json"), settings: settings).form)
    defer { _ = try? store.deleteForm(formOfAnswers, includingResponses: true) }
    var planner = AnswerSheetPlanner(sheet, clearsEmpty: data.count.isMultiple(of: 2))
    try store.changeResponses { responses in
      for line in sheet.lines.prefix(40) {
        let response = line.response.flatMap { FormDefinition.problem(withKey: $0) == nil ? $0 : nil } ?? "none"
        let key = ResponseKey(form: formOfAnswers, response: response)
        let (contents, definition) = try responses.contents(of: key)
        let planned = try planner.plan(for: line, in: contents, of: definition)
        if !planned.decisions.isEmpty { _ = try responses.write(planned.decisions, as: "Answers", to: key) }
      }
    }
    let misfits = planner.misfits
    let contents = try store.contents(ofResponsesTo: formOfAnswers)
    var problems = try HostileTrial.check(store)
    let table = try AnswerTable.write(linesOf: contents)
    if !contents.isEmpty { _ = try AnswerSheet(table, sourceName: "again") }
    if misfits.first.contains(where: { $0.key == nil }) { problems.append("a misfit has no place") }
    return problems
  }

  @Sendable private static func acceptSubmission(_ data: Data, _ store: FormStore) throws -> [String] {
    let submission = try Submission(data, sourceName: "ada.xml")
    let settings = ImportSettings(sourceName: "household.xml")
    let xform = try Data(contentsOf: Repository.folder.appendingPathComponent("Examples/household.xml"))
    let form = try DefinitionImporter.read(xform, settings: settings).form
    try store.save(form)
    defer { _ = try? store.deleteForm(form.key, includingResponses: true) }
    _ = submission.answers(form)
    let key = ResponseKey(form: form.key)
    let plan = try submission.plan(for: try store.contents(of: key))
    guard !plan.actions.isEmpty else { return [] }
    try store.group("Submission", in: key) { group in
      for action in plan.actions { try group.apply(action) }
    }
    let left = try submission.plan(for: try store.contents(of: key)).actions
    let written = try SubmissionDocument.write(try store.contents(of: key))
    // A submission without its own name gets a random one.
    let again = try Submission(written, sourceName: "again.xml").plan(for: try store.contents(of: key)).actions
      .filter { submission.instanceID != nil || $0.cell != .key("instanceID") }
    // What the first one left to a default is stated by the second: the same value, now entered.
    try store.group("Again", in: key) { group in
      for action in again { try group.apply(action) }
    }
    let contents = try store.contents(of: key)
    let isSame =
      try again.allSatisfy { $0.kind == .set && $0.cell != .key("instanceID") }
      && SubmissionDocument.write(contents) == written
    return try HostileTrial.check(store) + (left.isEmpty ? [] : ["read once more, it changes \(left)"])
      + (isSame ? [] : ["written and read, it changes \(again)"])
  }

  @Sendable private static func acceptWorkbook(_ data: Data, _ store: FormStore) throws -> [String] {
    let settings = ImportSettings(sourceName: "form")
    #if os(macOS) || os(Linux)
    if Workbook.isOne(data, named: "form") {
      // No program converts it; the archive itself is not unpacked in this process.
      _ = try Workbook.form(of: data, settings: settings, converter: WorkbookConverter(searchPath: ""))
      return ["it is converted without a program"]
    }
    #endif
    return try AcceptedForm.problems(try DefinitionImporter.read(data, settings: settings), in: store)
  }
}
