/// Finds the parts of a state that do not fit the definition: values that their cells cannot hold, folding of sections
/// that are not foldable, cells in the wrong instances.
///
/// The results of actions always fit. Changes from elsewhere, such as a journal, may not.
package struct StateFit {
  private let index: FormIndex
  private let version: Int
  private let definition: (Int) throws -> FormIndex?

  /// Creates a check for a definition.
  ///
  /// - Parameters:
  ///   - index: the version in force.
  ///   - version: its number.
  ///   - definition: the other versions of the form, from which something may be set aside; `nil` for an unknown
  ///     version.
  package init(_ index: FormIndex, version: Int, definition: @escaping (Int) throws -> FormIndex?) {
    self.index = index
    self.version = version
    self.definition = definition
  }

  /// The subjects that do not fit, in the order of instances and keys.
  ///
  /// - Complexity: O(k log k) for k touched fields.
  package func unfitSubjects(in state: ResponseState) throws -> [StateSubject] {
    let touched = Set(state.cells.keys).union(state.folds.keys).union(state.sectionRelevance.keys).union(
      state.instances.keys)
    return try touched.filter { try !fits($0, in: state) }.sorted(by: StateSubject.utf8Order)
  }

  /// Whether the touched state of a cell, section or instance fits. O(f) for f fields.
  package func fits(_ subject: StateSubject, in state: ResponseState) throws -> Bool {
    guard let index = try index(of: subject) else { return false }
    if let cell = state.cells[subject], !fits(cell, of: subject, index, state.instances) { return false }
    if let place = state.instances[subject], !fits(place, of: subject, index, state.instances) { return false }
    guard state.folds[subject] != nil || state.sectionRelevance[subject] != nil else { return true }
    // A section is in no repeat.
    guard subject.instance == 0, let section = index.position(ofSection: subject.key).map({ index.form.sections[$0] })
    else { return false }
    return (state.folds[subject] == nil || section.isFoldable)
      && (state.sectionRelevance[subject] == nil || section.relevant != nil)
  }

  /// The version of a cell or section; `nil` for an unknown version, or for the one in force, which sets nothing aside.
  private func index(of subject: StateSubject) throws -> FormIndex? {
    guard let origin = subject.setAsideFrom else { return index }
    return origin == version ? nil : try definition(origin)
  }

  private func fits(
    _ state: CellState, of subject: StateSubject, _ index: FormIndex, _ instances: [StateSubject: InstancePlace]
  ) -> Bool {
    guard let place = index.place(ofCell: subject.key), let cell = index.cell(at: place) else { return false }
    let stands =
      subject.setAsideFrom != nil || stands(place, inInstance: subject.instance, state, index, instances)
    return stands && state.touchedFields.allSatisfy { cell.mayHave($0) }
      && (state.entry.map { holds($0, cell, at: place, index) } ?? true)
      // What is marked as saved has no type of a rule's result.
      && state.saved == state.saved?.withoutType
  }

  /// Whether a cell is in an instance: one of the innermost repeat around it. A repeat with a rule or a question
  /// represents its
  /// instances too.
  private func stands(
    _ place: CellPlace, inInstance number: Int, _ state: CellState, _ index: FormIndex,
    _ instances: [StateSubject: InstancePlace]
  ) -> Bool {
    let around = index.repeats.repeatAround(place)
    guard number > 0 else { return around == nil }
    func isInstance(of position: Int) -> Bool {
      self.isInstance(number, ofRepeatAt: position, inSection: place.section, index, instances)
    }
    let isOwn = state.isRelevant != nil || state[.alternatives] != nil
    if index.cell(at: place)?.kind == .repeat, isOwn, isInstance(of: place.position) { return true }
    return around.map(isInstance) ?? false
  }

  private func isInstance(
    _ number: Int, ofRepeatAt position: Int, inSection section: Int, _ index: FormIndex,
    _ instances: [StateSubject: InstancePlace]
  ) -> Bool {
    let owner = index.cell(at: CellPlace(section: section, position: position))
    return owner.map { instances[StateSubject($0.key, instance: number)] != nil } ?? false
  }

  /// Whether a cell can hold stored content.
  private func holds(_ content: FieldContent, _ cell: FormCell, at place: CellPlace, _ index: FormIndex) -> Bool {
    switch content {
    case .value(let value): holds(value, cell, at: place, index)
    case .result(let result): cell.kind.holdsTypedResults && holds(CellValue.text(result.text), cell, at: place, index)
    case .cleared: true
    }
  }

  /// Whether a cell can hold a stored value.
  private func holds(_ value: CellValue, _ cell: FormCell, at place: CellPlace, _ index: FormIndex) -> Bool {
    // A value that is no longer on a list is kept.
    if !cell.choosesFromList {
      func isOption(_ value: String) -> Bool { index.option(withValue: value, under: place) != nil }
      switch (cell.kind, value) {
      case (.group, .text(let value)): return isOption(value)
      case (.choices, .choices(let values)) where !values.allSatisfy(isOption): return false
      default: break
      }
    }
    return (try? cell.acceptedInJournal(value)) == value
  }

  private func fits(
    _ place: InstancePlace, of subject: StateSubject, _ index: FormIndex, _ instances: [StateSubject: InstancePlace]
  ) -> Bool {
    guard let cell = index.place(ofCell: subject.key), index.cell(at: cell)?.kind == .repeat else { return false }
    guard subject.setAsideFrom == nil else { return true }
    guard let around = index.repeats.repeatAround(cell) else { return place.parent == 0 }
    return isInstance(place.parent, ofRepeatAt: around, inSection: cell.section, index, instances)
  }
}

extension FormCell {
  /// Whether the cell can have another displayed title than its own.
  var mayHaveTitle: Bool { isExpandable || rule(.title) != nil || rule(.choices) != nil }

  /// Whether a field of the cell can be touched.
  fileprivate func mayHave(_ field: StateChange.Field) -> Bool {
    func hasRule(_ kinds: FormRule.Kind...) -> Bool { kinds.contains { rule($0) != nil } }
    return switch field {
    case .disclosure: isExpandable
    case .title: mayHaveTitle
    case .value, .saved: kind.holdsValue
    case .draft: kind.takesTypedInput
    case .relevance: hasRule(.relevant, .count)
    case .requirement: hasRule(.required)
    case .readOnly: hasRule(.readOnly)
    case .calculated: hasRule(.calculate, .default)
    case .faults: hasRule(.constraint, .calculate, .default, .choices)
    case .touched, .original, .reportedFaults: true
    case .alternatives: kind.holdsValue || kind == .repeat
    case .fold, .sectionRelevance, .instance, .completion, .responseFaults, .responseAlternatives: false
    }
  }
}
