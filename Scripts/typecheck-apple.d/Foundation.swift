import Foundation

// As much of Foundation on iOS as the libraries use and Foundation elsewhere lacks.
extension URLResourceKey {
  static let fileProtectionKey = URLResourceKey(rawValue: "NSURLFileProtectionKey")
}

struct URLFileProtection {
  let rawValue: String
}

extension URLResourceValues {
  var fileProtection: URLFileProtection? { nil }
}

extension NSURL {
  func setResourceValue(_ value: Any?, forKey key: URLResourceKey) throws {}
}
