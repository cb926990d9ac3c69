import FormState

/// Distributes relevance to the exported nodes.
///
/// A node of an XForm is irrelevant if its container is, and an import makes the relevance of nodes without cells part
/// of their cells' rules. Here it is removed again, so each node has its own. If a rule was changed since and no
/// longer contains the relevance around its node, all cells keep their rules and these nodes have none.
struct XFormRelevance {
  /// The place of a cell, and its relevance.
  private struct Place {
    let rule: String?
    /// The innermost node around it whose relevance a cell or section has.
    let holder: Int?
  }

  private let layout: SubmissionLayout
  private var places: [Int: Place] = [:]
  /// The relevance that nodes pass on to their contents, as part of a rule.
  private var passed: [Int: String] = [:]
  /// The relevance of the cells, without what is passed on to them; `nil` for none.
  private var own: [Int: String?] = [:]
  /// Whether all cells' rules contain what is passed on to them.
  private var isWhole = true

  /// Examines a form.
  ///
  /// - Parameter bare: the kept parts of nodes without cells.
  /// - Complexity: O(n d) for n cells in d levels of nodes.
  init(_ form: FormDefinition, _ layout: SubmissionLayout, bare: [Int: [String: PropertyValue]]) {
    self.layout = layout
    passed = bare.compactMapValues { $0["passes"]?.text }
    for section in form.sections {
      let node = layout.nodesOfSections[section.key]
      if let node { add(node, section.relevant, section.properties, within: nil) }
      let holder = node.flatMap { passed[$0] == nil ? $0 : nil }
      // The open nodes around a cell, each with its end.
      var open: [(end: Int, holder: Int?)] = [(section.cells.count, holder)]
      for (row, cell) in section.cells.enumerated() where cell.kind != .option {
        while open.count > 1, let last = open.last, last.end < row { open.removeLast() }
        guard let node = layout.nodesOfCells[cell.key], let around = open.last else { continue }
        add(node, cell.rule(.relevant), cell.properties, within: around.holder)
        guard layout.holdsNodes(node), passed[node] == nil else { continue }
        open.append((row + max(0, min(cell.additionalRows, section.cells.count)), node))
      }
    }
    for node in places.keys.sorted() { _ = findOwn(node) }
  }

  private mutating func add(
    _ node: Int, _ rule: FormRule?, _ properties: [String: PropertyValue], within holder: Int?
  ) {
    places[node] = Place(rule: rule?.source, holder: holder)
    // Its own rule overrides the kept one.
    if rule == nil, let kept = properties.keptOfXForm("passes") { passed[node] = kept }
  }

  // The nodes around a node are fewer than the levels of a document.
  private mutating func findOwn(_ node: Int) -> String? {
    if let passed = passed[node] { return passed }
    guard let place = places[node] else { return nil }
    if let known = own[node] { return known }
    var around: [String] = []
    for outer in layout.ancestors(of: node) {
      if outer == place.holder { break }
      if let condition = findOwn(outer) { around.append(condition) }
    }
    let found = Self.taken(around, off: place.rule)
    if found == nil { isWhole = false }
    own[node] = .some(found ?? place.rule)
    return found ?? place.rule
  }

  /// A rule without the conditions that were joined to it; `nil` if it does not contain them.
  private static func taken(_ conditions: [String], off rule: String?) -> String?? {
    guard !conditions.isEmpty else { return .some(rule) }
    guard let rule else { return nil }
    let joined = conditions.map { "(\($0))" }.joined(separator: " and ")
    if rule == (conditions.count == 1 ? conditions[0] : joined) { return .some(nil) }
    guard rule.hasPrefix("("), rule.hasSuffix(") and \(joined)") else { return nil }
    return String(rule.dropFirst().dropLast(") and \(joined)".count))
  }

  /// The relevance of a node by itself.
  ///
  /// - Parameter rule: the rule of its cell or section.
  func rule(of node: Int, _ rule: FormRule?) -> FormRule? {
    guard isWhole, let own = own[node] else { return rule }
    return own.map { FormRule(.relevant, $0) }
  }

  /// Whether a node repeats what it passes on.
  func saysWhatItPasses(_ node: Int) -> Bool { isWhole && passed[node] != nil }
}
