import FormState

/// What is kept of nodes, binds and controls beside the cells that they become, so that it can go out again.
extension XFormBuilder {
  /// Notes which node a cell or section is, so that what is filled in can go where the form wants it.
  mutating func keepPath(of node: Int) {
    let key = model.nodes[node].key
    // What is asked stands in the body; what nobody is asked stands in the model alone.
    if report.place(of: key) == .wholeDocument { report.note(model.nodes[node].place, of: key) }
    report.keep("ref", model.nodes[node].writtenPath, of: key)
  }

  /// Keeps what a bind says that no rule does.
  ///
  /// - Parameters:
  ///   - rules: the rules that were made of it, whose messages are heard.
  ///   - type: the type that goes without saying.
  mutating func keepBind(of node: Int, _ rules: [FormRule] = [], type: String? = nil) {
    guard let bind = model.nodes[node].bind else { return }
    var known: Set<String> = ["nodeset", "ref", "relevant", "required", "readonly", "calculate", "constraint"]
    if model.nodes[node].type == type { known.insert("type") }
    if rules.contains(where: { $0.kind == .constraint }) { known.insert("constraintMsg") }
    if rules.contains(where: { $0.kind == .required }) { known.insert("requiredMsg") }
    let remainder = XFormRemainder(of: bind, without: known)
    if !remainder.isEmpty { report.keep("bind", remainder.xml, of: model.nodes[node].key) }
  }

  /// Keeps what is said of nodes that are no cells: those around cells that the body does not show.
  mutating func keepBareNodes() {
    for node in model.nodes where !node.isLeaf && !isContainer(node.number) {
      keepBind(of: node.number)
      keepRelevance(of: node.number)
      if report.kept[node.key] != nil { keepPath(of: node.number) }
    }
  }

  /// Keeps how a control looks, and what it says that no cell does.
  ///
  /// - Parameters:
  ///   - name: under which name it is kept.
  ///   - usual: what a control of the kind is called, which goes without saying.
  ///   - known: the attributes that were heard besides those of every control.
  ///   - hasList: whether the cell has taken its choices from where the control says.
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
    var remainder = XFormRemainder(of: control.element, without: known)
    addElements(of: control.element, control.children, hasList: hasList, to: &remainder)
    if !remainder.isEmpty || control.name != usual { report.keep(name, remainder.xml, of: key) }
  }

  /// What a body says besides its controls; `nil` for nothing.
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
    // A group that is nothing in the form leaves what it says to what is around it.
    for control in controls where isNothing(control) {
      addElements(of: control.element, control.children, hasList: false, to: &remainder)
    }
  }

  // MARK: - Words

  /// Keeps words with what expressions give in them, where no rule does.
  mutating func keepWords(_ name: String, _ pieces: [XFormTexts.Piece], of key: String) {
    report.keep(name, XFormTexts.xml(pieces), of: key)
  }

  /// Keeps the words of a hint, or of the label of a section, if expressions give something in them; of which it tells.
  mutating func keepOutputs(_ name: String, _ words: XMLTree.Element?, of key: String) {
    let pieces = texts.pieces(of: words)
    guard let words, XFormTexts.hasOutputs(pieces) else { return keepOtherOutputs(name, words, of: key) }
    keepWords(name, pieces, of: key)
    keepOtherOutputs(name, words, of: key)
    report.add(
      words, "the \(name) of \(key.shortened) shows the result of an expression",
      action: name == "hint" ? "it is kept, and shown as an ellipsis" : "it is kept, and omitted from the title")
  }

  /// Keeps words in other languages if expressions give something in them.
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
