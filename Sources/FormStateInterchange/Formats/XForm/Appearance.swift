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
