#if CommandLine
import FormStateInterchange
import Foundation

/// The SQLite file for the answers of a previewed form.
enum PreviewDatabase {
  /// Its path for a form's file: in the user's cache folder, under the whole path of that file.
  ///
  /// - Parameters:
  ///   - file: the file with the form.
  ///   - isFresh: whether to begin without answers, which deletes the existing file and attached files.
  /// - Throws: ``CommandFailure`` if the folder cannot be created.
  static func path(for file: String, isFresh: Bool) throws -> String {
    let source = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
    let path = try folder().path + source + ".sqlite"
    try makeFolder(URL(fileURLWithPath: path).deletingLastPathComponent())
    if isFresh {
      for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) }
      try? FileManager.default.removeItem(atPath: AttachmentArguments.usualFolder(besides: path))
    }
    return path
  }

  private static func folder() throws -> URL {
    guard let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first else {
      throw CommandFailure(
        "there is no cache folder; name an SQLite file for the answers with --answers")
    }
    return caches.appendingPathComponent("formstate/preview", isDirectory: true)
  }

  private static func makeFolder(_ folder: URL) throws {
    do {
      // Answers are personal, even trial ones.
      try PrivateFolder.makeIfMissing(folder.path)
    } catch {
      throw CommandFailure(
        "“\(folder.path)” cannot be created; name an SQLite file for the answers with --answers")
    }
  }
}
#endif
