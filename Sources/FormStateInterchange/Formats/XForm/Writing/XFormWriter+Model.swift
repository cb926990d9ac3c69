import FormState

/// The model: the primary instance, the lists and the binds.
extension XFormWriter {
  /// The maximum number of copies of nodes in the initial instance.
  private static var mostCopies: Int { InstanceCounts.mostAtOnce }

  // MARK: - The primary instance

  mutating func writeInstance() { writeNode(0, in: Surroundings()) }

  /// The surroundings of a node while the primary instance is written.
  private struct Surroundings {
    /// The first instance around it; `nil` in a template and outside of repeats.
    var instance: FirstInstance?
    var isInTemplate = false
  }

  // Nodes nest no deeper than the reader of documents lets them, or cells in a form.
  private mutating func writeNode(_ number: Int, in around: Surroundings) {
    let node = layout.skeleton.nodes[number]
    switch layout.roles[number] {
    case .answer(let cell):
      let text = text(of: cell, node, in: around.instance)
      output.element(node.name, attributes(of: node, in: around.instance), text: text)
    case .repeat(let cell): writeRepeat(cell, node, in: around)
    case .fixed where node.children.isEmpty:
      output.element(node.name, attributes(of: node, in: around.instance), text: node.text)
    case .fixed, .section, .group: writeChildren(of: node, in: around)
    }
  }

  private mutating func attributes(
    of node: XFormSkeleton.Node, in instance: FirstInstance?
  ) -> [XMLWrittenAttribute] {
    let layout = layout
    return layout.skeleton.attributes(of: node) { number in
      let attribute = layout.skeleton.nodes[number]
      guard case .answer(let cell) = layout.roles[number] else { return attribute.text }
      return text(of: cell, attribute, in: instance)
    }
  }

  /// Writes the template of a repeat, and then the first instances; only these if they are like a new one, and contain
  /// no repeats. An instance contains no template, which JavaRosa would treat as a missing node.
  private mutating func writeRepeat(_ cell: FormCell, _ node: XFormSkeleton.Node, in around: Surroundings) {
    let isCounted = cell.rule(.count) != nil
    let given = around.instance?.repeats[cell.key]
    let first = isCounted ? [] : given ?? cell.counts?.first ?? []
    let atFirst = isCounted ? around.isInTemplate ? 0 : copies(ofCounted: cell) : cell.counts?.atFirst ?? 0
    let count = min(isCounted ? atFirst : given?.count ?? atFirst, Self.mostCopies)
    let isPlain = around.instance == nil && count > 0 && first.isEmpty && !hasRepeats(in: node)
    // One template is enough; it is the first possible one.
    if !isPlain, around.instance == nil {
      writeChildren(
        of: node, with: [XMLWrittenAttribute("jr:template", "")], in: Surroundings(isInTemplate: true))
    }
    for position in 0..<count {
      let instance = position < first.count ? first[position] : FirstInstance()
      writeChildren(of: node, in: Surroundings(instance: instance))
    }
  }

  /// The initial number of instances of a counted repeat, as in its XForm; if the count depends on the instances, the
  /// number is the actual one.
  private func copies(ofCounted cell: FormCell) -> Int {
    if let least = cell.counts?.minimum, least > 0 { return least }
    guard layout.isFromXForm else { return 0 }
    return cell.properties.keptOfXForm("instances").flatMap { Int($0) } ?? 1
  }

  private func hasRepeats(in node: XFormSkeleton.Node) -> Bool {
    node.children.contains { child in
      if case .repeat = layout.roles[child] { return true }
      return hasRepeats(in: layout.skeleton.nodes[child])
    }
  }

  private mutating func writeChildren(
    of node: XFormSkeleton.Node, with others: [XMLWrittenAttribute] = [], in around: Surroundings
  ) {
    output.begin(node.name, attributes(of: node, in: around.instance) + others)
    for child in node.children { writeNode(child, in: around) }
    output.end()
  }

  /// The value of a node in an instance, or its initial value in any.
  private mutating func text(of cell: FormCell, _ node: XFormSkeleton.Node, in instance: FirstInstance?) -> String {
    guard let given = instance?.values[cell.key] else { return firstText(of: cell, node) }
    let held = given.flatMap(cell.heldAtFirst)
    do throws(ExportError) {
      return try SubmissionValue.text(of: held.map(FieldContent.value), in: cell)
    } catch {
      tell(cell.key, error.description, "it begins without a value")
      return ""
    }
  }

