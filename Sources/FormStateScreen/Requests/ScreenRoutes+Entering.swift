import FormStateInterchange
import Foundation

/// How a browser gets access, and how an open page finds a restarted program.
extension ScreenRoutes {
  /// Where a page and the program prove to each other that they have the same key.
  static let returnPath = "/return"

  /// Gives a browser with the printed address access: the secret becomes a cookie, and leaves the address.
  func enter(_ request: ScreenRequest, _ visit: ScreenVisit) -> ScreenResponse {
    let rest = request.query.filter { $0.name != RequestGate.secretParameter }
      .map { "\(Self.encoded($0.name))=\(Self.encoded($0.value))" }
    let address = visit.root + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&"))
    guard gate.isLed(request) else {
      return ScreenResponse(Data(), type: "text/plain; charset=utf-8", status: 303)
        .with([ScreenResponse.Header(name: "Location", value: address)] + gate.cookieHeaders(for: visit))
    }
    // A redirect is still a navigation by the other site, or by the file that opened this, and arrives without the
    // cookie; a navigation by our own page has it.
    let link = address.replacing("&", with: "&amp;")
    let page = """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>FormState</title>\
      <meta http-equiv="refresh" content="0; url=\(link)"><p><a href="\(link)">Open the form</a></p></html>

      """
    return ScreenResponse(Data(page.utf8), type: "text/html; charset=utf-8").with(gate.cookieHeaders(for: visit))
  }

  /// The characters that stay unchanged in an address: letters, digits and a few signs.
  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }

  /// Proves to a page that this is the program it knows, or checks its proof and gives it access.
  ///
  /// The program goes first, since another user may listen on the port by now; until it has proven itself, a page
  /// sends nothing. At the end of a tunnel the cookie is needed as well: another user who has taken a port that a page
  /// knows could otherwise relay the proofs to a program at another one, and receive its secret.
  func comeBack(_ request: ScreenRequest, _ visit: ScreenVisit) throws(ScreenRefusal) -> ScreenResponse {
    if !visit.isOwn { try gate.checkLetIn(request, visit) }
    let nonce = try ScreenQuery(request).nonce()
    switch request.method {
    case "GET":
      try gate.checkReading(request, visit)
      return ScreenResponse(
        .object([
          ("run", .string(credentials.run)),
          ("proof", .string(credentials.serverProof(host: visit.host, nonce: nonce))),
        ]))
    case "POST":
      try gate.checkProof(of: request, visit, nonce: nonce)
      return ScreenResponse(.object([])).with(gate.cookieHeaders(for: visit))
    default: throw ScreenRefusal(method: request.method, path: request.path, allowing: ["GET", "POST"])
    }
  }

  /// The first event for every follower: the token for its actions from now on.
  var welcome: ScreenEvent {
    ScreenEvent(.welcome, .object([("run", .string(credentials.run)), ("token", .string(credentials.token))]))
  }
}
