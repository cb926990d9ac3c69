#if CommandLine
import ArgumentParser
import FormStateInterchange
import Foundation

/// Where the page is shown, and to whom.
struct PageArguments: ParsableArguments {
  /// Headers that mean something else, which a browser sends by itself.
  private static let otherHeaders: Set<String> = [
    "accept", "accept-encoding", "accept-language", "authorization", "connection", "content-length", "content-type",
    "cookie", "expect", "host", "origin", "proxy-authorization", "referer", "transfer-encoding", "user-agent",
    "x-formstate",
  ]

  @Option(help: ArgumentHelp("The port of 127.0.0.1 to serve at; any that is free when left out.", valueName: "port"))
  var port: UInt16?
  @Option(
    help: ArgumentHelp(
      "A Unix socket to serve at instead, for a proxy; its owner and group may open it.", valueName: "path"))
  var socket: String?
  @Option(
    help: ArgumentHelp(
      "The address at which a reverse proxy shows the page, such as https://forms.example.org/clinic/.",
      valueName: "url"))
  var publicURL: String?
  @Option(
    help: ArgumentHelp(
      "The header in which the proxy says who asks, such as X-Remote-User: it lets them in, and the journal names them.",
      valueName: "name"))
  var trustHeader: String?
  @Flag(help: "Print the address only, and open no browser.")
  var noOpen = false

  func validate() throws {
    _ = try publicURL.map(PublicURL.init)
    if socket != nil && port != nil { throw ValidationError("--socket is instead of --port; give one of them.") }
    if socket?.isEmpty == true { throw ValidationError("--socket is the path of a file; name one.") }
    if socket != nil && publicURL == nil {
      throw ValidationError("--socket is for a proxy, and needs --public-url: no browser opens a socket.")
    }
    guard let trustHeader else { return }
    guard publicURL != nil else {
      throw ValidationError(
        "--trust-header needs --public-url: only the proxy before that address is believed who somebody is.")
    }
    guard trustHeader.wholeMatch(of: /[A-Za-z0-9-]+/) != nil else {
      throw ValidationError("--trust-header is “\(trustHeader)”; name one header, such as X-Remote-User.")
    }
    let name = trustHeader.lowercased()
    guard !Self.otherHeaders.contains(name), !name.hasPrefix("sec-") else {
      throw ValidationError(
        "--trust-header is “\(trustHeader)”, which means something else; have the proxy send the name in a header of its "
          + "own, such as X-Remote-User.")
    }
  }

  /// What an order says of it; notes an address at which the page cannot work.
  ///
  /// - Throws: `ValidationError`, which ``validate()`` has thrown before.
  func members() throws -> [(name: String, value: OrderedJSON)] {
    let url = try publicURL.map(PublicURL.init)
    if let url, !url.isTrustworthy {
      StandardStreams.note(
        "Note: over http browsers let a page of another machine encrypt nothing, so this one works over https alone.")
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
