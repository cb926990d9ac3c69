#if CommandLine
import ArgumentParser
import FormStateInterchange
import Foundation

/// The program `formstate-serve`, which shows a response in a browser.
///
/// It is a separate program, because its dependencies would make every other command start more slowly.
enum ScreenProgram {
  private static let name = "formstate-serve"

  /// Replaces this process with that program; returns only by throwing.
  ///
  /// - Parameter order: what to show, in the format of that program's ``ScreenOrder``.
  /// - Throws: ``CommandFailure`` if it is missing, with how to build it.
  static func run(_ order: [(name: String, value: OrderedJSON)]) throws -> Never {
    let path = self.path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw CommandFailure(
        "“\(path)”, which serves the page, is missing; build it beside this program with: swift build --product formstate-serve"
      )
    }
    let words = [path, OrderedJSON.object(order).line]
    var pointers = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    execv(path, pointers)
    throw CommandFailure("“\(path)” cannot be run (\(String(cString: strerror(errno))))")
  }

  /// The path of the program: beside this one, after resolving links to this one.
  private static var path: String {
    let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments.first ?? "formstate")
    return own.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(name).path
  }
}
#endif
