import Foundation

/// Keeps everybody out but the page itself, in a browser that was shown the printed address.
///
/// Every program of this machine can send requests here, so each has to bring the cookie that a browser was given for
/// the secret in that address. And a browser lets any page in the world send requests with it; it only says where they
/// are from. So the host must be this one's own (another name may be made to lead here), and whatever changes anything
/// must come from the page, with its token.
struct RequestGate: Sendable {
  /// The header that brings the token, or a proof.
  static let tokenHeader = "x-formstate"
  /// The parameter of the printed address that brings the secret.
  static let secretParameter = "secret"

  /// The hosts under which the page can be asked for.
  private let hosts: [String]
  private let credentials: ScreenCredentials
  /// The name of the cookie: a browser sends those of all ports of a host to each of them.
  private let cookieName: String

  /// Lets requests through.
  ///
  /// - Parameters:
  ///   - port: the port on which they come in.
  ///   - credentials: what they have to bring.
  init(port: Int, credentials: ScreenCredentials) {
    let names = ["127.0.0.1", "localhost"]
    hosts = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
    self.credentials = credentials
    cookieName = "formstate-\(port)"
  }

  /// The header that gives a browser the cookie. No script can read it, and no other site has it sent.
  var cookieHeader: ScreenResponse.Header {
    ScreenResponse.Header(
      name: "Set-Cookie", value: "\(cookieName)=\(credentials.secret); HttpOnly; SameSite=Strict; Path=/")
  }

  /// The host that was asked for; refuses any other than this one.
  func host(of request: ScreenRequest) throws(ScreenRefusal) -> String {
    guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
      throw ScreenRefusal(421, "this is \(hosts.first ?? ""), and nobody else; open http://\(hosts.first ?? "")")
    }
    return host
  }

  /// Refuses anyone who was not let in by the printed address.
  func checkCookie(of request: ScreenRequest) throws(ScreenRefusal) {
    guard hasCookie(request) else {
      throw ScreenRefusal(
        401, "this needs the secret of the running program; open the address that formstate printed in this browser")
    }
  }

  /// Whether a request is the printed address.
  ///
  /// - Throws: ``ScreenRefusal`` where it brings another secret.
  func isOpening(_ request: ScreenRequest) throws(ScreenRefusal) -> Bool {
    guard request.path == "/", ScreenRoute.readingMethods.contains(request.method) else { return false }
    let given = request.query.filter { $0.name == Self.secretParameter }
    guard let first = given.first else { return false }
    let isRight = given.count == 1 && ScreenCredentials.isEqual(first.value, credentials.secret)
    guard isRight || hasCookie(request) else {
      throw ScreenRefusal(
        401,
        "the secret in this address is not that of the running program; open the address that formstate printed last"
      )
    }
    return true
  }

  private func hasCookie(_ request: ScreenRequest) -> Bool {
    (request.headers["cookie"] ?? "").split(separator: ";").contains { pair in
      let sides = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      return sides.count == 2 && sides[0] == cookieName && ScreenCredentials.isEqual(sides[1], credentials.secret)
    }
  }

  /// Whether another site leads a browser here, which sends no strict cookie as long as it is being led.
  func isLed(_ request: ScreenRequest) -> Bool {
    ["cross-site", "same-site"].contains(request.headers["sec-fetch-site"]?.lowercased())
  }

  /// Refuses what another page asks for.
  ///
  /// - Parameter isPage: whether it is the page itself, to which anybody may have a link.
  func checkReading(_ request: ScreenRequest, isPage: Bool = false) throws(ScreenRefusal) {
    if isPage { return }
    try checkSite(of: request, allowing: ["same-origin", "none"])
    if request.headers["origin"] != nil { try checkOrigin(of: request) }
  }

  /// Refuses a change that does not come from the page.
  func checkChange(_ request: ScreenRequest) throws(ScreenRefusal) {
    try checkFromPage(request)
    guard let given = request.headers[Self.tokenHeader], ScreenCredentials.isEqual(given, credentials.token) else {
      throw ScreenRefusal(403, "the request lacks the token of this page; reload the page")
    }
  }

  /// Refuses a page that does not prove that it has the key.
  func checkProof(of request: ScreenRequest, nonce: String) throws(ScreenRefusal) {
    try checkFromPage(request)
    let proof = credentials.pageProof(host: try host(of: request), nonce: nonce)
    guard let given = request.headers[Self.tokenHeader], ScreenCredentials.isEqual(given, proof) else {
      throw ScreenRefusal(
        401, "this page belongs to another program or file; open the address that formstate printed in this browser")
    }
  }

  private func checkFromPage(_ request: ScreenRequest) throws(ScreenRefusal) {
    try checkSite(of: request, allowing: ["same-origin"])
    try checkOrigin(of: request)
  }

  private func checkSite(of request: ScreenRequest, allowing sites: [String]) throws(ScreenRefusal) {
    guard let site = request.headers["sec-fetch-site"] else { return }
    guard sites.contains(site.lowercased()) else {
      throw ScreenRefusal(403, "another page asks for this; only the page of this server may")
    }
  }

  private func checkOrigin(of request: ScreenRequest) throws(ScreenRefusal) {
    guard let host = request.headers["host"]?.lowercased(), request.headers["origin"]?.lowercased() == "http://\(host)"
    else { throw ScreenRefusal(403, "the request comes from another origin; only the page of this server may send it") }
  }
}
