#if CommandLine
import ArgumentParser

/// `formstate form`
struct FormCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "form",
    abstract: "Delete a form.",
    discussion: """
      formstate list lists the forms.

        formstate form delete answers.sqlite profile
      """,
    subcommands: [DeleteFormCommand.self])
}
#endif
