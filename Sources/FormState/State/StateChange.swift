/// What an action did to the state: one field of one cell or section, before and after.
///
/// `nil` stands for a field that nobody touched, which shows what the definition says. Because a change holds both
/// sides, it can be applied in either direction.
public struct StateChange: Hashable, Sendable {
  /// The part of the state that changed.
  public var field: Field
  /// The cell or section that changed; ``StateSubject/response`` for a field of the response itself.
  public var subject: StateSubject
  /// What the field held before; `nil` when nobody had touched it.
  public var before: FieldContent?
  /// What the field holds after; `nil` when it is untouched again.
  public var after: FieldContent?

  /// Creates a change.
  public init(_ field: Field, of subject: StateSubject, before: FieldContent?, after: FieldContent?) {
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
  public var inverse: StateChange { StateChange(field, of: subject, before: after, after: before) }

  /// The change that leads from a state to where this change began.
  public func reverting(in state: ResponseState) -> StateChange {
    StateChange(field, of: subject, before: state[field, of: subject], after: before)
  }

  /// Whether the change leaves the state as it was.
  public var isEmpty: Bool { before == after }
}

/// What a state change is about: a cell or a section, and the instance of a repeat that it stands in.
public struct StateSubject: Hashable, Sendable, CustomStringConvertible {
  /// The key of the cell or section.
  public var key: String
  /// The number of the instance of a repeat; 0 outside of repeats.
  public var instance: Int

  /// Names a subject.
  public init(_ key: String, instance: Int = 0) {
    self.key = key.canonicalKey
    self.instance = instance
  }

  /// What journals call the subject of a change of the whole response.
  public static let response = StateSubject("response")

  /// The subject as messages write it: its key, followed by the instance where it stands in one.
  public var description: String { instance == 0 ? key : "\(key):\(instance)" }

  /// Orders subjects by instance and by the bytes of their keys, which is the same everywhere.
  package static func utf8Order(_ left: StateSubject, _ right: StateSubject) -> Bool {
    guard left.instance == right.instance else { return left.instance < right.instance }
    return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
  }
}
