import FormState
import Foundation
import GRDB

extension FormCell {
  /// The columns of a cell's definition, in the order in which ``init(stored:)`` reads them.
  static let storedColumns = """
    cell.key, cell.kind, cell.identifier, cell.title, cell.subtitle, cell.default_value, cell.is_expandable,
    cell.starts_expanded, cell.is_hidden, cell.additional_rows, cell.summary, cell.summary_text, cell.minimum,
    cell.maximum, cell.off_title, cell.on_title, cell.properties, cell.is_accordion, cell.is_inline,
    cell.collapsed_height, cell.expanded_height, cell.line_limit, cell.option_value, cell.list, cell.step,
    cell.is_key_derived, cell.unit, cell.is_sensitive
    """

  /// The number of ``storedColumns``.
  static let storedColumnCount = 28

  /// Reads a cell whose ``storedColumns`` are the first columns of a row.
  ///
  /// - Throws: ``StoreError/Code/damaged`` if the row is not one that FormState writes.
  init(stored row: Row) throws {
    let key: String = try row.decode(atIndex: 0)
    let kind = try CellKind(stored: try row.decode(atIndex: 1))
    let minimum: Double? = try row.decode(atIndex: 12)
    let maximum: Double? = try row.decode(atIndex: 13)
    let off: String? = try row.decode(atIndex: 14)
    let on: String? = try row.decode(atIndex: 15)
    self.init(
      key: key,
      kind: kind,
      identifier: try row.decode(atIndex: 2),
      title: try row.decode(atIndex: 3),
      subtitle: try row.decode(atIndex: 4),
      defaultValue: try CellValue(stored: try row.decode(atIndex: 5), kind: kind),
      isExpandable: try row.decode(atIndex: 6),
      startsExpanded: try row.decode(atIndex: 7),
      isHidden: try row.decode(atIndex: 8),
      isSensitive: try row.decode(atIndex: 27),
      additionalRows: try row.position(atIndex: 9),
      isAccordion: try row.decode(atIndex: 17),
      inline: try Self.storedInline(of: row),
      summary: try Self.storedSummary(name: try row.decode(atIndex: 10), text: try row.decode(atIndex: 11), key: key),
      range: minimum.flatMap { least in maximum.map { NumberRange(minimum: least, maximum: $0) } },
      step: try row.decode(atIndex: 24),
      unit: try row.decode(atIndex: 26),
      optionValue: try row.decode(atIndex: 22),
      list: try row.decode(atIndex: 23),
      switchTitles: off.flatMap { off in on.map { SwitchTitles(off: off, on: $0) } },
      properties: try [String: PropertyValue](storedJSON: try row.decode(atIndex: 16)),
      isKeyDerived: try row.decode(atIndex: 25))
  }

  private static func storedInline(of row: Row) throws -> InlineExpansion? {
    guard try row.decode(Bool.self, atIndex: 18) else { return nil }
    return InlineExpansion(
      collapsedHeight: RowHeight(storedPoints: try row.decode(atIndex: 19)),
      expandedHeight: RowHeight(storedPoints: try row.decode(atIndex: 20)), lineLimit: try row.decode(atIndex: 21))
  }

  private static func storedSummary(name: String?, text: String?, key: String) throws -> Summary? {
    guard let name else { return nil }
    guard let summary = try? Summary(name: name, text: text) else {
      throw StoreError.damaged("the cell “\(key)” has an invalid summary rule")
    }
    return summary
  }
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
