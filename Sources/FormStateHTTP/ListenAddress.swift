import Foundation

/// Where a server listens.
package enum ListenAddress: Hashable, Sendable {
  /// A port of an interface with a number of IPv4; port 0 is any free one.
  case ip4(String, port: UInt16)
  /// A port of an interface with a number of IPv6, without brackets.
  case ip6(String, port: UInt16)
  /// A Unix socket that its owner and group may open.
  case unix(path: String)

  /// Reads `127.0.0.1:8080`, `localhost:8080`, `[::1]:8080` or `unix:/run/collect.sock`.
  ///
  /// - Returns: `nil` for anything else.
  package init?(_ text: String) {
    if text.hasPrefix("unix:") {
      let path = String(text.dropFirst(5))
      guard path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
      self = .unix(path: path)
      return
    }
    guard let colon = text.lastIndex(of: ":") else { return nil }
    let digits = text[text.index(after: colon)...]
    guard digits.utf8.allSatisfy({ (48...57).contains($0) }), let port = UInt16(digits) else { return nil }
    let host = text[..<colon]
    if host == "localhost" {
      self = .ip4("127.0.0.1", port: port)
    } else if host.hasPrefix("["), host.hasSuffix("]"), Self.isNumber(host.dropFirst().dropLast(), of: AF_INET6) {
      self = .ip6(String(host.dropFirst().dropLast()), port: port)
    } else if Self.isNumber(host, of: AF_INET) {
      self = .ip4(String(host), port: port)
    } else {
      return nil
    }
  }

  /// Whether only this machine reaches it.
  package var isOfThisMachine: Bool {
    switch self {
    case .ip4(let host, _): host.hasPrefix("127.")
    case .ip6(let host, _): host == "::1"
    case .unix: true
    }
  }

  private static func isNumber(_ host: Substring, of family: Int32) -> Bool {
    var address = in6_addr()
    return inet_pton(family, String(host), &address) == 1
  }
}
