/// By which address a request came here, and whom the proxy says it is from.
struct ScreenVisit: Hashable, Sendable {
  /// The host that was asked for, as the browser names it.
  let host: String
  /// The origin of the page at that address.
  let origin: String
  /// The path of the page at that address, with a slash at both ends.
  let root: String
  /// The port in that address: a browser keeps cookies by the host alone and sends those of all ports to each.
  let port: Int
  /// Whether that is this program's own address, and not the end of a tunnel, which may lead to any.
  let isOwn: Bool
  /// Whom the proxy has let in; `nil` where the secret decides.
  let author: String?

  /// The request as it stands below the page; `nil` where it asks for something beside it.
  func within(_ request: ScreenRequest) -> ScreenRequest? {
    guard request.path.hasPrefix(root) else { return root == "/" ? request : nil }
    var inside = request
    inside.path = "/" + request.path.dropFirst(root.count)
    return inside
  }
}
