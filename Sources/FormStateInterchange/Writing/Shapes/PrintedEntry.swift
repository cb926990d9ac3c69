import FormState

/// An entry of a journal: the one entry of all outputs, and of the page.
package struct PrintedEntry: Shape {
  package static let meaning = "What was done: as data, in words, or both."

  private let revision: Int
  private let at: String
  private let author: String?
  private let recorded: RecordedEntry?
  private let words: HistoryEntry?

  /// An entry as data.
  ///
  /// - Parameters:
  ///   - changes: its changes.
  ///   - words: the same in words, if these are told too.
  package init(_ entry: JournalEntry, changes: [PrintedChange], words: HistoryEntry? = nil) {
    (revision, at, author) = (entry.revision, entry.time.isoText, entry.author)
    (recorded, self.words) = (RecordedEntry(entry: entry, changes: changes), words)
  }

  /// An entry in words alone.
  package init(_ entry: HistoryEntry) {
    (revision, at, author, recorded, words) = (entry.revision, entry.time, entry.author, nil, entry)
  }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("revision", \.revision, "The revision that it led to.")
    m("at", \.at, "When, in UTC.")
    m.ifAny("author", \.author, "Who did it.")
    m.includeIfAny(\.words)
    m.includeIfAny(\.recorded)
  }
}

extension HistoryEntry: Shape {
  package static let meaning = "What was done, in words."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("did", \.did, "What was done, as in a menu; this and what follows of words only with `--words`.")
    m("sentences", \.sentences, "What it changed, without what is implied.")
    m.ifAny("furtherChanges", \.moreChanges, "How many further changes there are.")
    m.ifAny("note", \.note, "That it was undone and can no longer be redone.")
  }

  private var moreChanges: Int? { furtherChanges > 0 ? furtherChanges : nil }
}

extension HistoryEntry.Sentence: Shape {
  package static let meaning = "A change in words."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("text", \.text, "The sentence.")
    m.ifAny("hidden", \.isHidden, "That the definition hides the cell, so no person ever sees it.")
  }
}

/// An entry as data.
private struct RecordedEntry: Shape {
  static let meaning = "What was done, and what it changed, as data."

  let entry: JournalEntry
  let changes: [PrintedChange]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("action", \.entry.action.kind, "What was done.")
    m.ifAny("version", \.entry.version, "The number of the version of the form in force after it.")
    m.include(\.entry.action)
    m.ifAny("target", \.entry.target, "Of undo and redo, the last revision of the step.")
    m("stepStart", \.entry.step, "The first revision of the undo step that it is part of.")
    m.ifAny("step", \.entry.group, "What the step is called, where several actions are one.")
    m.ifAny("abandonedBy", \.entry.abandonedBy, "The revision that put it, undone before, out of use.")
    m("changes", \.changes, "What it changed.")
  }
}

extension FormAction: Shape {
  package static let meaning = "What an action names."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.ifAny("address", \.cell?.description, "The cell that the action names.")
    m.ifAny("sectionKey", \.section, "The key of the section that the action names.")
    m.ifAny("value", \.value, "The value that the action gives.")
    m.ifAny("beforeAddress", \.before?.description, "The instance before which another one was put.")
    m.ifAny("added", \.number, "The number that an added instance was given.")
    m.ifAny("message", \.message, "What was reported.")
    m.ifAny("reporter", \.reporter, "Who reported it.")
    m.ifAny("of", \.revision, "The revision that the action takes back, or goes back to.")
    m.ifAny("only", \.isOfOneEntry, "That one entry of its step was taken back alone.")
    m.ifAny("scope", \.scope, "What undo and redo affect.")
  }
}

/// The actions that a journal has.
extension FormAction.Kind: Printed {
  package static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    [("enum", .array(allCases.filter(\.isJournaled).map { .string($0.rawValue) }))]
  }

  package func write(to writer: inout JSONWriter) { writer.string(rawValue) }
}

extension UndoScope: PrintedWord {}
