#if CommandLine
import ArgumentParser
import FormStateInterchange
import Foundation

/// The program `formstate-serve`, which shows a response in a browser.
///
/// It is one of its own, because what it takes to serve would make every other command start slower.
enum ScreenProgram {
  private static let name = "formstate-serve"

  /// Becomes that program; returns only by throwing.
  ///
  /// - Parameter order: what to show, as ``ScreenOrder`` of that program reads it.
  /// - Throws: ``CommandFailure`` where it is missing, with how to build it.
  static func run(_ order: [(name: String, value: OrderedJSON)]) throws -> Never {
    let path = self.path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw CommandFailure(
        "“\(path)”, which serves the page, is missing; build it beside this program with: swift build --traits Screen")
    }
    let words = [path, OrderedJSON.object(order).line]
    var pointers = words.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    pointers.append(nil)
    execv(path, pointers)
    throw CommandFailure("“\(path)” cannot be run (\(String(cString: strerror(errno))))")
  }

  /// Where the program is: beside this one, wherever links to this one may be.
  private static var path: String {
    let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments.first ?? "formstate")
    return own.resolvingSymlinksInPath().deletingLastPathComponent().appendingPathComponent(name).path
  }
}
#endif
