#if CommandLine
import ArgumentParser
import FormStateInterchange
import Foundation

/// The address of the page, and its users.
struct PageArguments: ParsableArguments {
  /// Headers with another meaning, which browsers send by themselves.
  private static let otherHeaders: Set<String> = [
    "accept", "accept-encoding", "accept-language", "authorization", "connection", "content-length", "content-type",
    "cookie", "expect", "host", "origin", "proxy-authorization", "referer", "transfer-encoding", "user-agent",
    "x-formstate",
  ]

  @Option(
    help: ArgumentHelp("The port of 127.0.0.1; by default that of the last time, or any free one.", valueName: "port"))
  var port: UInt16?
  @Option(
    help: ArgumentHelp(
      "A Unix socket to use instead, for a proxy; its owner and group may open it.", valueName: "path"))
  var socket: String?
  @Option(
    help: ArgumentHelp(
      "The address at which a reverse proxy shows the page, such as https://forms.example.org/clinic/.",
      valueName: "url"))
  var publicURL: String?
  @Option(
    help: ArgumentHelp(
      "The proxy's header with the authenticated user, such as X-Remote-User; the user gets access, and the journal names them.",
      valueName: "name"))
  var trustHeader: String?
  @Flag(help: "Only print the address; do not open a browser.")
  var noOpen = false

  func validate() throws {
    _ = try publicURL.map(PublicURL.init)
    if socket != nil && port != nil { throw ValidationError("--socket replaces --port; use one of them.") }
    if socket?.isEmpty == true { throw ValidationError("--socket must not be empty; give a path.") }
    if socket != nil && publicURL == nil {
      throw ValidationError("--socket is for a proxy, and needs --public-url: no browser opens a socket.")
    }
    guard let trustHeader else { return }
    guard publicURL != nil else {
      throw ValidationError(
        "--trust-header needs --public-url: only the proxy before that address is trusted to name users.")
    }
    guard trustHeader.wholeMatch(of: /[A-Za-z0-9-]+/) != nil else {
      throw ValidationError("--trust-header is “\(trustHeader)”; name one header, such as X-Remote-User.")
    }
    let name = trustHeader.lowercased()
    guard !Self.otherHeaders.contains(name), !name.hasPrefix("sec-") else {
      throw ValidationError(
        "--trust-header is “\(trustHeader)”, which has another meaning; have the proxy send the name in a separate header, "
          + "such as X-Remote-User.")
    }
  }

  /// The part of an order about the address; notes an address at which the page cannot work.
  ///
  /// - Throws: `ValidationError`, which ``validate()`` has thrown before.
  func members() throws -> [(name: String, value: OrderedJSON)] {
    let url = try publicURL.map(PublicURL.init)
    if let url, !url.isTrustworthy {
      StandardStreams.note(
        "Note: over http browsers do not let a page of another machine encrypt anything, so this one works only over https."
      )
    }
    let address = url.map { url in
      OrderedJSON.object([
        ("origin", .string(url.origin)), ("path", .string(url.path)), ("nameHeader", OrderedJSON(trustHeader)),
      ])
    }
    return [
      ("port", .integer(Int(port ?? 0))), ("socket", OrderedJSON(socket)), ("publicAddress", address ?? .null),
      ("opensBrowser", .boolean(!noOpen)),
    ]
  }
}
#endif
