import FormState
import Foundation

/// Imports ODK XForms.
///
/// Questions of an XForm become cells with rules; the article on formats has the mapping. Nothing is dropped silently:
/// unsupported parts are reported with their line, and those of a question are kept with its cell under the property
/// `xforms`.
enum XFormDocument {
  /// The name under which a cell keeps unsupported parts.
  static let property = "xforms"

  /// How far a document is looked through for the namespace of XForms, in bytes.
  private static let farthestNamespace = 1 << 16

  /// Whether a document is XML that mentions XForms before a property list: by their namespace, or as a page whose
  /// head has a model with an instance, which Collect accepts as well.
  ///
  /// - Complexity: O(1).
  static func isXForm(_ data: Data) -> Bool {
    let start = data.prefix(farthestNamespace)
    guard let mark = start.firstRange(of: Data(XFormNamespace.xforms.utf8)) ?? modelOfPage(start) else { return false }
    let before = start[..<mark.lowerBound]
    return before.contains(UInt8(ascii: "<")) && before.firstRange(of: Data("<plist".utf8)) == nil
      && !before.contains(UInt8(ascii: "{"))
  }

  /// The position of a page's model; `nil` for none.
  private static func modelOfPage(_ start: Data) -> Range<Data.Index>? {
    guard let page = start.firstRange(of: Data(XFormNamespace.page.utf8)) else { return nil }
    let rest = start[page.upperBound...]
    guard let model = rest.firstRange(of: Data("<model".utf8)) ?? rest.firstRange(of: Data(":model".utf8)),
      rest[model.upperBound...].firstRange(of: Data("instance".utf8)) != nil
    else { return nil }
    return model
  }

  /// Reads an XForm.
  ///
  /// - Parameters:
  ///   - data: the whole document.
  ///   - settings: the import settings.
  /// - Throws: ``ImportError``.
  /// - Complexity: O(n) in the size of the document.
  static func read(_ data: Data, settings: ImportSettings) throws(ImportError) -> ImportedForm {
    let tree = try XMLTree.read(
      data, sourceName: settings.sourceName,
      wayOut: "keep long lists in CSV files beside the XForm, in the folder of --attach")
    var faults = FaultList()
    if settings.titleKey != nil || settings.sectionTitles != nil {
      faults.add(
        Diagnostic(
          problem: "the document is an XForm, which has its own titles", action: "omit the titles or their key")
      )
      throw ImportError(sourceName: settings.sourceName, faults: faults)
    }
    guard let model = model(of: tree.root), let root = model.primaryInstance else {
      faults.add(
        Diagnostic(
          at: tree.root.place, problem: "there is no model with an instance",
          action: "write <model><instance> into the head"))
      throw ImportError(sourceName: settings.sourceName, faults: faults)
    }
    var read = try form(of: tree.root, model, root, settings: settings)
    for fault in read.leaveOutFaultyRules() {
      let (problem, action) = fault.clauses
      faults.add(
        Diagnostic(
          at: read.place(of: fault), section: fault.section, row: fault.row, key: fault.property, problem: problem,
          action: action))
    }
    let diagnostics = read.report.inOrder
    if settings.isStrict { for diagnostic in diagnostics { faults.add(diagnostic) } }
    guard faults.count == 0 else { throw ImportError(sourceName: settings.sourceName, faults: faults) }
    return ImportedForm(form: read.finished, diagnostics: diagnostics).proven
  }

  /// The model of an XForm, wherever its head has it.
  private static func model(of root: XMLTree.Element) -> XMLTree.Element? {
    let inHead = root.elements.filter { $0.name.local == "head" }.flatMap(\.elements)
    return (inHead + root.elements).first { $0.name.local == "model" }
  }

