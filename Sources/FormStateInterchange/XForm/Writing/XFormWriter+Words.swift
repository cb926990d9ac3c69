import FormState

/// A text of an XForm that stands among its translations.
struct XFormText {
  /// What it is called there.
  let identifier: String
  /// What it is as XML, by its language.
  let wordings: [(language: String, xml: String)]
}

/// Words, in the place where they show, or in all languages among the translations.
extension XFormWriter {
  /// What the language of a form is called that calls it nothing.
  private static let unnamedLanguage = "default"

  private var ownLanguage: String { form.language ?? Self.unnamedLanguage }

  /// Writes a label or a hint, if there is anything to say.
  ///
  /// - Parameters:
  ///   - name: the name of the element.
  ///   - text: what it says.
  ///   - kept: the same as XML, where expressions give a part of it or it was kept so.
  ///   - places: where its other wordings stand; the first that a language has counts.
  ///   - isNeeded: whether it is written though it says nothing.
  mutating func writeWords(
    _ name: String, _ text: String, kept: String? = nil, at places: [TextPlace], of cell: FormCell? = nil,
    node: Int = 0, isNeeded: Bool = false
  ) {
    let others = wordings(at: places, of: cell, node)
    guard isNeeded || !text.isEmpty || kept != nil || !others.isEmpty else { return }
    let xml = kept ?? XMLElementWriter.escaped(text)
    guard !others.isEmpty, let place = places.first else { return output.element(name, xml: xml) }
    let identifier = note(place, xml, others)
    output.element(name, [XMLWrittenAttribute("ref", "jr:itext('\(identifier)')")])
  }

  /// A message as an attribute says it: the text, or where it stands in all languages.
  mutating func message(_ text: String, at place: TextPlace) -> String {
    let others = wordings(at: [place])
    guard !others.isEmpty else { return text }
    return "jr:itext('\(note(place, XMLElementWriter.escaped(text), others))')"
  }

  /// Notes the title of an option of a list in all languages.
  ///
  /// - Returns: what it is called.
  mutating func note(_ option: OptionList.Option, of list: OptionList) -> String {
    let place = TextPlace.option(list: list.name, value: option.value)
    return note(place, XMLElementWriter.escaped(option.title), wordings(at: [place]))
  }

  /// Writes the texts in all languages.
  ///
  /// - Parameter texts: those that an earlier writer has noted.
  mutating func writeTranslations(_ texts: [XFormText]) {
    guard form.language != nil || !form.translations.isEmpty else { return }
    output.begin("itext")
    for language in [ownLanguage] + form.translations.map(\.language) {
      let own = language == ownLanguage ? [XMLWrittenAttribute("default", "true()")] : []
      output.begin("translation", [XMLWrittenAttribute("lang", language)] + own)
      for text in texts {
        guard let wording = text.wordings.first(where: { $0.language == language }) else { continue }
        output.begin("text", [XMLWrittenAttribute("id", text.identifier)])
        output.element("value", xml: wording.xml)
        output.end()
      }
      output.end()
    }
    output.end()
  }

  private mutating func wordings(
    at places: [TextPlace], of cell: FormCell? = nil, _ node: Int = 0
  ) -> [(language: String, xml: String)] {
    form.translations.compactMap { translation in
      if let cell, let source = translation.texts[.cell(cell.key, .titleExpression)],
        let xml = words(of: source, at: node, key: cell.key)
      {
        return (translation.language, xml)
      }
      let text = places.lazy.compactMap { translation.texts[$0] }.first
      return text.map { (translation.language, XMLElementWriter.escaped($0)) }
    }
  }

  private mutating func note(_ place: TextPlace, _ own: String, _ others: [(language: String, xml: String)]) -> String {
    let plain = place.name.parts.filter { !$0.isEmpty }.joined(separator: "/")
    // An identifier stands between quotes in an attribute.
    let base = String(
      plain.unicodeScalars.map { $0 == "'" || $0 == "\"" || $0.properties.isWhitespace ? "_" : Character($0) })
    var (identifier, number) = (base, 1)
    while !identifiers.insert(identifier).inserted {
      number += 1
      identifier = "\(base)-\(number)"
    }
    texts.append(XFormText(identifier: identifier, wordings: [(ownLanguage, own)] + others))
    return identifier
  }

  // MARK: - Words with what expressions give in them

  /// What stands in the label of a cell: its title, with what expressions give in it; `nil` for its title alone.
  mutating func label(of cell: FormCell, at node: Int) -> String? {
    if let kept = cell.properties.keptOfXForm("label") { return kept }
    return cell.rule(.title).flatMap { words(of: $0.source, at: node, key: cell.key) }
  }

  /// The words that an expression gives, taken apart; `nil` where XForms have no word for a part of it.
  private mutating func words(of source: String, at node: Int, key: String) -> String? {
    var xml = ""
    for piece in pieces(of: source, key: key) {
      switch piece {
      case .text(let text): xml += XMLElementWriter.escaped(text)
      case .output(let source):
        guard let expression = expression(source, of: node, key: key) else { return nil }
        var writer = XMLElementWriter(isIndented: false)
        writer.element("output", [XMLWrittenAttribute("value", expression)])
        xml += writer.text
      }
    }
    return xml
  }

  /// Where one language puts something into a title, all of them have an expression, also those that are a text alone.
  private func pieces(of source: String, key: String) -> [XFormTexts.Piece] {
    let pieces = XFormTitle.pieces(of: source)
    let hasOthers = form.translations.contains { $0.texts[.cell(key, .titleExpression)] != nil }
    guard hasOthers, let text = XFormTitle.literal(source.trimmed) else { return pieces }
    return [.text(text)]
  }
}
