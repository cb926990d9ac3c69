#if CommandLine
import ArgumentParser

/// Reads the words of a command line as a command with its arguments.
///
/// With a default file, the words are read without a file first; only if they make no command is the first argument the
/// file. The declarations of the commands decide: nothing lists options, counts arguments or interprets names.
struct CommandReading {
  /// The words after the program's name.
  let words: [String]
  /// The default file; `nil` for none.
  var defaultFile = DefaultDatabase.file

  /// The command.
  ///
  /// The parser prepares the arguments of all commands, a quarter of the instructions of `formstate tap`, so the named
  /// command reads its own first. Whatever it does not take is left to the parser of all, which explains it.
  ///
  /// - Throws: the parser's explanation of what is wrong; a usage error if another file may be meant.
  func command() throws -> any ParsableCommand {
    guard let (type, arguments) = CommandWords.named(by: words) else { return try FormStateCommand.parseAsRoot(words) }
    let name = words.dropLast(arguments.count)
    guard let defaultFile, let storing = type as? any StoreCommand.Type else {
      return try Self.read(arguments, as: type) ?? Self.explain(name + arguments, as: type)
    }
    let filled = [defaultFile] + arguments
    if let command = Self.read(filled, as: type) {
      try requireClearFile(arguments, beside: defaultFile, as: storing, named: Array(name))
      return command
    }
    if let command = Self.read(arguments, as: type) { return command }
    do {
      return try Self.explain(name + arguments, as: type)
    } catch let error where FormStateCommand.message(for: error).hasPrefix("Missing expected argument") {
      return try Self.explain(name + filled, as: type)
    }
  }

  /// Refuses to take an SQLite file as another argument beside the default file, as in `formstate get FILE`, even if
  /// the words are a command with it as their file, as are `formstate reset FILE` and `formstate reset CELL`.
  private func requireClearFile(
    _ arguments: [String], beside file: String, as type: any StoreCommand.Type, named name: [String]
  ) throws {
    guard arguments.contains(where: DefaultDatabase.isExistingDatabase) else { return }
    let other = (Self.read(arguments, as: type) as? any StoreCommand)?.store.database
    let meant = arguments.indices.first { index in
      let isFirst = index == 0 && !type.takesOtherFiles
      return (isFirst || other == (try? DefaultDatabase.path(arguments[index])))
        && DefaultDatabase.isExistingDatabase(arguments[index])
    }
    guard let meant else { return }
    func line(_ words: [String]) -> String { (["formstate"] + words.map(ShellText.word)).joined(separator: " ") }
    var others = arguments
    let word = others.remove(at: meant)
    let asFile = other.map { _ in "FORMSTATE_DB=\(ShellText.word(word)) \(line(name + others)), or " } ?? ""
    throw WrongUsage(
      "“\(word.shortened)” is an SQLite file, but would be another argument, since FORMSTATE_DB names the file. Write "
        + asFile + line(name + [file] + arguments))
  }

  private static func read(_ arguments: [String], as type: any ParsableCommand.Type) -> (any ParsableCommand)? {
    for arguments in [arguments] + NegativeNumber.protected(in: arguments, of: type) {
      if let command = try? type.parseAsRoot(arguments), Swift.type(of: command) == type { return command }
    }
    return nil
  }

  /// Lets the parser of all explain what is wrong.
  private static func explain(
    _ words: ArraySlice<String>, as type: any ParsableCommand.Type
  ) throws -> any ParsableCommand {
    try FormStateCommand.parseAsRoot(NegativeNumber.protected(in: Array(words), of: type).first ?? Array(words))
  }
}

/// Lets `formstate set` accept a negative number as a value.
///
/// The parser treats every word that begins with a hyphen as an option unless it follows `--`, and would report
/// `formstate set answers.sqlite level -3` as wrong usage instead of letting the slider refuse it.
private enum NegativeNumber {
  /// The arguments with one of their negative numbers moved behind `--`, the last one first.
  static func protected(in arguments: [String], of type: any ParsableCommand.Type) -> [[String]] {
    guard type == SetCommand.self, !arguments.contains("--") else { return [] }
    return arguments.indices.reversed().filter { arguments[$0].hasPrefix("-") && Double(arguments[$0]) != nil }.map {
      var result = arguments
      let value = result.remove(at: $0)
      return result + ["--", value]
    }
  }
}
#endif
