/// What a caller says about cells and options that an upgrade cannot match otherwise.
///
/// ```swift
/// try store.upgrade(key, mapping: ["remark": "note", "fax": nil])
/// try store.upgrade(key, mapping: UpgradeMapping(options: ["smokes": ["yes": "true", "no": "false"]]))
/// ```
public struct UpgradeMapping: Hashable, Sendable {
  /// The keys of cells in earlier versions, with the key of the same cell in the newest one, or `nil` for a cell that
  /// is none of them.
  package var cells: [String: String?]
  /// By the key of a question in earlier versions, the values of its options with those that they become.
  package var options: [String: [String: String]]

  /// Creates a mapping.
  ///
  /// - Parameters:
  ///   - cells: the cells.
  ///   - options: the options; a question without a cell keeps its key.
  public init(_ cells: [String: String?] = [:], options: [String: [String: String]] = [:]) {
    self.cells = cells.merging(options.keys.lazy.filter { cells[$0] == nil }.map { ($0, $0) }) { given, _ in given }
    self.options = options
  }

  /// Whether it says nothing.
  package var isEmpty: Bool { cells.isEmpty && options.isEmpty }

  /// The mapping with composed keys and values.
  package var canonical: UpgradeMapping {
    let cells = self.cells.map { ($0.key.canonicalKey, $0.value?.canonicalKey) }
    let options = self.options.map { key, values in
      (key.canonicalKey, Dictionary(values.map { ($0.key.canonicalKey, $0.value) }) { first, _ in first })
    }
    return UpgradeMapping(
      Dictionary(cells) { first, _ in first }, options: Dictionary(options) { first, _ in first })
  }
}

extension UpgradeMapping: ExpressibleByDictionaryLiteral {
  /// Creates a mapping of cells.
  public init(dictionaryLiteral elements: (String, String?)...) {
    self.init(Dictionary(elements) { first, _ in first })
  }
}

extension CellState {
  /// The state with the values of a mapping for the given answer and the one last saved; `nil` if it maps neither.
  ///
  /// What the author of the form calls the same answer is none that a version has converted.
  ///
  /// - Parameter options: the values of options, with those that they become.
  func mapped(by options: [String: String]?) -> CellState? {
    guard let options, let given = entry?.value ?? original, let answer = given.mapped(by: options) else { return nil }
    var mapped = self
    if self[.saved] == entry { mapped[.saved] = .value(answer) }
    mapped[.value] = .value(answer)
    mapped[.original] = nil
    return mapped
  }
}

extension CellValue {
  /// The value with other values of options; `nil` if it has none of them.
  fileprivate func mapped(by options: [String: String]) -> CellValue? {
    guard case .choices(let values) = self else { return options[plainText.canonicalKey].map(CellValue.text) }
    guard values.contains(where: { options[$0] != nil }) else { return nil }
    var seen: Set<String> = []
    return .choices(values.map { options[$0] ?? $0 }.filter { seen.insert($0).inserted })
  }
}
