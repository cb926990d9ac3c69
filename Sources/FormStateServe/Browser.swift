#if CommandLine
import Foundation

/// The browser on this machine.
enum Browser {
  /// Opens a file, if there is a display; if not, or if it fails, the printed address is enough.
  static func open(_ file: String, environment: [String: String] = ProcessInfo.processInfo.environment) {
    guard let program = program(environment) else { return }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program, file]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try? process.run()
  }

  private static func program(_ environment: [String: String]) -> String? {
    #if os(macOS)
    return "open"
    #else
    let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
    return hasDisplay ? "xdg-open" : nil
    #endif
  }
}
#endif
