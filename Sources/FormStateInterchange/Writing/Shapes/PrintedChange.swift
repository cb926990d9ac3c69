import FormState

/// A field of a cell, of a section or of the response that changes: the one change of all outputs.
package struct PrintedChange: Shape {
  package static let meaning = "A field of a cell, of a section or of the response that changes."

  private let change: StateChange
  private let title: String?
  private let names: InstanceNames
  private let sides: Sides?
  private let recorded: RecordedSides?

  /// A change as it shows: with the default of a cell that nobody has touched.
  ///
  /// - Parameters:
  ///   - title: what a person calls the cell or section; `nil` where it is set aside.
  ///   - names: what people call the instances.
  ///   - sides: what showed before, and what shows.
  package init(of change: StateChange, called title: String?, naming names: InstanceNames, _ sides: Sides) {
    (self.change, self.title, self.names, self.sides, recorded) = (change, title, names, sides, nil)
  }

  /// A change of an entry: as it shows, and as the journal has it.
  ///
  /// - Parameters:
  ///   - names: what people call the instances.
  ///   - sides: what showed before and after it; `nil` for a field that does not show.
  package init(
    recorded change: StateChange, called title: String?, naming names: InstanceNames, _ sides: Sides?
  ) {
    (self.change, self.title, self.names, self.sides) = (change, title, names, sides)
    let isReport = change.field.role == .report
    recorded = RecordedSides(
      before: RecordedContent(content: change.before, isReport: isReport),
      after: RecordedContent(content: change.after, isReport: isReport))
  }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m(
      "field", \.change.field,
      "Which field: what a cell holds (value), what its rule gives (calculated), its displayed title, what was typed and is no value yet (draft), the value when it was last marked as saved, whether it is expanded (disclosure), whether rules make it relevant, required (requirement) or read-only, and which rules it breaks (faults); whether a section is folded (fold) or relevant (sectionRelevance); where an instance of a repeat stands (instance); whether the response is completed (completion)."
    )
    m.ifAny("section", \.section, "The section as a person reads it, where the field is one of a section.")
    m.ifAny("sectionKey", \.sectionKey, "Its key.")
    m.ifAny(
      "question", \.question, "What a person calls the cell, with those above it; left out for one that is set aside.")
    m.includeIfAny(\.address)
    m.ifAny(
      "fromVersion", \.change.subject.setAsideFrom,
      "The version of the form that has the cell or section, where it is set aside.")
    m.includeIfAny(\.sides)
    m.includeIfAny(\.recorded)
  }

  private var isOfSection: Bool { change.field.scope == .section }
  private var section: String? { isOfSection ? title : nil }
  private var sectionKey: String? { isOfSection ? change.subject.key : nil }
  private var question: String? { isOfSection ? nil : title }

  private var address: PrintedAddress? {
    switch change.field.scope {
    case .cell, .instance: PrintedAddress(change.subject.key, in: change.subject.instance, naming: names)
    case .section, .response: nil
    }
  }

  /// Both sides of a change, as they show.
  package struct Sides: Shape {
    package static let meaning = "Both sides of a change, as they show."

    private let before: CellValue?
    private let after: CellValue?

    /// The sides of a change; `nil` for nothing.
    package init(before: CellValue?, after: CellValue?) { (self.before, self.after) = (before, after) }

    package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
      m(
        "before", \.before,
        "What the field held, as it showed; null for nothing. Of an instance, its place among those of the repeat, from 1. Left out of what does not show: that a cell was touched, kept answers to earlier versions, and faults."
      )
      m("after", \.after, "What it holds afterwards, in the same way.")
    }
  }

  /// Both sides of a change, as the journal has them.
  private struct RecordedSides: Shape {
    static let meaning = "Both sides of a change, as the journal has them."

    let before: RecordedContent
    let after: RecordedContent

    static func list<M: PrintedMembers<Self>>(_ m: inout M) {
      m(
        "valueBefore", \.before,
        "In `log`, what the field held, as it is stored: null as long as nobody had touched it, {\"cleared\": true} for a cell that was emptied, an array of reported faults, or the value."
      )
      m("valueAfter", \.after, "In `log`, what it holds afterwards, in the same way.")
    }
  }
}

extension StateChange.Field: PrintedWord {}

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
      m("cleared", { _ in TrueFlag() }, "That the cell was emptied.")
    }
  }
}

extension ReportedFault: Shape {
  package static let meaning = "A reported fault."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("reporter", \.reporter, "Who reported it; null for an unnamed reporter.")
    m("message", \.message, "What a person is told.")
  }
}
