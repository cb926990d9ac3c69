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
    return try beginning(atMost: Self.mark.count) == Self.mark
  }

  /// Whether it is a file of a dump, as its first bytes say; `false` for what can be read once only.
  ///
  /// - Throws: as ``isDatabase()``.
  func beginsAsDump() throws -> Bool {
    guard path != "-", InputFile.canBeReadAgain(path) else { return false }
    let words = try beginning(atMost: 256).filter { !" \t\r\n".utf8.contains($0) }
    return words.starts(with: Array("{\"\(StoreDump.mark)\"".utf8))
  }

  private func beginning(atMost count: Int) throws -> [UInt8] {
    let descriptor = try InputFile.open(path)
    defer { close(descriptor) }
    do {
      return try Descriptor.read(from: descriptor, atMost: count)
    } catch {
      throw CommandFailure("“\(path)” cannot be read (\(error))")
    }
  }

  /// What every SQLite file begins with.
  private static let mark = Array("SQLite format 3\0".utf8)

  /// Takes what a dump holds: a part at a time, or where its order does not allow that, read whole.
  ///
  /// - Parameter work: takes the parts that are handed to it, all or none; runs once more where reading begins again.
  /// - Throws: `InputFileError`, `ImportError`; what `work` throws.
  func takingDump<Result>(
    _ work: ((_ take: (FormContents.Part) throws -> Void) throws -> Void) throws -> Result
  ) throws -> Result {
    do {
      let file = try InputFileReader(path)
      return try work(StoreDumpReader(sourceName: name) { try file.next() }.forEachPart)
    } catch let error as ImportError where error.isAboutOrder && InputFile.canBeReadAgain(path) {
      let forms = try StoreDump.read(try InputFile.contents(of: path), sourceName: name)
      return try work { take in for form in forms { try take(.form(form)) } }
    }
  }

  /// Takes what an SQLite file holds, or a dump.
  ///
  /// - Parameters:
  ///   - busyTimeout: how long to wait while others write to an SQLite file, in seconds.
  ///   - work: as for ``takingDump(_:)``.
  func takingParts<Result>(
    busyTimeout: Double, _ work: ((_ take: (FormContents.Part) throws -> Void) throws -> Void) throws -> Result
  ) throws -> Result {
    guard try isDatabase() else { return try takingDump(work) }
    let settings = FormStore.Settings(busyTimeout: busyTimeout, readsBesideWriter: false)
    let other = try CommandFailure.naming(path) { try FormStore(path: path, access: .read, settings: settings) }
    return try work { take in try CommandFailure.naming(path) { try other.forEachPart(take) } }
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
#endif
