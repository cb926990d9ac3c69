#if CommandLine
import FormState
import FormStateInterchange

/// A journal, or some of its entries.
struct ReportedJournal: Shape {
  static let meaning = "A journal."

  let key: ResponseKey
  let entries: [JournalEntry]

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m("entries", \.entries, "The entries, oldest first.")
  }
}

extension JournalEntry: Shape {
  package static let meaning = "What was done, and what it changed."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("revision", \.revision, "The revision that it led to.")
    m("time", \.time, "When, in UTC.")
    m("action", \.action.kind, "What was done.")
    m.ifAny("author", \.author, "Who did it.")
    m.include(\.action)
    m.ifAny("target", \.target, "Of undo and redo, the last revision of the step.")
    m("step", \.step, "The first revision of the undo step that it is part of.")
    m.ifAny("group", \.group, "What the step is called, where several actions are one.")
    m.ifAny("abandonedBy", \.abandonedBy, "The revision that put it, undone before, out of use.")
    m("changes", \.changes, "What it changed.")
  }
}

extension FormAction: Shape {
  package static let meaning = "What an action names."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.ifAny("address", \.cell?.description, "The cell that the action names.")
    m.ifAny("section", \.section, "The key of the section that the action names.")
    m.ifAny("value", \.value, "The value that the action gives.")
    m.ifAny("version", \.move?.version, "The version that an upgrade leads to.")
    m.ifAny("before", \.before?.description, "The instance before which another one was put.")
    m.ifAny("instance", \.number, "The number that an added instance was given.")
    m.ifAny("message", \.message, "What was reported.")
    m.ifAny("reporter", \.reporter, "Who reported it.")
    m.ifAny("of", \.revision, "The revision that the action takes back, or goes back to.")
    m.ifAny("only", \.isOfOneEntry, "That one entry of its step was taken back alone.")
    m.ifAny("scope", \.scope, "What undo and redo take along.")
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
extension StateChange.Field: PrintedWord {}

extension StateChange: Shape {
  package static let meaning = "A field that an action changed."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("field", \.field, "Which field.")
    m.includeIfAny(\.printedAddress)
    m.ifAny("section", \.sectionKey, "The key of the section, where the field is one of a section.")
    m.ifAny(
      "setAsideFrom", \.subject.setAsideFrom, "The version of the form that has it, where it is set aside.")
    m(
      "before", \.recordedBefore,
      "What the field held, as the journal has it: null as long as nobody had touched it, {\"cleared\": true} for a cell that was emptied, an array of reported faults, or the value."
    )
    m("after", \.recordedAfter, "What it held afterwards, in the same way.")
  }

  /// The cell; `nil` where the field is one of a section or of the response.
  var printedAddress: PrintedAddress? {
    switch field.scope {
    case .cell, .instance: PrintedAddress(subject.key, in: subject.instance)
    case .section, .response: nil
    }
  }

  /// The section; `nil` where the field is not one of a section.
  var sectionKey: String? { field.scope == .section ? subject.key : nil }
  private var recordedBefore: RecordedContent { RecordedContent(content: before, isReport: field.role == .report) }
  private var recordedAfter: RecordedContent { RecordedContent(content: after, isReport: field.role == .report) }
}

/// What a field holds, as the journal has it.
struct RecordedContent: Printed {
  let content: FieldContent?
  /// Whether it is a list of reported faults.
  let isReport: Bool

  static func schema(_ definitions: inout ShapeDefinitions) -> ShapeDefinitions.Keywords {
    definitions.either([CellValue?.self, ClearedCell.self, [ReportedFault].self])
  }

  func write(to writer: inout JSONWriter) {
    switch content {
    case let content? where isReport: ReportedFaults(content).faults.write(to: &writer)
    case .cleared?: ClearedCell().write(to: &writer)
    case let content: (content?.value).write(to: &writer)
    }
  }

  /// That a cell was emptied.
  private struct ClearedCell: Shape {
    static let meaning = "That a cell was emptied."

    static func list<M: PrintedMembers<Self>>(_ m: inout M) {
      m("cleared", { _ in true }, "That the cell was emptied.")
    }
  }
}

extension ReportedFault: Shape {
  package static let meaning = "A reported fault."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("reporter", \.reporter, "Who reported it; null for nobody in particular.")
    m("message", \.message, "What a person is told.")
  }
}
#endif
