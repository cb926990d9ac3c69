#if Collect
import ArgumentParser
import FormStateCollector

/// `formstate-collect views`
struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "Make a view of a form with a column for each question.",
    discussion: """
      Makes the view again from all versions of the form that the database has, and one for each of its repeats. Its \
      name is that of the form.

        formstate-collect views inspection --database answers
        psql answers -c 'SELECT * FROM "inspection"'
      """)

  @Argument(help: "The key of the form.")
  var form: String
  @OptionGroup var database: DatabaseArguments

  func run() throws {
    let views = TypedViews(connection: try database.connect())
    let names = try views.make(ofForm: form)
    guard names.isEmpty else { return try names.forEach(Output.print) }
    let forms = try views.forms().map { "“\($0)”" }.joined(separator: ", ")
    throw CollectorFailure("there is no form “\(form)”; the database has \(forms.isEmpty ? "none" : forms)")
  }
}

/// `formstate-collect choose`
struct ChooseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "choose",
    abstract: "Choose the line of a response that counts.",
    discussion: """
      Where copies of a response went on differently, each is a line. Until one is chosen, current_answer shows the one \
      that arrived first. The others stay, and their devices go on sending them.

        formstate-collect choose c8a64ad05e6fecde3702b2a8c7efc788 2
      """)

  @Argument(help: "The random name of the response: column stream of the view response.")
  var stream: String
  @Argument(help: "The number of the line.")
  var line: Int
  @OptionGroup var database: DatabaseArguments

  func validate() throws {
    let digits = stream.replacing("-", with: "")
    guard digits.count == 32, digits.allSatisfy(\.isHexDigit) else {
      throw ValidationError("“\(stream)” is not the name of a response: 32 hexadecimal digits.")
    }
    guard (1...Int(Int32.max)).contains(line) else { throw ValidationError("\(line) is not the number of a line.") }
  }

  func run() throws {
    guard try ResponseLines(connection: try database.connect()).choose(line, of: stream) else {
      throw CollectorFailure("there is no line \(line) of the response \(stream)")
    }
  }
}
#endif
