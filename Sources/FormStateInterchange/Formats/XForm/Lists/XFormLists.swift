import FormState
import Foundation

/// The lists of an XForm: secondary instances in it or beside it, and tables for `pulldata`.
struct XFormLists {
  /// A list, with its value and title columns.
  private struct List {
    let items: XFormListItems
    var value = "name"
    var title = "label" {
      didSet { hasAllTitles = items.items.allSatisfy { $0.title(title) != nil || $0.title("itextId") != nil } }
    }
    /// Whether each item has a title, its own or among the texts; one without is titled by its value, which its column
    /// does not hold.
    private(set) var hasAllTitles = false
    var isTaken = false

    init(items: XFormListItems) { self.items = items }

    /// Whether the value or the title of an option repeats a column under a usual name.
    func isSaid(_ column: String) -> Bool {
      column == value && ["name", "value", "title"].contains(column)
        || column == title && hasAllTitles && ["label", "value", "title"].contains(column)
    }
  }

  /// The location of items: the secondary instance, and the names of elements below its root.
  private struct Place: Hashable {
    let instance: String
    let path: [String]
  }

  private var lists: [String: List] = [:]
  /// The lists of secondary instances in the form.
  private var names: [Place: String] = [:]
  /// The paths to items within several others.
  private var placesInSeveral: Set<Place> = []
  /// The secondary instances that have lists, by their names.
  private(set) var instances: Set<String> = []

  /// Finds the lists of a model.
  ///
  /// - Parameters:
  ///   - model: the model.
  ///   - controls: the controls of the body, whose questions determine the columns.
  ///   - attachments: the files beside the form, by their names.
  /// - Throws: ``ImportError`` for a file that cannot be read.
  init(
    _ model: XMLTree.Element, _ controls: [XFormControl], attachments: [String: Data]
  ) throws(ImportError) {
    for instance in model.elements.filter({ $0.name.local == "instance" }).dropFirst() {
      guard let name = instance.attribute("id") else { continue }
      if let source = instance.attribute("src") {
        let file = XFormListItems.fileName(ofSource: source)
        guard let data = attachments[file] else { continue }
        if file.lowercased().hasSuffix(".csv") {
          add(name, try XFormListItems(table: data, fileName: file))
        } else if file.lowercased().hasSuffix(".geojson") {
          add(name, try XFormListItems(places: data, fileName: file))
        } else {
          add(name, try XFormListItems.root(of: data, fileName: file))
        }
      } else if let root = instance.elements.first, !root.elements.isEmpty {
        add(name, root)
      }
    }
    try addTables(readIn: model, searchedBy: controls, attachments)
    for control in controls.flatMap(\.all) {
      guard let itemset = XFormItemset(control.element, in: self), lists[itemset.list]?.isTaken == false else {
        continue
      }
      lists[itemset.list]?.value = itemset.value
      lists[itemset.list]?.title = itemset.title
      lists[itemset.list]?.isTaken = true
    }
  }

  /// Adds the lists of a secondary instance: one for each path to elements that hold elements, or that occur more than
  /// once in one element, and for those below the root.
  ///
  /// If an instance has one kind of items, their list has its name; otherwise each name includes the elements of the
  /// path.
  ///
  /// - Complexity: O(n d) for n elements d levels deep.
  private mutating func add(_ instance: String, _ root: XMLTree.Element) {
    let below = Self.itemsBelow(root)
    var paths: [[String]] = []
    var elements: [[String]: [XMLTree.Element]] = [:]
    // The number of elements that hold elements at a path.
    var holders: [[String]: Int] = [:]
    var waiting: [(element: XMLTree.Element, path: [String])] = root.elements.reversed().map { ($0, [$0.name.local]) }
    while let (element, path) = waiting.popLast() {
      if elements[path] == nil { paths.append(path) }
      elements[path, default: []].append(element)
      guard let names = below[path] else { continue }
      let items = element.elements.filter { names.all.contains($0.name.local) }
      for item in items.reversed() { waiting.append((item, path + [item.name.local])) }
      for name in Set(items.map(\.name.local)) { holders[path + [name], default: 0] += 1 }
    }
    let ofRoot = paths.filter { $0.count == 1 }
    for path in paths {
      let isOnly = path.count == 1 && ofRoot.count == 1
      let name = isOnly ? instance : ([instance] + path).joined(separator: "-")
      guard !has(name) else { continue }
      let place = Place(instance: instance.canonicalKey, path: path)
      names[place] = name.canonicalKey
      if holders[path, default: 0] > 1 { placesInSeveral.insert(place) }
      add(name, XFormListItems(elements[path, default: []], besides: below[path]?.several ?? []))
    }
    instances.insert(instance.canonicalKey)
  }

