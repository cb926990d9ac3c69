import FormState

/// Turns the value of a JSON document into a layout, collecting every fault on the way.
struct FormLayoutReader {
  private(set) var faults = FaultList()
  /// The sections with a fault, so its consequences are not reported again.
  private var faultySections: Set<Int> = []

  /// The layout; `nil` if there is nothing to make it of. Only meaningful without ``faults``.
  mutating func layout(from root: PropertyValue) -> FormLayout? {
    guard isLayout(root),
      var fields = DocumentFields(root, at: DocumentPath(), known: FormLayout.names, faults: &faults)
    else { return nil }
    var layout = FormLayout()
    fields.read(into: &layout)
    let sections = fields.elements("sections")
    if fields.members["sections"] == nil { fields.addFault("sections", "is missing", "write an array of sections") }
    take(fields)
    var places: [Int] = []
    for (index, value) in sections.enumerated() {
      let section = section(value, at: Self.path(ofSection: index))
      guard let section, !faultySections.contains(index) else { continue }
      layout.sections.append(section)
      places.append(index)
    }
    addDefinitionFaults(of: layout, places: places)
    return layout
  }

  private mutating func isLayout(_ root: PropertyValue) -> Bool {
    let path = DocumentPath()
    guard case .dictionary(let members) = root else {
      faults.add(
        path.fault("the root is \(root.jsonTypeName), not an object", "begin with { \"formstateLayout\": 1, … }"))
      return false
    }
    let place = path.member("formstateLayout")
    switch members["formstateLayout"] {
    case .integer(FormLayout.version): return true
    case nil:
      faults.add(place.fault("is missing, so this is not a layout", "write \"formstateLayout\": 1 if it is one"))
    case let other?:
      faults.add(
        place.fault(
          "is \(other.described), not version \(FormLayout.version) of the format", "use a FormState that supports it"))
    }
    return false
  }

  private static func path(ofSection index: Int) -> DocumentPath {
    var path = DocumentPath().member("sections").element(index)
    path.section = index
    return path
  }

  private mutating func section(_ value: PropertyValue, at path: DocumentPath) -> SectionLayout? {
    guard var fields = DocumentFields(value, at: path, known: SectionInLayout.names, faults: &faults) else {
      return nil
    }
    var object = SectionInLayout()
    fields.read(into: &object)
    let (data, isEach) = data(&fields)
    take(fields)
    guard let (layout, key) = cell(in: fields, isEach: isEach), let data, let isEach else { return nil }
    let source: SectionLayout.Source? = isEach ? key.map { .each(data, key: $0) } : .one(data)
    return source.map {
      SectionLayout(
        section: object.section, title: object.title, properties: object.properties, source: $0, cell: layout)
    }
  }

  /// The cell of fields, and the path of its key; `nil` without one.
  private mutating func cell(
    in fields: DocumentFields, isEach: Bool?, isUnderCell: Bool = false
  ) -> (CellLayout, key: FieldPath?)? {
    let path = fields.path.member("cell")
    guard let cell = DocumentFields(fields.members["cell"], at: path, known: CellLayout.names, faults: &faults) else {
      if let index = path.section { faultySections.insert(index) }
      return nil
    }
    var reader = CellFields(fields: cell)
    let key = key(&reader.fields, isEach: isEach)
    var layout = cellLayout(&reader, isUnderCell: isUnderCell)
    if reader.fields.members["cell"] != nil, reader.fields.members["each"] == nil {
      reader.fields.addFault("each", "is missing", "write the path of the array whose elements become cells")
    }
    let each = reader.fields.read("each", PathOfField()) ?? nil
    take(reader.fields)
    // No deeper than a layout may be nested.
    if let each, let (below, key) = self.cell(in: reader.fields, isEach: true, isUnderCell: true), let key {
      layout.below = .each(each, key: key, below)
    }
    return (layout, key)
  }

  /// The location of a section's data, and whether each element makes a cell; `nil` if it is missing.
  private func data(_ fields: inout DocumentFields) -> (FieldPath?, isEach: Bool?) {
    switch (fields.members["from"] != nil, fields.members["each"] != nil) {
    case (true, false): return (fields.read("from", PathOfField()) ?? nil, false)
    case (false, true): return (fields.read("each", PathOfField()) ?? nil, true)
    case (true, true):
      fields.addFault("each", "is given beside “from”", "keep “from” for one cell, or “each” for a cell per element")
    case (false, false):
      fields.addFault(
        "from", "is missing",
        "write where the data is: \"from\": \"PATH\" for one cell, or \"each\": \"PATH\" for a cell per element")
    }
    return (nil, nil)
  }

