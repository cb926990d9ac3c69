/// The limits of a server.
package struct HTTPSettings: Sendable {
  /// The limits of a request.
  package var limits = RequestReader.Limits()
  /// How long a connection may be idle between two requests.
  var idleTime = Duration.seconds(75)
  /// How long a request may take to arrive, from its first byte; a long body not included.
  var requestTime = Duration.seconds(10)
  /// How long a part of a long body may take to arrive.
  package var partTime = Duration.seconds(30)
  /// How long a client may take to accept a part of an answer.
  var writeTime = Duration.seconds(30)
  /// The heartbeat interval of a stream of events.
  var commentTime = Duration.seconds(15)
  /// Whether requests that have arrived are answered when the server ends.
  package var finishesAnswers = false

  /// The limits of a server that answers short requests.
  package init() {}
}
