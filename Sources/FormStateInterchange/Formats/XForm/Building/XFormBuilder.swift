import FormState

/// Makes a form from an XForm.
///
/// The body provides the order and the texts, the model the rules. A group at the top becomes a section, any other
/// group a cell with its questions below it; a node without a control becomes a hidden cell beside its neighbours in
/// the model.
struct XFormBuilder: XFormScope {
  private(set) var model: XFormModel
  let texts: XFormTexts
  let lists: XFormLists
  private let controls: [XFormControl]
  /// The nodes with controls.
  private var questions: Set<Int> = []
  /// Those of them that have their cell.
  private var asked: Set<Int> = []
  /// The nodes that are sections, groups of cells or repeats.
  private var containers: Set<Int> = []
  /// Those of them that are sections, which expressions cannot name.
  private var sections: Set<Int> = []
  private var repeats: Set<Int> = []
  /// The nodes without controls, by their container; outside of all under `nil`.
  private var unasked: [Int?: [Int]] = [:]
  /// The controls that ask about a node another time, by their elements.
  private var askedAgain: Set<Int> = []
  /// The nodes of groups that leave their relevance to their contents, see ``isPassing(_:)``.
  private var passing: Set<Int> = []
  /// With how many instances repeats begin whose rule counts them, were it left out; by their keys.
  private(set) var countsWithoutRule: [String: InstanceCounts] = [:]
  /// The number of groups that were numbered because they have no node.
  private var numberedGroups = 0
  /// The actions that set nodes, initially and later.
  let setValues: XFormSetValues
  /// The lists, with their options.
  let optionLists: [OptionList]
  /// The texts in other languages.
  var translations: [TextInLanguage] = []
  var report: XFormReport

  /// A cell with those under it.
  struct Branch {
    var cell: FormCell
    var children: [Branch] = []

    /// The cell and all under it, in preorder.
    var cells: [FormCell] {
      var cell = cell
      let below = children.flatMap(\.cells)
      cell.additionalRows = below.count
      return [cell] + below
    }
  }

  init(
    _ model: XFormModel, _ texts: XFormTexts, _ lists: XFormLists, _ controls: [XFormControl],
    _ setValues: XFormSetValues, _ report: XFormReport
  ) {
    var report = report
    (optionLists, translations) = lists.optionLists(texts, &report)
    self.model = model
    self.texts = texts
    self.lists = lists
    self.controls = controls
    self.setValues = setValues
    self.report = report
    for control in controls.flatMap(\.all) {
      guard let node = control.node else { continue }
      switch control.kind {
      case .question: if !questions.insert(node).inserted { askedAgain.insert(control.element.index) }
      case .group: containers.insert(node)
      case .repeat:
        containers.insert(node)
        repeats.insert(node)
      }
    }
    sections = Set(controls.filter(isSection).compactMap(\.node))
    passing = nodesOfGroupsWithOthers(in: controls)
    self.model.emptyNewInstances(of: repeats)
    for node in model.nodes where node.isLeaf && node.parent != nil {
      guard !questions.contains(node.number), !containers.contains(node.number) else { continue }
      unasked[model.ancestors(of: node.number).first(where: containers.contains), default: []].append(node.number)
    }
  }

  // MARK: - Queries of expressions

  func key(of node: Int) -> String? {
    (model.nodes[node].isLeaf || containers.contains(node)) && !sections.contains(node) ? model.nodes[node].key : nil
  }

  func isRepeat(_ node: Int) -> Bool { repeats.contains(node) }

  func hasList(_ name: String) -> Bool { lists.has(name) }

  func list(ofItemsAt path: [String], in instance: String) -> String? { lists.name(ofItemsAt: path, in: instance) }

  func standInSeveral(itemsAt path: [String], in instance: String) -> Bool {
    lists.standInSeveral(itemsAt: path, in: instance)
  }

  func column(_ name: String, ofList list: String) -> String? { lists.column(name, of: list) }

  /// Whether a node has a control.
  func isQuestion(_ node: Int) -> Bool { questions.contains(node) }

  /// Whether a node is a section, a group of cells or a repeat.
  func isContainer(_ node: Int) -> Bool { containers.contains(node) }

