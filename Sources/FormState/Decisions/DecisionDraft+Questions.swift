/// Completing the response, and settling the questions that merges leave open.
extension DecisionDraft {
  mutating func complete() throws {
    let faults = reader.faults().filter { $0.severity == .error }
    // A completion in a journal stands, whatever the rules of the form were then.
    guard isInJournal || faults.isEmpty else { throw ActionError.faults(faults) }
    appendCompletion(true)
  }

  mutating func appendCompletion(_ isCompleted: Bool) {
    append(.completion, after: isCompleted ? .flag(true) : nil)
    // Completing and reopening settle the question.
    if reader.state[.responseAlternatives, of: .response] != nil { append(.responseAlternatives, after: nil) }
  }

  private mutating func append(_ field: StateChange.Field, after content: FieldContent?) {
    let before = reader.state[field, of: .response]
    changes.append(PlacedChange(ofResponse: StateChange(field, of: .response, before: before, after: content)))
  }

  /// Takes one of the different things that persons said at the same time.
  ///
  /// - Parameters:
  ///   - reference: the cell or the instance; `nil` for the completion.
  ///   - number: the number of the alternative, from 1.
  mutating func settle(_ reference: CellReference?, taking number: Int) throws -> FormAction {
    guard let reference else {
      let question = StateChange.Identity(.responseAlternatives, of: .response)
      let taken = try alternative(number, of: reader.state[question.field, of: .response], of: "response")
      if taken.content?.flag == true { try complete() } else { appendCompletion(false) }
      return .settle(nil, taking: number)
    }
    switch try reader.addressed(reference) {
    case .cell(let cell):
      let taken = try alternative(number, of: cell.state[.alternatives], of: cell.address)
      switch taken.content {
      case .cleared: try clear(cell)
      // An upgrade since may have changed what the cell accepts.
      case let content?: try content.value.map { try take($0, for: cell) }
      case nil:
        if cell.isReadOnly { throw ActionError.readOnly(cell: cell.address) }
        setEntry(nil, of: cell)
      }
      return .settle(cell.reference, taking: number)
    case .instance(let instance, let owner):
      let place = CellPlace(
        section: owner.place.section, position: owner.place.position, instance: instance.number)
      let address = reader.state.instanceNames.address(of: owner.cell.key, in: instance.number)
      let cell = reader.cell(at: place)
      let taken = try alternative(number, of: cell?.state[.alternatives] ?? nil, of: address)
      if taken.content == nil {
        _ = try remove(.instance(owner.cell.key, number: instance.number))
      } else if let cell {
        changes.append(cell.change(.alternatives, to: nil))
      }
      return .settle(instance.reference(in: owner), taking: number)
    }
  }

  /// Gives a cell the answer of an alternative, or chooses the option that it names.
  private mutating func take(_ value: CellValue, for cell: CellSnapshot) throws {
    if cell.cell.kind == .group, !cell.cell.choosesFromList, let option = try reader.option(meantBy: value, under: cell)
    {
      return try choose(option)
    }
    _ = try set(value, in: cell)
  }

  private func alternative(
    _ number: Int, of content: FieldContent?, of subject: String
  ) throws(ActionError) -> OpenQuestion.Alternative {
    guard let question = OpenQuestion(content) else { throw ActionError.noQuestion(about: subject) }
    guard number > 0, let taken = question.alternatives.element(at: number - 1) else {
      throw ActionError.noSuchAlternative(number, about: subject, count: question.alternatives.count)
    }
    return taken
  }
}

extension FormReader {
  /// The open question about a cell or an instance, for `nil` about the completion; `nil` if there is none.
  ///
  /// - Throws: ``ActionError`` for an unknown cell.
  package func question(about reference: CellReference?) throws -> OpenQuestion? {
    guard let reference else { return OpenQuestion(state[.responseAlternatives, of: .response]) }
    switch try addressed(reference) {
    case .cell(let cell): return OpenQuestion(cell.state[.alternatives])
    case .instance(let instance, let owner):
      return OpenQuestion(state[.alternatives, of: StateSubject(owner.cell.key, instance: instance.number)])
    }
  }

  /// The changes that close open questions about values that an action changes.
  ///
  /// - Parameters:
  ///   - changes: the changes by the action, with all consequences by rules.
  ///   - stated: the changes by the action itself, whose changes of questions take precedence.
  /// - Complexity: O(k) for k changes.
  func answeredQuestions(after changes: [PlacedChange], besides stated: [PlacedChange]) -> [PlacedChange] {
    let open = changes.filter { placed in
      placed.change.field == .value && state.cells[placed.change.subject]?[.alternatives] != nil
    }
    guard !open.isEmpty else { return [] }
    let kept = Set(stated.lazy.filter { $0.change.field == .alternatives }.map(\.change.subject))
    return open.filter { !kept.contains($0.change.subject) }.compactMap { placed in
      placed.placeOfAnswer.flatMap(cell(at:))?.change(.alternatives, to: nil)
    }
  }
}
