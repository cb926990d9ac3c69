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

  /// Copies files under their names, all of them or none.
  ///
  /// - Throws: ``CommandFailure`` before anything is written if one is missing.
  func copy(_ names: [String]) throws {
    let paths = try names.map { try path(of: $0) }
    guard !names.isEmpty else { return }
    let written = try OutputFolder.write(into: target, besides: database) { output in
      for (name, path) in zip(names, paths) {
        let reader = try InputFileReader(path)
        try output.write(name) { sink in
          while case let part = try reader.next(), !part.isEmpty { try sink(part) }
        }
      }
    }
    for path in written { StandardStreams.note("Wrote “\(TerminalText.plain(path))”.") }
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
