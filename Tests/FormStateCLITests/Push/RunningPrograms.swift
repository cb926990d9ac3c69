#if os(Linux)
import Foundation

/// The programs that run on this machine.
enum RunningPrograms {
  /// A program.
  struct Program {
    let identifier: Int32
    let parent: Int32
    /// Its path and arguments, as every user can read them.
    let words: [String]
  }

  /// All that run now.
  static var all: [Program] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap(program)
  }

  /// The programs that another one has started.
  static func started(by identifier: Int32) -> [Program] { all.filter { $0.parent == identifier } }

  private static func program(_ identifier: Int32) -> Program? {
    guard let words = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline"),
      let status = FileManager.default.contents(atPath: "/proc/\(identifier)/status"),
      let parent = String(decoding: status, as: UTF8.self).firstMatch(of: /PPid:\t([0-9]+)/).flatMap({ Int32($0.1) })
    else { return nil }
    return Program(
      identifier: identifier, parent: parent,
      words: words.split(separator: 0).map { String(decoding: $0, as: UTF8.self) })
  }
}
#endif
