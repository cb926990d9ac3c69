import Foundation

/// Admits only the page itself, in a browser that opened the printed address or that a proxy authenticated.
///
/// Every program of this machine can send requests here, so each request needs the cookie that a browser received for
/// the secret in that address. In addition, browsers send requests for any web page, and only report its origin. The
/// host must therefore be this one's own (another name may lead here), and every change must come from the page, with
/// its token.
struct RequestGate: Sendable {
  /// The header with the token, or a proof.
  static let tokenHeader = "x-formstate"
  /// The parameter of the printed address with the secret.
  static let secretParameter = "secret"
  /// The names of this machine that no other server can have.
  private static let loopbackNames = ["127.0.0.1", "localhost", "[::1]"]
  /// The maximum number of characters of a user name from a proxy.
  private static let longestName = 200

  private let port: Int?
  private let credentials: ScreenCredentials
  private let publicAddress: PublicAddress?

  /// Admits requests.
  ///
  /// - Parameters:
  ///   - port: the port on which they arrive; `nil` for a socket, where only the proxy's address counts.
  ///   - credentials: the required credentials.
  ///   - publicAddress: the address of the page behind a proxy.
  init(port: Int?, credentials: ScreenCredentials, publicAddress: PublicAddress? = nil) {
    self.port = port
    self.credentials = credentials
    self.publicAddress = publicAddress
  }

  /// The address of a request; refuses any host but this one and the public one.
  ///
  /// A tunnel may lead here from another port, so every port of this machine's own names is allowed.
  func visit(of request: ScreenRequest) throws(ScreenRefusal) -> ScreenVisit {
    let host = request.headers["host"]?.lowercased() ?? ""
    guard let asked = RequestedHost(host) else { throw ScreenRefusal(421, sentenceForStrangers) }
    if let publicAddress, publicAddress.isMeant(by: asked) {
      return ScreenVisit(
        host: publicAddress.host, origin: publicAddress.origin, root: publicAddress.path, port: publicAddress.port,
        isOwn: true, author: try author(of: request))
    }
    guard let port, Self.loopbackNames.contains(asked.name) else {
      throw ScreenRefusal(421, sentenceForStrangers)
    }
    let askedPort = asked.port ?? 80
    return ScreenVisit(
      host: host, origin: "http://\(host)", root: "/", port: askedPort, isOwn: askedPort == port, author: nil)
  }

  private var sentenceForStrangers: String {
    let own = port.map { "127.0.0.1:\($0)" }
    let names = [publicAddress?.host, own].compactMap(\.self).joined(separator: " and ")
    return "this is \(names), and no other host; "
      + (publicAddress == nil ? "open http://\(names)" : "have the proxy pass on the header “Host” unchanged")
  }

  // MARK: - Access

  /// The user authenticated by the proxy; `nil` if the request did not come from it.
  private func author(of request: ScreenRequest) throws(ScreenRefusal) -> String? {
    guard let header = publicAddress?.nameHeader else { return nil }
    guard let name = request.headers[header.lowercased()], !name.isEmpty else {
      throw .shutOut("the proxy does not name you; have it send the name in the header “\(header)”")
    }
    guard name.unicodeScalars.count <= Self.longestName else {
      throw .shutOut("the name in the header “\(header)” has more than \(Self.longestName) characters; shorten it")
    }
    guard name.unicodeScalars.allSatisfy(Self.isPrintable) else {
      throw .shutOut("the name in the header “\(header)” has characters that cannot be printed; send it as UTF-8 text")
    }
    return name
  }

