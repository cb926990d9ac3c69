#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// The source of another store's contents: a dump, or an SQLite file.
struct DumpFile {
  /// The path; `-` for standard input, which holds a dump.
  let path: String

  /// Its name in messages.
  var name: String { InputFile.name(of: path) }

  /// Whether it is an SQLite file, by its first bytes.
  ///
  /// - Throws: ``CommandFailure`` or `InputFileError` that names it.
  func isDatabase() throws -> Bool {
    // A pipe cannot be read twice, and SQLite could not read it at all.
    guard path != "-" else { return false }
    try InputFile.requireFile(path)
    guard InputFile.canBeReadAgain(path) else { return false }
    return try beginning(atMost: Self.mark.count) == Self.mark
  }

  /// Whether it is a file with a dump, by its first bytes; `false` for input that can be read only once.
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

  /// The first bytes of every SQLite file.
  private static let mark = Array("SQLite format 3\0".utf8)

  /// Imports a dump, one part at a time, or from memory if its order requires it.
  ///
  /// - Parameter work: imports the given parts, all or none; runs again if reading starts over.
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

  /// Imports an SQLite file or a dump.
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

  /// The permissions of the file, if it is one; its owner may write a copy of it.
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
