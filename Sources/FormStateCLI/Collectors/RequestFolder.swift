#if CommandLine
import FormStateInterchange
import Foundation

/// The files of a request, in a folder that only the user may read.
///
/// A batch contains people's answers, so it must not be left behind when the process is killed: on Linux its file has
/// no name by the time that it is sent.
struct RequestFolder {
  private let url: URL
  /// Keeps the file of the batch readable without its name.
  private let handle: FileHandle

  /// Makes a folder with a batch.
  init(_ batch: Data) throws(PushFault) {
    let place = FileManager.default.temporaryDirectory
    byteCount = batch.count
    url = place.appendingPathComponent("formstate-\(UUID().uuidString)")
    let named = url.appendingPathComponent("batch")
    do {
      try PrivateFolder.make(url.path)
      try Data().write(to: url.appendingPathComponent(Self.said))
      try batch.write(to: named)
      handle = try FileHandle(forReadingFrom: named)
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw PushFault(
        "gets nothing, since no files can be created in “\(place.path)”",
        remedy: "free space there, or name another folder with TMPDIR")
    }
    let unnamed = "/proc/\(getpid())/fd/\(handle.fileDescriptor)"
    let isReadable = access(unnamed, R_OK) == 0
    if isReadable { unlink(named.path) }
    self.batch = isReadable ? unnamed : named.path
  }

  /// The path of the batch.
  let batch: String
  /// The size of the batch as it is sent.
  let byteCount: Int
  /// The header fields that the server sends.
  var headers: URL { url.appendingPathComponent("headers") }
  /// The body that the server sends.
  var body: URL { url.appendingPathComponent("body") }
  /// The messages of `curl`.
  var said: URL { url.appendingPathComponent(Self.said) }
  private static let said = "said"

  /// The header fields as text.
  var head: String { String(decoding: content(of: headers), as: UTF8.self) }
  /// The body; empty if there is none.
  var answer: Data { content(of: body) }

  /// How much of the body has arrived.
  var answeredBytes: Int {
    var status = stat()
    return stat(body.path, &status) == 0 ? Int(clamping: status.st_size) : 0
  }

  /// The error of `curl`, without advice on its options in the lines below; empty if there is none.
  var problem: String {
    let lines = String(decoding: content(of: said), as: UTF8.self).split { $0.isNewline }
    let words =
      (lines.first { $0.hasPrefix("curl: (") } ?? lines.last).map { $0.replacing(/^curl: (\([0-9]+\) )?/, with: "") }
      ?? ""
    return TerminalText.cut(TerminalText.plain(String(words)), to: 200)
  }

  /// Removes the folder.
  func remove() {
    try? handle.close()
    try? FileManager.default.removeItem(at: url)
  }

  private func content(of file: URL) -> Data { (try? Data(contentsOf: file)) ?? Data() }
}
#endif
