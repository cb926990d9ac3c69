extension FormDefinition {
  /// The form as it shows in one of its languages while it is filled in: with the texts of that, and with all that
  /// rules make of a fresh response but titles as in its own.
  ///
  /// What rules calculate is stored, and the same in every language, though a rule may look up the title of an option.
  ///
  /// - Returns: `nil` for a language that the form has not.
  /// - Complexity: O(n) for n cells, and the rules of titles.
  func shown(in language: String) -> FormDefinition? {
    guard var form = inLanguage(language) else { return nil }
    form.setFresh(FreshResponse(fresh, in: form, keeping: keysOfStoredTitles))
    return form
  }

  /// The cells whose titles cannot be recalculated, and show in every language as they are stored: those that ask
  /// the clock or chance, and those that come from a list whose options were left where the form was read from.
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
