#if CommandLine
import ArgumentParser
import FormState

/// `formstate complete`
struct CompleteCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Declare a response finished.",
    discussion: """
      A completed response refuses edits until it is reopened; it can still be looked through.

        formstate complete answers.sqlite
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .complete }
}

/// `formstate reopen`
struct ReopenCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Take a completed response up again.",
    discussion: """
        formstate reopen answers.sqlite
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .reopen }
}

/// `formstate recalculate`
struct RecalculateCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "recalculate",
    abstract: "Re-evaluate rules that use the clock or random values.",
    discussion: """
      Rules are evaluated when what they name changes, never by the clock alone. This evaluates today(), now(), random() \
      and uuid() again; initial values stay, and so does what a person entered. Rules that set a cell when the response \
      is opened set it.

        formstate recalculate answers.sqlite
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .recalculate }
}

/// `formstate mark-saved`
struct MarkSavedCommand: ActingCommand {
  static let configuration = CommandConfiguration(
    commandName: "mark-saved",
    abstract: "Mark the values as saved.",
    discussion: """
      From then on, formstate status tells which values differ from what was saved.

        formstate mark-saved answers.sqlite
      """)

  @OptionGroup var store: ActingStoreArguments
  @OptionGroup var response: ResponseArguments
  @OptionGroup var language: LanguageArguments
  @OptionGroup var output: OutputArguments

  func action() throws -> FormAction { .markSaved }
}
#endif
