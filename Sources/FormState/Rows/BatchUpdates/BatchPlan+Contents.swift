/// The contents of rows.
extension BatchPlan {
  /// A field of a cell whose displayed content changes.
  struct NewContent {
    let place: CellPlace
    let field: StateChange.Field
    let before: CellValue?
    let after: CellValue?

    /// What may have chosen another option; `nil` for anything else.
    var newChoice: NewChoice? {
      guard field == .value else { return nil }
      let values = Set(before?.chosenValues ?? []).symmetricDifference(after?.chosenValues ?? []).sorted()
      return values.isEmpty ? nil : NewChoice(question: place, values: values)
    }
  }

  /// The fields whose displayed content changes.
  ///
  /// - Parameter combined: the changes of each field as one. An entry that is the same again after some steps counts as
  ///   well: a calculated value may have changed while it took precedence.
  static func newContents(in combined: [PlacedChange]) -> [NewContent] {
    var held: [CellPlace: NewValue] = [:]
    var contents: [NewContent] = []
    for placed in combined {
      guard let sides = placed.contents, let position = placed.position else { continue }
      let place = CellPlace(
        section: placed.section, position: position, instance: placed.change.subject.instance)
      switch placed.change.field {
      case .value: held[place, default: NewValue()].entry = placed
      case .calculated: held[place, default: NewValue()].calculated = placed
      case let field where sides.before != sides.after:
        contents.append(NewContent(place: place, field: field, before: sides.before, after: sides.after))
      default: break
      }
    }
    return contents
      + held.compactMap { place, value in
        let (before, after) = (value.shown(after: false), value.shown(after: true))
        return before == after ? nil : NewContent(place: place, field: .value, before: before, after: after)
      }
  }

  /// A cell's value: an entry takes precedence over a calculated value.
  private struct NewValue {
    var entry: PlacedChange?
    var calculated: PlacedChange?

    func shown(after: Bool) -> CellValue? {
      let left = after ? entry?.change.after : entry?.change.before
      if let left { return left.value }
      guard let calculated, let sides = calculated.contents else { return entry?.shownAtFirst }
      // An entry that stays is the same on both sides.
      if entry == nil, calculated.isOverridden { return nil }
      return after ? sides.after : sides.before
    }
  }
}

// MARK: - Options

extension BatchPlan {
  /// A cell whose text changed, which may be the value of one of its options.
  package struct NewChoice {
    let question: CellPlace
    /// The values of the options chosen before or after.
    let values: [String]
  }
}

extension FormDefinition {
  /// The options of questions whose value changed. O(k + o) for k questions with o cells directly under them.
  package func options(of choices: [BatchPlan.NewChoice]) -> [CellPlace] {
    choices.sorted { $0.question < $1.question }.flatMap { choice -> [CellPlace] in
      guard let section = sections.element(at: choice.question.section) else { return [] }
      return section.positionsDirectly(under: choice.question.position).compactMap { position in
        guard let value = section.cells.element(at: position)?.optionValue, choice.values.contains(value) else {
          return nil
        }
        return CellPlace(section: choice.question.section, position: position, instance: choice.question.instance)
      }
    }
  }
}
