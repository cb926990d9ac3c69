import FormState
import Foundation

/// Admits only the page itself, in a browser that opened the printed address or that a proxy authenticated.
///
/// Every program of this machine can send requests here, so each request needs the token that the page received for
/// the secret in that address. It is in a header and not in a cookie: browsers send cookies to every port of a host,
/// and any user may listen on one. In addition, browsers send requests for any web page, and only report its origin.
/// The host must therefore be this one's own (another name may lead here), and every change must come from the page.
struct RequestGate: Sendable {
  /// The header with the token, the secret, or a proof.
  static let tokenHeader = "x-formstate"
  /// The parameter with a ticket, where a browser sends no header of the page.
  static let ticketParameter = "ticket"
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
        origin: publicAddress.origin, root: publicAddress.path, isOwn: true, author: try author(of: request))
    }
    guard let port, Self.loopbackNames.contains(asked.name) else {
      throw ScreenRefusal(421, sentenceForStrangers)
    }
    // Another user may listen on the same port of “::1”, where “localhost” may lead.
    let isOwn = asked.name == "127.0.0.1" && asked.port ?? 80 == port
    return ScreenVisit(origin: "http://\(host)", root: "/", isOwn: isOwn, author: nil)
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

  /// Refuses requests without the token, or a ticket where that is enough, unless the proxy authenticated the user.
  func checkLetIn(_ request: ScreenRequest, _ visit: ScreenVisit, to route: ScreenRoute) throws(ScreenRefusal) {
    if visit.author != nil || hasToken(request) { return }
    if route.takesTicket, request.method == "GET", hasTicket(request) { return }
    throw .shutOut(Self.sentenceForOutsiders)
  }

  private static let sentenceForOutsiders =
    "this needs the secret of the running program; open the address that formstate printed in this browser"

  /// Refuses a page whose browser did not open the printed address.
  func checkSecret(of request: ScreenRequest, _ visit: ScreenVisit) throws(ScreenRefusal) {
    try checkFromPage(request, visit)
    if visit.author != nil { return }
    guard let given = request.headers[Self.tokenHeader], !given.isEmpty else {
      throw .shutOut(Self.sentenceForOutsiders)
    }
    guard ScreenCredentials.isEqual(given, credentials.secret) else {
      throw .shutOut("the secret in this address is outdated; open the address that formstate printed last")
    }
  }

  private func hasToken(_ request: ScreenRequest) -> Bool {
    request.headers[Self.tokenHeader].map { ScreenCredentials.isEqual($0, credentials.token) } ?? false
  }

  private func hasTicket(_ request: ScreenRequest) -> Bool {
    let given = request.query.filter { $0.name == Self.ticketParameter }
    return given.count == 1 && ScreenCredentials.isEqual(given[0].value, credentials.ticket(for: request))
  }

  // MARK: - The origin of a request

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
    guard hasToken(request) else {
      throw ScreenRefusal(403, Wording(.noTokenOfPage))
    }
  }

  /// Refuses a page that does not prove that its browser had access before.
  func checkProof(of request: ScreenRequest, _ visit: ScreenVisit, nonce: String) throws(ScreenRefusal) {
    try checkFromPage(request, visit)
    let proof = credentials.pageProof(for: visit, nonce: nonce)
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
