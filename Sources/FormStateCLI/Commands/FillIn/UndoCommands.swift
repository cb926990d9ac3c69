#if CommandLine
import ArgumentParser
import FormState
import FormStateInterchange
import FormStateStore

/// Which steps to undo or redo.
struct StepArguments: ParsableArguments {
  @Argument(
    help: ArgumentHelp("The number of steps, 1 by default; all of them if there are fewer.", valueName: "steps"))
  var count: Int?
  @Flag(help: "Leave disclosure and folds unchanged.")
  var valuesOnly = false

  func validate() throws {
    guard (count ?? 1) >= 1 else { throw ValidationError("<steps> must be a number, 1 or more.") }
  }
}

extension ChangingCommand {
  /// Undoes or redoes the last steps, and reports the change.
  func revert(_ direction: UndoDirection, _ steps: StepArguments) throws {
    let count = steps.count ?? 1
    try withActingStore { store in
      let key = try response.keyForWriting(in: store, path: self.store.database)
      try language.check(for: key, in: store)
      let before = try contentsForReport(of: key, in: store)
      let (done, change) = try store.screenChange(
        reverting: direction, of: key, count: count, scope: steps.valuesOnly ? .values : .everything)
      if done < count {
        StandardStreams.note("There \(done == 1 ? "was" : "were") only \(Count.of(done, "step")).")
      }
      let words = "\(Count.of(done, "step")) \(done == 1 ? "was" : "were") \(direction == .redo ? "redone" : "undone")"
      try tell(change, words, of: key, before: before, stepCount: done, in: store)
    }
  }
}

/// The revision to return to, or to undo alone.
struct RevisionArguments: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Return to this revision; 0 is before the first action.", valueName: "revision"))
  var to: Int?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Undo the step of this revision alone, and keep later ones.", valueName: "revision"))
  var only: Int?
  @Flag(help: "With --only: undo just that entry of its step.")
  var entry = false

  /// The action; `nil` to undo the last steps.
  ///
  /// - Throws: a usage error if the arguments do not go together.
  func action(besides steps: StepArguments) throws -> FormAction? {
    guard !entry || only != nil else {
      throw ValidationError("--entry requires --only, which names the revision.")
    }
    guard to != nil || only != nil else { return nil }
    guard [steps.count, to, only].count(where: { $0 != nil }) == 1 else {
      throw ValidationError("Use only one of <steps>, --to and --only.")
    }
    guard !steps.valuesOnly else {
      throw ValidationError("--values-only is for the last steps, not for --to or --only.")
    }
    if let to {
      guard to >= 0 else { throw ValidationError("--to must be a revision, 0 or more.") }
      return .restore(to: to)
    }
    guard let only, only >= 1 else { throw ValidationError("--only must be a revision, 1 or more.") }
    return .revert(only, only: entry)
  }
}

/// `formstate undo`
struct UndoCommand: ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last steps, or any earlier one.",
    discussion: """
      Undo reverses everything that an action did, expanding and folding included, even after a restart. It is an \
      entry of the journal itself, so nothing is lost: redo repeats the steps, until there is a new one.

        formstate undo answers.sqlite
        formstate undo answers.sqlite 3
        formstate undo answers.sqlite --values-only

      --values-only reverses values and leaves disclosure unchanged; steps without such changes are \
      skipped.

      --to returns to a revision: it reverses everything after it in one new step. --only reverses the step of a revision \
      and keeps later ones; it refuses if later revisions depend on it, and names them. Undo reverses both.

        formstate log answers.sqlite
        formstate undo answers.sqlite --to 12
        formstate undo answers.sqlite --only 12
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var steps: StepArguments
  @OptionGroup var revision: RevisionArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: ReportArguments

  func validate() throws {
    _ = try revision.action(besides: steps)
  }

  func run() throws {
    if let action = try revision.action(besides: steps) { try apply(action) } else { try revert(.undo, steps) }
  }
}

/// `formstate redo`
struct RedoCommand: ChangingCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo the steps that were undone last.",
    discussion: """
      A new action after an undo makes the undone steps unreachable; the journal keeps them, marked as \
      abandoned.

        formstate redo answers.sqlite
        formstate redo answers.sqlite 3
      """)

  @OptionGroup var store: StoreArguments
  @OptionGroup var backup: BackupArguments
  @OptionGroup var author: AuthorArguments
  @OptionGroup var steps: StepArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: ReportArguments

  func run() throws { try revert(.redo, steps) }
}
#endif
