/// Which response: one person's filling-in of one form.
public struct ResponseKey: Hashable, Sendable {
  /// The key of the form.
  public var form: String
  /// The key of the response; unique for the form.
  public var response: String

  /// The key of the response that is meant when none is named.
  public static let standardResponse = "default"

  /// Creates a key.
  public init(form: String, response: String = ResponseKey.standardResponse) {
    self.form = form
    self.response = response
  }
}
