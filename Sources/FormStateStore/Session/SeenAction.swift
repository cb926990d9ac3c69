import FormState

/// An action whose rows are resolved to the cells that a session showed when the person acted.
///
/// A commit may wait while the rows move. The action still refers to what was under the finger.
///
/// An app that applies an action later keeps it in this form, in memory or with `JSONEncoder` in a file, also beyond
/// the end of the process:
///
/// ```swift
/// let seen = try session.seen(.tap(.rowPath(path)))
/// postponed.append(seen)
/// ```
public struct SeenAction: Hashable, Sendable, Codable {
  /// The action, its cells named by key and instance.
  let action: FormAction
  /// The rows that it named by row path.
  let rows: [SeenRow]
  /// The revision that the session showed.
  let revision: Int
  /// The digest of the definition that the session showed.
  let definitionDigest: String
  /// The value of its cell that the person saw, or the identity of the question that the action settles; `nil` to skip
  /// the comparison.
  var value: SeenValue?
  /// The author; `nil` for the store's.
  var author: String?
}

/// The value of a cell when a person began to answer it.
package struct SeenValue: Hashable, Sendable, Codable {
  /// The value as a person would type it; empty for none.
  let text: String

  /// Creates a seen value.
  package init(text: String) {
    self.text = text
  }

  /// Whether it equals the current value, `nil` for none: texts scalar by scalar, exact numbers digit by digit.
  ///
  /// Another program may write a number or a list in another notation, so both are read.
  func agrees(with now: CellValue?) -> Bool {
    switch now {
    case nil: text.isEmpty
    case .text(let now)?: CellValue.text(text) == .text(now)
    case .integer(let now)?: ExactDecimal(text)?.exactWhole == now
    case .real(let now)?: Double(text) == now
    case .decimal(let now)?: ExactDecimal(text) == now
    case .choices(let now)?: ChoiceText.values(of: text).map(CellValue.choices) == .choices(now)
    case .boolean?, .date?, .time?, .dateTime?: text == now?.plainText
    }
  }
}

/// Another writer has answered a question since the person saw it.
package struct ChangedValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key or address of the cell.
  let cell: String
  /// Its current value as a person would type it; empty for none.
  package let text: String
  /// Whether the description leaves out the value, since the cell is sensitive.
  let isConcealed: Bool

  package var description: String { text(in: .english) }

  /// The same in the words of a language.
  package func text(in speech: Speech) -> String {
    let shown = isConcealed ? SensitiveCells.mask : text.shortened
    let said =
      text.isEmpty ? Wording(.clearedByOthers, .name(cell)) : Wording(.changedByOthers, .name(cell), .text(shown))
    return said.text(in: speech)
  }
}

/// A row as a session showed it at one moment.
struct SeenRow: Hashable, Sendable {
  let path: RowPath
  /// The cell, in its instance.
  let place: CellPlace
  /// The digest of what the row showed; `nil` if it could not be read.
  let contentDigest: String?
  /// The number of times that the screen had included changes by others; `nil` for a screen of another session.
  let othersTurn: Int?
}

extension SeenRow: Codable {
  private enum Name: String, CodingKey {
    case path, section, position, instance, content
  }

  init(from decoder: any Decoder) throws {
    let parts = try decoder.container(keyedBy: Name.self)
    guard case .rowPath(let path) = try parts.decode(CellReference.self, forKey: .path) else {
      throw DecodingError.dataCorruptedError(forKey: .path, in: parts, debugDescription: "not a row path")
    }
    self.path = path
    place = CellPlace(
      section: try parts.decode(Int.self, forKey: .section), position: try parts.decode(Int.self, forKey: .position),
      instance: try parts.decode(Int.self, forKey: .instance))
    contentDigest = try parts.decodeIfPresent(String.self, forKey: .content)
    othersTurn = nil
  }

