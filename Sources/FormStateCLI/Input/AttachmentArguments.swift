#if CommandLine
import ArgumentParser
import Foundation

/// The folder of files attached to responses.
struct AttachmentArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of attached files; by default the one beside the database with its name and -attachments.",
      valueName: "folder"),
    completion: .directory)
  var attachments: String?

  /// The folder.
  func folder(besides database: String) -> String { attachments ?? Self.usualFolder(besides: database) }

  /// Whether there is a folder at a path.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Checks that files can be stored in a folder, which need not exist yet.
  ///
  /// - Throws: ``CommandFailure``.
  static func checkUse(of folder: String) throws {
    let parent = URL(fileURLWithPath: folder).deletingLastPathComponent().path
    if isFolder(folder) || access(folder, F_OK) != 0 && isFolder(parent) { return }
    throw CommandFailure(
      "attached files cannot be stored in “\(folder)”; name a folder, or one that can be created")
  }

  /// The default folder: the path of the database without its extension, with `-attachments`.
  static func usualFolder(besides database: String) -> String {
    NSString(string: database).deletingPathExtension + "-attachments"
  }
}
#endif
