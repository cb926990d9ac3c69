import FormState

/// Turns the value of a JSON document into a form with responses, collecting every fault on the way.
struct FormDocumentReader {
  let settings: ImportSettings
  var faults = FaultList()
  /// The place of the definition in the document.
  let base: DocumentPath
  /// Whether it is another version of a form, whose key is the document's.
  private let isOtherVersion: Bool
  private var lists = NamedLists(of: FormDefinition(key: ""), within: SuggestionBudget())
  private var areListsFaulty = false
  private var language: String?
  private var translations: [TextInLanguage] = []
  /// The sections with elements that are not cells, so rows cannot be counted.
  private var brokenSections: Set<Int> = []
  /// The rows with a fault, so its consequences are not reported again.
  private var faultyRows: Set<CellPlace> = []
  /// The keys of the responses so far.
  var responseKeys: Set<String> = []
  /// The number of options of a cell in addition to nested cells, if it has any.
  private var namedOptions: [CellPlace: Int] = [:]

  init(
    settings: ImportSettings, at base: DocumentPath = DocumentPath(), isOtherVersion: Bool = false,
    faults: FaultList = FaultList()
  ) {
    self.settings = settings
    self.isOtherVersion = isOtherVersion
    self.base = base
    self.faults = faults
  }

  /// The members before the responses of a document.
  struct Definition {
    /// The form with its other versions.
    let form: ImportedForm
    /// The subjects that its journals may name.
    let subjects: VersionedSubjects
    /// The responses in the document.
    let responses: [PropertyValue]
  }

  /// Form and responses; `nil` if there is nothing to make them of. Only meaningful without ``faults``.
  mutating func importedForm(from root: PropertyValue) -> ImportedForm? {
    guard let definition = definition(from: root) else { return nil }
    var form = definition.form
    for (index, value) in definition.responses.enumerated() {
      guard let (key, response) = response(value, at: index, definition.subjects) else { continue }
      form.responses[key] = response
    }
    return form
  }

  /// The form without its responses, which are still to be read; otherwise like ``importedForm(from:)``.
  mutating func definition(from root: PropertyValue) -> Definition? {
    guard isFormDocument(root),
      var fields = DocumentFields(root, at: base, known: FormInDocument.names, faults: &faults)
    else { return nil }
    let key = settings.formKey ?? fields.requiredText("key", "write the form's stable name")
    let others = fields.elements("otherVersions")
    let responses = fields.elements("responses")
    if fields.members["version"] == nil, !others.isEmpty {
      fields.addFault("version", "is missing", OtherVersion.numbering)
    }
    var object = FormInDocument(form: FormDefinition(key: key))
    fields.read(into: &object)
    complete(&object.form, with: fields)
    let versions = otherVersions(others, besides: object.version, key: key)
    return Definition(
      form: ImportedForm(form: object.form, version: object.version, otherVersions: versions),
      subjects: VersionedSubjects(object.form, version: object.version, versions, suggestions: faults.suggestions),
      responses: responses)
  }

  /// The other versions of the form, by their numbers.
  private mutating func otherVersions(
    _ versions: [PropertyValue], besides main: Int?, key: String
  ) -> [Int: FormDefinition] {
    var forms: [Int: FormDefinition] = [:]
    for (index, value) in versions.enumerated() {
      let path = base.member("otherVersions").element(index)
      guard var fields = DocumentFields(value, at: path, known: OtherVersion.names, faults: &faults) else { continue }
      let settings = ImportSettings(sourceName: settings.sourceName)
      var reader = FormDocumentReader(settings: settings, at: path, isOtherVersion: true, faults: faults)
      var other = OtherVersion(form: FormDefinition(key: key))
      fields.read(into: &other)
      if other.version != 0, other.version == main || forms[other.version] != nil {
        fields.addFault("version", "another version has the same number", "give each a different one")
      }
      reader.complete(&other.form, with: fields)
      faults = reader.faults
      forms[other.version] = other.form
    }
    return forms
  }

  /// Adds to a definition what its list leaves to be read by hand: lists, sections, texts in other languages.
  private mutating func complete(_ form: inout FormDefinition, with fields: consuming DocumentFields) {
    var fields = fields
    language = fields.language
    let faultsBeforeLists = fields.faults.count
    form.lists = fields.lists()
    lists = NamedLists(of: form, within: fields.suggestions)
    areListsFaulty = fields.faults.count > faultsBeforeLists
    let sections = fields.elements("sections")
    if fields.members["sections"] == nil { fields.addFault("sections", "is missing", "write an array of sections") }
    take(fields)
    for (index, section) in sections.enumerated() { append(section, at: index, to: &form) }
    form.translations = FormTranslation.all(of: translations)
    addDefinitionFaults(of: form)
  }

  private mutating func isFormDocument(_ root: PropertyValue) -> Bool {
    let path = base
    guard case .dictionary(let members) = root else {
      let isOutermost = path.text.isEmpty
      faults.add(
        path.fault(
          "\(isOutermost ? "the root " : "")is \(root.jsonTypeName), not an object",
          "begin with { \"formstate\": 1, … }" + (isOutermost ? ", or map it to a form with --layout" : "")))
      return false
    }
    switch members["formstate"] {
    case .integer(FormDocument.version): return true
    case nil:
      faults.add(
        path.member("formstate").fault(
          "is missing, so this is not a form document",
          "write \"formstate\": 1 if it is one"
            + (path.text.isEmpty ? "; map other JSON to a form with --layout" : "")))
    case let other?:
      faults.add(
        path.member("formstate").fault(
          "is \(other.described), not version \(FormDocument.version) of the format", "use a FormState that supports it"
        ))
    }
    return false
  }

