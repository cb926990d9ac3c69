import FormState
import Foundation

/// The texts of an XForm in the imported language.
struct XFormTexts {
  /// A text with its expressions.
  enum Piece: Hashable {
    /// A fixed part.
    case text(String)
    /// An expression.
    case output(String)
  }

  /// The entry of a name in a language.
  private struct Text {
    /// The text that is used.
    var pieces: [Piece] = []
    /// Its other forms as XML: pictures, sounds, shorter or longer words.
    var forms = ""
    /// All of it as XML.
    var xml = ""
  }

  /// The texts by their names, of the form's own language first.
  private var translations: [(language: String?, texts: [String: Text])] = []
  private var known: Set<String?> = []

  /// The language of the form; `nil` if it names none.
  var language: String? { translations.first?.language }

  /// Reads the translations of a model. The form's own language is the default one, or else the first.
  ///
  /// - Complexity: O(n) in the size of the texts.
  init(_ model: XMLTree.Element, _ report: inout XFormReport) {
    let found = model.elements.filter { $0.name.local == "itext" }.flatMap(\.elements)
      .filter { $0.name.local == "translation" }
    let own = found.first { $0.attribute("default") != nil } ?? found.first
    let others = found.filter { $0.index != own?.index }
    for translation in [own].compactMap(\.self) + others {
      let written = translation.attribute("lang")?.trimmed.canonicalKey
      let name = written.flatMap { FormDefinition.problem(withKey: $0) == nil ? $0 : nil }
      guard translations.isEmpty || name != nil && language != nil && !isKnown(name) else {
        report.add(
          translation, "the form also has \((name ?? "another language").shortened)",
          action: isKnown(name) && name != nil
            ? "only the first texts in it are used"
            : "its texts are omitted, since each language and the form's own need a name")
        continue
      }
      translations.append((name, Self.texts(of: translation)))
      known.insert(name)
    }
  }

  private func isKnown(_ language: String?) -> Bool { known.contains(language) }

  private static func texts(of translation: XMLTree.Element) -> [String: Text] {
    var texts: [String: Text] = [:]
    for element in translation.elements {
      guard let identifier = element.attribute("id") else { continue }
      let values = element.elements.filter { $0.name.local == "value" }
      // The plain text, or otherwise the one that JavaRosa shows in its place.
      let read = [nil, "long", "short"].lazy.compactMap { form in values.first { $0.attribute("form") == form } }.first
      texts[identifier] = Text(
        pieces: read.map(pieces) ?? [],
        forms: values.filter { $0.index != read?.index }.map(xml).joined(),
        xml: element.xmlText(within: XFormNamespace.xforms))
    }
    return texts
  }

  private static func xml(_ value: XMLTree.Element) -> String {
    // A prefix in a text, such as that of jr://images, need not be declared.
    guard value.elements.isEmpty else { return value.xmlText(within: XFormNamespace.xforms) }
    var writer = XMLElementWriter(isIndented: false)
    let attributes = value.attributes.map { XMLWrittenAttribute($0.writtenName, $0.value) }
    writer.element(value.name.local, attributes, text: value.text)
    return writer.text
  }

  /// The forms of a label or a hint besides the used text, as XML, by language; empty for none.
  func forms(of element: XMLTree.Element?) -> [String: String] {
    element?.attribute("ref").map(forms(ofReference:)) ?? [:]
  }

  /// The forms of `jr:itext('…')` besides the used text, as XML, by language; empty for none.
  func forms(ofReference reference: String) -> [String: String] {
    values(ofReference: reference) { $0.forms }
  }

  /// The entry of a name as XML, by language; empty for none.
  func xml(of identifier: String) -> [String: String] { values(of: identifier) { $0.xml } }

  private func values(ofReference reference: String, _ value: (Text) -> String) -> [String: String] {
    identifier(in: reference).map { values(of: $0, value) } ?? [:]
  }

  private func values(of identifier: String, _ value: (Text) -> String) -> [String: String] {
    var found: [String: String] = [:]
    for (language, texts) in translations {
      guard let text = texts[identifier].map(value), !text.isEmpty else { continue }
      found[language ?? XFormText.unnamedLanguage] = text
    }
    return found
  }

