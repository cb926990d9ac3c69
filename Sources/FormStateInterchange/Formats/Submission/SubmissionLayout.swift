import FormState

/// Maps the cells of a form to its submissions: the nodes of its primary instance, each with its cell or section.
///
/// A form from an XForm has the nodes of that. Other cells, and all of other forms, get nodes by their keys in the
/// surrounding node.
struct SubmissionLayout {
  /// The meaning of a node.
  enum Role {
    /// Not visible to a person; it has the skeleton's content.
    case fixed
    /// A section, by its place in the form.
    case section(Int)
    /// A heading over other cells.
    case group(FormCell)
    /// A repeat, as often as it has instances.
    case `repeat`(FormCell)
    /// A cell that holds an answer, or none.
    case answer(FormCell)
  }

  /// A key that is not a valid XML name or that another node has, and the name of its node.
  struct Renaming: Hashable {
    let key: String
    let name: String
  }

  private(set) var skeleton: XFormSkeleton
  /// The meanings of the nodes, by their numbers.
  private(set) var roles: [Role]
  private(set) var nodesOfCells: [String: Int] = [:]
  private(set) var nodesOfSections: [String: Int] = [:]
  private(set) var renamings: [Renaming] = []
  /// The names of the value and title columns of lists, by the names of the lists; missing ones use the defaults.
  var listColumns: [String: XFormListColumns] = [:]
  /// Whether the nodes are those of an XForm.
  let isFromXForm: Bool

  /// Lays a form out.
  ///
  /// - Parameters:
  ///   - form: the definition.
  ///   - version: its number, the version of forms that do not come from an XForm.
  /// - Throws: ``ExportError`` if the form's kept XForm parts are damaged.
  /// - Complexity: O(n) for n cells and nodes.
  init(_ form: FormDefinition, version: Int? = nil) throws(ExportError) {
    if let xml = form.properties.keptOfXForm("instance") {
      do throws(DocumentFault) {
        skeleton = try XFormSkeleton(xml: xml)
      } catch {
        throw ExportError(
          description:
            "the property xforms.instance of “\(form.key.shortened)” is damaged: \(error.description); import its XForm again"
        )
      }
      isFromXForm = true
    } else {
      skeleton = Self.skeleton(of: form, version: version)
      isFromXForm = false
    }
    roles = skeleton.nodes.map { _ in .fixed }
    for (position, section) in form.sections.enumerated() { add(section, at: position) }
  }

  private static func skeleton(of form: FormDefinition, version: Int?) -> XFormSkeleton {
    var attributes = [
      XMLWrittenAttribute("xmlns:orx", XFormNamespace.openRosa), XMLWrittenAttribute("id", form.key),
    ]
    if let version { attributes.append(XMLWrittenAttribute("version", String(version))) }
    var skeleton = XFormSkeleton(root: "data", attributes)
    skeleton.addInstanceID()
    return skeleton
  }

  // MARK: - Cells

  private mutating func add(_ section: FormSection, at position: Int) {
    var around = 0
    if let node = section.properties.keptOfXForm("ref").flatMap(skeleton.node(atPath:)), isFree(node) {
      around = node
    } else if !isFromXForm {
      around = newNode(section.key, in: 0)
    }
    if around != 0 {
      roles[around] = .section(position)
      nodesOfSections[section.key] = around
    }
    // The open nodes around a cell, each with its end.
    var open: [(end: Int, node: Int)] = []
    for (row, cell) in section.cells.enumerated() where cell.kind != .option {
      while let last = open.last, last.end < row { open.removeLast() }
      guard let node = node(of: cell, at: row, in: section, around: open.last?.node ?? around) else { continue }
      open.append((row + max(0, min(cell.additionalRows, section.cells.count)), node))
    }
  }

  /// Finds or makes the node of a cell.
  ///
  /// - Returns: the node of the cells below it; `nil` if they are beside it.
  private mutating func node(of cell: FormCell, at row: Int, in section: FormSection, around: Int) -> Int? {
    let kept = cell.properties.keptOfXForm("ref").flatMap { number(ofNodeAt: $0) }
    let known = kept.flatMap { isFree($0) ? $0 : nil }
    let isHeading =
      cell.kind == .group
      && (known.map { !skeleton.nodes[$0].children.isEmpty } ?? !section.offersOptions(at: row))
    // A heading without a node in the XForm is only for display.
    if known == nil, isHeading, isFromXForm { return nil }
    let node = known ?? newNode(cell.key, in: around)
    nodesOfCells[cell.key] = node
    switch cell.kind {
    case .repeat: roles[node] = .repeat(cell)
    case .group where isHeading: roles[node] = .group(cell)
    case .label where !skeleton.nodes[node].children.isEmpty: break
    default: roles[node] = .answer(cell)
    }
    return cell.kind == .repeat || isHeading ? node : nil
  }

  /// The node at a path; one that leads to an attribute makes it a node.
  private mutating func number(ofNodeAt path: String) -> Int? {
    if let known = skeleton.node(atPath: path) { return known }
    guard let number = skeleton.addAttribute(atPath: path) else { return nil }
    roles.append(.fixed)
    return number
  }

