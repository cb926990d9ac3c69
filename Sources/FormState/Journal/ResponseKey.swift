/// Which response: one person's filling-in of one form. Both keys are kept canonically composed (NFC).
public struct ResponseKey: Hashable, Sendable {
  /// The key of the form.
  public var form: String { didSet { form = form.canonicalKey } }
  /// The key of the response; unique for the form.
  public var response: String { didSet { response = response.canonicalKey } }

  /// The key of the response that is meant when none is named.
  public static let standardResponse = "default"

  /// Creates a key.
  public init(form: String, response: String = ResponseKey.standardResponse) {
    self.form = form.canonicalKey
    self.response = response.canonicalKey
  }
}
