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

  private var texts: [String: [Piece]] = [:]
  /// The translations into other languages.
  private let others: [XMLTree.Element]
  /// The language of the texts; `nil` where the form says none.
  private(set) var language: String?

  /// Reads the translations of a model: the one that is marked as default, or else the first.
  ///
  /// - Complexity: O(n) in the size of the texts.
  init(_ model: XMLTree.Element) {
    let translations = model.elements.filter { $0.name.local == "itext" }.flatMap(\.elements)
      .filter { $0.name.local == "translation" }
    let chosen = translations.first { $0.attribute("default") != nil } ?? translations.first
    language = chosen?.attribute("lang")
    others = translations.filter { $0.index != chosen?.index }
    for text in chosen?.elements ?? [] {
      guard let identifier = text.attribute("id") else { continue }
      // The plain text, not the picture or the sound.
      let value = text.elements.first { $0.name.local == "value" && $0.attribute("form") == nil }
      texts[identifier] = value.map(Self.pieces) ?? []
    }
  }

  /// Tells of the translations that are not taken in.
  func tellOfOthers(in report: inout XFormReport) {
    for translation in others {
      report.add(
        translation, "the form speaks \((translation.attribute("lang") ?? "another language").shortened) as well",
        action: "its texts are taken in \(language?.shortened ?? "its first language")")
    }
  }

  /// What a label, a hint or a message says; empty for nothing.
  func pieces(of element: XMLTree.Element?) -> [Piece] {
    guard let element else { return [] }
    return element.attribute("ref").flatMap { pieces(ofReference: $0) } ?? Self.pieces(of: element)
  }

  /// What `jr:itext('…')` says; `nil` for any other text.
  func pieces(ofReference reference: String) -> [Piece]? {
    var scanner = XFormPathScanner(reference.trimmed)
    guard scanner.skip("jr:itext"), let identifier = scanner.skipCallOfText(), scanner.next == nil else { return nil }
    return texts[identifier] ?? []
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
