#if CommandLine
import FormState
import FormStateInterchange

/// The JSON Schemas of what `formstate` prints with `--json`: each follows from the shapes that are printed.
///
/// Objects are open: later versions may add members, and none is removed.
enum OutputSchema: String, CaseIterable {
  case change, replay, answers, choices, diff, explain, faults, questions, settle, get, list, log, show, status, watch,
    deletion
  case `import`
  case importAnswers = "answers-import"
  case response
  case setAside = "upgrade-set-aside"
  case upgrade, backup, check, compact, outbox, restore, sync, views

  /// The schema, JSON Schema 2020-12 as JSON text, which needs no other file.
  var text: String {
    let content = content
    let commands = CommandOutputs.words(of: self).map { "`formstate \($0) --json`" }.joined(separator: ", ")
    let meaning = "What is printed by \(commands)." + (content.note.isEmpty ? "" : " \(content.note)")
    return ShapeDefinitions.schema(
      of: rawValue, title: content.title, meaning: meaning, alternatives: content.alternatives
    ).text + "\n"
  }

  /// What commands print.
  private struct Content {
    let title: String
    /// The shapes of which one is printed.
    let alternatives: [any Printed.Type]
    /// What else there is to say.
    let note: String

    init(_ title: String, _ alternatives: any Printed.Type..., note: String = "") {
      (self.title, self.alternatives, self.note) = (title, alternatives, note)
    }
  }

  private var content: Content {
    switch self {
    case .change: Content("A change", ResponseChange.self)
    case .replay: Content("A replayed script", ReplayedScript.self)
    case .answers:
      Content(
        "Answers", AnswersOfForm.self, RowOfResponse.self,
        note: "With `--ndjson` it is a line for each answer.")
    case .choices: Content("Choices", ChoicesReport.self)
    case .diff:
      Content(
        "A difference", ResponseChange.self, ResponseDifference.self,
        note: "It leads from one revision to another, or says which answers of two responses differ.")
    case .explain: Content("Why a cell is visible or hidden", ExplainedCell.self)
    case .faults: Content("Faults", FaultsReport.self)
    case .questions: Content("Questions", QuestionsReport.self)
    case .settle:
      Content(
        "Settled questions", ResponseChange.self, SettledQuestions.self,
        note: "With `--all` it says what became of each question.")
    case .get: Content("The value of a cell", RowOfResponse.self)
    case .list: Content("Forms and responses", ListedForms.self)
    case .log:
      Content(
        "A journal", ReportedJournal.self, PrintedEntry.self,
        note: "With `--ndjson` it is a line for each entry.")
    case .show:
      Content(
        "Visible rows", Outline.self, [[Int]].self,
        note: "With `--indices` it is, for each section, the positions of its visible cells.")
    case .status: Content("The status of values", StatusReport.self)
    case .watch:
      Content(
        "What others change", WatchedRows.self, ResponseChange.self,
        note: "A line has a change or the visible rows: the first line, and with `--until` the last.")
    case .deletion: Content("What is deleted", DeletionReport.self)
    case .import: Content("An import", ImportedForms.self)
    case .importAnswers: Content("Imported answers", ImportedAnswers.self)
    case .response: Content("A response", ResponseReport.self)
    case .setAside: Content("What is set aside", SetAsideReport.self)
    case .upgrade: Content("An upgrade", UpgradedResponses.self)
    case .backup: Content("A copy", CopiedFile.self)
    case .check:
      Content(
        "Which files have faults", CheckReport.self, CheckedFiles.self,
        note:
          "Of a single SQLite file it lists the faults; otherwise it has a report for each file. With faults, the exit status is 1."
      )
    case .compact: Content("A compaction", CompactionReport.self)
    case .outbox: Content("An outbox", OutboxReport.self)
    case .restore:
      Content(
        "A restored file", RestoredFile.self, RecoveredFile.self,
        note: "With `--damaged` it says what could be read.")
    case .sync:
      Content(
        "A sync", SyncedFiles.self,
        note: "With `--watch` it is a line each time that something was received or sent.")
    case .views:
      Content(
        "Views for SQL", MadeViews.self, DroppedView.self,
        note: "With `--drop` it is the dropped view.")
    }
  }
}
#endif
