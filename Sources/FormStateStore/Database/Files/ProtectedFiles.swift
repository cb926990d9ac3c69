import Foundation

extension FormStore {
  /// When a file can be read, on systems that encrypt each file and discard its key when the device is locked.
  public enum FileProtection: String, Hashable, Sendable, CaseIterable {
    /// Always.
    case none = "NSURLFileProtectionNone"
    /// While the device is unlocked.
    case complete = "NSURLFileProtectionComplete"
    /// While the device is unlocked, and afterwards by a process that has it open.
    case completeUnlessOpen = "NSURLFileProtectionCompleteUnlessOpen"
    /// From the first unlock after a restart of the device.
    case completeUntilFirstUserAuthentication = "NSURLFileProtectionCompleteUntilFirstUserAuthentication"
  }
}

/// The files of a database, which share one protection: a less protected log would expose answers.
struct ProtectedFiles {
  /// Reads and sets the protection of a file.
  struct System: Sendable {
    /// The protection of the file at a path; `nil` if the system does not report it.
    let protection: @Sendable (_ path: String) throws -> FormStore.FileProtection?
    /// Protects the file at a path.
    let protect: @Sendable (_ path: String, _ protection: FormStore.FileProtection) throws -> Void
  }

  private let path: String
  private let protection: FormStore.FileProtection
  private let system: System?

  /// - Parameters:
  ///   - path: the path of the database.
  ///   - protection: the protection of its files.
  ///   - system: the system's file protection; `nil` for a system that does not encrypt each file.
  init(ofDatabaseAt path: String, _ protection: FormStore.FileProtection, system: System? = .current) {
    self.path = path
    self.protection = protection
    self.system = system
  }

  /// Protects the existing files that have another protection.
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
  /// By path: opening a file and closing it again would release the locks that the process holds on it.
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
