import Foundation

/// Keeps everybody out but the page itself.
///
/// A browser lets any page in the world send requests to this machine; it only says where they are from. So the host must be this
/// one's own (another name may be made to lead here), and whatever changes anything must come from the page, with the token that
/// stands in it.
struct RequestGate: Sendable {
  /// The header that brings the token.
  static let tokenHeader = "x-formstate"

  /// The hosts under which the page can be asked for.
  private let hosts: [String]
  private let token: String

  /// Lets requests through.
  ///
  /// - Parameters:
  ///   - port: the port on which they come in.
  ///   - token: what stands in the page.
  init(port: Int, token: String) {
    let names = ["127.0.0.1", "localhost"]
    hosts = names.map { "\($0):\(port)" } + (port == 80 ? names : [])
    self.token = token
  }

  /// Refuses what did not ask for this host.
  func checkHost(of request: ScreenRequest) throws(ScreenRefusal) {
    guard let host = request.headers["host"]?.lowercased(), hosts.contains(host) else {
      throw ScreenRefusal(421, "this is \(hosts.first ?? ""), and nobody else; open http://\(hosts.first ?? "")")
    }
  }

  /// Refuses what another page asks for.
  ///
  /// - Parameter isPage: whether it is the page itself, to which anybody may have a link.
  func checkReading(_ request: ScreenRequest, isPage: Bool) throws(ScreenRefusal) {
    if isPage { return }
    try checkSite(of: request, allowing: ["same-origin", "none"])
    if request.headers["origin"] != nil { try checkOrigin(of: request) }
  }

  /// Refuses a change that does not come from the page.
  func checkChange(_ request: ScreenRequest) throws(ScreenRefusal) {
    try checkSite(of: request, allowing: ["same-origin"])
    try checkOrigin(of: request)
    guard let given = request.headers[Self.tokenHeader], Self.isEqual(given, token) else {
      throw ScreenRefusal(403, "the request lacks the token of this page; reload the page")
    }
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

  /// Compares without telling by the time it takes how much is equal.
  private static func isEqual(_ left: String, _ right: String) -> Bool {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