  /// Whether a group leaves its relevance to the contents of its node, since it also shows something from elsewhere.
  func isPassing(_ node: Int) -> Bool { passing.contains(node) }

  /// Whether a control repeats the question of a node.
  func isAskedAgain(_ control: XFormControl) -> Bool { askedAgain.contains(control.element.index) }

  /// Whether a control is a group of which only the contents are in the form.
  func isNothing(_ control: XFormControl) -> Bool {
    control.kind == .group && control.node == nil && control.gate == nil && control.label == nil
      && !isAroundRepeat(control)
  }

  // MARK: - Sections

  private func isSection(_ control: XFormControl) -> Bool {
    control.kind == .group && !isNothing(control) && !isAroundRepeat(control)
  }

  /// Whether a group is only the label of a repeat.
  private func isAroundRepeat(_ control: XFormControl) -> Bool {
    guard control.kind == .group, control.gate == nil, control.children.count == 1, let only = control.children.first,
      only.kind == .repeat
    else { return false }
    return control.node == nil || control.node == only.node
  }

  /// Reports rules in binds of nodes that hold other nodes, and no answer.
  private mutating func tellOfContainers() {
    for node in model.nodes where !node.isLeaf {
      for name in ["required", "constraint", "calculate"] {
        guard let expression = node.condition(name) else { continue }
        report.keep(
          name, expression, of: node.key, at: node.rulePlace,
          "\(node.name.shortened) holds questions and no answer, so the rule “\(name)” has no effect")
      }
    }
  }

  /// Reports sibling nodes of one name without a repeat.
  private mutating func tellOfTwins() {
    for node in model.nodes where node.count > 1 && !repeats.contains(node.number) {
      report.add(
        at: node.place, "\(node.count) nodes are called \(node.name.shortened), and none of them is a repeat",
        action: "they are treated as one")
    }
  }

  /// The sections of the form.
  mutating func formSections() -> [FormSection] {
    tellOfContainers()
    tellOfTwins()
    tellOfMetadata()
    var found: [FormSection] = []
    var loose: [Branch] = []
    func closeLoose() {
      guard !loose.isEmpty else { return }
      found.append(
        FormSection(key: "section-\(found.count + 1)", cells: loose.flatMap(\.cells), isKeyDerived: true))
      loose = []
    }
    for control in controls {
      guard isSection(control) else {
        loose += branches(of: control, in: nil)
        continue
      }
      closeLoose()
      found.append(section(control, number: found.count + 1))
    }
    loose += hiddenBranches(in: nil, within: nil)
    closeLoose()
    keepBareNodes()
    return found
  }

  private mutating func section(_ control: XFormControl, number: Int) -> FormSection {
    let node = control.node
    let holder = holder(of: node, in: nil)
    let cells =
      control.children.flatMap { branches(of: $0, in: holder) }
      + (node.map { hiddenBranches(in: $0, within: holder) } ?? [])
    let key = node.map { model.nodes[$0].key } ?? "section-\(number)"
    if let node {
      keepPath(of: node)
      keepBind(of: node)
    }
    keep(control, of: key, usual: "group")
    keepOutputs("label", control.label, of: key)
    keepForms("label", control.label, of: key)
    translateNames(texts.others(of: control.label), at: .sectionTitle(key))
    return FormSection(
      key: key, title: XFormTexts.name(texts.pieces(of: control.label)),
      relevant: relevance(of: control, within: nil), cells: cells.flatMap(\.cells),
      isKeyDerived: node == nil)
  }

  /// Reports what a form asks of a device or a server besides its questions.
  private mutating func tellOfMetadata() {
    for node in model.nodes where node.parent.map({ model.nodes[$0].name }) == "meta" {
      if node.name == "audit" {
        report.add(
          at: node.place, "the form asks for an audit log, which is not recorded", action: "its node stays empty")
      } else if node.name == "entity" {
        let list = node.attributes["dataset"] ?? ""
        report.add(
          at: node.place, "submissions create or update entities of \(list.shortened) on a server",
          action: "lists here stay as they are")
      }
    }
  }

  /// The nodes of a container in the model without controls.
  private mutating func hiddenBranches(in container: Int?, within holder: Int?) -> [Branch] {
    (unasked[container] ?? []).map { Branch(cell: hiddenCell(model.nodes[$0], within: holder)) }
  }

