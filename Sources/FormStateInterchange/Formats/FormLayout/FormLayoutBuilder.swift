import FormState

/// Makes a form from a document by a layout, and collects every fault.
struct FormLayoutBuilder {
  let layout: FormLayout
  let root: DocumentElement
  var faults = FaultList()
  /// The reported faults, since a layout may use a place more than once.
  private var reported: Set<String> = []
  private var origins: [LayoutOrigin] = []
  private var budget: LayoutBudget

  /// Prepares to make a form.
  ///
  /// - Parameters:
  ///   - root: the outermost value of the document.
  ///   - byteCount: how many bytes the document has.
  init(layout: FormLayout, root: PropertyValue, byteCount: Int) {
    self.layout = layout
    self.root = DocumentElement(value: root, path: DocumentPath())
    budget = LayoutBudget(byteCount: byteCount)
  }

  /// The form; only worth something without ``faults``.
  mutating func form(key: String) -> FormDefinition {
    var form = layout.form
    form.key = key
    form.title = text(layout.title, in: root)
    form.properties = properties(layout.properties, in: root)
    for section in layout.sections where !budget.isSpent { append(section, to: &form) }
    if let fault = budget.fault {
      faults.add(fault)
    } else {
      addDefinitionFaults(of: form)
    }
    return form
  }

  private mutating func append(_ layout: SectionLayout, to form: inout FormDefinition) {
    var cells = LaidOutCells(LayoutOrigin(layout))
    let isThere =
      switch layout.source {
      case .one(let path): append(valueAt: path, of: layout, to: &cells)
      case .each(let path, let key):
        append(
          elementsAt: path, of: root, key: key, layout.cell, within: (layout.section.key, row: nil), to: &cells)
      }
    guard isThere else { return }
    var section = layout.section
    section.title = text(layout.title, in: root)
    section.properties = properties(layout.properties, in: root)
    section.cells = FormCells(cells.cells)
    form.sections.append(section)
    origins.append(cells.origin)
  }

  /// Appends the cell for the value at a path; `false` if there is nothing to show, or after a fault.
  private mutating func append(valueAt path: FieldPath, of layout: SectionLayout, to cells: inout LaidOutCells) -> Bool
  {
    guard let element = content(at: path, in: root) else { return false }
    if case .array = element.value {
      addFault(
        at: element.path, "is an array, not one value",
        "write one value, or make a cell for each element with “each” in the layout")
      return false
    }
    if case .dictionary = element.value, !hasContent(layout.cell.paths, in: element) { return false }
    cells.origin.path = element.path
    let cell = cell(layout.cell, key: layout.section.key, from: element)
    append(cell, layout.cell, from: element, at: LayoutOrigin.Row(position: nil, parent: nil), to: &cells)
    return true
  }

  /// Appends a cell, and the cells under it.
  private mutating func append(
    _ cell: FormCell, _ layout: CellLayout, from element: DocumentElement, at row: LayoutOrigin.Row,
    to cells: inout LaidOutCells
  ) {
    let place = cells.cells.count
    cells.cells.append(cell)
    cells.origin.rows.append(row)
    guard case .each(let path, let key, let below) = layout.below else { return }
    // No deeper than a layout may be nested.
    _ = append(elementsAt: path, of: element, key: key, below, within: (cell.key, row: place), to: &cells)
    cells.cells[place].additionalRows = cells.cells.count - place - 1
    if cells.cells[place].additionalRows > 0 { cells.cells[place].isExpandable = true }
    // An element without cells below it has nothing to expand.
    if !cells.cells[place].isExpandable { cells.cells[place].startsExpanded = false }
  }

  /// Whether any of the fields has content, or there are none.
  private mutating func hasContent(_ paths: [FieldPath], in element: DocumentElement) -> Bool {
    for path in paths where content(at: path, in: element) != nil { return true }
    return paths.isEmpty
  }

  /// Appends the cells for the elements of the array at a path; `false` if there is nothing to show, or after a fault.
  private mutating func append(
    elementsAt path: FieldPath, of outer: DocumentElement, key: FieldPath, _ layout: CellLayout,
    within parent: (key: String, row: Int?), to cells: inout LaidOutCells
  ) -> Bool {
    guard let array = content(at: path, in: outer) else { return false }
    guard case .array(let values) = array.value else {
      addFault(
        at: array.path, "is \(array.value.jsonTypeName), not an array",
        "write an array, or make one cell of it with “from” in the layout")
      return false
    }
    if parent.row == nil { cells.origin.path = array.path }
    var places: [String: Int] = [:]
    for (index, value) in values.enumerated() {
      guard !budget.isSpent, !faults.isFull else { break }
      let element = DocumentElement(value: value, path: array.path.element(index))
      let name = self.key(at: key, in: element, within: parent.key)
      // The cell is made even without a key, since it may have other faults.
      let cell = cell(layout, key: name ?? "", from: element)
      guard let name else { continue }
      if let first = places.updateValue(index, forKey: name) {
        let place = key.path(from: array.path.element(first))
        addFault(
          at: key.path(from: element.path), "is the same as \(place.text)",
          "give each element a different key\(name.noteOnTwins)")
        places[name] = first
        continue
      }
      append(cell, layout, from: element, at: LayoutOrigin.Row(position: index, parent: parent.row), to: &cells)
    }
    return true
  }

