import FormState

extension [String: PropertyValue] {
  /// How the author wants the question drawn, in the words of XLSForm's column *appearance*; `nil` for the usual way.
  ///
  /// The property `"appearance"` of a form, or the attribute of an XForm's control.
  package var appearance: String? {
    let said = self["appearance"]?.text ?? keptOfXForm("appearance")
    return said.flatMap { $0.isBlank ? nil : $0.collapsed.lowercased() }
  }
}

extension FormCell {
  /// Whether the question asks for an order: the control `rank` of an XForm, or the word `rank` in the appearance of
  /// a question with several choices.
  package var asksForOrder: Bool {
    guard kind == .choices, hasRareProperties else { return false }
    return XFormKept(properties.keptOfXForm("control")).name == "rank"
      || properties.appearance?.split(separator: " ").contains("rank") ?? false
  }
}

extension FormDefinition {
  /// Whether the form was read from an XForm.
  package var isFromXForm: Bool { properties[XFormDocument.property] != nil }
}

extension FormDefinition {
  /// Whether the author wants one page at a time: the property `"layout": "pages"` of a form, or the class `pages` of
  /// an XForm's body.
  package var isInPages: Bool {
    if let layout = properties["layout"]?.text { return layout == "pages" }
    let style = XFormKept(properties.keptOfXForm("body")).attributes.first { $0.name == "class" }?.value ?? ""
    return style.split(whereSeparator: \.isWhitespace).contains("pages")
  }
}

extension FormCell {
  /// Whether the group is a separate page, in a form that is shown one page at a time.
  package var isFieldList: Bool {
    kind == .group && properties.appearance?.split(separator: " ").contains("field-list") ?? false
  }
}