  /// The initial value of a node: the XForm's notation, as long as that means the same.
  private mutating func firstText(of cell: FormCell, _ node: XFormSkeleton.Node) -> String {
    let isRuled =
      cell.rules.contains { $0.kind.givesValue }
      || ["value", "calculate", "default", "preload"].contains { cell.properties.keptOfXForm($0) != nil }
    let text = node.text.trimmed
    let held = text.isEmpty ? nil : XFormBuilder.value(text, of: cell)
    if isRuled || held == cell.defaultValue { return node.text }
    do throws(ExportError) {
      return try SubmissionValue.text(of: cell.defaultValue.map(FieldContent.value), in: cell)
    } catch {
      tell(cell.key, error.description, "it begins without a value")
      return ""
    }
  }

  // MARK: - Lists

  mutating func write(_ list: OptionList) {
    let own = layout.listColumns[list.name] ?? XFormListColumns()
    let columns = list.columns.filter { name in
      let isName = XFormSkeleton.name(for: name) == name && ![own.value, own.title, "itextId"].contains(name)
      if !isName { tell(list.name, "no item in an XForm can have the column “\(name.shortened)”", "it is omitted") }
      return isName
    }
    let isTranslated = translatedLists.contains(list.name)
    output.begin("instance", [XMLWrittenAttribute("id", list.name)])
    output.begin("root")
    for option in list.options {
      output.begin("item")
      if isTranslated { output.element("itextId", text: note(option, of: list)) }
      output.element(own.value, text: option.value)
      output.element(own.title, text: option.title)
      for column in columns { if let text = option.columns[column] { output.element(column, text: text) } }
      output.end()
    }
    output.end()
    output.end()
  }

  // MARK: - Binds

  mutating func writeBinds() {
    let said = bareNodes
    let relevance = XFormRelevance(form, layout, bare: said)
    func own(_ rules: [FormRule], _ number: Int) -> [FormRule] {
      let relevant = relevance.rule(of: number, rules.first { $0.kind == .relevant })
      return [relevant].compactMap { $0 } + rules.filter { $0.kind != .relevant }
    }
    func kept(_ number: Int, _ kept: @escaping (String) -> String?) -> (String) -> String? {
      guard relevance.saysWhatItPasses(number) else { return kept }
      return { $0 == FormRule.Kind.relevant.rawValue ? kept("relevance") : kept($0) }
    }
    var waiting = [0]
    while let number = waiting.popLast() {
      waiting += layout.skeleton.nodes[number].allInside.reversed()
      switch layout.roles[number] {
      case .fixed: if let said = said[number] { writeBind(number, "", [], kept(number, said.text)) }
      case .section(let position):
        guard let section = form.sections.element(at: position) else { continue }
        let rules = own([section.relevant].compactMap { $0 }, number)
        writeBind(number, section.key, rules, kept(number, section.properties.keptOfXForm))
      case .group(let cell), .repeat(let cell):
        writeBind(number, cell.key, own(cell.rules, number), kept(number, cell.properties.keptOfXForm))
      case .answer(let cell):
        let control = XFormKept(cell.properties.keptOfXForm("control")).name
        let type = cell.kind.usualXFormType(ofControl: control.isEmpty ? cell.kind.usualXFormControl : control)
        let rules = own(ownRules(of: cell), number)
        writeBind(number, cell.key, rules, type: type, cell.properties.keptOfXForm)
      }
    }
    writeFirstValues(in: 0)
    writeSettingsWhenOpened()
  }

  /// The kept parts of nodes without cells.
  private var bareNodes: [Int: [String: PropertyValue]] {
    guard case .dictionary(let kept)? = form.properties[XFormDocument.property],
      case .dictionary(let nodes)? = kept["nodes"]
    else { return [:] }
    var said: [Int: [String: PropertyValue]] = [:]
    for case .dictionary(let node) in nodes.values {
      if let number = node["ref"]?.text.flatMap(layout.skeleton.node(atPath:)) { said[number] = node }
    }
    return said
  }

  /// The rules of a cell for its bind, including its range.
  private func ownRules(of cell: FormCell) -> [FormRule] {
    var rules = cell.rules
    if cell.kind == .switch, let required = cell.rule(.required) {
      // A required switch must be on.
      rules.removeAll { $0 == FormRule(.constraint, ". = true()", message: required.message) }
    }
    if cell.kind == .label { rules.append(FormRule(.readOnly, "true()")) }
    if cell.kind == .integer || cell.kind == .decimal, let range = cell.range {
      let bounds = [range.minimum, range.maximum].compactMap { CellValue.number($0)?.plainText }
      if bounds.count == 2 { rules.append(FormRule(.constraint, ". >= \(bounds[0]) and . <= \(bounds[1])")) }
    }
    return rules
  }

