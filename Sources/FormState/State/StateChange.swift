/// What an action did to the state: one field of one cell or section, before and after.
///
/// `nil` stands for a field that nobody touched, which shows what the definition says. Because a change holds both
/// sides, it can be applied in either direction.
public struct StateChange: Hashable, Sendable {
  /// The part of the state that changed.
  public var field: Field
  /// The cell or section that changed; ``StateSubject/response`` for a field of the response itself.
  public var subject: StateSubject
  /// What the field held before; `nil` if nobody had touched it.
  public var before: FieldContent?
  /// What the field holds after; `nil` if it is untouched again.
  public var after: FieldContent?

  /// Creates a change.
  package init(_ field: Field, of subject: StateSubject, before: FieldContent?, after: FieldContent?) {
    self.field = field
    self.subject = subject
    self.before = before
    self.after = after
  }

  /// The field that changed: part of the state, and whose.
  package struct Identity: Hashable, Sendable {
    package let field: Field
    package let subject: StateSubject

    package init(_ field: Field, of subject: StateSubject) {
      self.field = field
      self.subject = subject
    }
  }

  /// The field that changed.
  package var identity: Identity { Identity(field, of: subject) }

  /// The change that takes this one back.
  package var inverse: StateChange { StateChange(field, of: subject, before: after, after: before) }

  /// The change that leads from a state to where this change began.
  package func reverting(in state: ResponseState) -> StateChange {
    StateChange(field, of: subject, before: state[field, of: subject], after: before)
  }

  /// Whether the change leaves the state as it was.
  package var isEmpty: Bool { before == after }
}

/// What a state change is about: a cell or a section, and the instance of a repeat that it is in.
public struct StateSubject: Hashable, Sendable, CustomStringConvertible {
  /// The key of the cell or section.
  public var key: String
  /// The number of the instance of a repeat; 0 outside of repeats.
  public var instance: Int
  /// The number of the form's version that has the cell or section, where the version in force has no place for what
  /// was there; `nil` for a cell or section of the version in force.
  public var setAsideFrom: Int?

  /// Names a subject.
  package init(_ key: String, instance: Int = 0, setAsideFrom: Int? = nil) {
    self.key = key.canonicalKey
    self.instance = instance
    self.setAsideFrom = setAsideFrom
  }

  /// Whether it is a cell or section of the version in force, outside of repeats.
  package var isPlain: Bool { instance == 0 && setAsideFrom == nil }

  /// What journals call the subject of a change of the whole response.
  public static let response = StateSubject("response")

  /// The subject as messages write it: its key, followed by the instance where it stands in one, and by the version
  /// where it is set aside.
  public var description: String {
    (instance == 0 ? key : "\(key):\(instance)") + (setAsideFrom.map { " of version \($0)" } ?? "")
  }

  /// Orders subjects by instance and by the bytes of their keys, which is the same everywhere, then by version.
  package static func utf8Order(_ left: StateSubject, _ right: StateSubject) -> Bool {
    guard left.instance == right.instance else { return left.instance < right.instance }
    guard left.key == right.key else { return left.key.utf8.lexicographicallyPrecedes(right.key.utf8) }
    return left.setAsideFrom ?? 0 < right.setAsideFrom ?? 0
  }
}

/// What a field of the state holds once somebody has touched it; an untouched field has none and shows what the
/// definition says.
@nonexhaustive
public enum FieldContent: Hashable, Sendable {
  /// The field holds this, perhaps what the definition says as well. Flags are switches, titles and drafts are text.
  case value(CellValue)
  /// The person emptied the cell; its default does not show either.
  case cleared

  /// What the field holds; `nil` if it was cleared.
  public var value: CellValue? {
    switch self {
    case .value(let value): value
    case .cleared: nil
    }
  }

  /// The flag that the field holds; `nil` for anything else.
  public var flag: Bool? {
    if case .value(.boolean(let flag)) = self { flag } else { nil }
  }

  /// The text that the field holds; `nil` for anything else.
  public var text: String? {
    if case .value(.text(let text)) = self { text } else { nil }
  }

  /// A field that holds a flag.
  package static func flag(_ flag: Bool) -> FieldContent { .value(.boolean(flag)) }

