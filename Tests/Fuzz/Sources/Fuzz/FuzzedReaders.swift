import Foundation

@testable import FormState
@testable import FormStateInterchange

/// The readers by their names, each with what may never happen to a document that it accepts.
enum FuzzedReaders {
  static let all: [String: @Sendable (Data) throws -> Void] = [
    "form": { try keep(try DefinitionImporter.read($0, settings: settings)) },
    "layout": { try keep(try FormLayout.read($0, sourceName: "layout").form(from: layoutData, settings: settings)) },
    "dump": { data in
      for form in try StoreDump.read(data, sourceName: "dump") { _ = form.responses.count }
    },
    "actions": { data in
      let actions = try ActionScript.read(data, source: "script")
      let lines = try actions.map(ActionScript.line).joined(separator: "\n")
      let again = try ActionScript.read(Data(lines.utf8), source: "again")
      precondition(again == actions)
    },
    "answers": { _ = try AnswerSheet($0, sourceName: "answers") },
    "submission": { _ = try Submission($0, sourceName: "submission").formID },
    "batch": { data in
      var rest = data
      let lines = InputLines(name: "batch") { limit in
        defer { rest = rest.dropFirst(limit) }
        return Data(rest.prefix(limit))
      }
      var reader = PushBatchReader(source: "batch", nextLine: lines.next)
      while try reader.next() != nil {}
    },
    "push-answers": { data in
      let answers = try PushAnswerDocument.read(data, source: "answers")
      let lines = try answers.map(PushAnswerDocument.line).joined(separator: "\n")
      let again = try PushAnswerDocument.read(Data(lines.utf8), source: "again")
      precondition(again == answers)
    },
    "map": { _ = try UpgradeMap.read($0, sourceName: "map") },
    "heights": { _ = try MeasuredHeights($0) },
    "converter": { data in _ = ConverterReport(in: data).map { $0.refusals + $0.warningDiagnostics } },
    "lists": { _ = try XFormListItems(table: $0, fileName: "list") },
    // A reader with a fault, which libFuzzer must find.
    "control": { precondition(!$0.starts(with: "trap".utf8)) },
    "rules": { _ = try RuleExpression(String(decoding: $0, as: UTF8.self)) },
  ]

  private static let settings = ImportSettings(formKey: "f", sourceName: "form")
  private static let layoutData = Data(#"{"t":"T","a":{"b":1},"pages":[{"name":"p","title":"P","elements":[]}]}"#.utf8)

  /// An accepted form has no fault, and is the same after form JSON.
  private static func keep(_ imported: ImportedForm) throws {
    precondition(imported.form.definitionFaults().isEmpty)
    let again = try FormDocument.read(try FormDocument.write(imported.form), settings: settings).form
    precondition(again == imported.form)
  }
}
