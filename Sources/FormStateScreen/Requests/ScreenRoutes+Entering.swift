import FormStateInterchange
import Foundation

/// How a page gets access, and how it keeps it when it is loaded again and when the program was restarted.
extension ScreenRoutes {
  /// Where a page exchanges the secret of the printed address for its access.
  static let entryPath = "/enter"
  /// Where a page and the program prove to each other that its browser had access before.
  static let returnPath = "/return"

  /// Gives a page access whose browser opened the printed address, or whose user the proxy authenticated.
  func enter(_ request: ScreenRequest, _ visit: ScreenVisit) throws(ScreenRefusal) -> ScreenResponse {
    guard request.method == "POST" else {
      throw ScreenRefusal(method: request.method, path: request.path, allowing: ["POST"])
    }
    try gate.checkSecret(of: request, visit)
    return ScreenResponse(.object([("key", .string(credentials.browserKey(for: visit)))] + access(for: visit)))
  }

  /// Proves to a page that this is the program it knows, or checks its proof and gives it access.
  ///
  /// The program goes first, since another user may listen on the port by now; until it has proven itself, a page
  /// sends nothing.
  func comeBack(_ request: ScreenRequest, _ visit: ScreenVisit) throws(ScreenRefusal) -> ScreenResponse {
    let nonce = try ScreenQuery(request).nonce()
    switch request.method {
    case "GET":
      try gate.checkReading(request, visit)
      return ScreenResponse(
        .object([
          ("run", .string(credentials.run)),
          ("proof", .string(credentials.serverProof(for: visit, nonce: nonce))),
        ]))
    case "POST":
      try gate.checkProof(of: request, visit, nonce: nonce)
      return ScreenResponse(.object(access(for: visit)))
    default: throw ScreenRefusal(method: request.method, path: request.path, allowing: ["GET", "POST"])
    }
  }

  /// What a page needs for its requests until the program ends, and what it begins with.
  private func access(for visit: ScreenVisit) -> [(name: String, value: OrderedJSON)] {
    [
      ("run", .string(credentials.run)), ("token", .string(credentials.token)),
      ("seal", .string(credentials.sealingKey(for: visit))), ("start", .string(start.rawValue)),
    ]
  }

  /// The first event for every follower: which run of the program it follows.
  var welcome: ScreenEvent { ScreenEvent(.welcome, .object([("run", .string(credentials.run))])) }
}
