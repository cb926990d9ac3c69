#if CommandLine
import ArgumentParser
import Foundation

/// `formstate new`
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Write a small form into a new JSON file, to begin with.",
    discussion: """
      The form has a required text, a date with a constraint, a choice and a question that depends on it; properties explain \
      each of them. The name of the file is the form's name. An existing file is left unchanged.

        formstate new visit.json
        formstate check visit.json
        formstate serve visit.json

      formstate help field NAME explains a field, and formstate help fields lists all of them.
      """)

  @Argument(
    help: ArgumentHelp("The file to make, whose name ends in .json.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var file: String

  func validate() throws {
    guard file.lowercased().hasSuffix(".json") else {
      throw ValidationError("A form is a JSON file; give it a name that ends in .json, such as visit.json.")
    }
  }

  func run() throws {
    let form = StarterForm(file: file)
    try OutputFile.create(Data(form.text.utf8), at: file)
    try CommandFailure.afterDone("“\(file)” was written") { try StandardStreams.print(lines(about: form)) }
  }

  /// What was written, and what to do with it.
  private func lines(about form: StarterForm) -> String {
    let name = ShellText.argument(file)
    let steps = [
      ("formstate check \(name)", "find its mistakes"),
      ("formstate serve \(name)", "show it in a browser while you edit it"),
      ("formstate help field required", "explain a field"),
    ]
    let width = steps.map(\.0.count).max() ?? 0
    return
      (["Wrote “\(TerminalText.plain(file))”, the form “\(form.key)”. Edit it, and use:"]
      + steps.map { "  \($0.0.padding(toLength: width, withPad: " ", startingAt: 0))  \($0.1)" })
      .joined(separator: "\n")
  }
}
#endif
