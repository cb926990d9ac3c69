/// The results of rules for a cell. A `nil` field is as in a fresh response, or for a fresh response, as without a
/// rule.
package struct DerivedState: Hashable, Sendable {
  private var relevance: Bool?
  private var requirement: Bool?
  private var readOnly: Bool?
  private var calculated: FieldContent?
  private var faults: FieldContent?
  private var title: FieldContent?

  /// Creates an empty state.
  package init() {}

  /// Whether no rule has a result.
  package var isEmpty: Bool { self == DerivedState() }

  /// The content of a field; `nil` for an untouched one, and for one that rules do not determine.
  package subscript(field: StateChange.Field) -> FieldContent? {
    get {
      switch field {
      case .relevance: relevance.map(FieldContent.flag)
      case .requirement: requirement.map(FieldContent.flag)
      case .readOnly: readOnly.map(FieldContent.flag)
      case .calculated: calculated
      case .faults: faults
      case .title: title
      case .disclosure, .fold, .value, .draft, .saved, .touched, .completion, .sectionRelevance, .instance,
        .original, .reportedFaults, .responseFaults:
        nil
      }
    }
    set {
      switch field {
      case .relevance: relevance = newValue?.flag
      case .requirement: requirement = newValue?.flag
      case .readOnly: readOnly = newValue?.flag
      case .calculated: calculated = newValue
      case .faults: faults = newValue
      case .title: title = newValue
      case .disclosure, .fold, .value, .draft, .saved, .touched, .completion, .sectionRelevance, .instance,
        .original, .reportedFaults, .responseFaults:
        break
      }
    }
  }
}

extension StateChange.Field {
  /// The content without a rule of a field that rules determine.
  package var contentWithoutRule: FieldContent? {
    switch self {
    case .relevance, .sectionRelevance: .flag(true)
    case .requirement, .readOnly: .flag(false)
    case .calculated: .cleared
    case .faults, .title: .text("")
    case .disclosure, .fold, .value, .draft, .saved, .touched, .completion, .instance, .original, .reportedFaults,
      .responseFaults:
      nil
    }
  }
}

/// The violated constraints of a cell as text in the state: their numbers among those of the cell, from 1, ascending,
/// and `calculate` if the calculated value is not a valid value of the cell, separated by spaces.
package struct FailedRules: Hashable, Sendable {
  /// The numbers of the constraints.
  package var constraints: Set<Int>
  /// Whether the calculated value is not a valid value of the cell.
  package var hasRefusedCalculation: Bool
  /// Whether a chosen value is not offered.
  package var isNotOffered: Bool

  /// Reads a text.
  package init(text: String) {
    let names = text.split(separator: " ")
    constraints = Set(names.compactMap { Int($0) })
    hasRefusedCalculation = names.contains(Substring(FormRule.Kind.calculate.rawValue))
    isNotOffered = names.contains(Substring(FormRule.Kind.choices.rawValue))
  }

  /// The text.
  package var text: String {
    (constraints.sorted().map(String.init) + (hasRefusedCalculation ? [FormRule.Kind.calculate.rawValue] : [])
      + (isNotOffered ? [FormRule.Kind.choices.rawValue] : [])).joined(separator: " ")
  }
}
