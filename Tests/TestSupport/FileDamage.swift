import Foundation

/// Damage to the files of an open database.
///
/// None of it opens one of the files in this process: closing it again would release SQLite's locks.
public enum FileDamage: String, CaseIterable, Sendable {
  case deleted, renamed, replacedByACopy, folderRenamed, truncated
  case logDeleted, logEmptied, logHalved
  case indexDeleted, indexEmptied

  /// Does it to a database.
  public func happen(to path: String) throws {
    switch self {
    case .deleted: try remove(path)
    case .renamed: try move(path, to: path + "-elsewhere")
    case .replacedByACopy:
      try Self.run("cp", path, path + "-copy")
      try move(path + "-copy", to: path)
    case .folderRenamed:
      let folder = (path as NSString).deletingLastPathComponent
      try move(folder, to: folder + "-elsewhere")
    case .truncated: try cut(path, to: 0)
    case .logDeleted: try remove(path + "-wal")
    case .logEmptied: try cut(path + "-wal", to: 0)
    case .logHalved:
      let attributes = try FileManager.default.attributesOfItem(atPath: path + "-wal")
      try cut(path + "-wal", to: (attributes[.size] as? NSNumber).map { $0.intValue / 2 } ?? 0)
    case .indexDeleted: try remove(path + "-shm")
    case .indexEmptied: try cut(path + "-shm", to: 0)
    }
  }

  /// The bytes of a file, read from a copy that another process makes.
  public static func bytes(of path: String) throws -> Data {
    let copy = FileManager.default.temporaryDirectory.appendingPathComponent("formstate-copy-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: copy) }
    try run("cp", path, copy.path)
    return try Data(contentsOf: copy)
  }

  /// A system call or a command failed.
  private struct Failure: Error {
    let command: String
  }

  private func remove(_ path: String) throws {
    guard unlink(path) == 0 else { throw Failure(command: "unlink \(path)") }
  }

  private func move(_ path: String, to other: String) throws {
    guard rename(path, other) == 0 else { throw Failure(command: "rename \(path)") }
  }

  private func cut(_ path: String, to size: Int) throws {
    guard truncate(path, off_t(size)) == 0 else { throw Failure(command: "truncate \(path)") }
  }

  private static func run(_ command: String...) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(command: command.joined(separator: " ")) }
  }
}