  private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
    // The replacement for bytes that are not UTF-8.
    default: scalar != "\u{FFFD}"
    }
  }

  /// The headers that set the cookie; none if the proxy authenticates users. Scripts cannot read it, and other sites
  /// cannot send it.
  func cookieHeaders(for visit: ScreenVisit) -> [ScreenResponse.Header] {
    guard visit.author == nil else { return [] }
    let isSecure = visit.origin.hasPrefix("https://")
    return [
      ScreenResponse.Header(
        name: "Set-Cookie",
        value: "\(cookieName(for: visit))=\(credentials.secret); HttpOnly; SameSite=Strict; Path=\(visit.root)"
          + (isSecure ? "; Secure" : ""))
    ]
  }

  private func cookieName(for visit: ScreenVisit) -> String { "formstate-\(visit.port)" }

  /// Refuses requests without access by the printed address or the proxy.
  func checkLetIn(_ request: ScreenRequest, _ visit: ScreenVisit) throws(ScreenRefusal) {
    guard isLetIn(request, visit) else {
      throw .shutOut(
        "this needs the secret of the running program; open the address that formstate printed in this browser")
    }
  }

  /// Whether a request is for the printed address.
  ///
  /// - Throws: ``ScreenRefusal`` if it has another secret.
  func isOpening(_ request: ScreenRequest, _ visit: ScreenVisit) throws(ScreenRefusal) -> Bool {
    guard request.path == "/", ScreenRoute.readingMethods.contains(request.method) else { return false }
    let given = request.query.filter { $0.name == Self.secretParameter }
    guard let first = given.first else { return false }
    let isRight = given.count == 1 && ScreenCredentials.isEqual(first.value, credentials.secret)
    guard isRight || isLetIn(request, visit) else {
      throw .shutOut(
        "the secret in this address is outdated; open the address that formstate printed last")
    }
    return true
  }

  private func isLetIn(_ request: ScreenRequest, _ visit: ScreenVisit) -> Bool {
    if visit.author != nil { return true }
    let name = cookieName(for: visit)
    return (request.headers["cookie"] ?? "").split(separator: ";").contains { pair in
      let sides = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return sides.count == 2 && sides[0] == name && ScreenCredentials.isEqual(sides[1], credentials.secret)
    }
  }

  // MARK: - The origin of a request

  /// Whether another site navigates a browser here, which sends no strict cookie during such a navigation.
  func isLed(_ request: ScreenRequest) -> Bool {
    ["cross-site", "same-site"].contains(request.headers["sec-fetch-site"]?.lowercased())
  }

  /// Refuses requests of other pages.
  ///
  /// - Parameter isPage: whether it is for the page itself, to which any site may link.
  func checkReading(_ request: ScreenRequest, _ visit: ScreenVisit, isPage: Bool = false) throws(ScreenRefusal) {
    if isPage { return }
    try checkSite(of: request, allowing: ["same-origin", "none"])
    if request.headers["origin"] != nil { try checkOrigin(of: request, visit) }
  }

  /// Refuses a change that does not come from the page.
  func checkChange(_ request: ScreenRequest, _ visit: ScreenVisit) throws(ScreenRefusal) {
    try checkFromPage(request, visit)
    guard let given = request.headers[Self.tokenHeader], ScreenCredentials.isEqual(given, credentials.token) else {
      throw ScreenRefusal(403, "the request lacks the token of this page; reload the page")
    }
  }

  /// Refuses a page that does not prove that it has the key.
  func checkProof(of request: ScreenRequest, _ visit: ScreenVisit, nonce: String) throws(ScreenRefusal) {
    try checkFromPage(request, visit)
    let proof = credentials.pageProof(host: visit.host, nonce: nonce)
    guard let given = request.headers[Self.tokenHeader], ScreenCredentials.isEqual(given, proof) else {
      throw .shutOut(
        "this page belongs to another program or file; open the address that formstate printed in this browser")
    }
  }

  private func checkFromPage(_ request: ScreenRequest, _ visit: ScreenVisit) throws(ScreenRefusal) {
    try checkSite(of: request, allowing: ["same-origin"])
    try checkOrigin(of: request, visit)
  }

  private func checkSite(of request: ScreenRequest, allowing sites: [String]) throws(ScreenRefusal) {
    guard let site = request.headers["sec-fetch-site"] else { return }
    guard sites.contains(site.lowercased()) else {
      throw ScreenRefusal(403, "another page sent this request; only the page of this server may")
    }
  }

  private func checkOrigin(of request: ScreenRequest, _ visit: ScreenVisit) throws(ScreenRefusal) {
    guard request.headers["origin"]?.lowercased() == visit.origin else {
      throw ScreenRefusal(403, "the request comes from another origin; only the page of this server may send it")
    }
  }
}
