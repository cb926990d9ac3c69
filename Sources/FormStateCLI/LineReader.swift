#if CommandLine
import Foundation

/// Reads a file line by line, holding no more of it than a line.
struct LineReader {
  /// A line longer than this is no action; holding it would only cost memory.
  static let maximumLength = 1 << 24

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Reads what can be read from a descriptor; the caller closes it.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The bytes of the next line, without its end; `nil` after the last one.
  ///
  /// - Throws: `Descriptor.SystemError`; ``CommandFailure`` for a line that is too long.
  mutating func next() throws -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Self.withoutCarriageReturn(buffer[start..<end])
      }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return Self.withoutCarriageReturn(buffer[start...])
      }
      guard buffer.count - start <= Self.maximumLength else {
        throw CommandFailure("the line is longer than \(Self.maximumLength / (1 << 20)) MB")
      }
      buffer.removeSubrange(..<start)
      start = 0
      searched = buffer.count
      let bytes = try Descriptor.read(from: descriptor, atMost: 1 << 16)
      isAtEnd = bytes.isEmpty
      buffer += bytes
    }
  }

  private static func withoutCarriageReturn(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line.last == UInt8(ascii: "\r") ? line.dropLast() : line)
  }
}
#endif
