import FormState

/// The lists of a form by their names, since many questions may have their options from them.
struct NamedLists {
  private let lists: [String: OptionList]
  /// The names, to suggest one.
  let names: NearestKeys

  /// Prepares the lookup. O(n) for n lists; of two with one name, the first counts.
  init(_ lists: [OptionList], within budget: SuggestionBudget) {
    self.lists = Dictionary(lists.map { ($0.name, $0) }) { first, _ in first }
    names = NearestKeys(lists.map(\.name), within: budget)
  }

  /// The list with a name; `nil` if there is none. O(1).
  subscript(name: String) -> OptionList? { lists[name] }
}
