#if CommandLine
import ArgumentParser
import Foundation

/// The address to which batches are sent, which is also the name of the collector in the file.
///
/// The address is read strictly, so `curl` cannot read it as that of another machine.
struct CollectorURL {
  private static let example = "https://collect.example.org/batches"
  private static let longest = 2048

  /// The address as it was given.
  let text: String
  /// Whether it leads to this machine, unencrypted.
  let isLocal: Bool

  /// Parses an address.
  ///
  /// - Throws: `ValidationError` with the problem and the correction.
  init(_ text: String) throws {
    guard let end = text.range(of: "://"), let scheme = Scheme(rawValue: text[..<end.lowerBound].lowercased()) else {
      throw ValidationError("--with is “\(text.shortened)”; begin it with https://, as in \(Self.example)")
    }
    guard text.utf8.count <= Self.longest else {
      throw ValidationError("--with has more than \(Self.longest) characters; name a shorter address.")
    }
    guard !text.contains("#") else {
      throw ValidationError("--with has a fragment, which is never sent; remove the part from “#” on.")
    }
    guard text.utf8.allSatisfy(\.isOfURL) else {
      throw ValidationError(
        "--with has a character that no address has; write it with its percent code, and the host in ASCII, as in \(Self.example)"
      )
    }
    let authority = text[end.upperBound...].prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else {
      throw ValidationError(
        "--with names a user; remove the part before “@”, since the file would keep it, and use --token-file.")
    }
    let host = try Self.host(of: authority, in: text)
    guard scheme == .https || Self.isThisMachine(host) else {
      throw ValidationError(
        "--with leads to another machine without encryption, so others could read the token and the answers; use https://."
      )
    }
    self.text = text
    isLocal = scheme == .http
  }

  private enum Scheme: String {
    case http, https
  }

  /// The host, after a check of the port.
  private static func host(of authority: Substring, in text: String) throws -> String {
    let isAddress = authority.hasPrefix("[")
    let end = isAddress ? authority.firstIndex(of: "]").map(authority.index(after:)) : authority.firstIndex(of: ":")
    let host = authority[..<(end ?? authority.endIndex)]
    let port = authority[host.endIndex...]
    guard host.utf8.contains(where: \.isOfHost),
      isAddress ? host.hasSuffix("]") : host.utf8.allSatisfy(\.isOfHost)
    else { throw ValidationError("--with is “\(text.shortened)” and names no host; write it as in \(example)") }
    guard port.isEmpty || (port.hasPrefix(":") && UInt16(port.dropFirst()).map { $0 > 0 } == true) else {
      throw ValidationError("--with has the port “\(port.dropFirst())”; name one from 1 to 65535, or none.")
    }
    return host.lowercased()
  }

  /// Whether a host is this machine, whatever the network says.
  private static func isThisMachine(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    let parts = host.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}

extension UInt8 {
  /// Whether the character may be part of a host's name.
  fileprivate var isOfHost: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._".utf8.contains(self)
    }
  }

  /// Whether the character may be part of a URL (RFC 3986).
  fileprivate var isOfURL: Bool { isOfHost || "~:/?#[]@!$&'()*+,;=%".utf8.contains(self) }
}
#endif
