#if CommandLine
import ArgumentParser
import Foundation

/// A command that works with an SQLite file, which `FORMSTATE_DB` names if the words do not.
///
/// `restore` is none, since its first argument is the file to make.
protocol StoreCommand: ParsableCommand {
  var store: StoreArguments { get }

  /// Whether other arguments name files too.
  static var takesOtherFiles: Bool { get }
}

extension StoreCommand {
  static var takesOtherFiles: Bool { false }
}

/// The SQLite file of commands that name none.
enum DefaultDatabase {
  /// The value of `FORMSTATE_DB`, as a word that is not an option; `nil` for none.
  static var file: String? {
    guard let file = ProcessInfo.processInfo.environment["FORMSTATE_DB"], !file.isEmpty else { return nil }
    return file.hasPrefix("-") ? "./\(file)" : file
  }

  private static let endings = [".sqlite", ".sqlite3", ".db"]

  /// Whether a word names an SQLite file: by its first bytes, or by a usual extension, since a damaged file may have
  /// lost them.
  static func isDatabase(_ word: String) -> Bool {
    word.hasPrefix("file:") || endings.contains(where: word.lowercased().hasSuffix) || isExistingDatabase(word)
  }

  /// Whether a word names a file that begins as SQLite files do.
  static func isExistingDatabase(_ word: String) -> Bool {
    (try? DumpFile(path: path(word)).isDatabase()) == true
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
