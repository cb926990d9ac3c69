import FormState
import Foundation

/// The key with which a form asks for its submissions to be encrypted.
enum XFormEncryption {
  static let attribute = "base64RsaPublicKey"
}

extension XMLTree.Element {
  /// Whether it asks for submissions to be encrypted.
  var asksForEncryption: Bool {
    name.local == "submission" && text(ofAttribute: XFormEncryption.attribute).map { !$0.isBlank } ?? false
  }
}

extension [String: PropertyValue] {
  /// Whether a form with these properties asks for its submissions to be encrypted, as an XForm can. FormState does not
  /// encrypt.
  ///
  /// - Complexity: O(n) in the size of the model's kept parts.
  package var asksForEncryption: Bool {
    guard let xml = keptOfXForm("model"), xml.contains(XFormEncryption.attribute),
      let model = try? XMLTree.read(Data(xml.utf8)).root
    else { return false }
    return model.elements.contains(where: \.asksForEncryption)
  }
}
