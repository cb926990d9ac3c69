/// A cell that can hold an answer, with its names.
package struct Question: Hashable, Sendable {
  /// The cell.
  package let cell: FormCell
  /// Its place in the form.
  package let place: CellPlace
  /// Its title, or that of the nearest cell above it that has one; its key if none has.
  package let title: String
  /// Its title together with those of the cells above it: “Roof › Condition”.
  package let name: String
  /// The title of its section; the section's key if it has none.
  package let section: String
  /// The options directly under it, by their values.
  package let optionTitles: [String: String]
  /// The key of the innermost repeat around it; `nil` for none.
  package let repeatAround: String?
  /// Whether the definition hides it or a cell above it, so it is never asked.
  package let isHidden: Bool
  /// Whether a rule decides its relevance: its own, or that of a cell or section around it.
  package let isConditional: Bool
  /// The formats of dates and numbers.
  var formats = ValueFormats.stored

  /// The readable text of a value: the title of the option, the switch's position, a date in long style.
  package func readableText(of value: CellValue) -> String {
    cell.readableText(of: value, formats) { optionTitles[$0] }
  }
}

extension FormCell {
  /// The readable text of a value of the cell.
  ///
  /// - Parameters:
  ///   - formats: the formats of dates and numbers.
  ///   - title: the title of an option by its value; without a title the value is shown.
  package func readableText(
    of value: CellValue, _ formats: ValueFormats, titleOfOption title: (String) throws -> String?
  ) rethrows -> String {
    func name(of option: String) throws -> String { try title(option).flatMap { $0.isEmpty ? nil : $0 } ?? option }
    return switch value {
    case .text(let option) where kind == .group: try name(of: option)
    case .choices(let options): try options.map(name).joined(separator: ", ")
    default: formats.text(of: value, in: self)
    }
  }
}

extension FormDefinition {
  /// The cells that can hold an answer, in the order of the form; a heading can if an option is directly under it.
  ///
  /// - Complexity: O(n) for n cells.
  package var questions: [Question] { questions(withRepeats: false) }

  /// The cells that can hold an answer, and the repeats, in the order of the form.
  ///
  /// - Complexity: O(n) for n cells.
  var questionsAndRepeats: [Question] { questions(withRepeats: true) }

  private func questions(withRepeats: Bool) -> [Question] {
    var questions: [Question] = []
    forEachQuestion { if withRepeats || $0.cell.kind != .repeat { questions.append($0) } }
    return questions
  }

  /// The cells with the given keys that can hold an answer, and the repeats among them, by their keys.
  ///
  /// - Complexity: O(k log k) for k keys, O(d) for the d cells around each, and O(n) for n cells if they are in memory.
  package func questionsAndRepeats(withKeys keys: Set<String>) -> [String: Question] {
    let structure = structure
    var questions: [String: Question] = [:]
    // In the order of the form, to read each page of a large one once.
    for place in keys.compactMap(place(ofCell:)).sorted() {
      guard let section = sections.element(at: place.section), let key = cell(at: place)?.key else { continue }
      let nesting = CompactNesting(structure, section: place.section)
      let above = sequence(first: place.position, next: nesting.parent).dropFirst().compactMap(
        section.cells.element(at:))
      let around = above.reversed().reduce(QuestionSurroundings(of: section)) { $0.including($1) }
      questions[key] = question(at: place, in: around, ValueFormats.own(language))
    }
    return questions
  }

  /// Passes on the cells that can hold an answer, and the repeats, in the order of the form, without keeping them.
  ///
  /// - Complexity: O(n) for n cells.
  package func forEachQuestion(_ body: (Question) throws -> Void) rethrows {
    let formats = ValueFormats.own(language)
    for each in surroundedCells {
      if let question = question(at: each.place, in: each.around, formats) { try body(question) }
    }
  }

  /// The question of a cell, given the cells above it; `nil` for a cell that cannot hold an answer and is not a repeat.
  func question(
    at place: CellPlace, in around: QuestionSurroundings, _ formats: ValueFormats
  ) -> Question? {
    guard let section = sections.element(at: place.section), let cell = section.cells.element(at: place.position) else {
      return nil
    }
    let options = cell.kind.isQuestionOfOptions ? section.optionTitles(under: place.position) : nil
    guard cell.kind == .repeat || cell.canBeAsked(withOptions: options != nil) else { return nil }
    return Question(
      cell, at: place, in: around, ofSection: section.title.isEmpty ? section.key : section.title,
      optionTitles: options ?? [:], formats: formats)
  }
}

extension FormCell {
  /// Whether the cell can hold an answer; a heading can if an option is directly under it, or a list offers some.
  func canBeAsked(withOptions hasOptions: Bool) -> Bool {
    kind.holdsValue && (!kind.isQuestionOfOptions || hasOptions || choosesFromList)
  }
}

extension Question {
  /// Creates the question of a cell, given the cells above it.
  init(
    _ cell: FormCell, at place: CellPlace, in around: QuestionSurroundings, ofSection section: String,
    optionTitles: [String: String], formats: ValueFormats
  ) {
    let own = around.including(cell)
    self.init(
      cell: cell, place: place, title: own.title ?? cell.key, name: own.name ?? cell.key, section: section,
      optionTitles: optionTitles, repeatAround: around.innerRepeat, isHidden: own.isHidden,
      isConditional: own.isConditional, formats: formats)
  }
}

