extension FormDefinition {
  /// The form as displayed in one of its languages while it is filled in: with the texts of that language, and with all
  /// results of rules in a fresh response, except titles, as in its own.
  ///
  /// Calculated values are stored, and are the same in every language, even if a rule looks up the title of an option.
  ///
  /// - Returns: `nil` for an unknown language.
  /// - Complexity: O(n) for n cells, and the rules of titles.
  func shown(in language: String) -> FormDefinition? {
    guard var form = inLanguage(language) else { return nil }
    form.setFresh(FreshResponse(fresh, in: form, keeping: keysOfStoredTitles))
    return form
  }

  /// The cells whose titles cannot be recalculated and are displayed as stored in every language: those that use the
  /// clock or random values, and those from a list whose options were not read.
  var keysOfStoredTitles: Set<String> {
    let left = Set(lists.filter { $0.outline != nil }.map(\.name))
    let cells = sections.lazy.flatMap(\.cells).filter(\.hasRareProperties)
    let questions = Set(cells.filter { $0.choices.map { left.contains($0.list) } ?? false }.map(\.key))
    let titled = cells.filter { cell in
      guard let expression = cell.rule(.title)?.expression else { return false }
      return expression.isVolatile
        || expression.references.contains { reference in
          switch reference.target {
          case .list(let name): left.contains(name)
          case .cell(let key): questions.contains(key)
          case .itself: questions.contains(cell.key)
          case .parent: false
          }
        }
    }
    return questions.union(titled.map(\.key))
  }
}