  private mutating func hiddenCell(_ node: XFormModel.Node, within container: Int?) -> FormCell {
    var cell = FormCell(key: node.key, kind: XFormKind.ofType(node.type), isHidden: true)
    keepPath(of: node.number)
    addRules(to: &cell, of: node.number, within: container)
    keepBind(of: node.number, cell.rules, type: cell.kind.usualXFormType(ofControl: "input"))
    return cell
  }

  // MARK: - Cells

  private mutating func branches(of control: XFormControl, in container: Int?) -> [Branch] {
    switch control.kind {
    case .question: return question(control, in: container).map { [$0] } ?? []
    case .repeat: return [repeatBranch(control, label: control.label, in: container)]
    case .group:
      if isAroundRepeat(control), let only = control.children.first {
        let repeated = repeatBranch(only, label: control.label ?? only.label, in: container)
        keep(control, as: "group", of: repeated.cell.key, usual: "group")
        return [repeated]
      }
      let holder = holder(of: control.node, in: container)
      let inner = control.children.flatMap { branches(of: $0, in: holder) }
      let hidden = control.node.map { hiddenBranches(in: $0, within: holder) } ?? []
      guard !isNothing(control), !(inner + hidden).isEmpty else { return inner }
      return [Branch(cell: group(control, in: container), children: inner + hidden)]
    }
  }

  private mutating func group(_ control: XFormControl, in container: Int?) -> FormCell {
    let title = XFormTexts.name(texts.pieces(of: control.label))
    var cell = FormCell(
      key: control.node.map { model.nodes[$0].key } ?? nextGroupKey(), kind: .group, title: title,
      isExpandable: true, startsExpanded: true, isKeyDerived: control.node == nil)
    cell.rules = [relevance(of: control, within: container)].compactMap { $0 }
    if let node = control.node {
      keepPath(of: node)
      keepBind(of: node)
    }
    addTitleRule(to: &cell, control.label, at: control.node ?? container ?? 0, control.element)
    keep(control, of: cell.key, usual: "group")
    return cell
  }

  /// The key of a group without a node.
  private mutating func nextGroupKey() -> String {
    repeat { numberedGroups += 1 } while model.hasKey("group-\(numberedGroups)")
    return "group-\(numberedGroups)"
  }

  private mutating func repeatBranch(
    _ control: XFormControl, label: XMLTree.Element?, in container: Int?
  ) -> Branch {
    let node = control.node ?? 0
    let title = XFormTexts.name(texts.pieces(of: label))
    let count = countAtFirst(control, node)
    let isFixed = control.element.attribute("noAddRemove", in: XFormNamespace.javaRosa).map { $0.hasPrefix("true") }
    var cell = FormCell(
      key: model.nodes[node].key, kind: .repeat, title: title, isExpandable: true, startsExpanded: true,
      counts: isFixed == true
        ? InstanceCounts(minimum: count, maximum: count, initial: count) : InstanceCounts(initial: count))
    cell.rules = [relevance(of: node, within: container)].compactMap { $0 }
    keepPath(of: node)
    keepBind(of: node)
    if let counted = control.element.attribute("count", in: XFormNamespace.javaRosa) {
      if let rule = countRule(counted, of: node, control.element.place) {
        countsWithoutRule[cell.key] = cell.counts
        cell.counts = InstanceCounts()
        cell.rules.append(rule)
        if count != 1 { report.keep("instances", String(count), of: cell.key) }
      }
    }
    addTitleRule(to: &cell, label, at: model.nodes[node].parent ?? 0, control.element)
    keep(control, of: cell.key, usual: "repeat", known: isFixed == true ? ["count", "noAddRemove"] : ["count"])
    let inner = control.children.flatMap { branches(of: $0, in: node) } + hiddenBranches(in: node, within: node)
    guard !inner.isEmpty else {
      report.add(control.element, "a repeat has no questions")
      keep(control, of: cell.key, usual: "")
      return Branch(cell: FormCell(key: cell.key, kind: .label, title: cell.title, isHidden: true))
    }
    addFirstInstances(to: &cell, of: node, inner.flatMap(\.cells))
    return Branch(cell: cell, children: inner)
  }

