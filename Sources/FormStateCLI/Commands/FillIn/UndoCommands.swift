#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// A command that undoes or redoes steps.
protocol RevertingCommand: ChangingCommand {
  var steps: StepArguments { get }

  /// Whether the command redoes; otherwise it undoes.
  static var isDoneAgain: Bool { get }
}

/// Which steps to undo or redo.
struct StepArguments: ParsableArguments {
  @Option(help: ArgumentHelp("The number of steps; all of them if there are fewer.", valueName: "number"))
  var count: Int = 1
  @Flag(help: "Leave disclosure and folds unchanged.")
  var valuesOnly = false

  var scope: UndoScope { valuesOnly ? .values : .everything }

  func validate() throws {
    guard count >= 1 else { throw ValidationError("--count must be a number of steps, 1 or more.") }
  }
}

extension RevertingCommand {
  func run() throws {
    try withActingStore { store in
      let key = try response.keyForWriting(in: store, path: self.store.database)
      try language.check(for: key, in: store)
      let before = try contentsForReport(of: key, in: store)
      let (done, change) = try store.screenChange(
        reverting: Self.isDoneAgain ? .redo : .undo, of: key, count: steps.count, scope: steps.scope)
      if done < steps.count {
        StandardStreams.note("There \(done == 1 ? "was" : "were") only \(Count.of(done, "step")).")
      }
      let words = "\(Count.of(done, "step")) \(done == 1 ? "was" : "were") \(Self.isDoneAgain ? "redone" : "undone")"
      try tell(change, words, of: key, before: before, more: [("stepCount", .integer(done))], in: store)
    }
  }
}

/// `formstate undo`
struct UndoCommand: RevertingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last steps.",
    discussion: """
      Undo reverses everything that an action did, expanding and folding included, even after a restart. It is an \
      entry of the journal itself, so nothing is lost: redo repeats the steps, until there is a new one.

        formstate undo answers.sqlite
        formstate undo answers.sqlite --count 3
        formstate undo answers.sqlite --values-only

      --values-only reverses values and leaves disclosure unchanged; steps without such changes are \
      skipped.
      """)

  static let isDoneAgain = false

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var steps: StepArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments
}

/// `formstate revert`
struct RevertCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert",
    abstract: "Undo what one revision did, anywhere in the journal.",
    discussion: """
      Reverses the step of the revision in a new step and keeps later steps; with --only, just that entry of the step. \
      Refuses if later revisions depend on it, and names them. Undo reverses it.

        formstate log answers.sqlite
        formstate revert answers.sqlite 12
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: "The revision, as log shows it.")
  var revision: Int
  @Flag(help: "Undo only this entry, and keep the rest of its step.")
  var only = false
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction {
    guard revision >= 1 else { throw ValidationError("<revision> must be a number from 1.") }
    return .revert(revision, only: only)
  }
}

/// `formstate restore-to`
struct RestoreToCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore-to",
    abstract: "Return a response to a past revision.",
    discussion: """
      Reverses everything after the revision in one new step: answers and disclosure. Nothing is lost: \
      the journal keeps it, and undo restores it. Revision 0 is the response before its first action.

        formstate show answers.sqlite --revision 12
        formstate restore-to answers.sqlite 12
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @Argument(help: "The revision, as log shows it.")
  var revision: Int
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction {
    guard revision >= 0 else { throw ValidationError("<revision> must be a number from 0.") }
    return .restore(to: revision)
  }
}

/// `formstate redo`
struct RedoCommand: RevertingCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo the steps that were undone last.",
    discussion: """
      A new action after an undo makes the undone steps unreachable; the journal keeps them, marked as \
      abandoned.

        formstate redo answers.sqlite
        formstate redo answers.sqlite --count 3
      """)

  static let isDoneAgain = true

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var steps: StepArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments
}
#endif
