import FormState

/// Keeps the parts of nodes, binds and controls that cells cannot express, so they can be exported again.
extension XFormBuilder {
  /// Records the node of a cell or section, so answers can be exported in the form's structure.
  mutating func keepPath(of node: Int) {
    let key = model.nodes[node].key
    // Questions are in the body; nodes without a question are only in the model.
    if report.place(of: key) == .wholeDocument { report.note(model.nodes[node].place, of: key) }
    report.keep("ref", model.nodes[node].writtenPath, of: key)
  }

  /// Keeps the parts of a bind without a rule.
  ///
  /// - Parameters:
  ///   - rules: the rules that were made of it, whose messages are heard.
  ///   - type: the default type, which is omitted.
  mutating func keepBind(of node: Int, _ rules: [FormRule] = [], type: String? = nil) {
    guard let bind = model.nodes[node].bind else { return }
    var known: Set<String> = ["nodeset", "ref", "relevant", "required", "readonly", "calculate", "constraint"]
    if model.nodes[node].isAttribute { known.remove("readonly") }
    if model.nodes[node].type == type { known.insert("type") }
    if rules.contains(where: { $0.kind == .constraint }) { known.insert("constraintMsg") }
    if rules.contains(where: { $0.kind == .required }) { known.insert("requiredMsg") }
    let key = model.nodes[node].key
    let remainder = XFormRemainder(of: bind, without: known)
    if !remainder.isEmpty { report.keep("bind", remainder.xml, of: key) }
    report.addAttributes(of: bind, key, without: known.union(XFormUnsupported.quietInBinds))
  }

  /// Keeps the parts of nodes without cells: those around cells that the body does not show.
  mutating func keepBareNodes() {
    for node in model.nodes where !node.isLeaf && !isContainer(node.number) {
      keepBind(of: node.number)
      keepRelevance(of: node.number)
      if report.kept[node.key] != nil { keepPath(of: node.number) }
    }
  }

  /// Keeps a control's appearance, and its parts that cells cannot express.
  ///
  /// - Parameters:
  ///   - name: the name under which they are kept.
  ///   - usual: the default control of the kind, which is omitted.
  ///   - known: the understood attributes besides those of every control.
  ///   - hasList: whether the cell uses the control's choices.
  mutating func keep(
    _ control: XFormControl, as name: String = "control", of key: String, usual: String,
    known: Set<String> = [], hasList: Bool = false
  ) {
    report.note(control.element.place, of: key)
    var known = known
    if name == "control" {
      known.insert("appearance")
      let isFound = hasList && XFormSearch.isAsked(by: control.element)
      let appearance =
        isFound ? XFormSearch.appearanceWithout(control.element) : control.element.attribute("appearance")
      if let appearance { report.keep("appearance", appearance, of: key) }
    }
    if control.node != nil { known.formUnion(["ref", "nodeset", "bind"]) }
    report.addAttributes(of: control.element, key, without: known.union(XFormUnsupported.quietInControls))
    report.addAppearance(of: control.element, key)
    if control.kind == .question, let node = control.node {
      report.addType(model.nodes[node].type, of: control.element, key)
    }
    var remainder = XFormRemainder(of: control.element, without: known)
    addElements(of: control.element, control.children, hasList: hasList, to: &remainder)
    if !remainder.isEmpty || control.name != usual { report.keep(name, remainder.xml, of: key) }
  }

  /// The parts of a body besides its controls; `nil` for none.
  func remainder(ofBody body: XMLTree.Element, _ controls: [XFormControl]) -> String? {
    var remainder = XFormRemainder(of: body, without: [])
    addElements(of: body, controls, hasList: false, to: &remainder)
    return remainder.isEmpty ? nil : remainder.xml
  }

  private func addElements(
    of element: XMLTree.Element, _ controls: [XFormControl], hasList: Bool, to remainder: inout XFormRemainder
  ) {
    let heard = Set(controls.lazy.filter { !isAskedAgain($0) }.map(\.element.index))
    let isTyped = !hasList && XFormSearch.isAsked(by: element)
    remainder.addElements(of: element, model) { inner in
      switch inner.name.local {
      case "label", "hint": true
      case "item": !isTyped
      case "itemset": hasList
      default: heard.contains(inner.index)
      }
    }
    // A group without a cell in the form leaves its parts to what is around it.
    for control in controls where isNothing(control) {
      addElements(of: control.element, control.children, hasList: false, to: &remainder)
    }
  }

  // MARK: - Words

  /// Keeps a text with expressions in it, if no rule does.
  mutating func keepWords(_ name: String, _ pieces: [XFormTexts.Piece], of key: String) {
    report.keep(name, XFormTexts.xml(pieces), of: key)
  }

  /// Keeps the text of a hint, or of the label of a section, if it contains expressions, and reports it.
  mutating func keepOutputs(_ name: String, _ words: XMLTree.Element?, of key: String) {
    let pieces = texts.pieces(of: words)
    guard let words, XFormTexts.hasOutputs(pieces) else { return keepOtherOutputs(name, words, of: key) }
    keepWords(name, pieces, of: key)
    keepOtherOutputs(name, words, of: key)
    report.add(
      words, "the \(name) of \(key.shortened) shows the result of an expression",
      action: name == "hint" ? "it is kept, and shown as an ellipsis" : "it is kept, and omitted from the title")
  }

  /// Keeps texts in other languages if they contain expressions.
  mutating func keepOtherOutputs(_ name: String, _ words: XMLTree.Element?, of key: String) {
    let others = texts.others(of: words).filter { XFormTexts.hasOutputs($0.pieces) }
    let xml = others.map { ($0.language, XFormTexts.xml($0.pieces)) }
    report.keep("\(name)Words", Dictionary(xml) { first, _ in first }, of: key)
  }

  /// Keeps the pictures and sounds of a label or a hint, and its other wordings.
  mutating func keepForms(_ name: String, _ words: XMLTree.Element?, of key: String) {
    report.keep("\(name)Forms", texts.forms(of: words), of: key)
  }
}
