import Foundation

/// Reads a file or anything else line by line; one line is in memory.
package final class InputLines {
  private let name: String
  private let nextBytes: (_ limit: Int) throws -> Data
  private var buffer: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  private var number = 0
  private var isAtEnd = false

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: ``InputFileError`` that names the file.
  package convenience init(_ path: String) throws {
    let file = try InputFileReader(path)
    self.init(name: InputFile.name(of: path)) { try file.next(atMost: $0) }
  }

  /// Reads lines of anything.
  ///
  /// - Parameters:
  ///   - name: its name, for messages.
  ///   - nextBytes: returns the next bytes, at most so many; none at the end.
  package init(name: String, nextBytes: @escaping (_ limit: Int) throws -> Data) {
    self.name = name
    self.nextBytes = nextBytes
  }

  /// The next line without its line feed; `nil` after the last one.
  ///
  /// - Parameter limit: the most bytes that it may have.
  /// - Throws: ``InputFileError`` if the file cannot be read; ``JSONLinesError`` for a longer line.
  /// - Complexity: O(n) for n bytes of the line.
  package func next(atMost limit: Int) throws -> Data? {
    number += 1
    var searched = start
    while true {
      if let end = lineFeed(from: searched) {
        defer { start = end + 1 }
        guard end - start <= limit else { throw tooLong(limit) }
        return buffer.withUnsafeBytes { Data($0[start..<end]) }
      }
      if isAtEnd {
        defer { start = buffer.count }
        return start < buffer.count ? Data(buffer[start...]) : nil
      }
      guard buffer.count - start <= limit else { throw tooLong(limit) }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      let bytes = try nextBytes(max(1 << 16, buffer.count))
      isAtEnd = bytes.isEmpty
      buffer.append(contentsOf: bytes)
    }
  }

  private func lineFeed(from place: Int) -> Int? {
    buffer.withUnsafeBytes { bytes in
      guard place < bytes.count, let base = bytes.baseAddress else { return nil }
      return memchr(base + place, 0x0A, bytes.count - place).map { UnsafeRawPointer($0) - base }
    }
  }

  private func tooLong(_ limit: Int) -> JSONLinesError {
    JSONLinesError(source: name, line: number, problem: "the line is longer than \(limit >> 20) MB")
  }
}
