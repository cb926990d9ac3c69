/// What an entry says of one field.
struct RegisterWrite: Sendable {
  /// The position of the entry in its graph.
  let node: Int
  /// The content before it.
  let before: FieldContent?
  /// The content after it.
  var content: FieldContent?
  /// Whether the person said it: the action names the cell. Otherwise it follows, as what a rule sets.
  let isPersons: Bool
  /// The question that it opens again, by taking back what had settled it.
  var reopens: OpenQuestion?
}

/// What the entries after a cut say, by field: the *registers* of a merge.
///
/// What only shows others says nothing, and neither does what a removal of an instance removes with it.
struct RegisterWrites: Sendable {
  private let graph: EntryGraph
  private let index: FormIndex
  /// By field, in the order of the entries, one for each entry.
  private(set) var writes: [StateChange.Identity: [RegisterWrite]] = [:]
  /// The fields, in the order in which they are first written.
  private(set) var order: [StateChange.Identity] = []

  /// Reads the entries after a cut.
  ///
  /// - Complexity: O(k) for k changes.
  init(of graph: EntryGraph, in index: FormIndex) {
    self.graph = graph
    self.index = index
    for (position, node) in graph.nodes.enumerated() {
      guard let entry = node.line.action else { continue }
      note(entry, at: position, undoing: node.line.step)
    }
  }

  /// The writes of a field, in the order of the entries.
  subscript(identity: StateChange.Identity) -> [RegisterWrite] { writes[identity] ?? [] }

  /// Whether an entry after the cut says something of a field. O(1).
  func isWritten(_ identity: StateChange.Identity) -> Bool { writes[identity] != nil }

  /// Whether an entry says something of a field. O(log k) for k writes of it.
  func has(_ node: Int, saying identity: StateChange.Identity) -> Bool {
    guard let all = writes[identity] else { return false }
    return all.element(at: all.partitioningIndex { $0.node >= node })?.node == node
  }

  /// How a field is joined; `nil` for one that follows from others.
  func kind(of identity: StateChange.Identity) -> RegisterKind? { index.register(of: identity) }
}

// MARK: - Reading entries

extension RegisterWrites {
  private mutating func note(_ entry: JournalEntry, at node: Int, undoing step: [JournalEntry]) {
    for (identity, write) in said(by: entry, at: node, undoing: step) { add(write, to: identity) }
  }

  private func said(
    by entry: JournalEntry, at node: Int, undoing step: [JournalEntry]
  ) -> [(identity: StateChange.Identity, write: RegisterWrite)] {
    let removed = Removals(of: entry)
    let states = statement(of: entry, undoing: step)
    var said: [(identity: StateChange.Identity, write: RegisterWrite)] = []
    for change in entry.changes where kind(of: change.identity) != nil && !removed.contain(change) {
      said.append(
        (
          change.identity,
          RegisterWrite(node: node, before: change.before, content: change.after, isPersons: states(change))
        ))
    }
    // To say again what shows settles a question, and to take that back opens it again.
    for change in entry.changes where change.field.asksAbout != nil && !removed.contain(change) {
      let about = change.identity.about(index)
      let reopened = OpenQuestion(change.after)
      if let place = said.firstIndex(where: { $0.identity == about }) {
        said[place].write.reopens = reopened
      } else if let question = reopened ?? OpenQuestion(change.before) {
        said.append((about, question.restated(at: node, reopening: reopened)))
      }
    }
    if let restated = entry.restated, !said.contains(where: { $0.identity == restated.identity }) {
      let content = restated.content
      said.append((restated.identity, RegisterWrite(node: node, before: content, content: content, isPersons: true)))
    }
    return said
  }

  private mutating func add(_ write: RegisterWrite, to identity: StateChange.Identity) {
    guard let count = writes[identity]?.count, let last = writes[identity]?.last else {
      order.append(identity)
      writes[identity] = [write]
      return
    }
    // A journal from elsewhere may change a field twice in an entry.
    if last.node == write.node {
      writes[identity]?[count - 1].content = write.content
      writes[identity]?[count - 1].reopens = write.reopens
    } else {
      writes[identity]?.append(write)
    }
  }

