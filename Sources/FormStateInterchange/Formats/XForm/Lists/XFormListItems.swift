import FormState
import Foundation

/// The items of an XForm's list as written: in the form itself, or in a table or XML beside it.
struct XFormListItems {
  /// One item.
  struct Item {
    /// The place of its beginning.
    let place: DocumentPlace
    /// The content of its columns, by their names.
    let texts: [String: String]

    /// The readable content of a column; `nil` for none.
    func title(_ column: String) -> String? { texts[column].flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// The names of the columns, in order of first occurrence.
  let columns: [String]
  let items: [Item]

  private init(columns: [String], items: [Item]) {
    self.columns = columns
    self.items = items
  }

  /// Reads items of one name in a secondary instance.
  ///
  /// - Parameters:
  ///   - elements: the items. An existing element is a text, even if it is empty; for an item without elements,
  ///     ``ownText`` is its text.
  ///   - several: the names of elements that are not columns, since some item has several of them.
  /// - Complexity: O(n) for n elements and attributes.
  init(_ elements: [XMLTree.Element], besides several: Set<String> = []) {
    var columns: [String] = []
    var seen: Set<String> = []
    items = elements.map { element in
      var texts: [String: String] = [:]
      func add(_ name: String, _ text: String) {
        if seen.insert(name).inserted { columns.append(name) }
        if texts[name] == nil { texts[name] = text }
      }
      for column in element.lazyElements where several.isEmpty || !several.contains(column.name.local) {
        add(column.name.local, column.text.trimmed)
      }
      if texts.isEmpty { add(Self.ownText, element.text.trimmed) }
      for attribute in element.attributes { add(Self.attributeMark + attribute.name.local, attribute.value) }
      return Item(place: element.place, texts: texts)
    }
    self.columns = columns
  }

  /// The column of an item that is nothing but a text.
  static let ownText = "."
  /// The prefix of a column that is an attribute.
  static let attributeMark = "@"

  /// Reads a table beside the form.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - name: the name of its file.
  /// - Throws: ``ImportError`` that names the file.
  init(table: Data, fileName name: String) throws(ImportError) {
    do throws(DocumentFault) {
      let table = try CSVReader.read(table)
      self.init(
        columns: table.columns,
        items: table.records.map { Item(place: .text(line: $0.line, column: 1), texts: $0.texts) })
    } catch {
      throw ImportError(sourceName: name, fault: error)
    }
  }

  /// Reads the features of a map beside the form (GeoJSON, RFC 7946), as JavaRosa does: each is an item with its
  /// properties and, under `geometry`, its places in the notation of XForms.
  ///
  /// - Parameters:
  ///   - places: the file.
  ///   - name: its name.
  /// - Throws: ``ImportError`` that names the file.
  init(places: Data, fileName name: String) throws(ImportError) {
    let document = try Document.read(places, sourceName: name)
    guard case .dictionary(let map) = document.root, case .array(let features)? = map["features"] else {
      throw ImportError(
        sourceName: name, documentProblem: "it is not a FeatureCollection of GeoJSON", diagnostics: [], faultCount: 1)
    }
    var columns: [String] = []
    var seen: Set<String> = []
    var items: [Item] = []
    for (number, feature) in features.enumerated() {
      let texts = Self.texts(of: feature)
      for column in texts.keys.sorted() where seen.insert(column).inserted { columns.append(column) }
      items.append(Item(place: .text(line: number + 1, column: 1), texts: texts))
    }
    self.init(columns: columns, items: items)
  }

  private static func texts(of feature: PropertyValue) -> [String: String] {
    guard case .dictionary(let members) = feature else { return [:] }
    var texts: [String: String] = [:]
    if case .dictionary(let properties)? = members["properties"] { texts = properties.compactMapValues(\.textOfItem) }
    if texts["id"] == nil { texts["id"] = members["id"]?.textOfItem }
    if case .dictionary(let geometry)? = members["geometry"] { texts["geometry"] = geometry["coordinates"]?.places }
    return texts
  }

  /// The root of a secondary instance beside the form.
  ///
  /// - Throws: ``ImportError`` that names the file.
  static func root(of data: Data, fileName name: String) throws(ImportError) -> XMLTree.Element {
    try XMLTree.read(data, sourceName: name, wayOut: "keep such a long list in a CSV file").root
  }

  /// The name of the file that a secondary instance names, without the way to it: `jr://file-csv/towns.csv` is
  /// `towns.csv`.
  static func fileName(ofSource source: String) -> String {
    String(source.split(separator: "/").last ?? "")
  }
}

extension PropertyValue {
  /// A single value as a text; `nil` for any other.
  fileprivate var textOfItem: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .boolean(let isTrue): isTrue ? "true" : "false"
    default: nil
    }
  }

  /// The coordinates of a geometry in the notation of XForms: latitude first, separated by semicolons; `nil` if they
  /// are invalid.
  fileprivate var places: String? {
    guard case .array(let elements) = self, let first = elements.first else { return nil }
    guard case .array(let inner) = first else { return place }
    // Of an area the outer ring counts.
    if case .array? = inner.first { return first.places }
    let places = elements.compactMap(\.place)
    return places.count == elements.count ? places.joined(separator: "; ") : nil
  }

  private var place: String? {
    guard case .array(let numbers) = self, numbers.count >= 2, let longitude = numbers[0].textOfItem,
      let latitude = numbers[1].textOfItem
    else { return nil }
    return "\(latitude) \(longitude) 0 0"
  }
}
