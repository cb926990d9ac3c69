import FormStateInterchange

/// Something that a page learns while it is open.
package struct ScreenEvent: Hashable, Sendable {
  /// What kinds there are.
  package enum Kind: String, Sendable {
    /// Which run of the program it is, and by what the page may act.
    case welcome
    /// How everything stands, after connecting and in place of what was missed.
    case state
    /// What shows has changed.
    case change
    /// How it stands with the file of the form.
    case faults
    /// The database, the response or the form's file is gone.
    case gone
  }

  /// What it tells.
  package let kind: Kind
  /// What it says, on one line.
  package let json: String

  /// Creates an event.
  init(_ kind: Kind, _ json: OrderedJSON) {
    self.kind = kind
    self.json = json.line
  }

  /// The name that the page listens for.
  package var name: String { kind.rawValue }

  /// The event as Server-Sent Events have it. A page whose connection is lost comes back after half a second.
  package var text: String {
    let retry = kind == .state || kind == .faults ? "retry: 500\n" : ""
    return "\(retry)event: \(name)\ndata: \(json)\n\n"
  }
}
