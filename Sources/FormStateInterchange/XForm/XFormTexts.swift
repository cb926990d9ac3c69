import FormState

/// The texts of an XForm in the language in which it is taken in.
struct XFormTexts {
  /// A text with what an XForm puts into it.
  enum Piece: Hashable {
    /// What is always there.
    case text(String)
    /// What an expression gives.
    case output(String)
  }

  /// The texts by their names, of the form's own language first.
  private var translations: [(language: String?, texts: [String: [Piece]])] = []
  private var known: Set<String?> = []

  /// The language of the form; `nil` where it says none.
  var language: String? { translations.first?.language }

  /// Reads the translations of a model. The form's own language is the one that is marked as default, or else the first.
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
          translation, "the form speaks \((name ?? "another language").shortened) as well",
          action: isKnown(name) && name != nil
            ? "only the first texts in it are taken"
            : "its texts are left out, since each language and the form's own need a name")
        continue
      }
      translations.append((name, Self.texts(of: translation)))
      known.insert(name)
    }
  }

  private func isKnown(_ language: String?) -> Bool { known.contains(language) }

  private static func texts(of translation: XMLTree.Element) -> [String: [Piece]] {
    var texts: [String: [Piece]] = [:]
    for text in translation.elements {
      guard let identifier = text.attribute("id") else { continue }
      // The plain text, not the picture or the sound.
      let value = text.elements.first { $0.name.local == "value" && $0.attribute("form") == nil }
      texts[identifier] = value.map(pieces) ?? []
    }
    return texts
  }

  /// What a label, a hint or a message says; empty for nothing.
  func pieces(of element: XMLTree.Element?) -> [Piece] {
    guard let element else { return [] }
    return element.attribute("ref").flatMap { pieces(ofReference: $0) } ?? Self.pieces(of: element)
  }

  /// What `jr:itext('…')` says; `nil` for any other text.
  func pieces(ofReference reference: String) -> [Piece]? {
    identifier(in: reference).map { translations.first?.texts[$0] ?? [] }
  }

  /// What a label, a hint or a message says in other languages, as far as it says something there.
  func others(of element: XMLTree.Element?) -> [(language: String, pieces: [Piece])] {
    element?.attribute("ref").map(others(ofReference:)) ?? []
  }

  /// What `jr:itext('…')` says in other languages.
  func others(ofReference reference: String) -> [(language: String, pieces: [Piece])] {
    guard let identifier = identifier(in: reference) else { return [] }
    return translations.dropFirst().compactMap { translation in
      guard let language = translation.language, let pieces = translation.texts[identifier],
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

  /// A text as one line, with an ellipsis for what an expression gives.
  static func plain(_ pieces: [Piece]) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .output: "…"
      }
    }.joined().collapsed
  }

  /// Whether an expression gives a part of a text.
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
