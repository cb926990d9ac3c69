#if CommandLine
import ArgumentParser
import FormState

/// `formstate complete`
enum Complete: Verb {
  static let configuration = CommandConfiguration(
    commandName: "complete",
    abstract: "Complete a response.",
    discussion: """
      A completed response refuses edits until it is reopened; it can still be read, expanded and collapsed.

        formstate complete answers.sqlite
      """)

  static func action(_: NoArguments) -> FormAction { .complete }
}

/// `formstate reopen`
enum Reopen: Verb {
  static let configuration = CommandConfiguration(
    commandName: "reopen",
    abstract: "Reopen a completed response.",
    discussion: """
        formstate reopen answers.sqlite
      """)

  static func action(_: NoArguments) -> FormAction { .reopen }
}

/// `formstate recalculate`
enum Recalculate: Verb {
  static let configuration = CommandConfiguration(
    commandName: "recalculate",
    abstract: "Re-evaluate rules that use the clock or random values.",
    discussion: """
      A rule runs when one of its inputs changes, never by the clock alone. This re-evaluates today(), now(), random() \
      and uuid(); initial values and entered values stay. Rules that set a cell when the response is opened \
      set it again.

        formstate recalculate answers.sqlite
      """)

  static func action(_: NoArguments) -> FormAction { .recalculate }
}

/// `formstate mark-saved`
enum MarkSaved: Verb {
  static let configuration = CommandConfiguration(
    commandName: "mark-saved",
    abstract: "Mark the values as saved.",
    discussion: """
      From then on, formstate status shows which values differ from the saved ones.

        formstate mark-saved answers.sqlite
      """)

  static func action(_: NoArguments) -> FormAction { .markSaved }
}
#endif
