import Foundation

/// The files of this repository, for tests that compare them with the code.
public enum Repository {
  /// The top folder of the repository.
  public static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The text of a file.
  ///
  /// - Parameter path: relative to the top folder.
  public static func text(of path: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
  }

  /// The names of the files in a folder, in order.
  public static func files(in path: String, withExtension fileExtension: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path)
      .filter { $0.hasSuffix(".\(fileExtension)") }.sorted()
  }
}