  func encode(to encoder: any Encoder) throws {
    var parts = encoder.container(keyedBy: Name.self)
    try parts.encode(CellReference.rowPath(path), forKey: .path)
    try parts.encode(place.section, forKey: .section)
    try parts.encode(place.position, forKey: .position)
    try parts.encode(place.instance, forKey: .instance)
    try parts.encodeIfPresent(contentDigest, forKey: .content)
  }
}

extension SessionSnapshot {
  /// Resolves the row paths of an action to the cells that the screen shows there.
  ///
  /// - Throws: `ActionError` if there is no row, or only one that is kept without height.
  /// - Complexity: O(log n) for each row.
  func seen(_ action: FormAction) throws(ActionError) -> SeenAction {
    var rows: [SeenRow] = []
    let named = try action.mapReferences { reference throws(ActionError) in
      guard case .rowPath(let path) = reference else { return reference }
      let (place, key) = try cell(under: path)
      rows.append(
        SeenRow(path: path, place: place, contentDigest: row(at: path)?.contentDigest, othersTurn: othersTurn))
      return key
    }
    var seen = SeenAction(action: named, rows: rows, revision: revision, definitionDigest: definitionDigest)
    if named.kind == .settle, let question = question(about: named.cell) {
      seen.value = SeenValue(text: question.identity)
    }
    return seen
  }

  /// The open question that the screen shows about a cell or an instance, or for `nil` about the completion.
  private func question(about reference: CellReference?) -> OpenQuestion? {
    // An unknown cell is refused when the action is decided.
    try? FormReader(definition.index, loaded).question(about: reference)
  }

  private func cell(under path: RowPath) throws(ActionError) -> (place: CellPlace, key: CellReference) {
    guard (0..<index.numberOfSections).contains(path.section) else {
      throw .noSuchSection(path, sectionCount: index.numberOfSections)
    }
    if index.isFolded(section: path.section), let section = form.sections.element(at: path.section) {
      throw .rowInFoldedSection(path, section: section.key)
    }
    guard let place = index.place(at: path), let cell = cell(at: place) else {
      throw .noSuchRow(path, rowCount: index.numberOfRows(in: path.section))
    }
    guard index.isVisible(place) else {
      throw .hiddenRow(path, cell: state.instanceNames.address(of: cell.key, in: place.instance))
    }
    return (place, CellReference(cell.key, in: place.instance))
  }

  /// Whether a row that the person saw is unchanged after the changes by others.
  ///
  /// It may have moved. Changes by this session are expected, so only those by others count.
  ///
  /// - Parameters:
  ///   - row: the row as the person saw it.
  ///   - definition: the digest of the definition at that time.
  ///   - news: what has happened since the screen's revision.
  mutating func keeps(_ row: SeenRow, of definition: String, after news: SessionNews) -> Bool {
    guard definition == definitionDigest, !news.movesToVersion, stillShows(row) else { return false }
    var way: [PlacedChange] = []
    for part in news.parts {
      let changes = placed(part.content)
      if part.cause == .elsewhere, !keeps(row.place, by: changes, after: way) { return false }
      way += changes
    }
    return true
  }

  /// Whether the screen, which may have advanced, shows the row unchanged.
  private func stillShows(_ row: SeenRow) -> Bool {
    guard othersTurn != row.othersTurn else { return true }
    guard let digest = row.contentDigest, let path = index.rowPath(of: row.place) else { return false }
    return self.row(at: path)?.contentDigest == digest
  }

  private mutating func keeps(_ place: CellPlace, by changes: [PlacedChange], after way: [PlacedChange]) -> Bool {
    // A row that this session itself has hidden cannot look different.
    guard let before = rowPath(of: place, after: way) else { return true }
    guard let after = rowPath(of: place, after: way + changes) else { return false }
    let batch = batchUpdate(after: .changes(way), by: changes)
    return !batch.reloadedRows.contains(before)
      && !batch.resizedRows.contains { $0.section == after.section && $0.rows.contains(after.row) }
  }
}