  /// The initial number of a repeat's instances; at least one for a counted repeat with any.
  private func countAtFirst(_ control: XFormControl, _ node: Int) -> Int {
    let isCounted = control.element.attribute("count", in: XFormNamespace.javaRosa) != nil
    let least = isCounted && model.nodes[node].isThere ? 1 : 0
    return min(max(model.nodes[node].count, least), InstanceCounts.mostAtOnce)
  }

  /// Sets the initial values of a repeat's first instances.
  private mutating func addFirstInstances(to cell: inout FormCell, of node: Int, _ cells: [FormCell]) {
    // Those of a repeat within another one belong to the instance around them.
    guard !model.ancestors(of: node).contains(where: repeats.contains) else { return }
    var reader = XFormFirstInstances(self, cells)
    let first = reader.instances(of: node)
    for misfit in reader.misfits {
      report.add(
        misfit.element,
        "\(misfit.key.shortened) cannot have the initial value \(misfit.text.shortened)",
        action: "it has the value of a new instance there")
    }
    countsWithoutRule[cell.key]?.first = first
    if cell.rule(.count) == nil {
      cell.counts?.first = first
    } else if !first.isEmpty {
      report.add(
        at: model.nodes[node].place, "the instances of \(cell.key.shortened) are counted by a rule",
        action: "all of them begin with the values of a new one")
    }
  }

  private mutating func question(_ control: XFormControl, in container: Int?) -> Branch? {
    guard let node = control.node else { return nil }
    guard asked.insert(node).inserted else {
      report.add(control.element, "the node \(model.nodes[node].name.shortened) already has a question")
      return nil
    }
    var cell = FormCell(
      key: model.nodes[node].key, kind: kind(of: control, node),
      title: XFormTexts.name(texts.pieces(of: control.label)),
      subtitle: XFormTexts.plain(texts.pieces(of: control.hint)))
    let firstTranslation = translations.count
    translate(texts.others(of: control.hint), at: .cell(cell.key, .subtitle))
    keepPath(of: node)
    let options = addOptions(to: &cell, control)
    if cell.kind == .slider { addRange(to: &cell, control) }
    addTitleRule(to: &cell, control.label, at: node, control.element)
    if cell.showsAnswerAsTitle { swapTitles(of: &cell, from: firstTranslation) }
    addRules(to: &cell, of: node, within: container, offering: options)
    keepBind(of: node, cell.rules, type: cell.kind.usualXFormType(ofControl: control.name))
    keepOutputs("hint", control.hint, of: cell.key)
    keepForms("hint", control.hint, of: cell.key)
    keep(
      control, of: cell.key, usual: cell.kind.usualXFormControl,
      known: control.name == "range" ? ["start", "end", "step"] : [], hasList: cell.list != nil || cell.choosesFromList)
    return Branch(cell: cell, children: options.map { Branch(cell: $0) })
  }

  /// Names a question that shows its answer as its title by its second title, which stays; its hint is shown until
  /// there is an answer.
  private mutating func swapTitles(of cell: inout FormCell, from firstTranslation: Int) {
    swap(&cell.title, &cell.subtitle)
    for index in translations.indices[firstTranslation...] {
      switch translations[index].place {
      case .cell(cell.key, .title): translations[index].place = .cell(cell.key, .subtitle)
      case .cell(cell.key, .subtitle): translations[index].place = .cell(cell.key, .title)
      default: break
      }
    }
  }

  private func kind(of control: XFormControl, _ node: Int) -> CellKind {
    let type = model.nodes[node].type
    switch control.name {
    case "select1": return .group
    case "select", "rank": return .choices
    case "range": return .slider
    case "trigger": return .switch
    case "upload": return .file
    default:
      let kind = XFormKind.ofType(type)
      let isLong = control.element.attribute("appearance").map { $0.contains("multiline") } ?? false
      return kind == .text && isLong ? .longText : kind
    }
  }

  private mutating func addRange(to cell: inout FormCell, _ control: XFormControl) {
    func number(_ name: String) -> Double? { control.element.attribute(name).flatMap(Double.init) }
    guard let start = number("start"), let end = number("end"), start < end else {
      report.add(control.element, "a range has no start and end", action: "it is from 0 to 10")
      return
    }
    cell.range = NumberRange(minimum: start, maximum: end)
    cell.step = number("step")
  }
}