  private func isFree(_ node: Int) -> Bool { if case .fixed = roles[node] { node != 0 } else { false } }

  /// Makes a node for a key.
  private mutating func newNode(_ key: String, in parent: Int) -> Int {
    let plain = XFormSkeleton.name(for: key)
    var (name, number) = (plain, 1)
    while skeleton.child(name, of: parent) != nil {
      number += 1
      name = "\(plain)-\(number)"
    }
    if name != key { renamings.append(Renaming(key: key, name: name)) }
    roles.append(.fixed)
    return skeleton.add(name, to: parent)
  }

  /// Adds the node of the submission's name, if the XForm has none.
  mutating func addInstanceID() {
    skeleton.addInstanceID()
    roles += Array(repeating: .fixed, count: skeleton.nodes.count - roles.count)
  }

  // MARK: - Looking

  /// The nodes around a node, the innermost first.
  func ancestors(of node: Int) -> some Sequence<Int> { sequence(first: node) { skeleton.nodes[$0].parent }.dropFirst() }

  /// Whether a node has instances.
  func isRepeat(_ node: Int) -> Bool { if case .repeat = roles[node] { true } else { false } }

  /// Whether a section or cell has no relevance but that of its contents, see ``XFormBuilder/isPassing(_:)``.
  static func isPassing(_ properties: [String: PropertyValue], _ relevant: FormRule?) -> Bool {
    relevant == nil && properties.keptOfXForm("passes") != nil
  }

  /// Whether other cells are in a node: it has instances, or is a section or a heading.
  func holdsNodes(_ node: Int) -> Bool {
    switch roles[node] {
    case .section, .group, .repeat: true
    case .fixed, .answer: false
    }
  }

  /// The node of the submission's name; `nil` if the XForm has none.
  var instanceID: Int? { skeleton.child("meta", of: 0).flatMap { skeleton.child("instanceID", of: $0) } }

  /// The name under which a response is exported, if it was given; `nil` for its random name.
  ///
  /// An initial value from a rule does not count: a copy of the response has that as well, and is a separate
  /// submission.
  func givenInstanceID(of key: ResponseKey, in state: ResponseState) -> String? {
    if let instanceID, case .answer(let cell) = roles[instanceID],
      case .value(let value)? = state.state(of: cell, in: 0).entry, !value.plainText.trimmed.isEmpty
    {
      return value.plainText.trimmed
    }
    return key.response.hasPrefix(Self.instanceIDPrefix) ? key.response : nil
  }

  /// The prefix of the names of submissions, here and elsewhere.
  static let instanceIDPrefix = "uuid:"
}

extension XFormSkeleton {
  /// Adds the node of the submission's name, if it is missing.
  mutating func addInstanceID() {
    guard let meta = child("meta", of: 0) else {
      let isDeclared = attribute("xmlns:orx") != nil
      let declaration = isDeclared ? [] : [XMLWrittenAttribute("xmlns:orx", XFormNamespace.openRosa)]
      add("orx:instanceID", to: add("orx:meta", declaration, to: 0))
      return
    }
    guard child("instanceID", of: meta) == nil else { return }
    let prefix = nodes[meta].name.split(separator: ":").dropLast().first.map { "\($0):" } ?? ""
    add("\(prefix)instanceID", to: meta)
  }

  /// A key as the name of a node, with `_` for characters that XML names lack.
  static func name(for key: String) -> String {
    var name = String.UnicodeScalarView()
    for scalar in key.unicodeScalars {
      let isFirst = name.isEmpty
      let continues = ("0"..."9").contains(scalar) || scalar == "-" || scalar == "."
      if isFirst && continues { name.append("_") }
      name.append(continues || scalar.beginsNodeName ? scalar : "_")
    }
    return name.isEmpty ? "_" : String(name)
  }
}

extension Unicode.Scalar {
  /// Whether names of nodes can begin with the scalar, in XML and in expressions.
  fileprivate var beginsNodeName: Bool {
    if value < 0x80 { return self == "_" || ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
    return value >= 0xC0 && value < 0xF_0000 && properties.isAlphabetic
      && properties.canonicalCombiningClass == .notReordered
  }
}

extension FormSection {
  /// Whether a heading has options to choose from directly under it.
  fileprivate func offersOptions(at row: Int) -> Bool {
    guard let cell = cells.element(at: row) else { return false }
    if cell.list != nil || cell.choosesFromList { return true }
    var next = row + 1
    let end = min(cells.count, next + max(0, min(cell.additionalRows, cells.count)))
    while next < end, let child = cells.element(at: next) {
      if child.kind == .option { return true }
      next += 1 + max(0, min(child.additionalRows, cells.count))
    }
    return false
  }
}

extension [String: PropertyValue] {
  /// The kept XForm parts under a name; `nil` for none.
  func keptOfXForm(_ name: String) -> String? {
    guard case .dictionary(let kept)? = self[XFormDocument.property] else { return nil }
    return kept[name]?.text
  }
}
