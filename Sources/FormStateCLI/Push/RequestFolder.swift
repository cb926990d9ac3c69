#if CommandLine
import FormStateInterchange
import Foundation

/// The files of a request, in a folder that only the user may read.
struct RequestFolder {
  private let url: URL

  /// Makes a folder with a batch.
  init(_ batch: Data) throws(PushFault) {
    let place = FileManager.default.temporaryDirectory
    url = place.appendingPathComponent("formstate-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try batch.write(to: self.batch)
      try Data().write(to: said)
    } catch {
      remove()
      throw PushFault(
        "gets nothing, since no files can be created in “\(place.path)”",
        remedy: "free space there, or name another folder with TMPDIR")
    }
  }

  /// The batch.
  var batch: URL { url.appendingPathComponent("batch") }
  /// The header fields that the server sends.
  var headers: URL { url.appendingPathComponent("headers") }
  /// The body that the server sends.
  var body: URL { url.appendingPathComponent("body") }
  /// The messages of `curl`.
  var said: URL { url.appendingPathComponent("said") }

  /// The header fields as text.
  var head: String { String(decoding: content(of: headers), as: UTF8.self) }
  /// The body; empty if there is none.
  var answer: Data { content(of: body) }

  /// How much of the body has arrived.
  var answeredBytes: Int {
    var status = stat()
    return stat(body.path, &status) == 0 ? Int(clamping: status.st_size) : 0
  }

  /// The last line of the messages, without the name of the program; empty if there is none.
  var lastWords: String {
    let lines = String(decoding: content(of: said), as: UTF8.self).split { $0.isNewline }
    let words = lines.last.map { $0.replacing(/^curl: (\([0-9]+\) )?/, with: "") } ?? ""
    return TerminalText.cut(TerminalText.plain(String(words)), to: 200)
  }

  /// Removes the folder.
  func remove() { try? FileManager.default.removeItem(at: url) }

  private func content(of file: URL) -> Data { (try? Data(contentsOf: file)) ?? Data() }
}
#endif
