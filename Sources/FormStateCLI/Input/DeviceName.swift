#if CommandLine
import Foundation

/// The name of this device for collectors.
enum DeviceName {
  /// The name of the host; `nil` if it has none.
  static var ofHost: String? {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, bytes.count - 1) == 0 else { return nil }
    let name = String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}
#endif
