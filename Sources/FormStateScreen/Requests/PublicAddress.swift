/// The address under which a reverse proxy shows the page to others.
package struct PublicAddress: Decodable, Hashable, Sendable {
  /// The scheme, the host and a port that is not the usual one, as browsers write them in the header `Origin`.
  package let origin: String
  /// The path of the page, with a slash at both ends.
  package let path: String
  /// The header in which the proxy says who asks; `nil` where the secret lets people in.
  package let nameHeader: String?

  /// Names an address.
  package init(origin: String, path: String, nameHeader: String? = nil) {
    self.origin = origin
    self.path = path
    self.nameHeader = nameHeader
  }

  /// All of it.
  package var text: String { origin + path }
  /// Whether browsers reach it over TLS.
  var isSecure: Bool { origin.hasPrefix("https://") }
  /// The host as browsers name it.
  var host: String { origin.firstRange(of: "://").map { String(origin[$0.upperBound...]) } ?? origin }
  /// The port, also where it is the usual one.
  var port: Int { RequestedHost(host)?.port ?? usualPort }
  private var usualPort: Int { isSecure ? 443 : 80 }

  /// Whether a request means this address; a proxy may name the usual port as well.
  func isMeant(by asked: RequestedHost) -> Bool {
    asked.name == RequestedHost(host)?.name && asked.port ?? usualPort == port
  }
}

/// A host as a request names it, with or without a port.
struct RequestedHost: Hashable, Sendable {
  /// The name or the number.
  let name: String
  /// The port; `nil` where it is the usual one.
  let port: Int?

  /// Reads what the header `Host` says.
  ///
  /// - Returns: `nil` where a port is meant that is none.
  init?(_ text: String) {
    // The colons of an IPv6 address stand in brackets.
    let end = text.lastIndex(of: "]").map { text.index(after: $0) } ?? text.firstIndex(of: ":") ?? text.endIndex
    name = String(text[..<end])
    let rest = text[end...]
    guard !rest.isEmpty else {
      port = nil
      return
    }
    let digits = rest.dropFirst()
    guard rest.first == ":", digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt16(digits), number > 0
    else { return nil }
    port = Int(number)
  }
}
