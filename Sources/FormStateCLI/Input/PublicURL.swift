#if CommandLine
import ArgumentParser
import Foundation

/// The address under which a reverse proxy shows the page: a scheme, a host, optionally a port, and a path.
struct PublicURL {
  private static let example = "https://forms.example.org/clinic/"
  private static let usualPorts = ["https": 443, "http": 80]

  /// Scheme, host and port as browsers write them: in lower case, and without the default port.
  let origin: String
  /// The path, with a slash at both ends.
  let path: String
  /// Whether browsers let a page there encrypt: over TLS, or from their own machine.
  let isTrustworthy: Bool

  /// Parses an address.
  ///
  /// - Throws: `ValidationError` with the problem and the correction.
  init(_ text: String) throws {
    guard let parts = URLComponents(string: text), let scheme = parts.scheme?.lowercased(),
      let usualPort = Self.usualPorts[scheme]
    else {
      throw ValidationError("--public-url is “\(text)”; begin it with https:// or http://, as in \(Self.example)")
    }
    guard parts.user == nil, parts.password == nil else {
      throw ValidationError(
        "--public-url names a user; remove the part before “@”, since the proxy authenticates users.")
    }
    guard parts.query == nil, parts.fragment == nil else {
      throw ValidationError("--public-url has a query or a fragment; remove the part from “?” or “#” on.")
    }
    let host = try Self.host(of: text, in: parts)
    if let port = parts.port, !(1...65535).contains(port) {
      throw ValidationError("--public-url has the port \(port); name one from 1 to 65535, or none.")
    }
    let port = parts.port.flatMap { $0 == usualPort ? nil : ":\($0)" } ?? ""
    origin = "\(scheme)://\(host)\(port)"
    path = try Self.path(parts.percentEncodedPath)
    isTrustworthy = scheme == "https" || ["localhost", "127.0.0.1", "[::1]"].contains(host)
  }

  private static func host(of text: String, in parts: URLComponents) throws -> String {
    let host = (parts.host ?? "").lowercased()
    guard !host.isEmpty else {
      throw ValidationError("--public-url is “\(text)” and names no host; write it as in \(example)")
    }
    let isNumber = host.hasPrefix("[") || host.contains(":")
    guard host.utf8.allSatisfy({ $0.isPlain || (isNumber && "[]:".utf8.contains($0)) }) else {
      throw ValidationError(
        "--public-url names the host “\(host)”; write it in ASCII as browsers send it, as in https://xn--bcher-kva.example/"
      )
    }
    return isNumber && !host.hasPrefix("[") ? "[\(host)]" : host
  }

  private static func path(_ text: String) throws -> String {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    // The last one is empty if the path ends with a slash, which is allowed.
    let names = parts.last == "" ? parts.dropLast() : parts
    guard names.allSatisfy({ !["", ".", ".."].contains($0) && $0.utf8.allSatisfy(\.isPlain) }) else {
      throw ValidationError(
        "--public-url has the path “\(text)”; let its parts be letters, digits, “-”, “.”, “_” and “~”, as in \(example)"
      )
    }
    return names.reduce("/") { "\($0)\($1)/" }
  }
}

extension UInt8 {
  /// Whether every parser of addresses leaves the character unchanged.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._~".utf8.contains(self)
    }
  }
}
#endif
