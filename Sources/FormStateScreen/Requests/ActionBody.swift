import FormStateStore
import Foundation

/// What a page sends to have something done: a line of an action script and, where it answers what somebody saw, what
/// that was in a line behind it: `{"seen":"12"}`.
struct ActionBody {
  /// The action, as a line of a script.
  let action: Data
  /// What the person saw in the cell, as it is typed; `nil` where the page does not say.
  let seen: SeenValue?

  private struct Seen: Decodable {
    let seen: String
  }

  /// Reads the body of a request. O(n) for n bytes.
  init(_ body: Data) {
    guard let end = body.lastIndex(of: UInt8(ascii: "\n")),
      let last = try? JSONDecoder().decode(Seen.self, from: body[body.index(after: end)...])
    else {
      action = body
      seen = nil
      return
    }
    action = body[..<end]
    seen = SeenValue(text: last.seen)
  }
}
