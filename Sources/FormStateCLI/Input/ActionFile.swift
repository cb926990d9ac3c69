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
  /// - Parameters:
  ///   - waiting: is called again and again while the next line does not come, as from a terminal, with its number.
  ///   - body: gets each action with the number of its line, from 1.
  /// - Throws: ``CommandFailure``, `InputFileError` or `JSONLinesError` that names the line; whatever `waiting` and
  ///   `body` throw.
  func forEachAction(
    waiting: @escaping (_ line: Int) throws -> Void = { _ in },
    _ body: (ScriptedAction, _ line: Int) throws -> Void
  ) throws {
    let reader = try InputFileReader(path)
    var number = 1
    let lines = InputLines(name: name) { limit in
      while !reader.isReady(within: .milliseconds(100)) { try waiting(number) }
      return try reader.next(atMost: limit)
    }
    while let bytes = try lines.next(atMost: Self.longestLine) {
      let line = try text(bytes, number: number)
      if number >= firstLine, let action = try ActionScript.action(fromLine: line, number: number, source: name) {
        try body(action, number)
      }
      number += 1
    }
  }

  /// A longer line is not an action; holding it would only cost memory.
  private static let longestLine = 1 << 24

  private func text(_ bytes: Data, number: Int) throws -> String {
    let bytes = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    let line = String(decoding: bytes, as: UTF8.self)
    guard line.utf8.elementsEqual(bytes) else {
      throw CommandFailure("\(name):\(number): the line is not UTF-8 text")
    }
    return line
  }
}
#endif
