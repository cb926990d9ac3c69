import FormState
import Foundation

/// Writes responses as submissions, XML for ODK's servers.
///
/// ```swift
/// let xml = try SubmissionDocument.write(try store.contents(of: key))
/// ```
///
/// The nodes are those of the form's XForm, in their order, with the attributes of its root; irrelevant ones are
/// omitted, and a repeat occurs once per instance. Other forms have a node for each section, group and cell, named by
/// its key. `meta/instanceID` is the random name of the response, `uuid:…`; for an imported submission it is the
/// submission's name, from its cell or else the response's key. A response that has not begun has no name yet, and
/// gets a different one each time.
public enum SubmissionDocument {
  /// Writes a response.
  ///
  /// - Parameters:
  ///   - response: the response; for one that has not begun, its definition's values.
  ///   - inClear: whether to write it although its XForm asks for encrypted submissions, which are not supported.
  /// - Returns: the submission, UTF-8.
  /// - Throws: ``ExportError`` for a choice that would be read as two, if the form's kept XForm parts are damaged, and
  ///   if it asks for encryption.
  /// - Complexity: O(n) for n cells, those of instances each counted.
  public static func write(_ response: ResponseContents, inClear: Bool = false) throws -> Data {
    try writeNamingFiles(response, inClear: inClear).data
  }

  /// Writes a response, and returns the names of its files, each once.
  package static func writeNamingFiles(
    _ response: ResponseContents, inClear: Bool
  ) throws(ExportError) -> (data: Data, files: [String]) {
    if !inClear, response.form.properties.asksForEncryption {
      throw ExportError(
        description:
          "“\(response.form.key.shortened)” asks for encryption (\(XFormEncryption.attribute)), which is not "
          + "supported, so a submission would be in clear; write it with formstate export submission --in-clear")
    }
    var layout = try SubmissionLayout(response.form, version: response.version)
    layout.addInstanceID()
    let given = layout.givenInstanceID(of: response.key, in: response.state)
    let name = response.stream ?? StreamName.random()
    var writer = SubmissionWriter(
      layout, response, instanceID: given ?? SubmissionLayout.instanceIDPrefix + name.uuidText)
    try writer.writeNode(0, in: 0)
    return (Data(writer.output.bytes), writer.files)
  }
}

extension StreamName {
  /// The name as UUIDs are written.
  fileprivate var uuidText: String {
    let digits = Array(description)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
  }
}

/// Writes the nodes of one response.
private struct SubmissionWriter {
  let layout: SubmissionLayout
  let response: ResponseContents
  let instanceID: String
  let order: InstanceOrder
  let notAsked: Set<StateSubject>
  let fresh: FreshResponse
  var output = XMLElementWriter(isIndented: true)
  /// The files that were named so far.
  private(set) var files: [String] = []
  private var named: Set<String> = []

  init(_ layout: SubmissionLayout, _ response: ResponseContents, instanceID: String) {
    self.layout = layout
    self.response = response
    self.instanceID = instanceID
    order = InstanceOrder(response.state)
    notAsked = response.form.subjectsNotAsked(in: response.state)
    fresh = response.form.fresh
    output.head(#"<?xml version="1.0" encoding="UTF-8"?>"#)
  }

  // Nodes nest no deeper than the reader of documents lets them, or cells in a form.
  mutating func writeNode(_ number: Int, in instance: Int) throws(ExportError) {
    let node = layout.skeleton.nodes[number]
    guard isAsked(number, in: instance) else { return }
    switch layout.roles[number] {
    case _ where number == layout.instanceID:
      output.element(node.name, try attributes(of: node, in: instance), text: instanceID)
    case .fixed where node.children.isEmpty:
      output.element(node.name, try attributes(of: node, in: instance), text: node.text)
    case .answer(let cell):
      let text = try text(of: cell, node, in: instance)
      output.element(node.name, try attributes(of: node, in: instance), text: text)
      if cell.kind == .file, !text.isEmpty, named.insert(text).inserted { files.append(text) }
    case .repeat(let cell):
      for instance in order.instances(of: cell.key, in: instance)
      where !notAsked.contains(StateSubject(cell.key, instance: instance)) {
        try writeChildren(of: node, in: instance)
      }
    case .fixed, .section, .group: try writeChildren(of: node, in: instance)
    }
  }

  private func text(
    of cell: FormCell, _ node: XFormSkeleton.Node, in instance: Int
  ) throws(ExportError) -> String {
    let content = cell.kind.holdsValue ? response.state.content(of: cell, in: instance, fresh) : nil
    let text = try SubmissionValue.text(of: content, in: cell)
    // Nodes without a question keep their surrounding white space.
    return cell.isHidden && text.isSpelled(like: node.text.trimmed) ? node.text : text
  }

  /// The attributes of a node; those that are nodes are written even if they are irrelevant, as in JavaRosa.
  private func attributes(
    of node: XFormSkeleton.Node, in instance: Int
  ) throws(ExportError) -> [XMLWrittenAttribute] {
    try layout.skeleton.attributes(of: node) { number throws(ExportError) in
      let attribute = layout.skeleton.nodes[number]
      guard case .answer(let cell) = layout.roles[number] else { return attribute.text }
      return try text(of: cell, attribute, in: instance)
    }
  }

  private mutating func writeChildren(of node: XFormSkeleton.Node, in instance: Int) throws(ExportError) {
    output.begin(node.name, try attributes(of: node, in: instance))
    for child in node.children { try writeNode(child, in: instance) }
    output.end()
  }

  /// Whether a node is relevant; one without a cell is relevant if anything in it is, or if it is always empty.
  private func isAsked(_ number: Int, in instance: Int) -> Bool {
    switch layout.roles[number] {
    case .section(let position):
      guard let section = response.form.sections.element(at: position) else { return true }
      if SubmissionLayout.isPassing(section.properties, section.relevant) {
        return isAnythingAsked(in: number, instance)
      }
      return response.state.isRelevant(section, fresh)
    case .group(let cell) where SubmissionLayout.isPassing(cell.properties, cell.rule(.relevant)):
      return isAnythingAsked(in: number, instance)
    case .group(let cell), .repeat(let cell), .answer(let cell):
      return !notAsked.contains(StateSubject(cell.key, instance: instance))
    case .fixed: return number == 0 || isAnythingAsked(in: number, instance)
    }
  }

  private func isAnythingAsked(in number: Int, _ instance: Int) -> Bool {
    let children = layout.skeleton.nodes[number].children
    return children.isEmpty || children.contains { isAsked($0, in: instance) }
  }
}
