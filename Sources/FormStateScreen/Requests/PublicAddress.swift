/// The address under which a reverse proxy shows the page to others.
package struct PublicAddress: Decodable, Hashable, Sendable {
  /// The scheme, the host and a port other than the default one, as browsers write them in the header `Origin`.
  package let origin: String
  /// The path of the page, with a slash at both ends.
  package let path: String
  /// The proxy's header with the user; `nil` if the secret grants access.
  package let nameHeader: String?

  /// Makes an address.
  init(origin: String, path: String, nameHeader: String? = nil) {
    self.origin = origin
    self.path = path
    self.nameHeader = nameHeader
  }

  /// The whole address.
  package var text: String { origin + path }
  /// Whether browsers reach it over TLS.
  var isSecure: Bool { origin.hasPrefix("https://") }
  /// The host as in the browser's headers.
  var host: String { origin.firstRange(of: "://").map { String(origin[$0.upperBound...]) } ?? origin }
  /// The port, even if it is the default one.
  var port: Int { RequestedHost(host)?.port ?? usualPort }
  private var usualPort: Int { isSecure ? 443 : 80 }

  /// Whether a request is for this address; a proxy may include the default port as well.
  func isMeant(by asked: RequestedHost) -> Bool {
    asked.name == RequestedHost(host)?.name && asked.port ?? usualPort == port
  }
}

/// A host in a request, with or without a port.
struct RequestedHost: Hashable, Sendable {
  /// The name or the number.
  let name: String
  /// The port; `nil` for the default one.
  let port: Int?

  /// Parses the header `Host`.
  ///
  /// - Returns: `nil` for an invalid port.
  init?(_ text: String) {
    // The colons of an IPv6 address are in brackets.
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
