/// The address of a request, and the user named by the proxy.
struct ScreenVisit: Hashable, Sendable {
  /// The origin of the page at that address.
  let origin: String
  /// The path of the page at that address, with a slash at both ends.
  let root: String
  /// Whether that is this program's own address, and not the end of a tunnel or a name that others can have, too.
  let isOwn: Bool
  /// The user authenticated by the proxy; `nil` if the secret decides.
  let author: String?

  /// The request relative to the page; `nil` if it is outside of the page's path.
  func within(_ request: ScreenRequest) -> ScreenRequest? {
    guard request.path.hasPrefix(root) else { return root == "/" ? request : nil }
    var inside = request
    inside.path = "/" + request.path.dropFirst(root.count)
    return inside
  }
}
