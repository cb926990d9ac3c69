import FormStateStore
import Foundation

/// The body of `POST /act`: a line of an action script, and optionally a second line with the value that the person saw
/// in the cell: `{"seen":"12"}`.
struct ActionBody {
  /// The action, as a line of a script.
  let action: Data
  /// The value that the person saw in the cell, as typed; `nil` if the page does not send it.
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
