#if CommandLine
import ArgumentParser

/// The help of a group that does something by default: the help of that, and the other commands of the group.
///
/// The parser's help of such a group has no option of what the group does by default.
enum GroupHelp {
  /// The help that words ask for, without a line feed at its end; `nil` if they do not ask for that of such a group.
  static func text(askedForBy words: [String]) -> String? {
    let isHelp = words.first == "help"
    guard isHelp || words.last == "--help" || words.last == "-h" else { return nil }
    var group: any ParsableCommand.Type = FormStateCommand.self
    for word in isHelp ? words.dropFirst() : words.dropLast() {
      let named = group.configuration.subcommands.first { $0.configuration.commandName == word }
      guard let named else { return nil }
      group = named
    }
    let help = FormStateCommand.helpMessage(for: group)
    guard let usual = group.configuration.defaultSubcommand, let others = help.firstRange(of: "SUBCOMMANDS:") else {
      return nil
    }
    return FormStateCommand.helpMessage(for: usual) + "\n" + help[others.lowerBound...]
  }
}
#endif
