import Foundation
import Testing

/// Decisions, rows and rules are functions of values: the core reaches no file, network, process or database.
@Suite("The core")
struct PureCoreTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/FormState")

  private static func sources() throws -> [(name: String, text: String)] {
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
      ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8))
    }
  }

  @Test("It imports nothing that could reach a database, and of Foundation nothing that reaches anything")
  func importsNothing() throws {
    let sources = try Self.sources()
    #expect(sources.count > 100)
    let reaching = [
      "FileManager", "FileHandle", "URLSession", "URLRequest", "Process(", "ProcessInfo", "InputStream(",
      "OutputStream(", "Bundle", "Pipe(", "Data(contentsOf", "String(contentsOf", "contentsOfFile", "write(to:",
      "UserDefaults", "NotificationCenter", "Thread.", "DispatchQueue", "fopen(", "getenv(",
    ]
    for (name, text) in sources {
      let code = text.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
      let imports = code.filter { $0.hasPrefix("import ") || $0.contains(" import ") }
        .compactMap { $0.split(separator: " ").last }
      #expect(Set(imports).isSubset(of: ["Foundation", "CryptoKit"]), "\(name)")
      for word in reaching {
        #expect(!code.contains { $0.contains(word) }, "\(name): \(word)")
      }
    }
  }
}
