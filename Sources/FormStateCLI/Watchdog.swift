#if CommandLine
import FormStateInterchange
import Foundation

/// Ends the process with a message when it takes too much time or memory.
///
/// It runs on a separate thread, since an untrusted file may be expensive anywhere: in SQLite, in reading a
/// definition, in writing it. System limits would end the process without a message.
struct Watchdog: Sendable {
  /// The file that is read, for the message.
  let path: String
  /// The time limit in seconds.
  let seconds: Int
  /// The memory limit in megabytes.
  let megabytes: Int

  /// The polling interval, in seconds: in that time a process takes some ten megabytes more.
  private static let pause = 0.01

  /// Starts watching, until the process ends.
  func start() {
    let deadline = ContinuousClock.now + .seconds(seconds)
    let thread = Thread {
      while true {
        Thread.sleep(forTimeInterval: Self.pause)
        if ContinuousClock.now > deadline {
          end("reading takes more than \(Count.of(seconds, "second")); allow more with --within-seconds")
        }
        if let taken = Self.residentBytes, taken >> 20 >= megabytes {
          end("reading takes more than \(megabytes) MB of memory; allow more with --within-megabytes")
        }
      }
    }
    thread.stackSize = 128 << 10
    thread.start()
  }

  /// Ends the process at once: nothing is written to the file, and a file begun beside it has no name yet.
  private func end(_ reason: String) -> Never {
    StandardStreams.note("Error: “\(TerminalText.plain(path))”: \(reason), if you trust the file")
    _exit(ExitStatus.refused.rawValue)
  }

  /// The process's memory in bytes; `nil` if the system does not report it.
  private static var residentBytes: Int? {
    #if os(Linux)
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return nil }
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map {
      $0 * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
    #elseif canImport(Darwin)
    var info = mach_task_basic_info()
    var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
    let code = withUnsafeMutablePointer(to: &info) { pointer in
      pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
        task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
      }
    }
    return code == KERN_SUCCESS ? Int(info.resident_size) : nil
    #else
    return nil
    #endif
  }
}
#endif
