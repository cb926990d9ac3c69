#if CommandLine
import FormState
import FormStateInterchange
import Foundation

/// Copies the files that a submission names, so both can be passed on together.
struct AttachmentExport {
  /// The folder that stores them.
  let source: String
  /// The folder to copy them into.
  let target: String
  let database: DatabasePaths

  /// Copies files under their names, each whole or not at all.
  ///
  /// - Throws: ``CommandFailure`` before anything is written if one is missing.
  func copy(_ names: [String]) throws {
    let paths = try names.map { try path(of: $0) }
    guard !names.isEmpty else { return }
    try database.inFolder(target) {
      for (name, path) in zip(names, paths) { try copy(path, as: name) }
    }
  }

  private func copy(_ path: String, as name: String) throws {
    let output = target + "/" + name
    let reader = try InputFileReader(path)
    try OutputFile.write(to: output, besides: database) { sink in
      while case let part = try reader.next(), !part.isEmpty { try sink(part) }
    }
    StandardStreams.note("Wrote “\(TerminalText.plain(output))”.")
  }

  private func path(of name: String) throws -> String {
    let shown = TerminalText.plain(name.shortened)
    // An answer may come from anywhere, and must lead to no other file.
    guard !name.contains("/"), !name.contains("\0"), name != ".", name != "..", name.utf8.count <= 255 else {
      throw CommandFailure("“\(shown)” is not the name of an attached file; clear that answer, or omit --media")
    }
    let path = source + "/" + name
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw CommandFailure(
        "“\(shown)” is not in “\(source)”, where attached files are stored; name its folder with --attachments, or omit "
          + "--media")
    }
    return path
  }
}
#endif