  private static func form(
    of root: XMLTree.Element, _ model: XMLTree.Element, _ instance: XMLTree.Element, settings: ImportSettings
  ) throws(ImportError) -> ReadXForm {
    var report = XFormReport()
    let nodes = XFormModel(model, root: instance, &report)
    let texts = XFormTexts(model, &report)
    let body = root.elements.first { $0.name.local == "body" }
    let controls = body.map { XFormControl.controls(in: $0, around: nil, nodes, &report) } ?? []
    let lists = try XFormLists(model, controls, attachments: settings.attachments)
    report.addUnheard(in: model, lists)
    let setValues = XFormSetValues(in: root, controls, nodes, &report)
    var builder = XFormBuilder(nodes, texts, lists, controls, setValues, report)
    let sections = builder.formSections()
    let title = root.elements.first { $0.name.local == "head" }?.elements.first { $0.name.local == "title" }?.text
      .collapsed
    let key = settings.formKey ?? instance.attribute("id").flatMap { $0.isBlank ? nil : $0 } ?? settings.keyFromName
    if builder.report.place(of: key) == .wholeDocument { builder.report.note(instance.place, of: key) }
    var skeleton = XFormSkeleton(instance)
    skeleton.empty(as: builder.model)
    var properties: [String: PropertyValue] = ["instance": .string(skeleton.xml)]
    if let version = instance.attributes.first(where: { $0.name.local == "version" })?.value {
      properties["version"] = .string(version)
    }
    let heads = root.elements.filter { $0.name.local == "head" }
    properties["html"] = remainder(of: root, nodes, without: ["head", "body", "model"])
    properties["head"] = heads.first.flatMap { remainder(of: $0, nodes, without: ["title", "model"]) }
    properties["model"] = remainder(of: model, builder)
    properties["body"] = body.flatMap { builder.remainder(ofBody: $0, controls) }.map(PropertyValue.string)
    let forms = lists.forms(texts)
    if !forms.isEmpty { properties["lists"] = .dictionary(forms) }
    let mentioned = XFormMentions(properties, builder.report.kept).texts(texts)
    if !mentioned.isEmpty { properties["texts"] = .dictionary(mentioned) }
    return ReadXForm(
      form: FormDefinition(
        key: key, title: title ?? "", sections: sections, lists: builder.optionLists,
        properties: [property: .dictionary(properties)], language: texts.language,
        translations: FormTranslation.all(of: builder.translations)),
      report: builder.report, countsWithoutRule: builder.countsWithoutRule)
  }

  /// The parts of an element besides those of some elements in it; `nil` for none.
  private static func remainder(
    of element: XMLTree.Element, _ nodes: XFormModel, without heard: Set<String>
  ) -> PropertyValue? {
    var remainder = XFormRemainder(of: element, without: [])
    if element.parent == nil { remainder.addDeclarations(of: element) }
    remainder.addElements(of: element, nodes) { heard.contains($0.name.local) }
    return remainder.isEmpty ? nil : .string(remainder.xml)
  }

  /// The parts of a model besides its nodes, their binds, the lists and the texts; `nil` for none.
  private static func remainder(
    of model: XMLTree.Element, _ builder: XFormBuilder
  ) -> PropertyValue? {
    let nodes = builder.model
    let primary = model.elements.first { $0.name.local == "instance" }?.index
    let binds = Set(nodes.nodes.compactMap(\.bind?.index))
    let names = Set(builder.optionLists.map(\.name))
    var remainder = XFormRemainder(of: model, without: [])
    remainder.addElements(of: model, nodes) { element in
      switch element.name.local {
      case "instance": element.index == primary || builder.lists.isWhole(element.attribute("id") ?? "", in: names)
      case "bind": binds.contains(element.index)
      default: element.name.local == "itext"
      }
    }
    return remainder.isEmpty ? nil : .string(remainder.xml)
  }
}

extension XMLTree.Element {
  /// Of a model, the root of its primary instance.
  fileprivate var primaryInstance: XMLTree.Element? {
    elements.first { $0.name.local == "instance" }?.elements.first
  }
}

/// A form from an XForm, with its unsupported parts.
struct ReadXForm {
  private(set) var form: FormDefinition
  private(set) var report: XFormReport
  private let countsWithoutRule: [String: InstanceCounts]

  /// Makes one from the reader's findings.
  ///
  /// - Parameter countsWithoutRule: with how many instances repeats begin whose rule counts them, were it left out.
  init(form: FormDefinition, report: XFormReport, countsWithoutRule: [String: InstanceCounts]) {
    self.form = form
    self.report = report
    self.countsWithoutRule = countsWithoutRule
  }

  /// Leaves rules out that the form cannot have, such as those that go in cycles.
  ///
  /// - Returns: the remaining faults of the form.
  mutating func leaveOutFaultyRules() -> [DefinitionFault] {
    // Rules that read an omitted rule may become faulty only then.
    for _ in 0..<3 {
      let faults = form.definitionFaults()
      let ofRules = faults.filter { leaveOut($0) }
      if ofRules.isEmpty { return keepFirstInstances() ? form.definitionFaults() : faults }
    }
    _ = keepFirstInstances()
    return form.definitionFaults()
  }

  /// Lets repeats begin with the instances of the primary instance if their count follows from those.
  ///
  /// - Returns: whether that changes the form.
  private mutating func keepFirstInstances() -> Bool {
    guard !countsWithoutRule.isEmpty else { return false }
    var hasChanged = false
    for rule in form.rulesInOrder.rules where rule.countsByItself {
      guard let place = rule.place.cell else { continue }
      let cell = form.sections[place.section].cells[place.position]
      let least = countsWithoutRule[cell.key]?.initial ?? 0
      guard least > 0 else { continue }
      form.sections[place.section].cells[place.position].counts?.minimum = least
      hasChanged = true
    }
    return hasChanged
  }

