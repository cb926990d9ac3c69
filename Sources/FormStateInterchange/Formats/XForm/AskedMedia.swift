import FormState
import Foundation

/// Properties of questions that are not answered by typing.
extension [String: PropertyValue] {
  /// The accepted files of a question, as in HTML's attribute `accept`: `image/*`; `nil` for all.
  ///
  /// The property `"accept"` of a form, or the media type of an XForm's upload.
  package var acceptedFiles: String? {
    let said = self["accept"]?.text ?? XFormKept(keptOfXForm("control")).value(of: "mediatype")
    return said.flatMap { $0.isBlank || $0.trimmed == "*/*" ? nil : $0.trimmed }
  }

  /// Whether the answer is a place on the earth: a property `"type"` that is `geopoint`, or the type of an XForm.
  package var asksForPlace: Bool {
    (self["type"]?.text ?? XFormKept(keptOfXForm("bind")).value(of: "type")) == "geopoint"
  }

  /// The pictures and sounds of a label or a hint in a language.
  ///
  /// - Parameters:
  ///   - words: whose, `label` or `hint`.
  ///   - language: the language; `nil` for the only one of a form that does not name it.
  package func media(ofXForm words: String, in language: String?) -> [LabelMedium] {
    guard case .dictionary(let kept)? = self[XFormDocument.property],
      case .dictionary(let forms)? = kept["\(words)Forms"],
      let xml = forms[language ?? XFormText.unnamedLanguage]?.text,
      let root = try? XMLTree.read(Data("<forms>\(xml)</forms>".utf8)).root
    else { return [] }
    return root.elements.compactMap(LabelMedium.init)
  }
}

/// A picture or a sound of a label.
package struct LabelMedium: Hashable, Sendable {
  /// Its kind.
  package enum Kind: String, Sendable {
    case image, audio, video
  }

  package let kind: Kind
  /// The name of its file.
  package let name: String

  /// Reads a form of a text, `<value form="image">jr://images/a.png</value>`; `nil` for any other form.
  fileprivate init?(_ value: XMLTree.Element) {
    guard let kind = value.attribute("form").flatMap(Kind.init),
      let name = value.text.trimmed.split(separator: "/").last, !name.isEmpty
    else { return nil }
    self.kind = kind
    self.name = String(name)
  }
}

extension XFormKept {
  /// The value of an attribute, with any prefix; `nil` if it is missing.
  fileprivate func value(of name: String) -> String? {
    attributes.first { $0.name.split(separator: ":").last.map(String.init) == name }?.value
  }
}