  /// A field that holds a text.
  package static func text(_ text: String) -> FieldContent { .value(.text(text)) }
}

extension StateChange {
  /// The parts of the state, by their names in the journal.
  @nonexhaustive
  public enum Field: String, CaseIterable, Hashable, Sendable, Codable {
    /// Whether a cell is expanded.
    case disclosure
    /// Whether a section is folded.
    case fold
    /// What a cell holds.
    case value
    /// The displayed title of an expandable cell.
    case title
    /// What a cell's control holds that is no value yet.
    case draft
    /// What a cell held when the response was last marked as saved.
    case saved
    /// Whether the person has entered something in a cell at some time.
    case touched
    /// Whether the response is completed.
    case completion
    /// Whether a cell is relevant, where it is otherwise than in a fresh response.
    case relevance
    /// Whether a section is relevant, where it is otherwise than in a fresh response.
    case sectionRelevance
    /// Whether a cell is required, where it is otherwise than in a fresh response.
    case requirement
    /// Whether a cell is read-only, where it is otherwise than in a fresh response.
    case readOnly
    /// What is calculated for a cell, where it is something else than in a fresh response.
    case calculated
    /// Which rules of a cell do not hold of what it holds, where they are others than in a fresh response.
    case faults
    /// Where an instance of a repeat stands; nothing for an unknown one. Its subject is the repeat, in that
    /// instance.
    case instance
    /// What a person had answered in an earlier version of the form, where this one holds it otherwise or not at all.
    case original
    /// What others reported on a cell, see ``ReportedFault``.
    case reportedFaults
    /// What others reported on the response as a whole.
    case responseFaults
  }
}

extension StateChange.Field {
  /// Whose part of the state a field is.
  package enum Scope: Hashable, Sendable { case cell, section, response, instance }

  /// What a field is for, from which follows what undo takes along and what a row shows.
  package enum Role: Hashable, Sendable {
    /// It says which rows show.
    case opening
    /// It is what the person entered, or follows from that; a completed response refuses to change it.
    case answer
    /// It is a note about the answers, which undo leaves alone.
    case note
    /// It follows from answers by a rule.
    case derived
    /// It is what others found wrong with answers; it goes when the answer changes, and undo brings it back with the
    /// answer.
    case report
  }

  /// What a field can hold.
  package enum ContentType: Hashable, Sendable {
    case flag, text
    /// What a cell of its kind can hold, or that it was cleared.
    case cellValue
  }

  /// All that tells fields apart; anyone who adds a field says it here.
  package var traits: (scope: Scope, role: Role, contentType: ContentType) {
    switch self {
    case .disclosure: (.cell, .opening, .flag)
    case .fold: (.section, .opening, .flag)
    case .value: (.cell, .answer, .cellValue)
    case .title: (.cell, .answer, .text)
    case .draft: (.cell, .answer, .text)
    case .original: (.cell, .answer, .text)
    case .saved: (.cell, .note, .cellValue)
    case .touched: (.cell, .note, .flag)
    case .completion: (.response, .note, .flag)
    case .relevance: (.cell, .derived, .flag)
    case .sectionRelevance: (.section, .derived, .flag)
    case .requirement, .readOnly: (.cell, .derived, .flag)
    case .calculated: (.cell, .derived, .cellValue)
    case .faults: (.cell, .derived, .text)
    case .instance: (.instance, .answer, .text)
    case .reportedFaults: (.cell, .report, .text)
    case .responseFaults: (.response, .report, .text)
    }
  }

  /// Whether the field says if a cell or section is relevant.
  package var isRelevance: Bool { self == .relevance || self == .sectionRelevance }

  /// Whether a row shows the field.
  package var isShown: Bool {
    guard scope == .cell else { return false }
    return role == .answer || role == .report || (role == .derived && !isRelevance) || self == .touched
  }

  /// Whether rules read the field.
  package var isReadByRules: Bool { self == .value || self == .calculated || self == .instance || isRelevance }

  package var scope: Scope { traits.scope }
  package var role: Role { traits.role }
  package var contentType: ContentType { traits.contentType }
}
