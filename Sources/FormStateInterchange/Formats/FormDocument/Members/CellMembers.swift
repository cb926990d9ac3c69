import FormState

/// A cell with what its members depend on.
struct CellInDocument: DocumentObject {
  var cell: FormCell
  /// The key of the cell above; an option without a key is named after it.
  let parentKey: String?
  /// The kinds of the cells directly under it.
  var childKinds: [CellKind] = []

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.byHand("key", [.string]) { if $0.cell.key != $0.keyByDefault { $1.write("key", $0.cell.key) } }
    visitor.flag("keyIsDerived", \.cell.isKeyDerived)
    visitor.requiredByHand("kind", [.string]) { $1.write("kind", $0.cell.kind.rawValue) }
    visitor.byHand("value", .any) { object, document in
      if let value = object.cell.optionValue, value != object.cell.key { document.write("value", value) }
    }
    visitor.byHand("options", [.string, .array]) { if let list = $0.cell.list { $1.write("options", list) } }
    visitor.byHand("identifier", [.string]) { object, document in
      let cell = object.cell
      if cell.identifier != cell.kind.standardIdentifier { document.write("identifier", cell.identifier) }
    }
    visitor.texts("title", \.cell.title) { .cell($0.cell.key, .title) }
    visitor.texts("subtitle", \.cell.subtitle) { .cell($0.cell.key, .subtitle) }
    visitor.byHand("value", .any) { object, document in
      guard let value = object.cell.defaultValue else { return }
      document.json.name("value")
      document.json.value(value)
    }
    visitor.byHand("expandable", [.boolean]) { object, document in
      let cell = object.cell
      if cell.isExpandable != cell.isUsuallyExpandable { document.write("expandable", cell.isExpandable) }
    }
    visitor.flag("expanded", \.cell.startsExpanded)
    visitor.flag("hidden", \.cell.isHidden)
    visitor.flag("sensitive", \.cell.isSensitive)
    visitor.rules()
    visitor.flag("accordion", \.cell.isAccordion)
    visitor.member("inline", \.cell.inline, Inline(), default: nil)
    visitor.byHand("summary", [.string, .object]) { $1.writeSummary(of: $0) }
    visitor.byHand("minimum", [.number]) { if let least = $0.bounds.least { $1.write("minimum", least) } }
    visitor.byHand("maximum", [.number]) { if let most = $0.bounds.most { $1.write("maximum", most) } }
    visitor.byHand("initial", [.integer], default: "0") { object, document in
      if let initial = object.cell.counts?.initial, initial != 0 { document.write("initial", initial) }
    }
    visitor.byHand("firstInstances", [.array]) { object, document throws(ExportError) in
      try document.write(object.cell.counts?.first ?? [])
    }
    visitor.optional("step", \.cell.step, Number())
    visitor.optionalTexts("unit", \.cell.unit) { .cell($0.cell.key, .unit) }
    visitor.byHand("offTitle", [.string, .object], default: "\"\(SwitchTitles.standard.off)\"") { object, document in
      document.write("offTitle", object.cell.switchTitles?.off, at: .cell(object.cell.key, .offTitle))
    }
    visitor.byHand("onTitle", [.string, .object], default: "\"\(SwitchTitles.standard.on)\"") { object, document in
      document.write("onTitle", object.cell.switchTitles?.on, at: .cell(object.cell.key, .onTitle))
    }
    visitor.member("properties", \.cell.properties, Properties(), default: [:])
    visitor.onlyRead("cells", [.array])
  }

  /// The bounds of a number, or of the number of instances, that differ from the default.
  private var bounds: (least: Double?, most: Double?) {
    if let counts = cell.counts {
      return (counts.minimum == 0 ? nil : Double(counts.minimum), counts.maximum.map { Double($0) })
    }
    guard let range = cell.range, cell.kind != .slider || range != FormCell.standardSliderRange else {
      return (nil, nil)
    }
    return (range.minimum, range.maximum)
  }

  /// The key of an option that states none.
  private var keyByDefault: String? {
    guard let parentKey, let value = cell.optionValue else { return nil }
    return FormCell.optionKey(question: parentKey, value: value)
  }
}
