#if Collect
import FormState
import FormStateInterchange

/// What a device said with the entries that it sent, which these do not say themselves.
struct Receipt {
  /// The keys of the form and of the response.
  var key: ResponseKey
  /// The name of the device; empty for an unknown one.
  var device: String
  /// The digests by the numbers that the device gives them; those of a line name all, a stored one may omit what the
  /// receipts before it name.
  var definitions: [Int: String]
  /// The digest of the state there; `nil` if the device has sent a part of what it has.
  var state: String?
  /// When it arrived, as PostgreSQL writes it; `nil` for now.
  var received: String?

  /// A receipt as it is stored.
  init(key: ResponseKey, device: String, definitions: [Int: String], state: String?, received: String?) {
    self.key = key
    self.device = device
    self.definitions = definitions
    self.state = state
    self.received = received
  }

  /// The receipt for a part.
  ///
  /// - Parameter device: the name of the device.
  init(for part: PushedPart, device: String) {
    self.init(
      key: part.key, device: device, definitions: part.definitions, state: part.outcome?.state, received: nil)
  }
}

/// Arrays as PostgreSQL reads them.
enum ArrayText {
  /// Texts: `{"a","b"}`.
  static func of(_ texts: [String]) -> String {
    let quoted = texts.map { text in
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return "{\(quoted.joined(separator: ","))}"
  }

  /// Digests at the places of their numbers, NULL between them.
  static func of(_ digests: [Int: String]) -> String {
    let last = digests.keys.max() ?? 0
    return "{\((0..<last).map { digests[$0 + 1] ?? "NULL" }.joined(separator: ","))}"
  }

  /// Numbers.
  static func of(_ numbers: [Int]) -> String { "{\(numbers.map(String.init).joined(separator: ","))}" }
}
#endif