extension FormDefinition {
  /// The titles of the options of a question by their values: those directly under it, and those in its list.
  ///
  /// - Complexity: O(k) for k options.
  package func titlesOfOptions(under place: CellPlace) -> [String: String] {
    guard let section = sections.element(at: place.section), let cell = section.cells.element(at: place.position) else {
      return [:]
    }
    let items = (cell.rule(.choices)?.expression?.choices?.list).flatMap(list)?.options ?? []
    var listed: [String: String] = [:]
    for item in items {
      let known = listed.updateValue(item.title, forKey: item.value)
      // Which of the items was chosen is unknown here, so none is named.
      if let known, FieldContent.text(known) != .text(item.title) { listed[item.value] = item.value }
    }
    return listed.merging(section.optionTitles(under: place.position) ?? [:]) { _, own in own }
  }
}

extension FormDefinition {
  /// The readable text of a value of a question, also of one that chooses from a list.
  ///
  /// - Complexity: O(k) for k options.
  package func readableText(of value: CellValue, to question: Question) -> String {
    let titles = question.cell.kind.isQuestionOfOptions ? titlesOfOptions(under: question.place) : [:]
    return question.cell.readableText(of: value, question.formats) { titles[$0] }
  }
}

extension FormDefinition {
  /// The values of the options directly under a question, in order.
  ///
  /// - Complexity: O(k) for k cells under it.
  package func optionValues(under place: CellPlace) -> [String] {
    var values: [String] = []
    sections.element(at: place.section)?.forEachOption(under: place.position) { value, _ in values.append(value) }
    return values
  }
}

extension FormSection {
  /// The titles of the options directly under a cell, by their values; `nil` if there are none.
  fileprivate func optionTitles(under position: Int) -> [String: String]? {
    var titles: [String: String]?
    forEachOption(under: position) { value, option in
      titles = titles ?? [:]
      titles?[value] = option.title
    }
    return titles
  }

  fileprivate func forEachOption(under position: Int, _ body: (_ value: String, FormCell) -> Void) {
    var next = position + 1
    let end = next + min(cells[position].additionalRows, cells.count - next)
    while next < end {
      let cell = cells[next]
      if cell.kind == .option, let value = cell.optionValue { body(value, cell) }
      next += 1 + min(max(cell.additionalRows, 0), end - next)
    }
  }
}

/// A question with its value in a response.
package struct Answer: Hashable, Sendable {
  /// The source of an answer.
  package enum Source: String, CaseIterable, Sendable {
    /// Set by a person.
    case set
    /// The definition's default.
    case `default`
    /// Calculated by a rule.
    case calculated
    /// No value.
    case none

    /// The source of the value of a cell.
    init(of value: CellValue?, in state: CellState, starts: CellState) {
      let calculated = (state[.calculated] ?? starts[.calculated])?.value
      self = value == nil ? .none : state.entry != nil ? .set : calculated == nil ? .default : .calculated
    }
  }

  /// The question.
  package let question: Question
  /// The number of its instance of a repeat; 0 outside of repeats.
  package let instance: Int
  /// Its value; `nil` for none.
  package let value: CellValue?
  /// The source of the value.
  package let source: Source
  /// The draft: typed text that is not a value yet.
  package let draft: String?

  /// What people call its cell, also in actions.
  package let address: String

  /// The displayed title if it shows the value; `nil` if the question shows its own title.
  private let shown: String?

  /// The readable value; empty for none.
  package var readableText: String {
    // The titles of a list's items are known once they are chosen.
    if question.cell.choosesFromList, question.cell.summary == .choice, source != .none, let shown { return shown }
    return value.map(question.readableText) ?? ""
  }

  /// Looks a question up in a state.
  package init(to question: Question, in state: ResponseState, instance: Int = 0, of form: FormDefinition) {
    self.init(
      to: question, instance, at: state.instanceNames.address(of: question.cell.key, in: instance),
      state.state(of: question.cell, in: instance), starts: form.fresh.state(ofCell: question.cell.key, in: instance))
  }

  /// Creates the answer from a cell's state.
  init(to question: Question, _ cell: CellSnapshot) {
    self.init(to: question, cell.instance, at: cell.address, cell.state, starts: cell.starts)
  }

  private init(to question: Question, _ instance: Int, at address: String, _ state: CellState, starts: CellState) {
    self.question = question
    self.instance = instance
    self.address = address
    let value =
      if let entry = state.entry { entry.value } else { state.valueWithoutEntry(in: question.cell, starts: starts) }
    source = Source(of: value, in: state, starts: starts)
    draft = state.draft
    shown = state.title
    self.value = value
  }
}

extension ResponseContents {
  /// Every question that is relevant, or has an answer even though it is hidden, in the order of the form. Questions
  /// that are not relevant are left out, with or without an answer.
  ///
  /// - Parameter questions: the form's questions, if available.
  /// - Complexity: O(n) for n cells.
  package func answers(to questions: [Question]? = nil) -> [Answer] {
    let questions = questions ?? form.questions
    guard form.hasRepeats else {
      let notAsked = form.keysNotAsked(in: state)
      return questions.lazy.filter { !notAsked.contains($0.cell.key) }
        .map { Answer(to: $0, in: state, of: form) }.filter { !$0.question.isHidden || $0.source != .none }
    }
    let asked = Dictionary(questions.map { ($0.cell.key, $0) }) { first, _ in first }
    let notAsked = form.subjectsNotAsked(in: state)
    var answers: [Answer] = []
    form.forEachCell(in: state) { cell, place in
      guard let question = asked[cell.key], !notAsked.contains(StateSubject(cell.key, instance: place.instance)) else {
        return
      }
      let answer = Answer(to: question, in: state, instance: place.instance, of: form)
      if !question.isHidden || answer.source != .none { answers.append(answer) }
    }
    return answers
  }
}
