import Foundation

extension Workspace {
  /// A folder with files that several tests start from: they are made once, and copied for each test.
  ///
  /// - Parameter name: the name of the files, unique among all tests.
  static func prepared(
    _ name: String, _ prepare: @escaping @Sendable () async throws -> Workspace
  ) async throws -> Workspace {
    let files = try await PreparedFiles.shared.files(name, prepare)
    let workspace = try Workspace()
    for (name, content) in files { try content.write(to: workspace.file(name)) }
    return workspace
  }
}

/// The files that tests start from.
private actor PreparedFiles {
  static let shared = PreparedFiles()
  private var tasks: [String: Task<[String: Data], any Error>] = [:]

  func files(
    _ name: String, _ prepare: @escaping @Sendable () async throws -> Workspace
  ) async throws -> [String: Data] {
    let task =
      tasks[name]
      ?? Task {
        let workspace = try await prepare()
        let names = try FileManager.default.contentsOfDirectory(atPath: workspace.folder.path)
        return Dictionary(
          uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: workspace.file($0))) })
      }
    tasks[name] = task
    return try await task.value
  }
}
