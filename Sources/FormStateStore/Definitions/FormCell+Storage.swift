import FormState
import Foundation
import GRDB

extension FormCell {
  /// The names of the columns of a cell's properties, in the order of the table.
  static let columnNames: [String] = {
    var columns = ColumnNames()
    visit(&columns)
    return columns.names
  }()

  /// The columns of ``columnNames`` as ``init(stored:)`` reads them: backwards, since SQLite finds all columns of a row
  /// at once when the last one is the first that is read.
  static let storedColumns = columnNames.reversed().map { "cell.\($0)" }.joined(separator: ", ")

  /// Reads a cell whose ``storedColumns`` are the first columns of a row.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if the row is not one that FormState writes.
  init(stored row: Row) throws {
    let last = Self.columnNames.count - 1
    self.init(
      key: try row.decode(atIndex: last), kind: try CellKind(stored: try row.decode(atIndex: last - 1)))
    try withUnsafeMutablePointer(to: &self) { cell in
      var columns = StoredColumns(row: row, cell: cell, left: last + 1)
      try Self.visit(&columns)
    }
  }
}

/// Reads the properties of a cell from the columns of a row.
private struct StoredColumns: CellPropertyVisitor {
  typealias Failure = any Error

  let row: Row
  /// The cell, which has its key and its kind; changing it in place copies none of its texts.
  let cell: UnsafeMutablePointer<FormCell>
  /// The number of columns that are not read yet.
  var left: Int

  /// The index of the next column.
  private mutating func next() -> Int {
    left -= 1
    return left
  }

  mutating func identity(_: String, _: String) { left -= 2 }
  mutating func text(_: String, _: Getter<String>, _ set: Setter<String>) throws {
    set(&cell.pointee, try row.decode(atIndex: next()))
  }
  mutating func flag(_: String, _ get: Getter<Bool>, _ set: Setter<Bool>) throws {
    let flag: Bool = try row.decode(atIndex: next())
    if flag != get(cell.pointee) { set(&cell.pointee, flag) }
  }
  mutating func count(_: String, _: Getter<Int>, _ set: Setter<Int>) throws {
    set(&cell.pointee, try row.position(atIndex: next()))
  }
  mutating func optionalText(_: String, _: Getter<String?>, _ set: Setter<String>) throws {
    if let text: String = try row.decode(atIndex: next()) { set(&cell.pointee, text) }
  }
  mutating func optionalNumber(_: String, _: Getter<Double?>, _ set: Setter<Double>) throws {
    if let number: Double = try row.decode(atIndex: next()) { set(&cell.pointee, number) }
  }
  mutating func optionalCount(_: String, _: Getter<Int?>, _ set: Setter<Int>) throws {
    if let count: Int = try row.decode(atIndex: next()) { set(&cell.pointee, count) }
  }
  mutating func defaultValue(_: String) throws {
    let value = try CellValue(stored: try row.decode(atIndex: next()), kind: cell.pointee.kind)
    cell.pointee.defaultValue = cell.pointee.kind.isQuestionOfOptions ? value?.withCanonicalText : value
  }
  mutating func summary(_: String, _: String) throws {
    let (name, text): (String?, String?) = (try row.decode(atIndex: next()), try row.decode(atIndex: next()))
    guard let name else { return }
    guard let summary = try? Summary(name: name, text: text) else {
      throw StoreError.damaged("the cell “\(cell.pointee.key)” has an invalid summary rule")
    }
    cell.pointee.summary = summary
  }
  mutating func properties(_: String) throws {
    let properties = try [String: PropertyValue](storedJSON: try row.decode(atIndex: next()))
    if !properties.isEmpty { cell.pointee.properties = properties }
  }
}

/// Collects the names of columns.
private struct ColumnNames: CellPropertyVisitor {
  private(set) var names: [String] = []

  mutating func identity(_ key: String, _ kind: String) { names += [key, kind] }
  mutating func text(_ name: String, _: Getter<String>, _: Setter<String>) { names.append(name) }
  mutating func flag(_ name: String, _: Getter<Bool>, _: Setter<Bool>) { names.append(name) }
  mutating func count(_ name: String, _: Getter<Int>, _: Setter<Int>) { names.append(name) }
  mutating func optionalText(_ name: String, _: Getter<String?>, _: Setter<String>) { names.append(name) }
  mutating func optionalNumber(_ name: String, _: Getter<Double?>, _: Setter<Double>) { names.append(name) }
  mutating func optionalCount(_ name: String, _: Getter<Int?>, _: Setter<Int>) { names.append(name) }
  mutating func defaultValue(_ name: String) { names.append(name) }
  mutating func summary(_ name: String, _ text: String) { names += [name, text] }
  mutating func properties(_ name: String) { names.append(name) }
}

extension CellKind {
  /// Reads a stored kind.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for an unknown name.
  init(stored name: String) throws {
    guard let kind = CellKind(rawValue: name) else {
      throw StoreError.damaged("a cell has the unknown kind “\(name.prefix(40))”")
    }
    self = kind
  }
}

extension RowHeight {
  /// Reads a stored height; NULL is an automatic one.
  init(storedPoints points: Double?) {
    self = points.map(RowHeight.points) ?? .automatic
  }
}

extension Row {
  /// Reads a position, or a number of cells.
  ///
  /// Later additions must not overflow, whatever a damaged file contains.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for an impossible number.
  func position(atIndex index: Int) throws -> Int {
    let number: Int = try decode(atIndex: index)
    guard (0...Int(Int32.max)).contains(number) else {
      throw StoreError.damaged("a cell or section has an impossible position")
    }
    return number
  }

  /// Checks the position of a cell or section: its state is looked up by position.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  func requirePosition(_ expected: Int, atIndex index: Int) throws {
    guard try position(atIndex: index) == expected else {
      throw StoreError.damaged("the positions of cells or sections have gaps")
    }
  }
}

extension Row {
  /// Reads the number of an instance, 0 for none.
  ///
  /// - Throws: ``StoreError/Code/damaged`` for an impossible number.
  func instance(atIndex index: Int) throws -> Int {
    try ResponseLocation.checkedInstance(try decode(atIndex: index))
  }

  /// Reads what views call an instance: a number, or a text where several have that number; 0 for none.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  func spelledInstance(atIndex index: Int) throws -> String {
    let value: DatabaseValue = try decode(atIndex: index)
    if case .int64(let number) = value.storage { return String(number) }
    return try decode(atIndex: index)
  }

  /// The number of the instance around an instance, which was there before it: otherwise one could be within itself,
  /// and a search for what is around it would not end.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  func parent(atIndex index: Int, of instance: Int) throws -> Int {
    let number = try self.instance(atIndex: index)
    guard number < instance else {
      throw StoreError.damaged(
        "the instance \(instance) of a repeat is within the instance \(number), which is not before it")
    }
    return number
  }
}

extension [String: PropertyValue] {
  /// The properties as JSON with ordered keys, so equal properties are equal text.
  ///
  /// - Throws: ``JSONWriter/PropertyProblem`` for numbers that JSON cannot represent.
  func storedJSON() throws -> String {
    if isEmpty { return "{}" }
    var json = JSONWriter(isPretty: false)
    try json.properties(self, deepest: .max, tag: \.taggedWithWholeReals)
    return json.text
  }

  /// Reads properties in the notation of ``storedJSON()``.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if the text is not valid.
  init(storedJSON text: String) throws {
    if text == "{}" {
      self = [:]
      return
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
    } catch {
      throw StoreError.damaged("stored properties are not a JSON object")
    }
  }
}
