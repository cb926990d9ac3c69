import FormState

/// The lists of a form by their names, since many questions may have their options from them.
struct NamedLists {
  private let lists: [String: OptionList]
  /// The names, to suggest one.
  let names: NearestKeys

  /// Prepares the lookup. O(n) for n lists.
  init(of form: FormDefinition, within budget: SuggestionBudget) {
    lists = form.listsByName
    names = NearestKeys(form.lists.map(\.name), within: budget)
  }

  /// The list with a name; `nil` if there is none. O(1).
  subscript(name: String) -> OptionList? { lists[name] }
}
