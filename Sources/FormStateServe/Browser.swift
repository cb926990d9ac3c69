import Foundation

/// The browser on this machine.
struct Browser {
  /// How long the desktop may take to name its browser.
  private static let patience = DispatchTimeInterval.seconds(3)

  private let environment: [String: String]
  private let program: String

  /// Finds the program that opens a browser.
  ///
  /// - Returns: `nil` without a display.
  init?(environment: [String: String] = ProcessInfo.processInfo.environment) {
    self.environment = environment
    #if os(macOS)
    program = "open"
    #else
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    guard hasDisplay else { return nil }
    program = "xdg-open"
    #endif
  }

  /// Opens a file; if it fails, the printed address is enough.
  func open(_ file: String) { _ = run([program, file], waits: false) }

  /// The user's folder of the browser, if that is a snap: of the home folder, a snap reads what is not hidden, and its
  /// own folder.
  func snapFolder() -> String? {
    guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
    guard
      let snap = snapInVariable
        ?? run(["xdg-settings", "get", "default-web-browser"], waits: true)
        .flatMap({ Self.snap(ofDesktopFile: $0.trimmingCharacters(in: .whitespacesAndNewlines)) })
    else { return nil }
    // The second is used where snaps were told to hide their folders.
    let folders = ["\(home)/snap/\(snap)", "\(home)/.snap/data/\(snap)"]
    return folders.first(where: FileManager.default.fileExists)
  }

  /// The snap of a desktop file; `nil` for that of another program. A snap's name comes before the underscore.
  static func snap(ofDesktopFile name: String) -> String? {
    let parts = name.split(separator: "_", maxSplits: 1)
    guard parts.count == 2, parts[1].hasSuffix(".desktop"), isSnapName(parts[0]) else { return nil }
    return String(parts[0])
  }

  /// The snap in the variable `BROWSER`, which `xdg-open` prefers to the desktop's browser.
  private var snapInVariable: String? {
    guard let command = environment["BROWSER"]?.split(separator: ":").first?.split(separator: " ").first else {
      return nil
    }
    let folders = command.contains("/") ? [""] : (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/" }
    let path = folders.map { $0 + command }.first(where: FileManager.default.isExecutableFile) ?? ""
    guard path.contains("/snap/bin/") else { return nil }
    // Further programs of a snap are named after it.
    let name = path.split(separator: "/").last?.split(separator: ".").first ?? ""
    return Self.isSnapName(name) ? String(name) : nil
  }

  private static func isSnapName(_ name: some StringProtocol) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
  }

  /// Runs a program.
  ///
  /// - Returns: what it prints, if it is awaited and ends in time.
  private func run(_ words: [String], waits: Bool) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = environment
    let output = Pipe()
    process.standardOutput = waits ? output : FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    guard (try? process.run()) != nil, waits else { return nil }
    guard ended.wait(timeout: .now() + Self.patience) == .success, process.terminationStatus == 0 else {
      process.terminate()
      return nil
    }
    return (try? output.fileHandleForReading.readToEnd()).map { String(decoding: $0, as: UTF8.self) }
  }
}
