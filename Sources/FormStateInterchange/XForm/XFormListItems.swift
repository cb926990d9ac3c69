import FormState
import Foundation

/// The items of a list of an XForm as they are written: in the form itself, or in a table or XML beside it.
struct XFormListItems {
  /// One item.
  struct Item {
    /// The line that it begins in.
    let line: Int
    /// What its columns hold, by their names.
    let texts: [String: String]

    /// What a column holds that a person is to read; `nil` for nothing.
    func title(_ column: String) -> String? { texts[column].flatMap { $0.isEmpty ? nil : $0 } }
  }

  /// The names of the columns, in the order in which they first come.
  let columns: [String]
  let items: [Item]

  private init(columns: [String], items: [Item]) {
    self.columns = columns
    self.items = items
  }

  /// Reads items of one name in a secondary instance.
  ///
  /// - Parameter elements: the items. What stands in an element that is there is a text, if an empty one; of an element without
  ///   elements, ``ownText`` is its text.
  /// - Complexity: O(n) for n elements and attributes.
  init(_ elements: [XMLTree.Element]) {
    var columns: [String] = []
    var seen: Set<String> = []
    items = elements.map { element in
      var texts: [String: String] = [:]
      func add(_ name: String, _ text: String) {
        if seen.insert(name).inserted { columns.append(name) }
        if texts[name] == nil { texts[name] = text }
      }
      var hasElements = false
      for column in element.lazyElements {
        hasElements = true
        add(column.name.local, column.text.trimmed)
      }
      if !hasElements { add(Self.ownText, element.text.trimmed) }
      for attribute in element.attributes { add(Self.attributeMark + attribute.name.local, attribute.value) }
      return Item(line: element.line, texts: texts)
    }
    self.columns = columns
  }

  /// The column of an item that is nothing but a text.
  static let ownText = "."
  /// What the name of a column begins with that is an attribute.
  static let attributeMark = "@"

  /// Reads a table that stands beside the form.
  ///
  /// - Parameters:
  ///   - table: the table.
  ///   - name: the name of its file.
  /// - Throws: ``ImportError`` that names the file.
  init(table: Data, fileName name: String) throws(ImportError) {
    do throws(DocumentFault) {
      let table = try CSVReader.read(table)
      self.init(columns: table.columns, items: table.records.map { Item(line: $0.line, texts: $0.texts) })
    } catch {
      throw ImportError(sourceName: name, fault: error)
    }
  }

  /// The root of a secondary instance that stands beside the form.
  ///
  /// - Throws: ``ImportError`` that names the file.
  static func root(of data: Data, fileName name: String) throws(ImportError) -> XMLTree.Element {
    try XMLTree.read(data, sourceName: name, wayOut: "keep a list as long as that in a CSV file").root
  }

  /// The name of the file that a secondary instance names, without the way to it: `jr://file-csv/towns.csv` is `towns.csv`.
  static func fileName(ofSource source: String) -> String {
    String(source.split(separator: "/").last ?? "")
  }
}
