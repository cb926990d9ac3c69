#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// Where everything of another store comes from: a dump, or an SQLite file.
struct DumpFile {
  /// The path; `-` for standard input, which holds a dump.
  let path: String

  /// What messages call it.
  var name: String { InputFile.name(of: path) }

  /// Whether it is an SQLite file, as its first bytes say.
  ///
  /// - Throws: ``CommandFailure`` or `InputFileError` that names it.
  func isDatabase() throws -> Bool {
    // A pipe cannot be read twice, and SQLite could not read it at all.
    guard path != "-" else { return false }
    try InputFile.requireFile(path)
    guard InputFile.canBeReadAgain(path) else { return false }
    let descriptor = try InputFile.open(path)
    defer { close(descriptor) }
    do {
      return try Descriptor.read(from: descriptor, atMost: Self.mark.count) == Self.mark
    } catch {
      throw CommandFailure("“\(path)” cannot be read (\(error))")
    }
  }

  /// What every SQLite file begins with.
  private static let mark = Array("SQLite format 3\0".utf8)

  /// The forms of a dump.
  ///
  /// - Throws: `InputFileError`, `ImportError`.
  func readDump() throws -> [FormImport] {
    try StoreDump.read(try InputFile.contents(of: path), sourceName: name)
  }

  /// The forms of an SQLite file, or of a dump.
  ///
  /// - Parameter busyTimeout: how long to wait while others write to an SQLite file, in seconds.
  func readForms(busyTimeout: Double) throws -> [FormImport] {
    guard try isDatabase() else { return try readDump() }
    return try CommandFailure.naming(path) {
      let settings = FormStore.Settings(busyTimeout: busyTimeout, readsBesideWriter: false)
      return try FormStore(path: path, access: .read, settings: settings).everything()
    }
  }

  /// Who may do what with the file, where it is one; its owner may write a copy of it.
  var permissions: mode_t {
    var status = stat()
    guard path != "-", stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      let mask = umask(0o077)
      _ = umask(mask)
      return 0o666 & ~mask
    }
    return mode_t(status.st_mode) & 0o666 | 0o600
  }
}

extension FormStore {
  /// All forms with all of their versions and responses, at one point in time.
  fileprivate func everything() throws -> [FormImport] {
    var forms: [FormImport] = []
    try forEachPart { part in
      switch part {
      case .form(let form): forms.append(form)
      case .response(let key, let response): forms[forms.count - 1].responses[key] = response
      }
    }
    return forms
  }
}
#endif
