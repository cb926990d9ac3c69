/// A cell that can hold an answer, with what a person calls it.
package struct Question: Hashable, Sendable {
  /// The cell.
  package let cell: FormCell
  /// Where it stands in the form.
  package let place: CellPlace
  /// What it asks: its title, or that of the nearest cell above it that has one; its key where none has.
  package let title: String
  /// What it asks, together with the cells above it: “Roof › Condition”.
  package let name: String
  /// The title of its section; the section's key where it has none.
  package let section: String
  /// The options directly under it, by their values.
  package let optionTitles: [String: String]
  /// The key of the innermost repeat that it stands in; `nil` for none.
  package let repeatAround: String?
  /// Whether the definition hides it, by itself or with a cell above it, so that nobody is asked.
  package let isHidden: Bool
  /// Whether a rule decides if anybody is asked: its own, or that of something that it stands in.
  package let isConditional: Bool
  /// How dates and numbers are written.
  package var formats = ValueFormats.stored

  /// What a value of it looks like to a person: the title of the option, the switch's position, a date in long style.
  package func readableText(of value: CellValue) -> String {
    func title(of option: String) -> String { optionTitles[option].flatMap { $0.isEmpty ? nil : $0 } ?? option }
    return switch value {
    case .text(let option) where cell.kind == .group: title(of: option)
    case .choices(let options): options.map(title).joined(separator: ", ")
    default: formats.text(of: value, in: cell)
    }
  }
}

extension FormDefinition {
  /// The cells that can hold an answer, in the order of the form; a heading can when an option stands directly under it.
  ///
  /// - Complexity: O(n) for n cells.
  package var questions: [Question] { questions(withRepeats: false) }

  /// The cells that can hold an answer, and the repeats, in the order of the form.
  ///
  /// - Complexity: O(n) for n cells.
  package var questionsAndRepeats: [Question] { questions(withRepeats: true) }

  private func questions(withRepeats: Bool) -> [Question] {
    let formats = ValueFormats.own(language)
    return sections.enumerated().flatMap { sectionPosition, section in
      let nesting = Nesting(of: section)
      let around = section.repeatsAround(nesting)
      let options = section.optionTitles(nesting)
      let sectionTitle = section.title.isEmpty ? section.key : section.title
      // What the cells above it are called, and whether one of them is hidden or has a condition: parents stand before their children.
      var names: [(titles: [String], isHidden: Bool, isConditional: Bool)] = []
      names.reserveCapacity(section.cells.count)
      var questions: [Question] = []
      for (position, cell) in section.cells.enumerated() {
        let above =
          nesting.parents[position].map { names[$0] }
          ?? (titles: [], isHidden: false, isConditional: section.relevant != nil)
        // A heading that shows an answer as its title is called by its second title, which stays.
        let ownTitles = cell.summary == nil ? [cell.title, cell.subtitle] : [cell.subtitle, cell.title]
        let own = ownTitles.first { !$0.isEmpty }
        let titles = above.titles + [own].compactMap { $0 }
        let isHidden = above.isHidden || cell.isHidden
        let isConditional = above.isConditional || cell.rule(.relevant) != nil || cell.rule(.count) != nil
        names.append((titles, isHidden, isConditional))
        let isQuestion =
          cell.kind.holdsValue && (!cell.kind.isQuestionOfOptions || options[position] != nil || cell.choosesFromList)
        guard isQuestion || withRepeats && cell.kind == .repeat else { continue }
        questions.append(
          Question(
            cell: cell, place: CellPlace(section: sectionPosition, position: position), title: titles.last ?? cell.key,
            name: titles.isEmpty ? cell.key : titles.joined(separator: " › "), section: sectionTitle,
            optionTitles: options[position] ?? [:], repeatAround: around[position],
            isHidden: isHidden, isConditional: isConditional, formats: formats))
      }
      return questions
    }
  }
}

extension FormSection {
  /// The keys of the innermost repeats that cells stand in, by their positions; nothing for cells that stand in none.
  fileprivate func repeatsAround(_ nesting: Nesting) -> [Int: String] {
    guard hasRepeats else { return [:] }
    var around: [Int: String] = [:]
    for (position, parent) in nesting.parents.enumerated() {
      guard let parent else { continue }
      around[position] = cells[parent].kind == .repeat ? cells[parent].key : around[parent]
    }
    return around
  }

  /// The titles of options by their values, by the positions of the cells that they stand directly under.
  fileprivate func optionTitles(_ nesting: Nesting) -> [Int: [String: String]] {
    var titles: [Int: [String: String]] = [:]
    for (position, cell) in cells.enumerated() where cell.kind == .option {
      guard let parent = nesting.parents[position], let value = cell.optionValue else { continue }
      titles[parent, default: [:]][value] = cell.title
    }
    return titles
  }
}

/// A question with what a response has for it.
package struct Answer: Hashable, Sendable {
  /// Where an answer is from.
  package enum Source: String, Sendable {
    /// A person gave it.
    case set
    /// The definition has it for want of one.
    case `default`
    /// A rule calculates it for want of one.
    case calculated
    /// There is none.
    case none
  }

  /// The question.
  package let question: Question
  /// The number of the instance of a repeat that it is asked in; 0 outside of repeats.
  package let instance: Int
  /// What it holds; `nil` for nothing.
  package let value: CellValue?
  /// Where that is from.
  package let source: Source
  /// What was typed there and is no value yet.
  package let draft: String?

  /// What the question shows of it as its title; `nil` where that is its own.
  private let shown: String?

  /// What it holds as a person reads it; empty for nothing.
  package var readableText: String {
    // What a list calls its items is known to whoever chose one.
    if question.cell.choosesFromList, question.cell.summary == .choice, source != .none, let shown { return shown }
    return value.map(question.readableText) ?? ""
  }

  /// Looks a question up in a state.
  package init(to question: Question, in state: ResponseState, instance: Int = 0, of form: FormDefinition) {
    let cell = state.state(of: question.cell, in: instance)
    self.question = question
    self.instance = instance
    value = state.value(of: question.cell, in: form, instance: instance)
    let calculated = state.derived(.calculated, of: question.cell, in: instance, form.fresh)?.value
    source = value == nil ? .none : cell.entry != nil ? .set : calculated == nil ? .default : .calculated
    draft = cell.draft
    shown = cell.title
  }
}

extension ResponseContents {
  /// Every question that anybody is asked, or that has an answer all the same, in the order of the form. What is not relevant is
  /// left out, with an answer or without.
  ///
  /// - Parameter questions: those of the form, where they are at hand.
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
