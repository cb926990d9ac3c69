#if CommandLine
import ArgumentParser
import Foundation

/// Where files lie that people have attached to a response.
struct AttachmentArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of attached files; beside the database when left out, called like it with -attachments.",
      valueName: "folder"),
    completion: .directory)
  var attachments: String?

  /// The folder.
  func folder(besides database: String) -> String { attachments ?? Self.usualFolder(besides: database) }

  /// Where the files are when nobody says: the path of the database without its ending, with `-attachments`.
  static func usualFolder(besides database: String) -> String {
    NSString(string: database).deletingPathExtension + "-attachments"
  }
}
#endif
