import FormState

/// The texts that kept XML mentions: they have to be exported with it.
struct XFormMentions {
  /// Their names, in order of their mention.
  private(set) var identifiers: [String] = []
  private var seen: Set<String> = []

  /// Searches the kept parts of an XForm.
  ///
  /// - Complexity: O(n) in its size.
  init(_ properties: [String: PropertyValue], _ kept: [String: [String: PropertyValue]]) {
    // The texts of cells are exported with the cells; kept XML beside them mentions no others.
    for (_, value) in properties.sorted(by: { $0.key < $1.key }) { look(in: value) }
    for (_, properties) in kept.sorted(by: { $0.key < $1.key }) {
      for (_, value) in properties.sorted(by: { $0.key < $1.key }) { look(in: value) }
    }
  }

  private mutating func look(in value: PropertyValue) {
    guard case .string(let text) = value, Self.mayMention(text) else { return }
    for (opening, closing) in [("jr:itext('", "'"), ("jr:itext(&apos;", "&apos;"), ("<itextId>", "<")] {
      for part in text.split(separator: opening).dropFirst(text.hasPrefix(opening) ? 0 : 1) {
        guard let end = part.firstRange(of: closing) else { continue }
        let identifier = String(part[..<end.lowerBound]).trimmed
        if seen.insert(identifier).inserted { identifiers.append(identifier) }
      }
    }
  }

  /// Whether a text may mention another one: a search for bytes avoids the search for characters in most texts, which
  /// takes ten times as long.
  private static func mayMention(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      bytes.indices.contains { bytes[$0] == UInt8(ascii: "i") && bytes[$0...].starts(with: "itext".utf8) }
    }
  }

  /// The texts as XML, by language.
  func texts(_ texts: XFormTexts) -> [String: PropertyValue] {
    var found: [String: String] = [:]
    for identifier in identifiers {
      for (language, xml) in texts.xml(of: identifier) { found[language, default: ""] += xml }
    }
    return found.mapValues(PropertyValue.string)
  }
}
