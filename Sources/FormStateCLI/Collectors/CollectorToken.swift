#if CommandLine
import FormStateInterchange
import Foundation

/// The secret that names this device to a collector.
struct CollectorToken {
  private static let longest = 4096

  let text: String

  /// Reads the first line of a file.
  ///
  /// As ssh does with keys, it refuses a file of this user that others may use.
  ///
  /// - Throws: ``CommandFailure`` or `InputFileError` that names the file.
  init(inFile path: String) throws {
    let descriptor = try InputFile.open(path)
    defer { close(descriptor) }
    let name = "“\(TerminalText.plain(path))”"
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw CommandFailure("\(name) cannot be read (\(Descriptor.SystemError.last))")
    }
    guard status.st_uid != geteuid() || status.st_mode & 0o077 == 0 else {
      throw CommandFailure("other users may use the token in \(name); keep it to yourself with: chmod 600 \(path)")
    }
    let line = try Self.firstLine(of: descriptor, name: name).trimmingCharacters(in: .whitespaces)
    guard !line.isEmpty else {
      throw CommandFailure("\(name) has no token; write the one that you got for this device into its first line")
    }
    guard line.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw CommandFailure(
        "the first line of \(name) is no token, which has letters, digits and signs without spaces; is it the right file?"
      )
    }
    text = line
  }

  private static func firstLine(of descriptor: Int32, name: String) throws -> String {
    var bytes: [UInt8] = []
    do {
      while bytes.count <= longest, !bytes.contains(UInt8(ascii: "\n")) {
        let next = try Descriptor.read(from: descriptor, atMost: longest + 1)
        if next.isEmpty { break }
        bytes += next
      }
    } catch {
      throw CommandFailure("\(name) cannot be read (\(error))")
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
    guard line.count <= longest else {
      throw CommandFailure("the first line of \(name) has more than \(longest) bytes; is it the right file?")
    }
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }
}
#endif
