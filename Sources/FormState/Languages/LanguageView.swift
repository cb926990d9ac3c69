/// A response as displayed in a language other than its form's own.
///
/// Displayed titles are stored in the form's own language. Here they are calculated in the other one, by the same rules
/// and from the same answers; everything else is the response's. Changes are passed through, with those of titles
/// replaced by the ones in the other language.
package struct LanguageView: Sendable {
  /// The name of the language.
  package let language: String
  /// The form with the texts of the language.
  package let form: FormDefinition
  /// The formats of dates and numbers.
  package let formats: ValueFormats
  /// The words of the library; `nil` if it has none in the language.
  package let speech: Speech?
  /// The touched state, with the titles of the language.
  package private(set) var state = ResponseState()
  private let index: FormIndex
  /// The cells whose titles are displayed as stored.
  private let stored: Set<String>

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - form: the form.
  ///   - language: one of its languages; for any other one the result is `nil`.
  ///   - state: the touched state.
  /// - Complexity: O(n + k) for n cells and k touched ones.
  package init?(of form: FormDefinition, in language: String, state: ResponseState) {
    guard let shown = form.shown(in: language), let name = shown.language else { return nil }
    self.language = name
    self.form = shown
    formats = ValueFormats(language: name)
    speech = Tongue(languageNamed: name).map { tongue in
      var speech = Speech(tongue, about: shown)
      speech.isOfTranslation = name != form.language
      return speech
    }
    index = FormIndex(shown)
    stored = form.keysOfStoredTitles
    self.state = titled(state)
  }

  /// The questions of the form, see ``FormDefinition/questions``, optionally with the repeats.
  ///
  /// - Complexity: O(n) for n cells.
  package func questions(withRepeats: Bool = false) -> [Question] {
    (withRepeats ? form.questionsAndRepeats : form.questions).map { question in
      var question = question
      question.formats = formats
      return question
    }
  }

  /// The choices of a question, with titles of the language; `nil` if they must be read from the store: for a list
  /// whose options were not read, and for a cell that is not a question.
  ///
  /// - Throws: `ActionError`.
  /// - Complexity: O(n) for n choices and i instances of repeats.
  package func offeredChoices(of question: CellReference, _ query: ChoiceQuery) throws -> OfferedChoices? {
    let reader = reader(of: state)
    guard let cell = try? reader.namedCell(question), !stored.contains(cell.cell.key) else { return nil }
    return try reader.offeredChoices(of: cell, query)
  }

  /// Applies changes of the response.
  ///
  /// - Parameter changes: the changes.
  /// - Returns: the same as the language displays them, with changes of its own titles.
  /// - Complexity: O(k + i) for k changes and affected titles, and i instances of repeats.
  package mutating func apply(_ changes: [PlacedChange]) -> [PlacedChange] {
    let kept = changes.filter { !isTranslated($0.change) }
    let shown = kept + titles(after: PlacedChange.net(kept))
    for change in shown { state.apply(change.change) }
    return shown
  }

  /// The view of a state that was reached without changes, see ``titled(_:)``.
  package func moved(to state: ResponseState) -> LanguageView {
    var view = self
    view.state = titled(state)
    return view
  }

  /// The touched state, with the titles of the language.
  ///
  /// - Complexity: O(k) for k touched cells, and the rules of titles.
  package func titled(_ state: ResponseState) -> ResponseState {
    var state = state
    for (subject, cell) in state.cells {
      let change = StateChange(.title, of: subject, before: cell[.title], after: nil)
      if !change.isEmpty, isTranslated(change) { state.apply(change) }
    }
    let reader = reader(of: state)
    var recalculation = Recalculation(reader: reader, in: .current, titlesBesides: stored)
    // A reader in memory throws no errors of its own.
    try? recalculation.runAll(index.ruleSnapshots)
    let touched = reader.touchedCells(under: nil).map { $0.change(.value, to: $0.state.entry) }
    var titles = TitleRecalculation(reader: reader, after: recalculation.changes, formats: formats, besides: stored)
    try? titles.run(after: touched + recalculation.changes)
    for change in recalculation.changes + titles.changes { state.apply(change.change) }
    return state
  }

  private func isTranslated(_ change: StateChange) -> Bool {
    change.field == .title && change.subject.setAsideFrom == nil && !stored.contains(change.subject.key)
  }

  private func reader(of state: ResponseState) -> FormReader {
    FormReader(index, state: state)
  }

  /// The changes of titles that follow from other ones.
  private func titles(after changes: [PlacedChange]) -> [PlacedChange] {
    guard changes.contains(where: { $0.change.field.isReadByRules }) else { return [] }
    let reader = reader(of: state)
    var recalculation = Recalculation(reader: reader, after: changes, in: .current, titlesBesides: stored)
    try? recalculation.run(after: changes)
    let derived = changes + recalculation.changes
    var titles = TitleRecalculation(reader: reader, after: derived, formats: formats, besides: stored)
    try? titles.run(after: derived)
    return PlacedChange.net(
      titlesOfInstancesGone(after: changes, reader) + recalculation.changes + titles.changes)
  }

  /// The changes that remove titles together with their instances.
  private func titlesOfInstancesGone(after changes: [PlacedChange], _ reader: FormReader) -> [PlacedChange] {
    changes.filter { $0.change.field == .instance && $0.change.after == nil }
      .flatMap { reader.touchedCells(inInstance: $0.change.subject.instance) }
      .map { $0.change(.title, to: nil) }
      .filter { !$0.change.isEmpty && isTranslated($0.change) }
  }
}
