import Foundation

/// A folder that is removed with its last reference.
public final class TemporaryFolder: Sendable {
  private let url: URL

  /// Makes the folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of the folder.
  public var path: String { url.path }

  /// The path of a file in the folder.
  public func path(_ name: String) -> String {
    url.appendingPathComponent(name).path
  }
}
