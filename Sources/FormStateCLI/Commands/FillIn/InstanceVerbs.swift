#if CommandLine
import ArgumentParser
import FormState

/// `formstate add`
enum Add: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add an instance to a repeat.",
    discussion: """
      The new instance is added after the others, or before one of them. Its number is never reused; cells in it are named by \
      that number, or by its position.

        formstate add trip.sqlite passenger
        formstate add trip.sqlite passenger --before 'passenger[1]'
        formstate add trip.sqlite 'passenger[2]/bag'
        formstate set trip.sqlite 'passenger[2]/name' Ada
      """)

  static func action(_ new: InstanceArguments) throws -> FormAction { .add(try new.cell.reference(), before: new.next) }
}

/// `formstate remove`
enum Remove: Verb {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove an instance of a repeat with everything in it.",
    discussion: """
      Name the instance, or a cell in it. Undo restores all of it.

        formstate remove trip.sqlite 'passenger[2]'
        formstate remove trip.sqlite name:7
      """)

  static func action(_ cell: CellArguments) throws -> FormAction { .remove(try cell.reference()) }
}

/// `formstate move`
enum Move: Verb {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move an instance of a repeat among the others.",
    discussion: """
      Without --before it becomes the last one.

        formstate move trip.sqlite 'passenger[3]' --before 'passenger[1]'
        formstate move trip.sqlite passenger:7
      """)

  static func action(_ moved: InstanceArguments) throws -> FormAction {
    .move(try moved.cell.reference(), before: moved.next)
  }
}

/// An instance, and its place among the others.
struct InstanceArguments: VerbArguments {
  @OptionGroup var cell: CellArguments
  @Option(help: ArgumentHelp("The instance that comes after it.", valueName: "instance"))
  var before: String?

  var seenAt: Int? { cell.seenAt }
  var next: CellReference? { before.map(CellReference.key) }
}
#endif
