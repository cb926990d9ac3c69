/// The value of a single cell, without the whole form.
extension FormReader {
  /// The value of a cell as the answer to its question; `nil` for a cell that cannot have one.
  ///
  /// - Parameters:
  ///   - cell: the cell.
  ///   - formats: the formats of dates and numbers.
  /// - Returns: the answer, and whether the question is relevant, with everything around it.
  /// - Throws: what the reader throws.
  /// - Complexity: O(l + k) reads for a cell l levels deep with k options.
  package func answer(
    in cell: CellSnapshot, formats: ValueFormats
  ) -> (answer: Answer, isAsked: Bool)? {
    let options = cell.cell.kind.isQuestionOfOptions ? optionTitles(under: cell) : [:]
    guard cell.cell.canBeAsked(withOptions: !options.isEmpty), let section = section(at: cell.place.section) else {
      return nil
    }
    let first = QuestionSurroundings(isConditional: section.rule != nil)
    let around = ancestors(of: cell).reversed().reduce(first) { $0.including($1.cell) }
    let question = Question(
      cell.cell, at: cell.place.within(0), in: around, ofSection: section.title.isEmpty ? section.key : section.title,
      optionTitles: options, formats: formats)
    return (Answer(to: question, cell), RuleReading(reader: self, []).isAsked(cell))
  }

  private func optionTitles(under question: CellSnapshot) -> [String: String] {
    let options = children(of: question).lazy.map(\.cell).filter { $0.kind == .option }
    return Dictionary(options.compactMap { option in option.optionValue.map { ($0, option.title) } }) { _, last in last
    }
  }
}