  private mutating func writeBind(
    _ number: Int, _ key: String, _ rules: [FormRule], type: String = "string", _ kept: (String) -> String?
  ) {
    let remainder = XFormKept(kept("bind"), within: declarations)
    var attributes: [XMLWrittenAttribute] = []
    if type != "string", !remainder.has("type") { attributes.append(XMLWrittenAttribute("type", type)) }
    for (kind, name, messageName, word) in Self.attributes {
      let own = rules.filter { $0.kind == kind }
      var conditions = own.compactMap { expression($0.source, of: number, key: key) }
      if let kept = kept(kind.rawValue) { conditions.append(keptExpression(kept, of: number)) }
      guard let first = conditions.first else { continue }
      let joined = conditions.map { "(\($0))" }.joined(separator: " \(word) ")
      attributes.append(XMLWrittenAttribute(name, conditions.count == 1 ? first : joined))
      if let messageName, let text = own.compactMap(\.message).first {
        let place = TextPlace.cell(key, kind == .required ? .requiredMessage : .constraintMessage(1))
        attributes.append(XMLWrittenAttribute(messageName, message(text, at: place)))
      }
    }
    attributes += remainder.attributes
    // Its bind makes a node of an attribute.
    guard !attributes.isEmpty || layout.skeleton.nodes[number].isAttribute else { return }
    output.element("bind", [XMLWrittenAttribute("nodeset", layout.skeleton.path(of: number))] + attributes)
  }

  /// The attributes of binds by kinds of rules, with those of their messages, and the word that joins several.
  private static let attributes: [(FormRule.Kind, String, String?, String)] = [
    (.relevant, "relevant", nil, "and"), (.required, "required", "jr:requiredMsg", "or"),
    (.readOnly, "readonly", nil, "or"), (.constraint, "constraint", "jr:constraintMsg", "and"),
    (.calculate, "calculate", nil, "and"),
  ]

  // MARK: - First values

  /// Writes the actions that set values when a response begins, or in a repeat an instance.
  mutating func writeFirstValues(in container: Int) {
    var waiting = layout.skeleton.nodes[container].allInside.reversed().map { $0 }
    while let number = waiting.popLast() {
      guard !layout.isRepeat(number) else { continue }
      waiting += layout.skeleton.nodes[number].allInside.reversed()
      guard case .answer(let cell) = layout.roles[number], let value = firstValue(of: cell, number) else { continue }
      let isInFirst = container == 0 || !isGiven(cell, inFirstInstancesOf: container)
      let events = [isInFirst ? "odk-instance-first-load" : nil, container == 0 ? nil : "odk-new-repeat"]
      let event = events.compactMap { $0 }.joined(separator: " ")
      output.element(
        "setvalue",
        [
          XMLWrittenAttribute("event", event), XMLWrittenAttribute("ref", layout.skeleton.path(of: number)),
          XMLWrittenAttribute("value", value),
        ])
    }
  }

  /// Whether each of the first instances of a repeat has the cell's value, so no other initial value is needed.
  private func isGiven(_ cell: FormCell, inFirstInstancesOf container: Int) -> Bool {
    guard case .repeat(let owner) = layout.roles[container] else { return false }
    var isGiven: [Bool] = []
    func look(at instances: [FirstInstance], of key: String) {
      for instance in instances {
        if key == owner.key { isGiven.append(instance.values.keys.contains(cell.key)) }
        for (inner, instances) in instance.repeats { look(at: instances, of: inner) }
      }
    }
    for repeated in form.sections.flatMap(\.cells) where repeated.kind == .repeat {
      guard let counts = repeated.counts else { continue }
      if repeated.key == owner.key, counts.first.count < counts.atFirst { return false }
      look(at: counts.first, of: repeated.key)
    }
    return !isGiven.isEmpty && isGiven.allSatisfy { $0 }
  }

  private mutating func firstValue(of cell: FormCell, _ number: Int) -> String? {
    if let kept = cell.properties.keptOfXForm("default") { return keptExpression(kept, of: number) }
    // The value of jr:preload is in the bind.
    guard let rule = cell.rule(.default), !XFormKept(cell.properties.keptOfXForm("bind")).has("preload") else {
      return nil
    }
    return expression(rule.source, of: number, key: cell.key)
  }
}

extension [String: PropertyValue] {
  /// The kept text under a name.
  fileprivate func text(_ name: String) -> String? { self[name]?.text }
}