  private mutating func append(_ value: PropertyValue, at index: Int, to form: inout FormDefinition) {
    let path = path(ofSection: index)
    var section = FormSection(key: "")
    guard var fields = DocumentFields(value, at: path, known: FormSection.names, faults: &faults) else {
      brokenSections.insert(index)
      form.sections.append(section)
      return
    }
    fields.language = language
    fields.read(into: &section)
    if let title = title(ofSection: index) {
      section.title = title
      fields.translations.removeAll { $0.place == .sectionTitle(section.key) }
    }
    let cells = fields.elements("cells")
    // A section with a fault is checked no further, but its cells are.
    if !fields.faults.isEmpty { faultyRows.insert(CellPlace(section: index, position: -1)) }
    take(fields)
    _ = append(cells, at: path.member("cells"), level: 0, under: nil, to: &section)
    form.sections.append(section)
  }

  private func path(ofSection index: Int) -> DocumentPath {
    var path = base.member("sections").element(index)
    path.section = index
    return path
  }

  private func title(ofSection index: Int) -> String? {
    settings.sectionTitles.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  /// Appends cells and those nested in them; recursion is bounded by ``FormDefinition/maximumLevel``.
  ///
  /// - Returns: the kinds of the cells, without those nested in them.
  private mutating func append(
    _ cells: [PropertyValue], at path: DocumentPath, level: Int, under parentKey: String?, to section: inout FormSection
  ) -> [CellKind] {
    guard level <= FormDefinition.maximumLevel || cells.isEmpty else {
      if let index = path.section { brokenSections.insert(index) }
      faults.add(path.fault("is nested more than \(FormDefinition.maximumLevel) levels deep", "flatten the form"))
      return []
    }
    return cells.enumerated().compactMap { index, value in
      if faults.isFull { return nil }
      var place = path.element(index)
      place.row = section.cells.count
      guard var fields = DocumentFields(value, at: place, known: CellInDocument.names, faults: &faults) else {
        if let index = place.section { brokenSections.insert(index) }
        return nil
      }
      fields.language = language
      var cell = CellFields(fields: fields)
      let row = section.cells.count
      section.cells.append(cell.cell(under: parentKey))
      let options = cell.options(lists: lists, of: &section.cells[row])
      section.cells += options
      if !options.isEmpty { namedOptions[CellPlace(section: path.section ?? 0, position: row)] = options.count }
      let nested = cell.fields.elements("cells")
      let kinds =
        options.map(\.kind)
        + append(
          nested, at: place.member("cells"), level: level + 1, under: section.cells[row].key, to: &section)
      section.cells[row].additionalRows = section.cells.count - row - 1
      cell.finish(&section.cells[row], childKinds: kinds)
      if !cell.fields.faults.isEmpty {
        for position in row...(row + options.count) {
          faultyRows.insert(CellPlace(section: path.section ?? 0, position: position))
        }
      }
      take(cell.fields)
      return section.cells[row].kind
    }
  }

  mutating func take(_ fields: DocumentFields) {
    for fault in fields.faults { faults.add(fault) }
    translations += fields.translations
  }
}

// MARK: - Faults of the definition

extension FormDocumentReader {
  private mutating func addDefinitionFaults(of form: FormDefinition) {
    if let fault = settings.titlesFault(sectionCount: form.sections.count) { faults.add(fault) }
    var paths: [Int: [DocumentPath]] = [:]
    for fault in form.definitionFaults() {
      let (problem, action) = fault.clauses
      var path = base
      if let section = fault.section {
        guard !brokenSections.contains(section),
          !faultyRows.contains(CellPlace(section: section, position: fault.row ?? -1))
        else { continue }
        if let row = fault.row {
          if paths[section] == nil { paths[section] = cellPaths(of: form, section: section) }
          path = paths[section]?[row] ?? path
        } else {
          path = self.path(ofSection: section)
        }
      }
      let isKeyOfForm = fault.section == nil && fault.property == "key"
      // A fault of the key is reported once, for the document.
      if isKeyOfForm && (fault.key.isEmpty && faults.count > 0 || isOtherVersion) { continue }
      if fault.section == nil && fault.property == "lists" && areListsFaulty { continue }
      // In form JSON the missing rows of a repeat are its missing cells.
      let lacksCells = fault.property == "additionalRows" && form.additionalRows(at: fault) == 0
      let member = lacksCells ? "cells" : fault.property
      faults.add(path.member(member).fault(problem, action))
    }
  }

  private func cellPaths(of form: FormDefinition, section: Int) -> [DocumentPath] {
    let nesting = Nesting(of: form.sections[section])
    var counts = [Int](repeating: 0, count: nesting.parents.count)
    var topCount = 0
    var paths: [DocumentPath] = []
    for (row, parent) in nesting.parents.enumerated() {
      var path = parent.map { paths[$0] } ?? self.path(ofSection: section)
      let index = parent.map { counts[$0] } ?? topCount
      if let parent { counts[parent] += 1 } else { topCount += 1 }
      let named = parent.flatMap { namedOptions[CellPlace(section: section, position: $0)] } ?? 0
      path = index < named ? path.member("options").element(index) : path.member("cells").element(index - named)
      path.row = row
      paths.append(path)
    }
    return paths
  }
}

extension FormDefinition {
  /// The number of descendants of the cell that a fault is about; `nil` if it is not about a cell.
  fileprivate func additionalRows(at fault: DefinitionFault) -> Int? {
    guard let section = fault.section, let row = fault.row else { return nil }
    return cell(at: CellPlace(section: section, position: row))?.additionalRows
  }
}
