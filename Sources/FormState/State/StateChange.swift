/// A change of the state: one field of one cell or section, before and after.
///
/// `nil` is an untouched field, whose content is as defined. Since a change has both sides, it can be applied in either
/// direction.
public struct StateChange: Hashable, Sendable {
  /// The part of the state that changed.
  public var field: Field
  /// The cell or section that changed; with the key `response` for a field of the response itself.
  public var subject: StateSubject
  /// The content before; `nil` if untouched.
  public var before: FieldContent?
  /// The content after; `nil` if untouched again.
  public var after: FieldContent?

  /// Creates a change.
  package init(_ field: Field, of subject: StateSubject, before: FieldContent?, after: FieldContent?) {
    self.field = field
    self.subject = subject
    self.before = before
    self.after = after
  }

  /// The identity of the changed field: its part of the state, and its subject.
  package struct Identity: Hashable, Sendable {
    package let field: Field
    package let subject: StateSubject

    package init(_ field: Field, of subject: StateSubject) {
      self.field = field
      self.subject = subject
    }

    /// Whether the field only shows others: the result of a rule, or a title. What is set aside follows from nothing.
    var followsFromOthers: Bool { field.followsFromOthers && subject.setAsideFrom == nil }
  }

  /// The identity of the changed field.
  package var identity: Identity { Identity(field, of: subject) }

  /// The inverse change.
  package var inverse: StateChange { StateChange(field, of: subject, before: after, after: before) }

  /// The change from a state back to where this change began.
  func reverting(in state: ResponseState) -> StateChange {
    StateChange(field, of: subject, before: state[field, of: subject], after: before)
  }

  /// Whether the change has no effect.
  package var isEmpty: Bool { before == after }

  /// Whether its contents were removed, when a sensitive answer was cleared.
  package var isRemoved: Bool { before == nil && after == nil }

  /// Whether the change only shows others, see ``Identity/followsFromOthers``.
  var followsFromOthers: Bool { identity.followsFromOthers }
}

/// The subject of a state change: a cell or a section, and its instance of a repeat.
public struct StateSubject: Hashable, Sendable, CustomStringConvertible {
  /// The key of the cell or section.
  public var key: String
  /// The number of the instance of a repeat; 0 outside of repeats.
  public var instance: Int
  /// The number of the version of the cell or section, if its contents have no place in the version in force; `nil` for
  /// a cell or section of the version in force.
  package var setAsideFrom: Int?

  /// Creates a subject.
  package init(_ key: String, instance: Int = 0, setAsideFrom: Int? = nil) {
    self.key = key.canonicalKey
    self.instance = instance
    self.setAsideFrom = setAsideFrom
  }

  /// Whether it is a cell or section of the version in force, outside of repeats.
  package var isPlain: Bool { instance == 0 && setAsideFrom == nil }

  /// The subject in journals for changes of the whole response.
  package static let response = StateSubject("response")

  /// The subject as text: its key, followed by its instance, if any, and by the version if it is set aside.
  public var description: String {
    reference.description + (setAsideFrom.map { " of version \($0)" } ?? "")
  }

  /// The reference to the cell or instance.
  package var reference: CellReference { CellReference(key, in: instance) }

  /// The subject in messages, with the shortest spelling of its instance.
  package func description(naming names: InstanceNames) -> String {
    names.address(of: key, in: instance) + (setAsideFrom.map { " of version \($0)" } ?? "")
  }

  /// Orders subjects by instance, by the bytes of their keys, which does not depend on the platform, and by version.
  package static func utf8Order(_ left: StateSubject, _ right: StateSubject) -> Bool {
    guard left.instance == right.instance else { return left.instance < right.instance }
    guard left.key == right.key else { return left.key.utf8.lexicographicallyPrecedes(right.key.utf8) }
    return left.setAsideFrom ?? 0 < right.setAsideFrom ?? 0
  }
}

/// The content of a touched field; an untouched field has none and is as defined.
@nonexhaustive
public enum FieldContent: Hashable, Sendable {
  /// A value, possibly the same as defined. Flags are switches; titles and drafts are text.
  case value(CellValue)
  /// A condition or a number that a rule gave to a cell of texts.
  case result(RuleResult)
  /// The person cleared the cell; its default does not apply either.
  case cleared

  /// The value; `nil` if the field was cleared. A rule's result in a cell of texts is a text.
  public var value: CellValue? {
    switch self {
    case .value(let value): value
    case .result(let result): .text(result.text)
    case .cleared: nil
    }
  }

  /// The same without the type of a rule's result.
  var withoutType: FieldContent {
    if case .result(let result) = self { .text(result.text) } else { self }
  }

  /// The flag; `nil` for anything else.
  package var flag: Bool? {
    if case .value(.boolean(let flag)) = self { flag } else { nil }
  }

  /// The text; `nil` for anything else.
  package var text: String? {
    if case .value(.text(let text)) = self { text } else { nil }
  }

  /// Content that is a flag.
  package static func flag(_ flag: Bool) -> FieldContent { .value(.boolean(flag)) }

  /// Content that is a text.
  package static func text(_ text: String) -> FieldContent { .value(.text(text)) }
}
