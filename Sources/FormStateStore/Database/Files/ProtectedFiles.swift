import Foundation

extension FormStore {
  /// When a file can be read, on systems that encrypt each file with a key that a lock of the device takes away.
  public enum FileProtection: String, Hashable, Sendable, CaseIterable {
    /// Always.
    case none = "NSURLFileProtectionNone"
    /// While the device is unlocked.
    case complete = "NSURLFileProtectionComplete"
    /// While the device is unlocked, and afterwards by anyone who has it open.
    case completeUnlessOpen = "NSURLFileProtectionCompleteUnlessOpen"
    /// From the first unlock after the device was started.
    case completeUntilFirstUserAuthentication = "NSURLFileProtectionCompleteUntilFirstUserAuthentication"
  }
}

/// The files of a database, which are to have one protection: a log that is less protected would give answers away.
struct ProtectedFiles {
  /// Asks and says how a file is protected.
  struct System: Sendable {
    /// How the file at a path is protected; `nil` where the system does not say.
    let protection: @Sendable (_ path: String) throws -> FormStore.FileProtection?
    /// Protects the file at a path.
    let protect: @Sendable (_ path: String, _ protection: FormStore.FileProtection) throws -> Void
  }

  private let path: String
  private let protection: FormStore.FileProtection
  private let system: System?

  /// - Parameters:
  ///   - path: the path of the database.
  ///   - protection: the protection that its files are to have.
  ///   - system: what protects files; `nil` for a system that does not encrypt each file.
  init(ofDatabaseAt path: String, _ protection: FormStore.FileProtection, system: System? = .current) {
    self.path = path
    self.protection = protection
    self.system = system
  }

  /// Protects those files that are there and are not protected so.
  ///
  /// - Throws: ``StoreError/Code/cannotOpen``.
  func protect() throws {
    guard let system else { return }
    for file in ["", "-wal", "-shm"].map({ path + $0 }) where FileIdentity.found(at: file) != nil {
      do {
        guard try system.protection(file) != protection else { continue }
        try system.protect(file, protection)
      } catch {
        throw StoreError.cannotOpen(path: file, reason: "it cannot be protected: \(error.localizedDescription)")
      }
    }
  }
}

extension ProtectedFiles.System {
  #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
  /// By the path: opening a file and closing it again would give up the locks that the process has on it.
  static let current: Self? = Self(
    protection: { path in
      let values = try URL(fileURLWithPath: path).resourceValues(forKeys: [.fileProtectionKey])
      return values.fileProtection.flatMap { FormStore.FileProtection(rawValue: $0.rawValue) }
    },
    protect: { path, protection in
      try (URL(fileURLWithPath: path) as NSURL).setResourceValue(protection.rawValue, forKey: .fileProtectionKey)
    })
  #else
  static let current: Self? = nil
  #endif
}
