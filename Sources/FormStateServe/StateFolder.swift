import FormState
import FormStateInterchange
import FormStateScreen
import Foundation

/// Stores private data of one database that outlives the program: files of mode 0600 in a folder of the user.
struct StateFolder {
  /// The names of the database's files, without their extension: a digest of its path.
  let name: String
  let folder: String

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
    guard PrivateFile.isOwn(folder, type: S_IFDIR) else { return nil }
  }

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
    return PrivateFile.write(Data(fresh.utf8), to: keyFile, replaces: false) ? fresh : keptKey()
  }

  private func keptKey() -> String? {
    guard PrivateFile.isOwn(keyFile, type: S_IFREG), let text = try? String(contentsOfFile: keyFile, encoding: .utf8),
      text.utf8.count == ScreenCredentials.textLength,
      text.utf8.allSatisfy({ $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") })
    else { return nil }
    return text
  }

  /// The port of the last run, at which open pages look for the program.
  func port() -> UInt16? {
    guard PrivateFile.isOwn(portFile, type: S_IFREG), let text = try? String(contentsOfFile: portFile, encoding: .utf8),
      text.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(text), port > 0
    else { return nil }
    return port
  }

  /// Keeps the port for the next run; without it, that run takes another one.
  func keep(port: UInt16) { _ = PrivateFile.write(Data("\(port)".utf8), to: portFile, replaces: true) }
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
