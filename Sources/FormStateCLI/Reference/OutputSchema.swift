#if CommandLine
import FormState
import FormStateInterchange

/// The JSON Schemas of what `formstate` prints with `--json`: each follows from the shapes that are printed.
///
/// Objects are open: later versions may add members, and none is removed.
enum OutputSchema: String, CaseIterable {
  case change, replay, answers, choices, diff, explain, faults, get, list, log, show, status, watch, deletion
  case formList = "form-list"
  case `import`
  case importAnswers = "import-answers"
  case response
  case responseList = "response-list"
  case setAside = "set-aside"
  case upgrade, validate, backup, check, compact, merge, outbox, push, recover, restore, views

  /// The schema, JSON Schema 2020-12 as JSON text, which needs no other file.
  var text: String {
    let (title, meaning, alternatives) = content
    return ShapeDefinitions.schema(of: rawValue, title: title, meaning: meaning, alternatives: alternatives).text + "\n"
  }

  /// Its title, what prints it, and the shapes of which one is printed.
  private var content: (title: String, meaning: String, alternatives: [any Printed.Type]) {
    switch self {
    case .change:
      (
        "A change",
        "What a command that acts on a response did: `formstate set --json` and all others that do what a person does, take it back or do it again.",
        [ResponseChange.self]
      )
    case .replay: ("A replayed script", "What `formstate replay --json` prints.", [ReplayedScript.self])
    case .answers:
      (
        "Answers",
        "The answers of responses, question by question: the document that `formstate answers --json` prints, or with `--ndjson` each line.",
        [AnswersOfForm.self, AnswerOfResponse.self]
      )
    case .choices: ("Choices", "What `formstate choices --json` prints.", [ChoicesReport.self])
    case .diff:
      (
        "A difference",
        "What `formstate diff --json` prints: what leads from one revision to another, or which answers of two responses differ.",
        [ResponseChange.self, ResponseDifference.self]
      )
    case .explain: ("Why a cell does not show", "What `formstate explain --json` prints.", [ExplainedCell.self])
    case .faults: ("Faults", "What `formstate faults --json` prints.", [FaultsReport.self])
    case .get: ("What a cell holds", "What `formstate get --json` prints.", [AnswerOfResponse.self])
    case .list: ("Forms and responses", "What `formstate list --json` prints.", [ListedForms<FormWithResponses>.self])
    case .log:
      (
        "A journal",
        "What `formstate log --json` prints, or with `--ndjson` each line.",
        [ReportedJournal.self, JournalEntry.self]
      )
    case .show:
      (
        "Visible rows",
        "What `formstate show --json` prints, or with `--indices` the positions of the visible cells.",
        [Outline.self, [[Int]].self]
      )
    case .status: ("How values stand", "What `formstate status --json` prints.", [StatusReport.self])
    case .watch:
      (
        "What others change",
        "A line that `formstate watch --json` prints: the visible rows at first and, with `--until`, at last; and one for every change.",
        [WatchedRows.self, ResponseChange.self]
      )
    case .deletion:
      (
        "What is deleted",
        "What `formstate response delete --json` and `formstate form delete --json` print.",
        [DeletionReport.self]
      )
    case .formList: ("Forms", "What `formstate form list --json` prints.", [ListedForms<FormWithCounts>.self])
    case .import: ("An import", "What `formstate import --json` prints.", [ImportedForms.self])
    case .importAnswers:
      (
        "Imported answers",
        "What `formstate import-answers --json` prints.",
        [ImportedAnswers.self]
      )
    case .response:
      (
        "A response",
        "What `formstate response new`, `copy` and `rename` print with `--json`.",
        [ResponseReport.self]
      )
    case .responseList: ("Responses", "What `formstate response list --json` prints.", [ListedResponses.self])
    case .setAside:
      (
        "What is set aside",
        "What `formstate set-aside list --json` and `formstate set-aside discard --json` print.",
        [SetAsideReport.self]
      )
    case .upgrade:
      (
        "An upgrade",
        "What `formstate upgrade --json` and `formstate set-aside map --json` print.",
        [UpgradedResponses.self]
      )
    case .validate: ("A validation", "What `formstate validate --json` prints.", [ValidatedFiles.self])
    case .backup: ("A copy", "What `formstate backup --json` prints.", [CopiedFile.self])
    case .check:
      (
        "Whether a file is sound",
        "What `formstate check --json` prints; with faults, the exit status is 1.",
        [CheckReport.self]
      )
    case .compact: ("A compaction", "What `formstate compact --json` prints.", [CompactionReport.self])
    case .merge: ("A merge", "What `formstate merge --json` prints.", [MergedFile.self])
    case .outbox: ("An outbox", "What `formstate outbox --json` prints.", [OutboxReport.self])
    case .push:
      (
        "A push",
        "What `formstate push --json` prints; with --watch, a line each time that entries were sent.",
        [PushReport.self]
      )
    case .recover: ("A recovered file", "What `formstate recover --json` prints.", [RecoveredFile.self])
    case .restore: ("A restored file", "What `formstate restore --json` prints.", [RestoredFile.self])
    case .views:
      (
        "Views for SQL",
        "What `formstate views --json` prints: the views that were made, or with `--drop` the one that was taken away.",
        [MadeViews.self, DroppedView.self]
      )
    }
  }
}
#endif