  /// The names of elements within items that are items themselves.
  private struct ItemNames {
    /// Elements that hold elements, or occur more than once.
    var all: Set<String> = []
    /// Texts that occur more than once, of which a column would keep only the first.
    var several: Set<String> = []
  }

  /// The names seen so far in one element. A few are compared one by one: a set for each item of a long list costs
  /// more.
  private struct SeenNames {
    private var few: [String] = []
    private var others: Set<String> = []
    private static let mostFew = 12

    /// Records a name; `false` if it is already recorded.
    mutating func insert(_ name: String) -> Bool {
      guard !few.contains(name) else { return false }
      guard few.count == Self.mostFew else {
        few.append(name)
        return true
      }
      return others.insert(name).inserted
    }
  }

  /// By the path to elements, their contents that consist of items.
  private static func itemsBelow(_ root: XMLTree.Element) -> [[String]: ItemNames] {
    var items: [[String]: ItemNames] = [:]
    var waiting: [(element: XMLTree.Element, path: [String])] = root.elements.map { ($0, [$0.name.local]) }
    while let (element, path) = waiting.popLast() {
      var seen = SeenNames()
      for child in element.lazyElements {
        let isFirst = seen.insert(child.name.local)
        let holdsElements = child.holdsElements
        if !isFirst || holdsElements { items[path, default: ItemNames()].all.insert(child.name.local) }
        if !isFirst, !holdsElements { items[path, default: ItemNames()].several.insert(child.name.local) }
        if holdsElements { waiting.append((child, path + [child.name.local])) }
      }
    }
    return items
  }

  /// Whether the lists of the form contain all of a secondary instance.
  ///
  /// - Parameter lists: the names of those.
  func isWhole(_ instance: String, in lists: Set<String>) -> Bool {
    let instance = instance.canonicalKey
    return lists.contains(instance) || names.contains { $0.key.instance == instance && lists.contains($0.value) }
  }

  /// The list at a path into a secondary instance; `nil` if there is none.
  ///
  /// - Parameter path: the names of the elements below the root. The items of a table have any name.
  func name(ofItemsAt path: [String], in instance: String) -> String? {
    let instance = instance.canonicalKey
    if let name = names[Place(instance: instance, path: path)] { return name }
    return !instances.contains(instance) && path.count == 1 && lists[instance] != nil ? instance : nil
  }

  /// Whether the items at a path into a secondary instance are within several others.
  func standInSeveral(itemsAt path: [String], in instance: String) -> Bool {
    placesInSeveral.contains(Place(instance: instance.canonicalKey, path: path))
  }

  /// Uses the default names for the value and the title, unless a question names others, or else the first ones.
  private mutating func add(_ name: String, _ items: XFormListItems) {
    var list = List(items: items)
    let columns = items.columns
    if let value = ["name", "value"].first(where: columns.contains) ?? columns.first {
      list.value = value
      let titles = ["label", "title"].filter(columns.contains)
      // An item without a label is written with a title as well, and every item has that.
      let complete = titles.first { name in items.items.allSatisfy { $0.title(name) != nil } }
      list.title = complete ?? titles.first ?? columns.first { $0 != value } ?? value
    }
    lists[name.canonicalKey] = list
  }

