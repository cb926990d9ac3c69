import FormState
import Foundation

/// The lists of an XForm: secondary instances that stand in it or beside it, and tables that `pulldata` reads.
struct XFormLists {
  /// A list, and what of it questions take as value and title.
  private struct List {
    let items: XFormListItems
    var value = "name"
    var title = "label"
    var isTaken = false
  }

  private var lists: [String: List] = [:]

  /// Finds the lists of a model.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - controls: the controls of the body, whose questions say which columns they take.
  ///   - attachments: the files that stand beside the form, by their names.
  /// - Throws: ``ImportError`` for a file that cannot be read.
  init(
    _ model: XMLTree.Element, _ controls: [XFormControl], attachments: [String: Data]
  ) throws(ImportError) {
    for instance in model.elements.filter({ $0.name.local == "instance" }).dropFirst() {
      guard let name = instance.attribute("id") else { continue }
      if let source = instance.attribute("src") {
        let file = XFormListItems.fileName(ofSource: source)
        if let data = attachments[file] { try add(name, XFormListItems(data, fileName: file)) }
      } else if let root = instance.elements.first, !root.elements.isEmpty {
        add(name, XFormListItems(root))
      }
    }
    try addTables(readIn: model, attachments)
    for control in controls.flatMap(\.all) {
      guard let itemset = XFormItemset(control.element), lists[itemset.list]?.isTaken == false else { continue }
      lists[itemset.list]?.value = itemset.value
      lists[itemset.list]?.title = itemset.title
      lists[itemset.list]?.isTaken = true
    }
  }

  /// Takes the usual names for the value and the title, as long as no question says otherwise, or else the first ones.
  private mutating func add(_ name: String, _ items: XFormListItems) {
    var list = List(items: items)
    let columns = items.columns
    if let value = ["name", "value"].first(where: columns.contains) ?? columns.first {
      list.value = value
      list.title = ["label", "title"].first(where: columns.contains) ?? columns.first { $0 != value } ?? value
    }
    lists[name.canonicalKey] = list
  }

  /// Adds the tables that `pulldata` names in some bind.
  private mutating func addTables(readIn model: XMLTree.Element, _ attachments: [String: Data]) throws(ImportError) {
    let expressions = model.elements.flatMap { $0.attributes.map(\.value) }.filter { $0.contains("pulldata") }
    guard !expressions.isEmpty else { return }
    for (file, data) in attachments.sorted(by: { $0.key < $1.key }) where file.lowercased().hasSuffix(".csv") {
      let name = String(file.dropLast(".csv".count))
      let isNamed = expressions.contains { $0.contains("'\(name)'") || $0.contains("\"\(name)\"") }
      if isNamed, !has(name) { add(name, try XFormListItems(data, fileName: file)) }
    }
  }

  /// What rules call a column of a list; `nil` where there is no such list or column.
  func column(_ name: String, of list: String) -> String? {
    guard let found = lists[list.canonicalKey] else { return nil }
    if name == found.value { return "value" }
    if name == found.title { return "title" }
    return found.items.columns.contains(name) ? Self.columnName(name) : nil
  }

  /// What a list calls a column besides value and title, which no other column may be called.
  private static func columnName(_ name: String) -> String {
    ["value", "title"].contains(name) ? name + "_" : name
  }

  /// Whether there is a list with a name.
  func has(_ list: String) -> Bool { lists[list.canonicalKey] != nil }

  /// Whether a question takes its choices from a list as others do.
  func agrees(with itemset: XFormItemset) -> Bool {
    lists[itemset.list].map { $0.value == itemset.value && $0.title == itemset.title } ?? false
  }

  /// The options of all lists, with their titles in other languages.
  ///
  /// - Complexity: O(n) for n items.
  func optionLists(
    _ texts: XFormTexts, _ report: inout XFormReport
  ) -> (lists: [OptionList], translations: [TextInLanguage]) {
    var translations: [TextInLanguage] = []
    let found = lists.sorted { $0.key < $1.key }.compactMap { name, list -> OptionList? in
      var options: [OptionList.Option] = []
      for item in list.items.items {
        guard let value = item.texts[list.value] else {
          report.add(
            line: item.line, "an item of the list \(name.shortened) has no \(list.value.shortened)",
            action: "it is left out")
          continue
        }
        let reference = item.texts["itextId"].map { "jr:itext('\($0)')" }
        let title = reference.flatMap(texts.pieces(ofReference:)).map(XFormTexts.plain)
        translations += (reference.map(texts.others(ofReference:)) ?? []).map { other in
          TextInLanguage(
            place: .option(list: name, value: value.canonicalKey), language: other.language,
            text: XFormTexts.plain(other.pieces))
        }
        options.append(
          OptionList.Option(
            value: value, title: title ?? item.texts[list.title] ?? value, columns: Self.columns(of: item, list)))
      }
      return options.isEmpty ? nil : OptionList(name, options: options)
    }
    return (found, translations)
  }

  /// What is known of an item besides its value and title. `pulldata` and conditions call these as the list does, so they stay under
  /// names of their own as well, unless they are those that everybody uses.
  private static func columns(of item: XFormListItems.Item, _ list: List) -> [String: String] {
    var columns: [String: String] = [:]
    for (name, text) in item.texts where name != "itextId" {
      let isUsual = name == list.value && name == "name" || name == list.title && name == "label"
      if !isUsual, name != list.value && name != list.title || !["value", "title"].contains(name) {
        columns[columnName(name)] = text
      }
    }
    return columns
  }
}

/// Where a question takes its choices from: a list of the form.
struct XFormItemset {
  let list: String
  let value: String
  let title: String
  /// The items, as the XForm says which they are.
  let items: String
  /// The conditions that choose among the items of the list, as they are written; empty for none.
  let conditions: String
  /// Whether the items are to be offered in an order by chance.
  let isShuffled: Bool
  let element: XMLTree.Element

  /// Reads the item set of a question; `nil` where it has none, or one that leads elsewhere than into a list.
  init?(_ question: XMLTree.Element) {
    guard let element = question.elements.first(where: { $0.name.local == "itemset" }),
      let nodeset = element.attribute("nodeset")?.trimmed
    else { return nil }
    isShuffled = nodeset.hasPrefix("randomize(") && nodeset.hasSuffix(")")
    items = isShuffled ? Self.firstArgument(nodeset.dropFirst("randomize(".count).dropLast()) : nodeset
    var scanner = XFormPathScanner(items)
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

  /// What stands before the comma that parts the items from the seed; a comma within brackets or quotes does not.
  private static func firstArgument(_ arguments: some StringProtocol) -> String {
    var depth = 0
    var quote: Character?
    for (index, character) in zip(arguments.indices, arguments) {
      switch character {
      case _ where quote != nil: if character == quote { quote = nil }
      case "'", "\"": quote = character
      case "(", "[": depth += 1
      case ")", "]": depth -= 1
      case "," where depth == 0: return String(arguments[..<index]).trimmed
      default: break
      }
    }
    return String(arguments).trimmed
  }
}
