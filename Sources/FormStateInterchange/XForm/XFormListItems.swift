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
  }

  /// The names of the columns, in the order in which they first come.
  let columns: [String]
  let items: [Item]

  private init(columns: [String], items: [Item]) {
    self.columns = columns
    self.items = items
  }

  /// Reads the items of a secondary instance.
  ///
  /// - Parameter root: the element whose elements are the items.
  init(_ root: XMLTree.Element) {
    var columns: [String] = []
    var seen: Set<String> = []
    items = root.elements.map { element in
      var texts: [String: String] = [:]
      for column in element.elements {
        let (name, text) = (column.name.local, column.text.trimmed)
        if seen.insert(name).inserted { columns.append(name) }
        if texts[name] == nil, !text.isEmpty { texts[name] = text }
      }
      return Item(line: element.line, texts: texts)
    }
    self.columns = columns
  }

  /// Reads the items of a file that stands beside the form.
  ///
  /// - Parameters:
  ///   - data: the file: a table, or XML whose root holds the items.
  ///   - name: the name of the file, which says which of both it is.
  /// - Throws: ``ImportError`` that names the file.
  init(_ data: Data, fileName name: String) throws(ImportError) {
    guard name.lowercased().hasSuffix(".csv") else {
      self.init(try XMLTree.read(data, sourceName: name, wayOut: "keep a list as long as that in a CSV file").root)
      return
    }
    do throws(DocumentFault) {
      let table = try CSVReader.read(data)
      self.init(columns: table.columns, items: table.records.map { Item(line: $0.line, texts: $0.texts) })
    } catch {
      throw ImportError(sourceName: name, fault: error)
    }
  }

  /// The name of the file that a secondary instance names, without the way to it: `jr://file-csv/towns.csv` is `towns.csv`.
  static func fileName(ofSource source: String) -> String {
    String(source.split(separator: "/").last ?? "")
  }
}