  /// Determines which changes of an entry the person stated.
  private func statement(of entry: JournalEntry, undoing step: [JournalEntry]) -> (StateChange) -> Bool {
    let cell = entry.action.cell?.subject
    switch entry.action.kind {
    case .set, .clear: return { $0.subject == cell }
    case .choose, .tap: return { [index] in $0.field == .value && index.isQuestion($0.subject, ofOption: cell) }
    case .reset: return { $0.after == nil || $0.field == .instance }
    case .add: return { $0.field == .instance && $0.before == nil }
    case .remove: return { $0.field == .instance && $0.after == nil }
    case .move: return { $0.field == .instance && $0.subject == cell }
    case .undo, .redo, .revert, .restore:
      // What comes back with an instance is said of the instance.
      let coming = Set(entry.changes.lazy.filter { $0.field == .instance && $0.before == nil }.map(\.subject.instance))
      let stated = step.map { (entry: $0, states: statement(of: $0, undoing: [])) }
      return { change in
        if change.field != .instance, coming.contains(change.subject.instance) { return false }
        let taken = stated.flatMap { part in
          part.entry.changes.filter { $0.identity == change.identity }.map(part.states)
        }
        return taken.isEmpty || taken.contains(true)
      }
    case .recalculate, .checkpoint: return { _ in false }
    default: return { _ in true }
    }
  }
}

/// The instances that an entry removes, and what it removes with them.
private struct Removals {
  private var removed: Set<Int> = []

  init(of entry: JournalEntry) {
    for change in entry.changes where change.field == .instance && change.after == nil {
      removed.insert(change.subject.instance)
    }
  }

  /// Whether a change follows from the removal of an instance around its subject.
  func contain(_ change: StateChange) -> Bool {
    guard !removed.isEmpty, change.subject.instance > 0, change.subject.setAsideFrom == nil else { return false }
    guard change.field == .instance else { return removed.contains(change.subject.instance) }
    guard change.after == nil, let parent = change.before?.place?.parent else { return false }
    return removed.contains(parent)
  }
}

extension JournalEntry {
  /// The field that the action names, and its content after it; `nil` for an action that names none.
  fileprivate var restated: (identity: StateChange.Identity, content: FieldContent?)? {
    let subject = action.cell?.subject ?? .response
    return switch action {
    case .set(_, let value): (StateChange.Identity(.value, of: subject), .value(value))
    case .clear: (StateChange.Identity(.value, of: subject), .cleared)
    case .complete: (StateChange.Identity(.completion, of: subject), .flag(true))
    case .reopen: (StateChange.Identity(.completion, of: subject), nil)
    default: nil
    }
  }
}

extension FormIndex {
  /// Whether a subject is the question of an option in the same instance, or the option's cell itself.
  fileprivate func isQuestion(_ subject: StateSubject, ofOption option: StateSubject?) -> Bool {
    guard let option, option.instance == subject.instance else { return false }
    if option == subject { return true }
    return place(ofCell: option.key).flatMap(parent(of:)).flatMap(cell(at:))?.key == subject.key
  }
}

extension OpenQuestion {
  /// A write that says again what shows, and settles the question or opens it again.
  fileprivate func restated(at node: Int, reopening reopened: OpenQuestion?) -> RegisterWrite {
    RegisterWrite(
      node: node, before: shown.content, content: shown.content, isPersons: true, reopens: reopened)
  }
}

extension FormIndex {
  /// Whether a key is that of a repeat.
  func isRepeat(_ key: String) -> Bool { place(ofCell: key).flatMap(cell(at:))?.kind == .repeat }
}

extension StateChange.Identity {
  /// Of a field with an open question, the field that the question is about.
  func about(_ index: FormIndex) -> StateChange.Identity {
    let isOfInstance = field == .alternatives && subject.setAsideFrom == nil && index.isRepeat(subject.key)
    return StateChange.Identity(isOfInstance ? .instance : field.asksAbout ?? field, of: subject)
  }
}

extension FieldContent {
  /// The place of an instance; `nil` for anything else.
  var place: InstancePlace? { text.flatMap(InstancePlace.init) }
}