  /// Omits the rule of a fault; `false` if the fault is not about a rule.
  private mutating func leaveOut(_ fault: DefinitionFault) -> Bool {
    let name = fault.property.prefix { $0.isLetter }
    if let language = form.translations.map(\.language).first(where: { fault.property == "\(name).\($0)" }) {
      return leaveOutText(in: language, fault)
    }
    guard let section = fault.section, form.sections.indices.contains(section),
      let kind = name == "constraints" ? .constraint : FormRule.Kind(rawValue: String(name))
    else { return false }
    guard let row = fault.row else {
      guard kind == .relevant, let rule = form.sections[section].relevant else { return false }
      form.sections[section].relevant = nil
      keep(rule, of: form.sections[section].key, because: fault)
      return true
    }
    guard form.sections[section].cells.indices.contains(row) else { return false }
    let cell = form.sections[section].cells[row]
    let rules = cell.rules.filter { $0.kind == kind }
    guard !rules.isEmpty else { return false }
    form.sections[section].cells[row].rules.removeAll { $0.kind == kind }
    if kind == .count, let counts = countsWithoutRule[cell.key] { form.sections[section].cells[row].counts = counts }
    // A question without its own conditions offers its whole list.
    if let list = rules.first?.expression?.choices?.list, form.list(named: list) != nil {
      form.sections[section].cells[row].rules.append(FormRule(choicesOfAllIn: list))
    }
    form.translations = form.translations.compactMap { translation in
      var left = translation
      left.texts = translation.texts.filter { !$0.key.isOfRule(kind, ofCell: cell.key) }
      return left.texts.isEmpty && !translation.texts.isEmpty ? nil : left
    }
    for rule in rules { keep(rule, of: cell.key, because: fault) }
    return true
  }

  /// Omits the expression of a title in another language; `false` if a fault is about something else.
  private mutating func leaveOutText(in language: String, _ fault: DefinitionFault) -> Bool {
    let place = TextPlace.cell(fault.key, .titleExpression)
    guard let source = form.text(at: place, in: language) else { return false }
    form.setText(nil, at: place, in: language)
    report.keep(
      "title (\(language))", source, of: fault.key, at: report.place(of: .title, key: fault.key),
      "the title of \(fault.key.shortened) in \(language.shortened): \(fault.clauses.problem)")
    return true
  }

  /// The place of a fault in the document.
  func place(of fault: DefinitionFault) -> DocumentPlace {
    guard let section = fault.section, form.sections.indices.contains(section) else {
      return report.place(of: fault.key)
    }
    let cells = form.sections[section].cells
    // An option of a list is below its question, which is in the body.
    let above = (0...(fault.row ?? 0)).reversed().lazy.filter { cells.indices.contains($0) }.map { cells[$0] }
    let question = above.first { $0.kind != .option }
    return report.place(of: fault.row == nil ? fault.key : question?.key ?? fault.key)
  }

  private mutating func keep(_ rule: FormRule, of key: String, because fault: DefinitionFault) {
    let place = report.place(of: rule.kind, key: key)
    let problem = "the rule “\(rule.kind.rawValue)” of \(key.shortened): \(fault.clauses.problem)"
    if rule.kind == .set {
      report.keepSetting(rule.source, when: rule.triggers, of: key, at: place, problem)
    } else {
      report.keep(rule.kind.rawValue, rule.source, of: key, at: place, problem)
    }
  }

  /// The form, with its unsupported parts kept with their cell or section, or else with the form.
  var finished: FormDefinition {
    var finished = form
    var kept = report.kept
    for (section, read) in form.sections.enumerated() {
      for (row, cell) in read.cells.enumerated() {
        guard let properties = kept.removeValue(forKey: cell.key) else { continue }
        finished.sections[section].cells[row].properties.keep(properties)
      }
      guard let properties = kept.removeValue(forKey: read.key) else { continue }
      finished.sections[section].properties.keep(properties)
    }
    finished.properties.keep(kept.isEmpty ? nil : ["nodes": .dictionary(kept.mapValues(PropertyValue.dictionary))])
    // No rule reads properties.
    finished.setFresh(form.fresh)
    return finished
  }
}

extension TextPlace {
  /// Whether it is a text of the rules of a kind that a cell has.
  fileprivate func isOfRule(_ kind: FormRule.Kind, ofCell key: String) -> Bool {
    guard case .cell(key, let text) = self else { return false }
    return switch text {
    case .titleExpression: kind == .title
    case .requiredMessage: kind == .required
    case .constraintMessage: kind == .constraint
    case .title, .subtitle, .unit, .offTitle, .onTitle, .summary: false
    }
  }
}

extension [String: PropertyValue] {
  /// Keeps unsupported parts, in addition to existing ones.
  fileprivate mutating func keep(_ kept: [String: PropertyValue]?) {
    guard let kept else { return }
    var all = kept
    if case .dictionary(let known)? = self[XFormDocument.property] { all.merge(known) { new, _ in new } }
    self[XFormDocument.property] = .dictionary(all)
  }
}
