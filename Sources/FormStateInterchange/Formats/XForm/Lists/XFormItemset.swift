import FormState

/// The choices of a question from a list of the form.
struct XFormItemset {
  let list: String
  let value: String
  let title: String
  /// The nodeset of the items in the XForm.
  let nodeset: XFormNodeset
  /// The conditions on the items of the list, as written; empty for none.
  let conditions: String
  /// The element or attribute that defines it.
  let element: XMLTree.Element

  /// Reads the item set or search of a question; `nil` if it has none, or if it does not refer to one of the lists.
  init?(_ question: XMLTree.Element, in lists: XFormLists) {
    let search = XFormSearch(question)
    guard let element = search == nil ? question.itemset : question,
      let nodeset = search.map({ XFormNodeset(path: $0.items) }) ?? XFormNodeset(of: element)
    else { return nil }
    self.nodeset = nodeset
    var scanner = XFormPathScanner(nodeset.path)
    guard scanner.skip("instance"), let instance = scanner.skipCallOfText(), scanner.skip("/"),
      scanner.takeName() != nil
    else { return nil }
    var path: [String] = []
    while scanner.skip("/") {
      guard let name = scanner.takeName() else { return nil }
      path.append(name)
    }
    guard let list = lists.name(ofItemsAt: path, in: instance) else { return nil }
    func column(_ name: String) -> String? {
      element.elements.first { $0.name.local == name }?.attribute("ref")?.trimmed
    }
    self.list = list
    self.element = element
    conditions = scanner.rest
    value = search?.value ?? column("value") ?? "name"
    // jr:itext(itextId) is the text that an item names.
    title = search?.title ?? column("label").flatMap { $0.hasPrefix("jr:itext") ? nil : $0 } ?? "label"
  }
}

/// The choices of a question from answers in nodes of the primary instance.
struct XFormAnswerItems {
  let nodeset: XFormNodeset
  /// The way from the nodes of the nodeset to the answers.
  let value: String
  /// The path from the nodes of the nodeset to the titles of the choices.
  let title: String

  /// Reads an item set that leads into no secondary instance.
  init?(_ itemset: XMLTree.Element) {
    guard let nodeset = XFormNodeset(of: itemset), let first = nodeset.path.unicodeScalars.first,
      first == "/" || first == "." || XFormPathScanner.beginsName(first), !nodeset.path.hasPrefix("instance")
    else { return nil }
    self.nodeset = nodeset
    func way(_ name: String) -> String? {
      let written = itemset.elements.first { $0.name.local == name }?.attribute("ref")?.trimmed
      return written.map { $0.hasPrefix("./") ? String($0.dropFirst(2)) : $0 }
    }
    value = way("value") ?? "."
    title = way("label") ?? value
  }

  /// The expression of the answers, as XForms write it.
  var expression: String {
    let path = value == "." ? nodeset.path : "\(nodeset.path)/\(value)"
    return nodeset.ordered(path)
  }
}

/// The nodes of an item set, and their order.
struct XFormNodeset {
  /// The nodes in their own order.
  let path: String
  /// The seed of their order; `nil` for a random one.
  private let seed: String?
  /// Whether they are offered in another order than their own.
  let isShuffled: Bool

  /// Reads the nodeset of an item set; `nil` for one that has none.
  init?(of itemset: XMLTree.Element) {
    guard let written = itemset.attribute("nodeset")?.trimmed, !written.isEmpty else { return nil }
    guard written.hasPrefix("randomize("), written.hasSuffix(")") else {
      (path, seed, isShuffled) = (written, nil, false)
      return
    }
    let arguments = Self.arguments(of: written.dropFirst("randomize(".count).dropLast())
    path = arguments[0]
    seed = arguments.count > 1 ? arguments[1] : nil
    isShuffled = true
  }

  /// The nodes in the order of the choices.
  var expression: String { ordered(path) }

  /// The same order for other nodes.
  func ordered(_ path: String) -> String {
    guard isShuffled else { return path }
    return seed.map { "randomize(\(path), \($0))" } ?? "randomize(\(path))"
  }

  /// Uses nodes in their own order.
  init(path: String) { (self.path, seed, isShuffled) = (path, nil, false) }

  /// The arguments of a call, as written; commas within brackets or quotes do not separate them.
  static func arguments(of written: some StringProtocol) -> [String] {
    var arguments: [String] = []
    var depth = 0
    var quote: Character?
    var start = written.startIndex
    for (index, character) in zip(written.indices, written) {
      switch character {
      case _ where quote != nil: if character == quote { quote = nil }
      case "'", "\"": quote = character
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "," where depth == 0:
        arguments.append(String(written[start..<index]).trimmed)
        start = written.index(after: index)
      default: break
      }
    }
    return arguments + [String(written[start...]).trimmed]
  }
}

extension XMLTree.Element {
  /// The item set of a question; `nil` without one.
  var itemset: XMLTree.Element? { elements.first { $0.name.local == "itemset" } }
}
