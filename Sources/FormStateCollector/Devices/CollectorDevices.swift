#if Collect
import FormState
import FormStateInterchange
import Foundation

/// The devices that may push, and their tokens, of which the database has only the SHA-256.
package struct CollectorDevices {
  /// What a token is good for, besides sending entries.
  package struct Rights: Hashable, Sendable {
    /// What the device gets back, in the notation of ``ResponseScope``, in order.
    package var pulls: [String]
    /// Whether it brings definitions that are not here yet.
    package var defines: Bool
    /// Whether it reads the metrics, and does nothing else.
    package var readsMetrics: Bool

    /// Rights; by default those of a device that only sends.
    package init(pulls: [String] = [], defines: Bool = true, readsMetrics: Bool = false) {
      self.pulls = Set(pulls).sorted()
      self.defines = defines
      self.readsMetrics = readsMetrics
    }
  }

  /// A token of a device, without the token itself.
  package struct Entry: Hashable, Sendable {
    /// The name of the device.
    package let name: String
    /// Its rights.
    package let rights: Rights
    /// When the token was made, in UTC.
    package let made: String
    /// When it was revoked; `nil` for a good one.
    package let revoked: String?
  }

  /// The device of a token.
  struct Owner: Sendable {
    /// Its name.
    let name: String
    /// Its rights.
    let rights: Rights
    /// What it gets back.
    let pulls: [ResponseScope]
  }

  private static let timeFormat = #"'YYYY-MM-DD"T"HH24:MI:SS"Z"'"#
  private static let rightColumns = "array_to_json(pulls), defines, reads_metrics"

  private let connection: PostgresConnection

  /// Uses a connection.
  package init(connection: PostgresConnection) { self.connection = connection }

  // MARK: - Tokens

  /// Makes a token for a device, beside those that it has.
  ///
  /// - Returns: the token, which cannot be read again.
  /// - Throws: ``PostgresError``; ``TokenKey/Missing``.
  package func add(_ name: String, _ rights: Rights = Rights()) throws -> String {
    let token = try key().token()
    try connection.execute(
      "INSERT INTO formstate_device (token, device, pulls, defines, reads_metrics) VALUES ($1, $2, $3, $4, $5)",
      [
        .bytes(TokenDigest(of: Array(token.utf8)).bytes), .text(name), .text(ArrayText.of(rights.pulls)),
        .bool(rights.defines), .bool(rights.readsMetrics),
      ])
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
    try connection.execute(
      """
      SELECT \(Self.rightColumns), device, to_char(made, \(Self.timeFormat)), to_char(revoked, \(Self.timeFormat))
      FROM formstate_device
      ORDER BY device, made, token
      """
    ).map { Entry(name: try $0[3], rights: try Self.rights(of: $0), made: try $0[4], revoked: try $0[5]) }
  }

  /// The device that owns a token; `nil` for an unknown or revoked one.
  ///
  /// - Throws: ``PostgresError``.
  func owner(of token: TokenDigest) throws -> Owner? {
    try connection.execute(
      "SELECT \(Self.rightColumns), device FROM formstate_device WHERE token = $1 AND revoked IS NULL",
      [.bytes(token.bytes)]
    ).first.map { row in
      let rights = try Self.rights(of: row)
      return Owner(name: try row[3], rights: rights, pulls: try rights.pulls.map(ResponseScope.init))
    }
  }

  private static func rights(of row: PostgresRow) throws -> Rights {
    let pulls = try JSONDecoder().decode([String].self, from: Data((try row[0] as String).utf8))
    return Rights(pulls: pulls, defines: try row[1], readsMetrics: try row[2])
  }

  // MARK: - The key

  /// The key that all good tokens were made with.
  ///
  /// - Throws: ``PostgresError``; ``TokenKey/Missing``.
  package func key() throws -> TokenKey {
    guard let row = try connection.execute("SELECT key FROM formstate_key").first else { throw TokenKey.Missing() }
    return TokenKey(try row[0])
  }

  /// When the key was made, in UTC.
  ///
  /// - Throws: ``PostgresError``; ``TokenKey/Missing``.
  package func keyTime() throws -> String {
    let rows = try connection.execute("SELECT to_char(made, \(Self.timeFormat)) FROM formstate_key")
    guard let row = rows.first else { throw TokenKey.Missing() }
    return try row[0]
  }

  /// Replaces the key, with which all tokens stop being good.
  ///
  /// PostgreSQL draws it, so that no log of statements has it.
  ///
  /// - Returns: how many good tokens there were.
  /// - Throws: ``PostgresError``.
  package func replaceKey() throws -> Int {
    try connection.transaction {
      try connection.execute("DELETE FROM formstate_key")
      try connection.execute("INSERT INTO formstate_key DEFAULT VALUES")
      return try connection.execute("UPDATE formstate_device SET revoked = now() WHERE revoked IS NULL").affected
    }
  }
}
#endif
