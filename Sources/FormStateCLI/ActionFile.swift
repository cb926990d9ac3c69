#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore
import Foundation

/// A script of actions: JSON Lines in a file or on standard input.
struct ActionFile {
  /// The path; `-` for standard input.
  let path: String

  /// What messages call the script.
  var name: String { path == "-" ? "standard input" : path }

  /// Looks for lines that are no action before any of it is applied, if the script can be read more than once.
  ///
  /// - Throws: what ``forEachAction(_:)`` throws.
  func check() throws {
    guard path != "-" else { return }
    try InputFile.requireFile(path)
    if InputFile.canBeReadAgain(path) { try forEachAction { _, _ in } }
  }

  /// Reads the script, one action after the other.
  ///
  /// - Parameter body: gets each action with the number of its line, from 1.
  /// - Throws: ``CommandFailure`` or `ActionScriptError` that names the line; whatever `body` throws.
  func forEachAction(_ body: (ScriptedAction, _ line: Int) throws -> Void) throws {
    let descriptor = path == "-" ? STDIN_FILENO : try InputFile.open(path)
    defer { if path != "-" { close(descriptor) } }
    var reader = LineReader(descriptor: descriptor)
    var number = 1
    while let line = try nextLine(of: &reader, number: number) {
      let action = try ActionScript.action(fromLine: line, number: number, source: name)
      if let action { try body(action, number) }
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
#endif
