import Foundation

/// Finds the built `formstate`, which is in the folder of the tests that were built with it.
enum BuiltTool {
  /// Why the tool was not found.
  struct NotFound: Error, CustomStringConvertible {
    let folders: [String]

    var description: String { "no formstate in \(folders); build it with: swift build" }
  }

  /// Where the tool is.
  static func url() throws -> URL {
    let folders = candidateFolders()
    for folder in folders {
      let tool = folder.appendingPathComponent("formstate")
      if FileManager.default.isExecutableFile(atPath: tool.path) { return tool }
    }
    throw NotFound(folders: folders.map(\.path))
  }

  /// The folder of the package.
  static let packageFolder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folders around the program that runs the tests: on Linux an executable, on macOS a bundle that a helper loads.
  private static func candidateFolders() -> [URL] {
    var places = Bundle.allBundles.map(\.bundleURL)
    places += CommandLine.arguments.filter { $0.contains("/") }.map { URL(fileURLWithPath: $0) }
    places.append(URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath())
    var folders: [URL] = []
    for place in places {
      var folder = place
      for _ in 0..<5 where folder.path != "/" {
        folder.deleteLastPathComponent()
        folders.append(folder)
      }
    }
    return folders + [packageFolder.appendingPathComponent(".build/debug")]
  }
}
