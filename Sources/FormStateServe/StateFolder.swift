import FormStateInterchange
import FormStateScreen
import Foundation

/// Stores private data of one database that outlives the program: files of mode 0600 in a folder of the user.
struct StateFolder {
  /// The names of the database's files, without their extension: a digest of its path.
  private let name: String
  private let folder: String

  /// Makes the folder, in `$XDG_STATE_HOME` or `~/.local/state`.
  ///
  /// - Parameters:
  ///   - database: the path of the database.
  ///   - environment: the variables with its location.
  /// - Returns: `nil` if there is no such folder with access for the user only.
  init?(for database: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    // A relative path is ignored, as the specification of these folders requires.
    let given = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    guard let state = given ?? home.map({ $0 + "/.local/state" }) else { return nil }
    folder = state + "/formstate/serve"
    name = KeyedDigest.hex(of: URL(fileURLWithPath: database).resolvingSymlinksInPath().path, key: "")
    _ = try? PrivateFolder.makeIfMissing(folder)
    guard Self.isOwn(folder, type: S_IFDIR) else { return nil }
  }

  /// The file that leads a browser to the page.
  var pointer: String { "\(folder)/\(name).html" }
  private var keyFile: String { "\(folder)/\(name).key" }
  private var portFile: String { "\(folder)/\(name).port" }

  /// The key from which those of browsers follow: the last run's, or a new one.
  ///
  /// - Returns: `nil` if it cannot be stored.
  func key() -> String? {
    if let kept = keptKey() { return kept }
    unlink(keyFile)
    let fresh = ScreenCredentials.newText()
    // Another program may write one at the same moment; the first one counts.
    return write(Data(fresh.utf8), to: keyFile, replaces: false) ? fresh : keptKey()
  }

  private func keptKey() -> String? {
    guard Self.isOwn(keyFile, type: S_IFREG), let text = try? String(contentsOfFile: keyFile, encoding: .utf8),
      text.utf8.count == ScreenCredentials.textLength,
      text.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { return nil }
    return text
  }

  /// The port of the last run, at which open pages look for the program.
  func port() -> UInt16? {
    guard Self.isOwn(portFile, type: S_IFREG), let text = try? String(contentsOfFile: portFile, encoding: .utf8),
      text.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(text), port > 0
    else { return nil }
    return port
  }

  /// Keeps the port for the next run; without it, that run takes another one.
  func keep(port: UInt16) { _ = write(Data("\(port)".utf8), to: portFile, replaces: true) }

  /// Writes a page that leads a browser to an address: all users can read the arguments of a program, but not this
  /// file.
  ///
  /// - Returns: whether it was written.
  func writePointer(to address: String) -> Bool {
    let link = address.replacingOccurrences(of: "&", with: "&amp;")
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><meta name="referrer" content="no-referrer"><title>FormState</title>\
      <meta http-equiv="refresh" content="0; url=\(link)"><p><a href="\(link)">Open the form</a></p></html>

      """
    return write(Data(page.utf8), to: pointer, replaces: true)
  }

  /// Removes the page that leads a browser here.
  func removePointer() { unlink(pointer) }

  /// Writes a file whole or not at all, and never readable by others.
  private func write(_ data: Data, to path: String, replaces: Bool) -> Bool {
    let draft = "\(path).\(getpid())"
    unlink(draft)
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { unlink(draft) }
    let count = data.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
    guard close(file) == 0, count == data.count else { return false }
    return (replaces ? rename(draft, path) : link(draft, path)) == 0
  }

  /// Whether a file has a type, belongs to the user, and is closed to others.
  private static func isOwn(_ path: String, type: mode_t) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == type && status.st_uid == geteuid() && status.st_mode & 0o077 == 0
  }
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
