#if CommandLine
import ArgumentParser
import Foundation

/// The SQLite file of commands that name none: the value of `FORMSTATE_DB`.
enum DefaultDatabase {
  /// Commands that work without a file of responses.
  private static let commandsWithout: Set<String> = ["help", "schema", "new", "check", "restore", "preview"]
  /// Commands that name a second file.
  private static let commandsOfTwo: Set<String> = ["backup", "merge", "recover"]
  /// Options whose value is another kind of file, or a name, that looks like an SQLite file.
  private static let fileOptions: Set<String> = [
    "--output", "-o", "--backup", "--map", "--layout", "--form", "-f", "--response", "-r", "--busy-timeout",
    "--to", "--only", "--token-file", "--definition", "--section-titles", "--title-key", "--attach",
  ]
  private static let endings = [".sqlite", ".sqlite3", ".db"]

  /// The file of the environment; `nil` for none.
  static var file: String? {
    let file = ProcessInfo.processInfo.environment["FORMSTATE_DB"]
    return file?.isEmpty == true ? nil : file
  }

  /// The words of a command, with the file of the environment if they name none.
  static func filling(_ words: [String]) -> [String] {
    guard let file, let command = words.first, !command.hasPrefix("-"), !commandsWithout.contains(command),
      !words.contains("--help"), !words.contains("-h")
    else { return words }
    guard let arguments = CommandWords.named(by: words)?.arguments else { return words }
    let start = words.count - arguments.count
    // A merge may read a document, and a copy may have any name.
    let isNamed =
      commandsOfTwo.contains(command)
      ? count(of: words[start...]) { _ in true } >= 2 : count(of: words[start...], where: isDatabase) >= 1
    if isNamed { return words }
    return words[..<start] + [file] + words[start...]
  }

  /// How many words are neither options nor their values, and satisfy a condition.
  private static func count(of words: ArraySlice<String>, where condition: (String) -> Bool) -> Int {
    zip(words, [""] + words).count { word, before in
      (word == "-" || !word.hasPrefix("-")) && !fileOptions.contains(before) && condition(word)
    }
  }

  /// Whether a word names an SQLite file: by its first bytes, or by a usual extension, since a damaged file may have lost
  /// them.
  static func isDatabase(_ word: String) -> Bool {
    if word.hasPrefix("file:") || endings.contains(where: word.lowercased().hasSuffix) { return true }
    return (try? DumpFile(path: word).isDatabase()) ?? false
  }

  /// The path of a file that is named on the command line, which may be a `file:` URL.
  ///
  /// - Throws: a usage error for a URL with parameters, or of another machine.
  static func path(_ name: String) throws -> String {
    guard name.lowercased().hasPrefix("file:") else { return name }
    guard let parts = URLComponents(string: name), parts.query == nil, parts.fragment == nil,
      (parts.host ?? "").isEmpty || parts.host == "localhost", !parts.path.isEmpty
    else {
      throw ValidationError("“\(name)” is not a file: URL of a local file without parameters; give its path.")
    }
    return parts.path
  }
}
#endif
