#if Collect
import FormState
import FormStateInterchange
import Foundation

/// The devices that may push, and their tokens, of which the database has only the SHA-256.
package struct CollectorDevices {
  /// A token of a device, without the token itself.
  package struct Entry: Hashable, Sendable {
    /// The name of the device.
    package let name: String
    /// What it gets back, in the notation of ``ResponseScope``.
    package let pulls: [String]
    /// When the token was made, in UTC.
    package let made: String
    /// When it was revoked; `nil` for a good one.
    package let revoked: String?
  }

  /// The device of a token.
  struct Owner: Sendable {
    /// Its name.
    let name: String
    /// What it gets back.
    let pulls: [ResponseScope]
  }

  private let connection: PostgresConnection

  /// Uses a connection.
  package init(connection: PostgresConnection) { self.connection = connection }

  /// Makes a token for a device, beside those that it has.
  ///
  /// - Parameter pulls: what the device gets back, in the notation of ``ResponseScope``.
  /// - Returns: 32 random bytes as hexadecimal digits, which cannot be read again.
  /// - Throws: ``PostgresError``.
  package func add(_ name: String, pulls: [String] = []) throws -> String {
    var generator = SystemRandomNumberGenerator()
    let token = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }.hexadecimalText
    try connection.execute(
      "INSERT INTO formstate_device (token, device, pulls) VALUES ($1, $2, $3)",
      [.bytes(TokenDigest(of: token).bytes), .text(name), .text(ArrayText.of(Set(pulls).sorted()))])
    return token
  }

  /// Revokes all good tokens of a device.
  ///
  /// - Returns: how many there were.
  /// - Throws: ``PostgresError``.
  package func revoke(_ name: String) throws -> Int {
    try connection.execute(
      "UPDATE formstate_device SET revoked = now() WHERE device = $1 AND revoked IS NULL", [.text(name)]
    ).affected
  }

  /// All tokens, by the names of their devices, oldest first.
  ///
  /// - Throws: ``PostgresError``.
  package func all() throws -> [Entry] {
    let format = #"'YYYY-MM-DD"T"HH24:MI:SS"Z"'"#
    return try connection.execute(
      """
      SELECT device, to_char(made, \(format)), to_char(revoked, \(format)), array_to_json(pulls)
      FROM formstate_device
      ORDER BY device, made, token
      """
    ).map { Entry(name: try $0[0], pulls: try Self.keys(json: $0[3]), made: try $0[1], revoked: try $0[2]) }
  }

  /// The device that owns a token; `nil` for an unknown or revoked one.
  ///
  /// - Throws: ``PostgresError``.
  func owner(of token: TokenDigest) throws -> Owner? {
    try connection.execute(
      "SELECT device, array_to_json(pulls) FROM formstate_device WHERE token = $1 AND revoked IS NULL",
      [.bytes(token.bytes)]
    ).first.map { Owner(name: try $0[0], pulls: try Self.keys(json: $0[1]).map(ResponseScope.init)) }
  }

  private static func keys(json: String) throws -> [String] {
    try JSONDecoder().decode([String].self, from: Data(json.utf8))
  }
}
#endif
