import Foundation

/// Reads a file line by line, which may be a pipe too; one line is in memory.
package final class InputLines {
  private let file: InputFileReader
  private let name: String
  private var buffer = Data()
  private var number = 0
  private var isAtEnd = false

  /// Opens a file; `-` is standard input.
  ///
  /// - Throws: ``InputFileError`` that names the file.
  package init(_ path: String) throws {
    file = try InputFileReader(path)
    name = InputFile.name(of: path)
  }

  /// The next line without its line feed; `nil` after the last one.
  ///
  /// - Parameter limit: the most bytes that it may have.
  /// - Throws: ``InputFileError`` if the file cannot be read; ``JSONLinesError`` for a longer line.
  /// - Complexity: O(n) for n bytes of the line.
  package func next(atMost limit: Int) throws -> Data? {
    number += 1
    var searched = buffer.startIndex
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { buffer = buffer[(end + 1)...] }
        guard end - buffer.startIndex <= limit else { throw tooLong(limit) }
        return buffer[..<end]
      }
      if isAtEnd {
        defer { buffer = Data() }
        return buffer.isEmpty ? nil : buffer
      }
      guard buffer.count <= limit else { throw tooLong(limit) }
      // Without what was read before.
      buffer = Data(buffer)
      searched = buffer.endIndex
      let bytes = try file.next(atMost: max(1 << 16, buffer.count))
      isAtEnd = bytes.isEmpty
      buffer.append(bytes)
    }
  }

  private func tooLong(_ limit: Int) -> JSONLinesError {
    JSONLinesError(source: name, line: number, problem: "the line is longer than \(limit >> 20) MB")
  }
}