  private func key(_ fields: inout DocumentFields, isEach: Bool?) -> FieldPath? {
    switch (isEach, fields.members["key"] != nil) {
    case (true, false):
      fields.addFault("key", "is missing", "write the path of the field that identifies an element")
    case (false, true):
      fields.addFault("key", "is not allowed beside “from”", "remove it; the cell has the key of its section")
    default: break
    }
    return fields.read("key", PathOfField()) ?? nil
  }

  private func cellLayout(_ reader: inout CellFields, isUnderCell: Bool) -> CellLayout {
    // A layout has no template for instances, and an option is under the cell that it is chosen for.
    let kinds = CellKind.allCases.filter { $0 != .repeat && ($0 != .option || isUnderCell) }
    let kind = reader.fields.members["kind"] == nil ? .custom : reader.kind(among: kinds)
    var layout = CellLayout(
      cell: FormCell(key: "", kind: kind ?? .custom), title: LayoutText(), subtitle: LayoutText(), properties: [:])
    reader.fields.read(into: &layout)
    layout.cell.range = reader.range(kind: layout.cell.kind)
    layout.cell.switchTitles = reader.switchTitles()
    layout.cell.isExpandable = layout.cell.isUsuallyExpandable
    if let value = reader.fields.layoutProperty("value"), kind != nil { add(value, to: &layout, &reader.fields) }
    layout.countConstantBytes()
    return layout
  }

  /// Adds the default value; one that is the same in every cell is checked at once.
  private func add(_ value: LayoutProperty, to layout: inout CellLayout, _ fields: inout DocumentFields) {
    let kind = layout.cell.kind
    guard kind.holdsValue, !kind.isQuestionOfOptions else {
      let action =
        kind.isQuestionOfOptions ? "remove it; the cell has no options" : PropertyValue.wording(for: kind)
      return fields.addFault("value", "is not allowed in a cell of kind \(kind.rawValue)", action)
    }
    let given: PropertyValue
    switch value {
    case .text(let text) where text.paths.isEmpty: given = .string(text.filled { _ in "" })
    case .constant(let constant): given = constant
    case .list: given = .array([])
    case .members: given = .dictionary([:])
    case .field, .text:
      layout.value = value
      return
    }
    layout.cell.defaultValue = given.value(for: kind)
    if layout.cell.defaultValue == nil && given != .null {
      fields.addFault("value", "is \(given.jsonTypeName) that the cell cannot hold", PropertyValue.wording(for: kind))
    }
  }

  private mutating func take(_ fields: DocumentFields) {
    for fault in fields.faults { faults.add(fault) }
    if let index = fields.path.section, !fields.faults.isEmpty { faultySections.insert(index) }
  }
}

// MARK: - Faults of any definition

extension CellLayout {
  /// A cell of it, with one of the cells under it, and so on.
  fileprivate func oneOfEach(key: String) -> [FormCell] {
    var cell = cell
    cell.key = key
    if cell.kind == .option { cell.optionValue = key }
    guard case .each(_, _, let below) = below else { return [cell] }
    let cells = below.oneOfEach(key: "\(key)/cell")
    cell.isExpandable = true
    cell.additionalRows = cells.count
    return [cell] + cells
  }
}

extension FormLayoutReader {
  /// Adds faults that the form's definition would have for any document: a form of one cell per section reveals them.
  private mutating func addDefinitionFaults(of layout: FormLayout, places: [Int]) {
    var form = layout.form
    form.key = "layout"
    form.sections = layout.sections.map { layout in
      var section = layout.section
      section.cells = FormCells(layout.cell.oneOfEach(key: section.key))
      return section
    }
    for fault in form.definitionFaults() {
      // A fault of a cell's key repeats that of its section.
      if fault.row != nil && fault.property == "key" { continue }
      var path = fault.section.map { Self.path(ofSection: places[$0]) } ?? DocumentPath()
      for _ in 0..<(fault.row.map { $0 + 1 } ?? 0) { path = path.member("cell") }
      let (problem, action) = fault.clauses
      faults.add(path.member(fault.property).fault(problem, action))
    }
    faults.sortByPlace()
  }
}
