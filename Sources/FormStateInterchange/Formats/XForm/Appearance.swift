import FormState

extension [String: PropertyValue] {
  /// How the author wants the question drawn, in the words of XLSForm's column *appearance*; `nil` for the usual way.
  ///
  /// A form of our own says it as `"appearance"`, an XForm as the attribute of its control.
  package var appearance: String? {
    let said = self["appearance"]?.text ?? keptOfXForm("appearance")
    return said.flatMap { $0.isBlank ? nil : $0.collapsed.lowercased() }
  }
}

extension FormDefinition {
  /// Whether the form was read from an XForm.
  package var isFromXForm: Bool { properties[XFormDocument.property] != nil }
}

extension FormDefinition {
  /// Whether the author wants the form shown a page at a time: `"layout": "pages"` in a form of our own, the class
  /// `pages` of an XForm's body.
  package var isInPages: Bool {
    if let layout = properties["layout"]?.text { return layout == "pages" }
    let style = XFormKept(properties.keptOfXForm("body")).attributes.first { $0.name == "class" }?.value ?? ""
    return style.split(whereSeparator: \.isWhitespace).contains("pages")
  }
}

extension FormCell {
  /// Whether the group stands on a page of its own, in a form that is shown a page at a time.
  package var isFieldList: Bool {
    kind == .group && properties.appearance?.split(separator: " ").contains("field-list") ?? false
  }
}