  /// The key of the cell for an element; `nil` after a fault.
  private mutating func key(at path: FieldPath, in element: DocumentElement, within outer: String) -> String? {
    let place = path.path(from: element.path)
    let action = "write a text or a number that distinguishes the element from the others"
    switch path.lookup(in: element) {
    case .blocked(let element): addBlockedFault(element)
    case .absent: addFault(at: place, "is missing, though it is the key of a cell", action)
    case .found(let field):
      switch field.value {
      case .string(let text) where !text.isEmpty: return key("\(outer)/\(text)", at: place)
      case .integer, .real: return field.value.plainText.map { "\(outer)/\($0)" }
      case .string: addFault(at: place, "is empty, though it is the key of a cell", action)
      case .null, .boolean, .date, .data, .array, .dictionary:
        addFault(at: place, "is \(field.value.jsonTypeName), though it is the key of a cell", action)
      }
    }
    return nil
  }

  private mutating func key(_ key: String, at path: DocumentPath) -> String? {
    guard let problem = FormDefinition.problem(withKey: key) else { return key }
    let clauses = DefinitionFault(key: key, property: "key", problem: problem).clauses
    addFault(at: path, clauses.problem, clauses.action)
    return nil
  }

  private mutating func cell(_ layout: CellLayout, key: String, from element: DocumentElement) -> FormCell {
    budget.spend(cell: layout)
    var cell = layout.cell
    cell.key = key
    cell.title = text(layout.title, in: element)
    cell.subtitle = text(layout.subtitle, in: element)
    cell.properties = properties(layout.properties, in: element)
    if let value = layout.value { cell.defaultValue = self.value(value, of: layout, in: element) }
    return cell
  }

  private mutating func value(_ value: LayoutProperty, of layout: CellLayout, in element: DocumentElement) -> CellValue?
  {
    let given: PropertyValue? =
      if layout.cell.kind == .text, case .field(let path) = value {
        .string(plainText(at: path, in: element))
      } else {
        property(value, in: element)
      }
    guard let given, given.hasContent else { return nil }
    if let value = given.value(for: layout.cell.kind) { return value }
    addFault(
      at: layout.valuePath(of: element.path), "is \(given.jsonTypeName) that the cell cannot hold",
      PropertyValue.wording(for: layout.cell.kind))
    return nil
  }
}

// MARK: - Texts and properties

extension FormLayoutBuilder {
  /// The element at a path, if there is something to show.
  private mutating func content(at path: FieldPath, in element: DocumentElement) -> DocumentElement? {
    switch path.lookup(in: element) {
    case .found(let field) where field.value.hasContent: return field
    case .found, .absent: return nil
    case .blocked(let element):
      addBlockedFault(element)
      return nil
    }
  }

  private mutating func text(_ text: LayoutText, in element: DocumentElement) -> String {
    text.filled { plainText(at: $0, in: element) }
  }

  /// The text of a field; empty without one, and after a fault.
  private mutating func plainText(at path: FieldPath, in element: DocumentElement) -> String {
    guard let field = content(at: path, in: element) else { return "" }
    if let text = field.value.plainText { return budget.spend(bytes: text.utf8.count) ? text : "" }
    addFault(
      at: field.path, "is \(field.value.jsonTypeName), not a text",
      "write a text or a number, or let the layout name a value inside it")
    return ""
  }

  private mutating func properties(
    _ layouts: [String: LayoutProperty], in element: DocumentElement
  ) -> [String: PropertyValue] {
    var properties: [String: PropertyValue] = [:]
    // In order, so the faults are too.
    for (name, layout) in layouts.sorted(by: { $0.key < $1.key }) {
      properties[name] = property(layout, in: element)
    }
    return properties
  }

  /// A property; `nil` when the document has nothing for it. Recursion is bounded by the limit on a layout's depth.
  private mutating func property(_ layout: LayoutProperty, in element: DocumentElement) -> PropertyValue? {
    switch layout {
    case .constant(let value): return value
    case .text(let text): return .string(self.text(text, in: element))
    case .members(let members): return .untagged(properties(members, in: element))
    // Left out, an element would change the places of those after it.
    case .list(let layouts): return .array(layouts.map { property($0, in: element) ?? .null })
    case .field(let path):
      switch path.lookup(in: element) {
      case .found(let field): return budget.spend(on: field.value) ? field.value : nil
      case .absent: return nil
      case .blocked(let element):
        addBlockedFault(element)
        return nil
      }
    }
  }
}

// MARK: - Faults

extension FormLayoutBuilder {
  private mutating func addFault(at path: DocumentPath, _ problem: String, _ action: String) {
    guard reported.insert("\(path.text): \(problem)").inserted else { return }
    faults.add(path.fault(path.text.isEmpty ? "the root \(problem)" : problem, action))
  }

  /// The place of a fault in the document; `nil` for one about the result of the layout.
  func pathInDocument(of fault: Diagnostic) -> String? {
    fault.key.flatMap { reported.contains("\($0): \(fault.problem)") ? $0 : nil }
  }

  private mutating func addBlockedFault(_ element: DocumentElement) {
    addFault(
      at: element.path, "is \(element.value.jsonTypeName), not an object",
      "write an object, or change the path in the layout")
  }

  /// Adds faults that appear only once all cells are known, or when a value is compared with what its cell accepts.
  private mutating func addDefinitionFaults(of form: FormDefinition) {
    for fault in form.definitionFaults() {
      let (problem, action) = fault.clauses
      guard let section = fault.section, let row = fault.row,
        let origin = origins.element(at: section), let (element, layout, key) = origin.place(ofRow: row)
      else {
        // The layout has been checked by itself, so this is about the key that the form was given, or about properties
        // that the layout makes of the document.
        let key = fault.property == "key" ? nil : fault.property
        faults.add(Diagnostic(section: fault.section, key: key, problem: problem, action: action))
        continue
      }
      let place =
        switch fault.property {
        case "key": key?.path(from: element) ?? element
        case "value": layout.valuePath(of: element)
        default: element
        }
      addFault(at: place, problem, action)
    }
  }
}
