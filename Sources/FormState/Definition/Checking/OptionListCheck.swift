extension FormDefinition {
  /// The faults of the form's lists.
  ///
  /// - Complexity: O(n) for n cells and options.
  func listFaults(isStored: Bool) -> [DefinitionFault] {
    guard !lists.isEmpty else { return [] }
    var names: Set<String> = []
    let unconditional = isStored ? [:] : questionsOfWholeLists
    let shown = Set(sections.flatMap { $0.cells.lazy.filter(\.hasRareProperties).compactMap(\.list) })
    return lists.flatMap { list -> [DefinitionFault] in
      var problems: [String] = []
      if let problem = Self.problem(withKey: list.name) { problems.append(problem) }
      if !names.insert(list.name).inserted {
        problems.append("another list has the name “\(list.name.prefix(40))”; give each a different name")
      }
      if list.outline != nil, !isStored {
        problems.append(
          "the options of the list “\(list.name.prefix(40))” were not read from the store; read the form separately"
        )
      }
      if list.outline == nil { problems += list.problems(isStored: isStored, hasRows: shown.contains(list.name)) }
      if let question = unconditional[list.name], let value = list.valueWithTwoTitles {
        problems.append(
          "two options of the list “\(list.name.prefix(40))” have the value “\(value.prefix(40))” and different "
            + "titles, and “\(question.prefix(40))” offers both; give them different values, or its choices a condition"
        )
      }
      return problems.map { DefinitionFault(key: key, property: "lists", problem: $0) }
    }
  }
}

extension FormDefinition {
  /// By list, the first question that offers all of its options.
  private var questionsOfWholeLists: [String: String] {
    var questions: [String: String] = [:]
    for cell in sections.lazy.flatMap({ $0.cells.lazy.filter(\.hasRareProperties) }) {
      guard let choices = cell.rule(.choices)?.expression?.choices, choices.conditions.isEmpty else { continue }
      questions[choices.list] = questions[choices.list] ?? cell.key
    }
    return questions
  }
}

extension OptionList {
  /// The first value that options with different titles have; `nil` for none.
  fileprivate var valueWithTwoTitles: String? {
    var titles: [String: String] = [:]
    return options.first { option in
      titles.updateValue(option.title, forKey: option.value).map { FieldContent.text($0) != .text(option.title) }
        ?? false
    }?.value
  }

  /// The problems with the options.
  ///
  /// - Parameter hasRows: whether they are rows under a question, and so need their own keys.
  fileprivate func problems(isStored: Bool, hasRows: Bool) -> [String] {
    let list = "the list “\(name.prefix(40))”"
    var problems: [String] = []
    if options.isEmpty { problems.append("\(list) has no options; give it some, or remove it") }
    if options.contains(where: \.value.isEmpty) { problems.append("an option of \(list) has no value; give it one") }
    if hasRows, Set(options.map(\.value)).count < options.count {
      problems.append("two options of \(list) have the same value; give each a different one")
    }
    if let name = columns.first(where: { ["", "value", "title"].contains($0) }) {
      problems.append("an option of \(list) has a column “\(name)” beside its value and title; give it another name")
    }
    if !isStored, let character = firstForbiddenCharacter {
      problems.append("an option of \(list) \(character.problem)")
    }
    return problems
  }

  private var firstForbiddenCharacter: ForbiddenCharacter? {
    for option in options {
      let columns = option.columns.isEmpty ? [] : option.columns.flatMap { [$0.key, $0.value] }
      for text in [option.value, option.title] + columns {
        if let character = ForbiddenCharacter(firstIn: text) { return character }
      }
    }
    return nil
  }
}
