#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// A script of actions: JSON Lines in a file or on standard input.
struct ActionFile {
  /// The path; `-` for standard input.
  let path: String
  /// The line to begin with, from 1; earlier lines are not even read as actions.
  var firstLine = 1

  /// The name of the script in messages.
  var name: String { InputFile.name(of: path) }

  /// Checks for invalid lines before any action is applied, if the script can be read more than once.
  ///
  /// - Throws: what ``forEachAction(_:)`` throws.
  func check() throws {
    guard path != "-" else { return }
    try InputFile.requireFile(path)
    if InputFile.canBeReadAgain(path) { try forEachAction { _, _ in } }
  }

  /// Reads the script, one action after another.
  ///
  /// - Parameter body: gets each action with the number of its line, from 1.
  /// - Throws: ``CommandFailure``, `InputFileError` or `JSONLinesError` that names the line; whatever `body` throws.
  func forEachAction(_ body: (ScriptedAction, _ line: Int) throws -> Void) throws {
    let descriptor = path == "-" ? STDIN_FILENO : try InputFile.open(path)
    defer { if path != "-" { close(descriptor) } }
    var reader = LineReader(descriptor: descriptor)
    var number = 1
    while let line = try nextLine(of: &reader, number: number) {
      if number >= firstLine, let action = try ActionScript.action(fromLine: line, number: number, source: name) {
        try body(action, number)
      }
      number += 1
    }
  }

  private func nextLine(of reader: inout LineReader, number: Int) throws -> String? {
    let bytes: [UInt8]?
    do {
      bytes = try reader.next()
    } catch {
      throw CommandFailure("\(name):\(number): \(error)")
    }
    guard let bytes else { return nil }
    let line = String(decoding: bytes, as: UTF8.self)
    guard line.utf8.elementsEqual(bytes) else {
      throw CommandFailure("\(name):\(number): the line is not UTF-8 text")
    }
    return line
  }
}

/// Reads a file line by line, holding one line in memory.
struct LineReader {
  /// A longer line is not an action; holding it would only cost memory.
  static let maximumLength = 1 << 24

  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false

  /// Reads from a descriptor; the caller closes it.
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
