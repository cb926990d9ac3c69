import FormState

/// The lists of an XForm: secondary instances that stand in it, with the columns that its questions take from them.
struct XFormLists {
  /// A list, and what of it rules call a value and a title.
  private struct List {
    let element: XMLTree.Element
    var value = "name"
    var title = "label"
    var isTaken = false
  }

  private var lists: [String: List] = [:]

  /// Finds the lists of a model.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - body: the body, whose questions say which columns they take.
  init(_ model: XMLTree.Element, _ controls: [XFormControl]) {
    for instance in model.elements.filter({ $0.name.local == "instance" }).dropFirst() {
      guard let name = instance.attribute("id"), let root = instance.elements.first, !root.elements.isEmpty else {
        continue
      }
      lists[name.canonicalKey] = List(element: root)
    }
    nameColumns()
    for control in controls.flatMap(\.all) {
      guard let itemset = XFormItemset(control.element), lists[itemset.list]?.isTaken == false else { continue }
      lists[itemset.list]?.value = itemset.value
      lists[itemset.list]?.title = itemset.title
      lists[itemset.list]?.isTaken = true
    }
  }

  /// Takes the usual names for the columns of lists from which no question takes its choices, or else the first ones.
  private mutating func nameColumns() {
    for (name, list) in lists {
      let columns = list.element.elements.first?.elements.map(\.name.local) ?? []
      guard let value = ["name", "value"].first(where: columns.contains) ?? columns.first else { continue }
      lists[name]?.value = value
      lists[name]?.title = ["label", "title"].first(where: columns.contains) ?? columns.first { $0 != value } ?? value
    }
  }

  /// What rules call a column of a list; `nil` where there is no such list or column.
  func column(_ name: String, of list: String) -> String? {
    guard let found = lists[list.canonicalKey] else { return nil }
    return name == found.value ? "value" : name == found.title ? "title" : nil
  }

  /// Whether there is a list with a name.
  func has(_ list: String) -> Bool { lists[list.canonicalKey] != nil }

  /// Whether a question takes its choices from a list as others do.
  func agrees(with itemset: XFormItemset) -> Bool {
    lists[itemset.list].map { $0.value == itemset.value && $0.title == itemset.title } ?? false
  }

  /// The options of all lists; of several with one value the first.
  ///
  /// - Complexity: O(n) for n items.
  func optionLists(_ texts: XFormTexts, _ report: inout XFormReport) -> [OptionList] {
    lists.sorted { $0.key < $1.key }.compactMap { name, list in
      var seen: Set<String> = []
      var options: [OptionList.Option] = []
      for item in list.element.elements {
        func column(_ name: String) -> String? { item.elements.first { $0.name.local == name }?.text.trimmed }
        guard let value = column(list.value), !value.isEmpty else {
          report.add(item, "an item of the list \(name.shortened) has no <\(list.value.shortened)>")
          continue
        }
        guard seen.insert(value.canonicalKey).inserted else {
          report.add(item, "the list \(name.shortened) has the value \(value.shortened) already")
          continue
        }
        let title = item.elements.first { $0.name.local == "itextId" }
          .flatMap { texts.pieces(ofReference: "jr:itext('\($0.text.trimmed)')") }.map(XFormTexts.plain)
        options.append(OptionList.Option(value: value, title: title ?? column(list.title) ?? value))
      }
      return options.isEmpty ? nil : OptionList(name, options: options)
    }
  }
}

/// Where a question takes its choices from: a list of the form.
struct XFormItemset {
  let list: String
  let value: String
  let title: String
  /// The conditions that choose among its items, as they are written; empty for none.
  let conditions: String
  let element: XMLTree.Element

  /// Reads the item set of a question; `nil` where it has none, or one that leads elsewhere than into a list.
  init?(_ question: XMLTree.Element) {
    guard let element = question.elements.first(where: { $0.name.local == "itemset" }),
      let nodeset = element.attribute("nodeset")
    else { return nil }
    var scanner = XFormPathScanner(nodeset.trimmed)
    guard scanner.skip("instance"), let list = scanner.skipCallOfText(), scanner.skip("/"), scanner.takeName() != nil,
      scanner.skip("/"), scanner.takeName() != nil
    else { return nil }
    func column(_ name: String) -> String? {
      element.elements.first { $0.name.local == name }?.attribute("ref")?.trimmed
    }
    self.list = list.canonicalKey
    self.element = element
    conditions = scanner.rest
    value = column("value") ?? "name"
    // jr:itext(itextId) stands for the text that an item names.
    title = column("label").flatMap { $0.hasPrefix("jr:itext") ? nil : $0 } ?? "label"
  }
}
