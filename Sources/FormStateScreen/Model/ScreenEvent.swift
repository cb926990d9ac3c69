import FormStateInterchange

/// An event for an open page.
package struct ScreenEvent: Hashable, Sendable {
  /// The kinds of events.
  package enum Kind: String, Sendable {
    /// The run of the program.
    case welcome
    /// The full state, after connecting and in place of missed events.
    case state
    /// The visible part has changed.
    case change
    /// The state of the form's file.
    case faults
    /// The database, the response or the form's file is gone.
    case gone
  }

  /// The kind.
  package let kind: Kind
  /// The data, on one line.
  package let json: String

  /// Creates an event.
  init(_ kind: Kind, _ json: OrderedJSON) {
    self.kind = kind
    self.json = json.line
  }

  /// The name that the page listens for.
  package var name: String { kind.rawValue }

  /// The event in the format of Server-Sent Events.
  package var text: String { "event: \(name)\ndata: \(json)\n\n" }
}
