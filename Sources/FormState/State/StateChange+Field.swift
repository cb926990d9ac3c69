extension StateChange {
  /// The parts of the state, by their names in the journal.
  @nonexhaustive
  public enum Field: String, CaseIterable, Hashable, Sendable, Codable {
    /// Whether a cell is expanded.
    case disclosure
    /// Whether a section is folded.
    case fold
    /// The value of a cell.
    case value
    /// The displayed title of an expandable cell.
    case title
    /// The draft of a cell: kept by a device beside the response, so no journal or digest has it.
    case draft
    /// The value of a cell when the response was last marked as saved.
    case saved
    /// Whether a person ever entered something in a cell.
    case touched
    /// Whether the response is completed.
    case completion
    /// Whether a cell is relevant, if that differs from a fresh response.
    case relevance
    /// Whether a section is relevant, if that differs from a fresh response.
    case sectionRelevance
    /// Whether a cell is required, if that differs from a fresh response.
    case requirement
    /// Whether a cell is read-only, if that differs from a fresh response.
    case readOnly
    /// The calculated value of a cell, if it differs from a fresh response.
    case calculated
    /// The violated rules of a cell, if they differ from a fresh response.
    case faults
    /// The place of an instance of a repeat; none for an unknown one. Its subject is the repeat, in that instance.
    case instance
    /// The answer in an earlier version of the form, if this one converts or refuses it.
    case original
    /// The faults reported on a cell, see `ReportedFault`.
    case reportedFaults
    /// The faults reported on the response as a whole.
    case responseFaults
    /// The different things that persons said at the same time of a cell, or of an instance.
    case alternatives
    /// The same of the completion of the response.
    case responseAlternatives
  }
}

extension StateChange.Field {
  /// The type of a field's subject.
  package enum Scope: Hashable, Sendable { case cell, section, response, instance }

  /// The role of a field, which determines whether undo affects it and rows show it.
  package enum Role: Hashable, Sendable {
    /// Determines which rows are visible.
    case opening
    /// An entry, or a consequence of one; a completed response refuses to change it.
    case answer
    /// A note about answers, which undo does not affect.
    case note
    /// The result of a rule.
    case derived
    /// A fault reported on an answer; it is removed when the answer changes, and undo restores it with the answer.
    case report
    /// Kept by a device beside the response: no journal, digest or undo has it.
    case device
  }

  /// The type of a field's content.
  package enum ContentType: Hashable, Sendable {
    case flag, text
    /// A value of the cell's kind, or cleared.
    case cellValue
  }

  /// The content of a field without a rule.
  fileprivate enum WithoutRule {
    case flag(Bool)
    case noText
    case cleared
  }

  /// What the parts of the program have to know of a field.
  ///
  /// It holds no references, since it is copied for each field of each cell that is read.
  package struct Traits: Sendable {
    let scope: Scope
    package let role: Role
    let contentType: ContentType
    /// The column of `formstate_cell_state`; `nil` for a field that cells do not have.
    package let column: StaticString?
    /// The column that tells a cleared value from an untouched one; `nil` for a flag or text.
    package let mark: StaticString?
    /// The column with the type of a rule's result; `nil` for a field that keeps none.
    package let typeColumn: StaticString?
    /// The content without a rule, of a field that rules determine.
    fileprivate let withoutRule: WithoutRule?
    /// Whether it contains what a person entered, or what follows from that.
    let isPersonal: Bool
    /// Whether another content may give the response other faults.
    package let decidesFaults: Bool

    fileprivate init(
      _ scope: Scope, _ role: Role, _ contentType: ContentType, _ column: StaticString? = nil,
      mark: StaticString? = nil, type: StaticString? = nil, withoutRule: WithoutRule? = nil, isPersonal: Bool = false,
      decidesFaults: Bool = false
    ) {
      self.scope = scope
      self.role = role
      self.contentType = contentType
      self.column = column
      self.mark = mark
      typeColumn = type
      self.withoutRule = withoutRule
      self.isPersonal = isPersonal
      self.decidesFaults = decidesFaults
    }
  }

  /// The table of the fields: a new one is a row here, and a column and a row in SQL.
  package var traits: Traits {
    switch self {
    case .disclosure: Traits(.cell, .opening, .flag, "is_expanded")
    case .value:
      Traits(
        .cell, .answer, .cellValue, "value", mark: "is_set", type: "value_type", isPersonal: true,
        decidesFaults: true)
    case .title: Traits(.cell, .answer, .text, "title", withoutRule: .noText, isPersonal: true)
    case .draft: Traits(.cell, .device, .text, isPersonal: true, decidesFaults: true)
    case .original: Traits(.cell, .answer, .text, "original", isPersonal: true, decidesFaults: true)
    case .saved: Traits(.cell, .note, .cellValue, "saved", mark: "is_saved", isPersonal: true)
    case .touched: Traits(.cell, .note, .flag, "is_touched")
    case .relevance:
      Traits(.cell, .derived, .flag, "is_relevant", withoutRule: .flag(true), decidesFaults: true)
    case .requirement:
      Traits(.cell, .derived, .flag, "is_required", withoutRule: .flag(false), decidesFaults: true)
    case .readOnly:
      Traits(.cell, .derived, .flag, "is_read_only", withoutRule: .flag(false), decidesFaults: true)
    case .calculated:
      Traits(
        .cell, .derived, .cellValue, "calculated", mark: "is_calculated", type: "calculated_type",
        withoutRule: .cleared, isPersonal: true, decidesFaults: true)
    case .faults: Traits(.cell, .derived, .text, "faults", withoutRule: .noText, decidesFaults: true)
    case .reportedFaults: Traits(.cell, .report, .text, "reported_faults", decidesFaults: true)
    case .fold: Traits(.section, .opening, .flag)
    case .sectionRelevance: Traits(.section, .derived, .flag, withoutRule: .flag(true), decidesFaults: true)
    case .instance: Traits(.instance, .answer, .text, decidesFaults: true)
    case .completion: Traits(.response, .note, .flag)
    case .responseFaults: Traits(.response, .report, .text, decidesFaults: true)
    case .alternatives: Traits(.cell, .answer, .text, "alternatives", isPersonal: true, decidesFaults: true)
    case .responseAlternatives: Traits(.response, .note, .text)
    }
  }

  /// Whether the field is the relevance of a cell or section.
  var isRelevance: Bool { self == .relevance || self == .sectionRelevance }

  /// Whether a row shows the field.
  var isShown: Bool {
    guard scope == .cell else { return false }
    return switch role {
    case .answer, .report, .device: true
    case .derived: !isRelevance
    case .note: self == .touched
    case .opening: false
    }
  }

  /// Whether the field only shows what is in others: the result of a rule, or a title.
  var followsFromOthers: Bool { role == .derived || self == .title }

  /// The fields that a journal has.
  package static let journaled = allCases.filter { $0.role != .device }

  /// Whether rules read the field.
  var isReadByRules: Bool { self == .value || self == .calculated || self == .instance || isRelevance }

  /// The content without a rule of a field that rules determine.
  package var contentWithoutRule: FieldContent? {
    switch traits.withoutRule {
    case .flag(let flag): .flag(flag)
    case .noText: .text("")
    case .cleared: .cleared
    case nil: nil
    }
  }

  package var scope: Scope { traits.scope }
  package var role: Role { traits.role }
  package var contentType: ContentType { traits.contentType }
}
