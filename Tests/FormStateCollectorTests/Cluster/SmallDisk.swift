#if Collect
import Foundation

/// A disk of a few megabytes, which lasts as long as this reference: a tmpfs, which only root can mount.
final class SmallDisk {
  /// Where it is.
  let folder: String

  /// Whether a disk can be mounted here.
  static let canBeMade = (try? SmallDisk(megabytes: 1)) != nil

  init(megabytes: Int) throws {
    folder = try ClusterProgram.makeFolder()
    let owner = try FileManager.default.attributesOfItem(atPath: folder)[.ownerAccountID] as? Int ?? 0
    do {
      try Self.run(["mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,uid=\(owner),mode=700", "tmpfs", folder])
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  /// Gives it another size.
  func resize(megabytes: Int) throws { try Self.run(["mount", "-o", "remount,size=\(megabytes)m", folder]) }

  deinit {
    try? Self.run(["umount", "--lazy", folder])
    try? FileManager.default.removeItem(atPath: folder)
  }

  private static func run(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ClusterFailure(description: "\(arguments) failed") }
  }
}
#endif
