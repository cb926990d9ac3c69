import FormState

/// The visible part: sections as groups, cells as controls.
extension XFormWriter {
  mutating func writeSections() {
    for (position, section) in form.sections.enumerated() {
      guard let node = layout.nodesOfSections[section.key] else {
        writeBareSection(section, at: position)
        continue
      }
      write(section, around: node, ref: node)
    }
  }

  /// A section without a node is a group for display or, without any attributes, just its contents.
  private mutating func writeBareSection(_ section: FormSection, at position: Int) {
    func saysNothing(_ section: FormSection) -> Bool {
      layout.nodesOfSections[section.key] == nil && section.title.isEmpty
        && ["control", "appearance", "label"].allSatisfy { section.properties.keptOfXForm($0) == nil }
    }
    let isFollowedByBare = form.sections.element(at: position + 1).map(saysNothing) ?? false
    guard !saysNothing(section) || isFollowedByBare else {
      return writeCells(of: section, 0..<section.cells.count, around: 0)
    }
    write(section, around: 0, ref: nil)
  }

  private mutating func write(_ section: FormSection, around node: Int, ref: Int?) {
    let kept = self.kept("control", section.properties)
    output.begin("group", attributes(ref: ref, section.properties, kept))
    writeWords(
      "label", section.title, kept: section.properties.keptOfXForm("label"), section.properties,
      at: [.sectionTitle(section.key)], isNeeded: ref == nil && !kept.has("ref"))
    writeCells(of: section, 0..<section.cells.count, around: node)
    for element in kept.elements { output.xml(element) }
    output.end()
  }

  private func attributes(
    ref node: Int?, named name: String = "ref", _ properties: [String: PropertyValue], _ kept: XFormKept
  ) -> [XMLWrittenAttribute] {
    let ref = node.map { XMLWrittenAttribute(name, layout.skeleton.path(of: $0)) }
    let appearance = properties.keptOfXForm("appearance").map { XMLWrittenAttribute("appearance", $0) }
    return [ref, appearance].compactMap { $0 } + kept.attributes
  }

  // Cells nest a hundred levels deep at most.
  private mutating func writeCells(of section: FormSection, _ rows: Range<Int>, around node: Int) {
    var row = rows.lowerBound
    while row < rows.upperBound, let cell = section.cells.element(at: row) {
      let end = min(rows.upperBound, row + 1 + max(0, min(cell.additionalRows, section.cells.count)))
      write(cell, of: section, (row + 1)..<end, around: node)
      row = end
    }
  }

  private mutating func write(_ cell: FormCell, of section: FormSection, _ below: Range<Int>, around node: Int) {
    let kept = self.kept("control", cell.properties)
    guard cell.kind != .option, !cell.isHidden || kept.name == "repeat" else { return }
    let own = layout.nodesOfCells[cell.key]
    switch own.map({ layout.roles[$0] }) {
    case .repeat: writeRepeat(cell, own, kept) { $0.writeCells(of: section, below, around: own ?? node) }
    case .group, nil:
      writeGroup(cell, own, kept, around: node) { $0.writeCells(of: section, below, around: own ?? node) }
    case _ where kept.name == "repeat": writeRepeat(cell, own, kept) { _ in }
    default:
      let options = section.optionsDirectly(under: below.lowerBound - 1)
      writeQuestion(cell, own ?? node, kept, options: options)
      // The rows below a question are beside it, such as other questions with their options.
      if !cell.kind.isQuestionOfOptions || options.count < below.count {
        writeCells(of: section, below, around: node)
      }
    }
  }

  // MARK: - Containers

  private mutating func writeGroup(
    _ cell: FormCell, _ node: Int?, _ kept: XFormKept, around: Int, _ content: (inout XFormWriter) -> Void
  ) {
    output.begin("group", attributes(ref: node, cell.properties, kept))
    writeLabel(of: cell, at: node ?? around, isNeeded: node == nil && !kept.has("ref"))
    content(&self)
    for element in kept.elements { output.xml(element) }
    output.end()
  }

  private mutating func writeRepeat(
    _ cell: FormCell, _ node: Int?, _ kept: XFormKept, _ content: (inout XFormWriter) -> Void
  ) {
    let around = self.kept("group", cell.properties)
    output.begin("group", attributes(ref: node, [:], around))
    writeLabel(of: cell, at: node.flatMap { layout.skeleton.nodes[$0].parent } ?? 0, isNeeded: false)
    output.begin("repeat", repeatAttributes(cell, node, kept))
    content(&self)
    for element in kept.elements { output.xml(element) }
    if let node { writeFirstValues(in: node) }
    output.end()
    for element in around.elements { output.xml(element) }
    output.end()
  }

  private mutating func repeatAttributes(_ cell: FormCell, _ node: Int?, _ kept: XFormKept) -> [XMLWrittenAttribute] {
    var attributes = attributes(ref: node, named: "nodeset", cell.properties, kept)
    if let rule = cell.rule(.count), let node, let count = expression(rule.source, of: node, key: cell.key) {
      attributes.append(XMLWrittenAttribute("jr:count", count))
    } else if let count = cell.properties.keptOfXForm("count"), let node {
      attributes.append(XMLWrittenAttribute("jr:count", keptExpression(count, of: node)))
    } else if let counts = cell.counts, counts.minimum > 0 || counts.maximum == 0, counts.minimum == counts.maximum {
      attributes.append(XMLWrittenAttribute("jr:noAddRemove", "true()"))
    }
    return attributes
  }

  private mutating func writeLabel(of cell: FormCell, at node: Int, isNeeded: Bool) {
    let isNamedBySubtitle = isNamedBySubtitle(cell)
    writeWords(
      "label", isNamedBySubtitle ? cell.subtitle : cell.title, kept: label(of: cell, at: node),
      cell.properties, at: [.cell(cell.key, isNamedBySubtitle ? .subtitle : .title)], of: cell, node: node,
      isNeeded: isNeeded)
  }

  /// Whether a cell is named by its second title: a question that shows its answer as its title, or one without a
  /// first title.
  private func isNamedBySubtitle(_ cell: FormCell) -> Bool {
    if cell.showsAnswerAsTitle { return layout.isFromXForm || !cell.subtitle.isEmpty }
    return !layout.isFromXForm && cell.title.isEmpty
  }

  // MARK: - Questions

  private mutating func writeQuestion(_ cell: FormCell, _ node: Int, _ kept: XFormKept, options: [FormCell]) {
    let name = kept.name.isEmpty ? cell.kind.usualXFormControl : kept.name
    var attributes = attributes(ref: node, cell.properties, kept)
    if cell.kind == .longText, !attributes.contains(where: { $0.name == "appearance" }) {
      attributes.append(XMLWrittenAttribute("appearance", "multiline"))
    }
    if name == "range", let range = cell.range {
      for (name, number) in [("start", range.minimum), ("end", range.maximum), ("step", cell.step)] {
        guard let text = number.flatMap({ CellValue.number($0)?.plainText }) else { continue }
        attributes.append(XMLWrittenAttribute(name, text))
      }
    }
    output.begin(name, attributes)
    writeLabel(of: cell, at: node, isNeeded: false)
    let isNamedBySubtitle = isNamedBySubtitle(cell)
    writeWords(
      "hint", isNamedBySubtitle ? cell.title : cell.subtitle, kept: cell.properties.keptOfXForm("hint"),
      cell.properties, at: [.cell(cell.key, isNamedBySubtitle ? .title : .subtitle)])
    writeChoices(of: cell, at: node, options)
    writeSettings(waitingFor: cell.key)
    for element in kept.elements { output.xml(element) }
    output.end()
  }
}
