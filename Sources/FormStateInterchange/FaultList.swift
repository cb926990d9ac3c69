import FormState

/// The faults that an importer has found so far.
struct FaultList {
  /// What the importer may spend on suggestions in all its faults.
  let suggestions: SuggestionBudget
  /// The first faults, at most ``ImportError/mostFaults``.
  private(set) var diagnostics: [Diagnostic] = []
  /// How many faults were found.
  private(set) var count = 0

  /// Begins without faults.
  init(suggestions: SuggestionBudget = SuggestionBudget()) {
    self.suggestions = suggestions
  }

  /// Adds a fault.
  mutating func add(_ fault: Diagnostic) {
    count += 1
    if diagnostics.count < ImportError.mostFaults { diagnostics.append(fault) }
  }

  /// The faults in the order of the document, whichever check found them first.
  mutating func sortByPlace() {
    let places = diagnostics.enumerated().sorted { left, right in
      let leftPlace = (left.element.section ?? -1, left.element.row ?? -1, left.offset)
      return leftPlace < (right.element.section ?? -1, right.element.row ?? -1, right.offset)
    }
    diagnostics = places.map(\.element)
  }
}