  /// The text of a label, a hint or a message; empty for none.
  func pieces(of element: XMLTree.Element?) -> [Piece] {
    guard let element else { return [] }
    return element.attribute("ref").flatMap { pieces(ofReference: $0) } ?? Self.pieces(of: element)
  }

  /// The text of `jr:itext('…')`; `nil` for any other text.
  func pieces(ofReference reference: String) -> [Piece]? {
    identifier(in: reference).map { translations.first?.texts[$0]?.pieces ?? [] }
  }

  /// The text of a label, a hint or a message in other languages, as far as it has any.
  func others(of element: XMLTree.Element?) -> [(language: String, pieces: [Piece])] {
    element?.attribute("ref").map(others(ofReference:)) ?? []
  }

  /// The text of `jr:itext('…')` in other languages.
  func others(ofReference reference: String) -> [(language: String, pieces: [Piece])] {
    guard let identifier = identifier(in: reference) else { return [] }
    return translations.dropFirst().compactMap { translation in
      guard let language = translation.language, let pieces = translation.texts[identifier]?.pieces,
        !Self.plain(pieces).isEmpty
      else { return nil }
      return (language, pieces)
    }
  }

  private func identifier(in reference: String) -> String? {
    var scanner = XFormPathScanner(reference.trimmed)
    guard scanner.skip("jr:itext"), let identifier = scanner.skipCallOfText(), scanner.next == nil else { return nil }
    return identifier
  }

  /// A text in its lines, with an ellipsis for each expression.
  static func plain(_ pieces: [Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .output: "…"
      }
    }.joined().inLines
  }

  /// A text as a name: without expressions, and the characters that belong only to them.
  static func name(_ pieces: [Piece]) -> String {
    guard hasOutputs(pieces) else { return plain(pieces) }
    let gap = String(TextWithGaps.gap)
    return TextWithGaps(
      pieces.map { piece in if case .text(let text) = piece { text } else { gap } }.joined().inLines
    )
    .name
  }

  /// A text in its lines, as far as it has several: without what only indents them in the document.
  static func inLines(_ pieces: [Piece]) -> [Piece] {
    let isBroken = pieces.contains { if case .text(let text) = $0 { text.contains(where: \.isNewline) } else { false } }
    guard isBroken else { return pieces }
    let gap = TextWithGaps.gap
    let whole = pieces.map { if case .text(let text) = $0 { text } else { String(gap) } }.joined().inLines
    var outputs = pieces.filter { if case .output = $0 { true } else { false } }[...]
    return whole.split(separator: gap, omittingEmptySubsequences: false).enumerated().flatMap { number, text in
      (number == 0 ? [] : [outputs.popFirst()].compactMap(\.self)) + (text.isEmpty ? [] : [.text(String(text))])
    }
  }

  /// The names of texts in XML, by language.
  static func identifiers(in xml: [String: String]) -> [String] {
    xml.values.flatMap { texts in
      let root = try? XMLTree.read(Data("<texts>\(texts)</texts>".utf8)).root
      return root?.elements.compactMap { $0.attribute("id") } ?? []
    }
  }

  /// A text as XML, with its expressions.
  static func xml(_ pieces: [Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): return XMLElementWriter.escaped(text)
      case .output(let expression):
        var writer = XMLElementWriter(isIndented: false)
        writer.element("output", [XMLWrittenAttribute("value", expression)])
        return writer.text
      }
    }.joined()
  }

  /// Whether a text contains expressions.
  static func hasOutputs(_ pieces: [Piece]) -> Bool {
    pieces.contains { if case .output = $0 { true } else { false } }
  }

  private static func pieces(of element: XMLTree.Element) -> [Piece] {
    element.content.compactMap { content in
      switch content {
      case .text(let text): .text(text)
      case .element(let inner):
        inner.name.local == "output" ? (inner.attribute("value") ?? inner.attribute("ref")).map(Piece.output) : nil
      }
    }
  }
}

extension String {
  /// The text as a literal of an expression, or several that are joined.
  var asExpression: String {
    if !contains("'") { return "'\(self)'" }
    if !contains("\"") { return "\"\(self)\"" }
    let parts = split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
    return "concat(\(parts.joined(separator: ", \"'\", ")))"
  }
}
