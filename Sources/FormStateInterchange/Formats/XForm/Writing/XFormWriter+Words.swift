import FormState

/// A text of an XForm that stands among its translations.
struct XFormText {
  /// What it is called there.
  let identifier: String
  /// Its values as XML, by its language.
  let wordings: [(language: String, xml: String)]

  /// What the language of a form is called that calls it nothing.
  static let unnamedLanguage = "default"
}

/// Words, in the place where they show, or in all languages among the translations.
extension XFormWriter {
  private var ownLanguage: String { form.language ?? XFormText.unnamedLanguage }

  /// Writes a label or a hint, if there is anything to say.
  ///
  /// - Parameters:
  ///   - name: the name of the element.
  ///   - text: what it says.
  ///   - kept: the same as XML, where expressions give a part of it or it was kept so.
  ///   - properties: the properties of what it belongs to.
  ///   - places: where its other wordings stand; the first that a language has counts.
  ///   - isNeeded: whether it is written though it says nothing.
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

  /// The form's own language and all others, also those in which there are only pictures and sounds.
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
    // An identifier stands between quotes in an attribute.
    let base = String(
      plain.unicodeScalars.map { $0 == "'" || $0 == "\"" || $0.properties.isWhitespace ? "_" : Character($0) })
    var (identifier, number) = (base, 1)
    while !identifiers.insert(identifier).inserted {
      number += 1
      identifier = "\(base)-\(number)"
    }
    var wordings = ([(ownLanguage, own)] + others).map { language, xml in
      // What is only shown or heard has no words.
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

  // MARK: - Words with what expressions give in them

  /// What stands in the label of a cell: its title, with what expressions give in it; `nil` for its title alone.
  mutating func label(of cell: FormCell, at node: Int) -> String? {
    if let kept = cell.properties.keptOfXForm("label") { return kept }
    return cell.rule(.title).flatMap { words(of: $0.source, at: node, key: cell.key) }
  }

  /// The words that an expression gives, taken apart; `nil` where XForms cannot express a part of it.
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

extension [String: PropertyValue] {
  /// What is kept of an XForm under a name as XML, by language.
  func keptXMLOfXForm(_ name: String) -> [String: String] {
    guard case .dictionary(let kept)? = self[XFormDocument.property], case .dictionary(let xml)? = kept[name] else {
      return [:]
    }
    return xml.compactMapValues(\.text)
  }

  /// The names of the lists of which pictures, sounds and other wordings are kept.
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
