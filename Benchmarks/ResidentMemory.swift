import Foundation

/// The resident memory of this process.
enum ResidentMemory {
  /// How many bytes are resident now.
  static func bytes() throws -> Int {
    #if canImport(Darwin)
    var info = mach_task_basic_info()
    var count = mach_msg_type_number_t(MemoryLayout.size(ofValue: info) / MemoryLayout<natural_t>.size)
    let code = withUnsafeMutablePointer(to: &info) { pointer in
      pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
        task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
      }
    }
    guard code == KERN_SUCCESS else { throw CocoaError(.featureUnsupported) }
    return Int(info.resident_size)
    #else
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    guard let pages = text.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #endif
  }
}
