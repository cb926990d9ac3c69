import FormState

/// The parts of a cell's derived key, the same when a plist is read and when it is written.
struct CellNaming {
  /// The properties that distinguish cells of one name, in order of preference.
  enum Distinction: Int, CaseIterable {
    case parent, otherTitle, identifier, kind, value, properties
  }

  /// The most bytes that a title or a parent's key adds to a key; a text may be megabytes and name thousands of cells.
  private static let longestName = 120
  /// The maximum bytes of any other part.
  private static let longestAddition = 40

  let names: CellDescriptorNames
  let state: ResponseState
  var fresh = FreshResponse.withoutRules

  /// The name from a cell's titles; `nil` without one.
  ///
  /// A heading shows its answer as primary title, so its secondary title, which stays, comes first.
  func name(of cell: FormCell) -> String? {
    let title = state.title(of: cell, fresh)
    return cell.isExpandable
      ? name(from: cell.subtitle, of: cell) ?? name(from: title, of: cell)
      : name(from: title, of: cell) ?? name(from: cell.subtitle, of: cell)
  }

  private func name(from title: String, of cell: FormCell) -> String? {
    isSwitchTitles(title, cell) ? nil : Slug.text(of: title)?.cut(to: Self.longestName)
  }

  /// The name of a cell without titles, which is made of the cell above.
  func name(of cell: FormCell, under parentKey: String?) -> String {
    guard let parentKey else { return cell.kind.rawValue }
    return "\(parentKey.cut(to: Self.longestName))-\(cell.kind.rawValue)"
  }

  /// The name with what may distinguish the cell from others; `nil` without such a property.
  func name(_ name: String, with distinction: Distinction, of cell: FormCell, under parentKey: String?) -> String? {
    if distinction == .parent {
      // A cell without titles has the key above in its name already.
      guard let parentKey, self.name(of: cell) != nil else { return nil }
      return "\(parentKey.cut(to: Self.longestName))-\(name)"
    }
    return text(of: distinction, of: cell).map { "\(name)-\($0)" }
  }

  /// Whether no part of a key distinguishes two cells.
  func areAlike(_ cell: FormCell, _ other: FormCell) -> Bool {
    guard cell.kind == other.kind, cell.isExpandable == other.isExpandable else { return false }
    // Titles that differ in blanks and dots alone are the same; few differ at all.
    let titles = titles(of: cell)
    let otherTitles = self.titles(of: other)
    if titles != otherTitles, titles.map({ Slug.text(of: $0) }) != otherTitles.map({ Slug.text(of: $0) }) {
      return false
    }
    let others: [Distinction] = [.identifier, .value, .properties]
    return others.allSatisfy { text(of: $0, of: cell) == text(of: $0, of: other) }
  }

  private func text(of distinction: Distinction, of cell: FormCell) -> String? {
    let text: String?
    switch distinction {
    case .parent: text = nil
    case .otherTitle:
      let slugs = titles(of: cell).compactMap { Slug.text(of: $0)?.cut(to: Self.longestName) }
      let name = name(of: cell)
      return slugs.first { $0 != name }?.cut(to: Self.longestAddition)
    case .identifier: text = Slug.text(ofName: cell.identifier)
    case .kind: text = cell.kind.rawValue
    case .value: text = value(of: cell).flatMap { Slug.text(of: $0) }
    case .properties: text = properties(of: cell)
    }
    return text?.cut(to: Self.longestAddition)
  }

  private func titles(of cell: FormCell) -> [String] {
    let title = state.title(of: cell, fresh)
    return cell.isExpandable ? [cell.subtitle, title] : [title, cell.subtitle]
  }

  private func isSwitchTitles(_ title: String, _ cell: FormCell) -> Bool {
    cell.kind == .switch && SwitchTitles(describedBy: title) != nil
  }

  /// The cell's value; none for a heading, since its value may be an option, which has no key yet.
  private func value(of cell: FormCell) -> String? {
    guard cell.kind.holdsValue else { return Self.plainText(cell.properties[CellDescriptorKey.value.rawValue]) }
    return cell.kind.isQuestionOfOptions ? nil : state.value(of: cell, fresh)?.plainText
  }

  /// The texts, whole numbers and flags among the properties, in the order of their names.
  private func properties(of cell: FormCell) -> String? {
    let kept = cell.properties.filter { names.isProperty($0.key, of: cell.kind) }
    guard !kept.isEmpty else { return nil }
    let slugs = kept.sorted { $0.key < $1.key }.compactMap { Self.plainText($0.value).flatMap { Slug.text(of: $0) } }
    return slugs.isEmpty ? nil : slugs.joined(separator: "-")
  }

  private static func plainText(_ value: PropertyValue?) -> String? {
    switch value {
    case .string(let text): text
    case .integer(let number): String(number)
    case .boolean(let flag): flag ? "true" : "false"
    default: nil
    }
  }
}

extension String {
  /// The text, or as much of it as fits into so many bytes, without a hyphen at its end.
  fileprivate func cut(to byteCount: Int) -> String {
    guard utf8.count > byteCount else { return self }
    var text = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      count += UTF8.width(scalar)
      guard count <= byteCount else { break }
      text.append(scalar)
    }
    while text.last == "-" { text.removeLast() }
    return String(text)
  }
}
