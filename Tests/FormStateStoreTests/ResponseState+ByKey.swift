import FormState

/// The state as tests write it: what is touched outside of repeats, by key.
extension ResponseState {
  var entries: [String: FieldContent] { byKey(\.entry) }
  var drafts: [String: String] { byKey(\.draft) }
  var titles: [String: String] { byKey(\.title) }
  var disclosure: [String: Bool] { byKey(\.isExpanded) }
  var saved: [String: FieldContent] { byKey(\.saved) }
  var touched: Set<String> { Set(cells.filter(\.value.isTouched).keys.map(\.key)) }
  var foldsByKey: [String: Bool] { Dictionary(folds.map { ($0.key, $1) }) { first, _ in first } }

  private func byKey<Content>(_ content: (CellState) -> Content?) -> [String: Content] {
    let contents = cells.compactMap { subject, cell in content(cell).map { (subject.key, $0) } }
    return Dictionary(contents) { first, _ in first }
  }
}

extension StateChange {
  /// A change outside of repeats, by default of a field without content.
  init(_ field: Field, of key: String, before: FieldContent? = nil, after: FieldContent?) {
    self.init(field, of: StateSubject(key), before: before, after: after)
  }
}