  /// Adds the tables that `pulldata` names in some bind, and those that `search` names at some question.
  private mutating func addTables(
    readIn model: XMLTree.Element, searchedBy controls: [XFormControl], _ attachments: [String: Data]
  ) throws(ImportError) {
    let expressions = model.elements.flatMap { $0.attributes.map(\.value) }.filter { $0.contains("pulldata") }
    let searched = Set(controls.flatMap(\.all).compactMap { XFormSearch($0.element)?.table })
    guard !expressions.isEmpty || !searched.isEmpty else { return }
    for (file, data) in attachments.sorted(by: { $0.key < $1.key }) where file.lowercased().hasSuffix(".csv") {
      let name = String(file.dropLast(".csv".count))
      let isNamed =
        searched.contains(name) || expressions.contains { $0.contains("'\(name)'") || $0.contains("\"\(name)\"") }
      if isNamed, !has(name) { add(name, try XFormListItems(table: data, fileName: file)) }
    }
  }

  /// The name of a list's column in rules; `nil` if there is no such list or column.
  func column(_ name: String, of list: String) -> String? {
    guard let found = lists[list.canonicalKey] else { return nil }
    if name == found.value { return "value" }
    if name == found.title, found.hasAllTitles { return "title" }
    return found.items.columns.contains(name) ? Self.columnName(name, of: found) : nil
  }

  /// The name of a column besides value and title, which must be unique.
  private static func columnName(_ name: String, of list: List) -> String {
    let isAttribute = name.hasPrefix(XFormListItems.attributeMark)
    let plain = isAttribute ? String(name.dropFirst(XFormListItems.attributeMark.count)) : name
    let isTaken = isAttribute && (list.items.columns.contains(plain) || [list.value, list.title].contains(plain))
    return ["value", "title"].contains(plain) || isTaken ? plain + "_" : plain
  }

  /// Whether there is a list or a secondary instance with a name.
  func has(_ list: String) -> Bool {
    lists[list.canonicalKey] != nil || instances.contains(list.canonicalKey)
  }

  /// Whether a question uses a list with the same columns as others.
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
        guard let value = item.texts[list.value], !value.isEmpty else {
          report.add(
            at: item.place, "an item of the list \(name.shortened) has no \(list.value.shortened)",
            action: "it is omitted")
          continue
        }
        let reference = item.title("itextId").map { "jr:itext('\($0)')" }
        let title = reference.flatMap(texts.pieces(ofReference:)).map(XFormTexts.plain)
        translations += (reference.map(texts.others(ofReference:)) ?? []).map { other in
          TextInLanguage(
            place: .option(list: name, value: value.canonicalKey), language: other.language,
            text: XFormTexts.plain(other.pieces))
        }
        options.append(
          OptionList.Option(
            value: value, title: title ?? item.title(list.title) ?? value, columns: Self.columns(of: item, list)))
      }
      return options.isEmpty ? nil : OptionList(name, options: options)
    }
    return (found, translations)
  }

  /// The pictures, sounds and other wordings of items, as XML by language, by lists and values.
  ///
  /// - Complexity: O(n) for n items.
  func forms(_ texts: XFormTexts) -> [String: PropertyValue] {
    var found: [String: PropertyValue] = [:]
    for (name, list) in lists {
      var ofItems: [String: PropertyValue] = [:]
      for item in list.items.items {
        guard let value = item.texts[list.value], let identifier = item.title("itextId") else { continue }
        let forms = texts.forms(ofReference: "jr:itext('\(identifier)')")
        if !forms.isEmpty { ofItems[value.canonicalKey] = .dictionary(forms.mapValues(PropertyValue.string)) }
      }
      if !ofItems.isEmpty { found[name] = .dictionary(ofItems) }
    }
    return found
  }

  /// Further columns of an item besides its value and title. `pulldata` and conditions use the list's names for these,
  /// so they stay under those names as well, unless they are the default ones.
  private static func columns(of item: XFormListItems.Item, _ list: List) -> [String: String] {
    var columns: [String: String] = [:]
    for (name, text) in item.texts where name != "itextId" && !list.isSaid(name) {
      columns[columnName(name, of: list)] = text
    }
    return columns
  }
}
