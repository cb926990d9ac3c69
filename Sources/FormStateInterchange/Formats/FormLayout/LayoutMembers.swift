import FormState

extension FormLayout: DocumentObject {
  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.onlyRead("formstateLayout", [.integer], isRequired: true)
    visitor.onlyRead("title", \.title, TextWithFields())
    visitor.member("accordion", \.form.accordion, Accordion(), default: nil)
    visitor.member("rowHeights", \.form.rowHeights, RowHeights(), default: [:])
    visitor.onlyRead("properties", \.properties, PropertySources())
    visitor.onlyRead("sections", [.array], isRequired: true)
  }
}

/// A section of a layout without its data.
struct SectionInLayout: DocumentObject {
  var section = FormSection(key: "")
  var title = LayoutText()
  var properties: [String: LayoutProperty] = [:]

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("key", \.section.key, Text(), or: "write the section's stable name")
    visitor.onlyRead("title", \.title, TextWithFields())
    visitor.flag("foldable", \.section.isFoldable, default: true)
    visitor.flag("folded", \.section.startsFolded)
    visitor.flag("accordion", \.section.isAccordion)
    visitor.onlyRead("properties", \.properties, PropertySources())
    visitor.onlyRead("from", [.string])
    visitor.onlyRead("each", [.string])
    visitor.onlyRead("cell", [.object], isRequired: true)
  }
}

extension CellLayout: DocumentObject {
  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("identifier", \.cell.identifier, Text(), or: "write the cell's reuse identifier")
    visitor.byHand("kind", [.string], default: "\"\(CellKind.custom.rawValue)\"") { _, _ in }
    visitor.onlyRead("key", [.string])
    visitor.onlyRead("title", \.title, TextWithFields())
    visitor.onlyRead("subtitle", \.subtitle, TextWithFields())
    visitor.onlyRead("value", .any)
    visitor.onlyRead("properties", \.properties, PropertySources())
    visitor.member("inline", \.cell.inline, Inline(), default: nil)
    visitor.flag("expanded", \.cell.startsExpanded)
    visitor.onlyRead("minimum", [.number])
    visitor.onlyRead("maximum", [.number])
    visitor.optional("unit", \.cell.unit, Text())
    visitor.flag("sensitive", \.cell.isSensitive)
    visitor.byHand("offTitle", [.string], default: "\"\(SwitchTitles.standard.off)\"") { _, _ in }
    visitor.byHand("onTitle", [.string], default: "\"\(SwitchTitles.standard.on)\"") { _, _ in }
    visitor.onlyRead("each", [.string])
    visitor.onlyRead("cell", [.object])
  }
}
