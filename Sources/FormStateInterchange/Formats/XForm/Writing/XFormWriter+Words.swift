import FormState

/// A text of an XForm that is among its translations.
struct XFormText {
  /// Its identifier.
  let identifier: String
  /// Its values as XML, by its language.
  let wordings: [(language: String, xml: String)]

  /// The name of the language of a form without one.
  static let unnamedLanguage = "default"
}

/// Texts, in their place, or in all languages among the translations.
extension XFormWriter {
  private var ownLanguage: String { form.language ?? XFormText.unnamedLanguage }

  /// Writes a label or a hint, if there is one.
  ///
  /// - Parameters:
  ///   - name: the name of the element.
  ///   - text: its text.
  ///   - kept: the same as XML, if it contains expressions or was kept so.
  ///   - properties: the properties of its owner.
  ///   - places: the places of its other wordings; the first one in a language counts.
  ///   - isNeeded: whether it is written even if it is empty.
  mutating func writeWords(
    _ name: String, _ text: String, kept: String? = nil, _ properties: [String: PropertyValue], at places: [TextPlace],
    of cell: FormCell? = nil, node: Int = 0, isNeeded: Bool = false
  ) {
    let words = properties.keptXMLOfXForm("\(name)Words")
    let others = wordings(at: places, of: cell, node).map { ($0.language, words[$0.language] ?? $0.xml) }
    let forms = properties.keptXMLOfXForm("\(name)Forms")
    guard isNeeded || !text.isEmpty || kept != nil || !others.isEmpty || !forms.isEmpty else { return }
    let xml = kept ?? XMLElementWriter.escaped(text)
    guard !others.isEmpty || !forms.isEmpty, let place = places.first else { return output.element(name, xml: xml) }
    let identifier = note(place, xml, others, forms)
    output.element(name, [XMLWrittenAttribute("ref", "jr:itext('\(identifier)')")])
  }

  /// A message for an attribute: the text, or a reference to its translations.
  mutating func message(_ text: String, at place: TextPlace) -> String {
    let others = wordings(at: [place])
    guard !others.isEmpty else { return text }
    return "jr:itext('\(note(place, XMLElementWriter.escaped(text), others))')"
  }

  /// Notes the title of an option of a list in all languages.
  ///
  /// - Returns: its identifier.
  mutating func note(_ option: OptionList.Option, of list: OptionList) -> String {
    let place = TextPlace.option(list: list.name, value: option.value)
    let forms = form.properties.keptFormsOfXForm(list: list.name, value: option.value)
    return note(place, XMLElementWriter.escaped(option.title), wordings(at: [place]), forms)
  }

  /// Writes the texts in all languages.
  ///
  /// - Parameter texts: those that an earlier writer has noted.
  mutating func writeTranslations(_ texts: [XFormText]) {
    let kept = form.properties.keptXMLOfXForm("texts")
    guard form.language != nil || !form.translations.isEmpty || !texts.isEmpty || !kept.isEmpty else { return }
    output.begin("itext")
    for language in languages(of: texts, kept) {
      let own = language == ownLanguage ? [XMLWrittenAttribute("default", "true()")] : []
      output.begin("translation", [XMLWrittenAttribute("lang", language)] + own)
      for text in texts {
        guard let wording = text.wordings.first(where: { $0.language == language }) else { continue }
        output.begin("text", [XMLWrittenAttribute("id", text.identifier)])
        output.xml(wording.xml)
        output.end()
      }
      if let kept = kept[language] { output.xml(kept) }
      output.end()
    }
    output.end()
  }

  /// The form's own language and all others, including those with only pictures and sounds.
  private func languages(of texts: [XFormText], _ kept: [String: String]) -> [String] {
    let known = [ownLanguage] + form.translations.map(\.language)
    let others = Set(texts.flatMap { $0.wordings.map(\.language) }).union(kept.keys).subtracting(known)
    return known + others.sorted()
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

  private mutating func note(
    _ place: TextPlace, _ own: String, _ others: [(language: String, xml: String)], _ forms: [String: String] = [:]
  ) -> String {
    let plain = place.name.parts.filter { !$0.isEmpty }.joined(separator: "/")
    // An identifier is between quotes in an attribute.
    let base = String(
      plain.unicodeScalars.map { $0 == "'" || $0 == "\"" || $0.properties.isWhitespace ? "_" : Character($0) })
    var (identifier, number) = (base, 1)
    while !identifiers.insert(identifier).inserted {
      number += 1
      identifier = "\(base)-\(number)"
    }
    var wordings = ([(ownLanguage, own)] + others).map { language, xml in
      // Media need no words.
      let words = xml.isEmpty && forms[language] != nil ? "" : Self.value(xml)
      return (language: language, xml: words + (forms[language] ?? ""))
    }
    for (language, xml) in forms.sorted(by: { $0.key < $1.key })
    where !wordings.contains(where: { $0.language == language }) {
      wordings.append((language, xml))
    }
    texts.append(XFormText(identifier: identifier, wordings: wordings))
    return identifier
  }

  private static func value(_ xml: String) -> String {
    var writer = XMLElementWriter(isIndented: false)
    writer.element("value", xml: xml)
    return writer.text
  }

  // MARK: - Texts with expressions

  /// The label of a cell: its title, with expressions in it; `nil` for its title alone.
  mutating func label(of cell: FormCell, at node: Int) -> String? {
    if let kept = cell.properties.keptOfXForm("label") { return kept }
    return cell.rule(.title).flatMap { words(of: $0.source, at: node, key: cell.key) }
  }

  /// The parts of a text expression; `nil` if XForms cannot express a part of it.
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

  /// If one language has an expression in a title, all of them do, including plain texts.
  private func pieces(of source: String, key: String) -> [XFormTexts.Piece] {
    let pieces = XFormTitle.pieces(of: source)
    let hasOthers = form.translations.contains { $0.texts[.cell(key, .titleExpression)] != nil }
    guard hasOthers, let text = XFormTitle.literal(source.trimmed) else { return pieces }
    return [.text(text)]
  }
}

extension [String: PropertyValue] {
  /// The kept XML of an XForm under a name, by language.
  func keptXMLOfXForm(_ name: String) -> [String: String] {
    guard case .dictionary(let kept)? = self[XFormDocument.property], case .dictionary(let xml)? = kept[name] else {
      return [:]
    }
    return xml.compactMapValues(\.text)
  }

  /// The names of the lists with kept pictures, sounds and other wordings.
  var listsWithFormsOfXForm: Set<String> {
    guard case .dictionary(let kept)? = self[XFormDocument.property], case .dictionary(let lists)? = kept["lists"]
    else {
      return []
    }
    return Set(lists.keys)
  }

  /// The pictures, sounds and other wordings of an option of a list as XML, by language.
  fileprivate func keptFormsOfXForm(list: String, value: String) -> [String: String] {
    guard case .dictionary(let kept)? = self[XFormDocument.property], case .dictionary(let lists)? = kept["lists"],
      case .dictionary(let options)? = lists[list], case .dictionary(let forms)? = options[value.canonicalKey]
    else { return [:] }
    return forms.compactMapValues(\.text)
  }
}
