import FormState

/// A cell of a response: the one row of all outputs, and of the page.
///
/// Members that a command does not read are left out, and so are those that a cell does not have: a draft, faults,
/// flags that are false.
package struct PrintedRow: Shape {
  package static let meaning =
    "A cell of a response and what it holds. Members without content are left out, and so are flags that are false."

  private let address: PrintedAddress
  private let kind: CellKind
  private let value: CellValue?
  private let readable: String?
  private let source: Answer.Source
  private let draft: String?
  private var question: Question?
  private var visible: VisibleRow?
  private var path: RowPath?
  private var faults: [Fault] = []
  private var status: ValueStatus?

  /// An answer: a cell that asks something.
  package init(_ answer: Answer) {
    address = PrintedAddress(answer.question.cell.key, in: answer.instance, called: answer.address)
    kind = answer.question.cell.kind
    (value, source, draft) = (answer.value, answer.source, answer.draft)
    readable = answer.value.map { _ in answer.readableText }
    question = answer.question
  }

  /// A visible row.
  ///
  /// - Parameters:
  ///   - source: where its value is from.
  ///   - faults: what is wrong with what it holds.
  ///   - value: the value, as the reader of the JSON can take it.
  ///   - path: its row path; `nil` to leave it out.
  package init(_ row: VisibleRow, source: Answer.Source, faults: [Fault], value: CellValue?, path: RowPath?) {
    address = PrintedAddress(row.key, in: row.instance, called: row.address)
    (kind, self.value, self.source, draft, self.faults) = (row.kind, value, source, row.draft, faults)
    self.path = path
    readable = row.value.map { _ in row.readableText }
    visible = row
  }

  /// The status of a cell.
  ///
  /// - Parameter isConcealed: whether what it contains is left out.
  package init(_ status: CellStatus, isConcealed: Bool) {
    address = PrintedAddress(status.key, in: status.instance, called: status.address)
    (kind, source) = (status.kind, status.source)
    value = status.value?.shown(isConcealed: isConcealed)
    draft = status.draft.map { isConcealed ? SensitiveCells.mask : $0 }
    readable = nil
    self.status = ValueStatus(status: status, isConcealed: isConcealed)
  }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.ifAny(
      "path", \.path,
      "Of a row that shows, its row path: the position of the section, and of the row among those that show, both from 0."
    )
    m.includeIfAny(\.question?.names)
    m.include(\.address)
    m("kind", \.kind, "The kind of the cell.")
    m.ifAny("position", \.visible?.index, "The position of the cell among all cells of the section, from 0.")
    m.ifAny("identifier", \.visible?.identifier, "The reuse identifier of the row.")
    m.ifAny("title", \.visible?.title, "The title that the row displays.")
    m.ifAny("subtitle", \.visible?.subtitle, "Its second title.")
    m.ifAny("level", \.visible?.level, "How many cells it stands under.")
    m.ifAny("height", \.visible?.height.points, "Its height in points; left out for the height of its text.")
    m(
      "value", \.value,
      "What the cell holds in the type that JSON has for it: dates, times and exact numbers are strings, several choices an array; null for nothing."
    )
    m.ifAny("readable", \.readable, "The same as a person reads it; left out in `status`.")
    m(
      "source", \.source,
      "Where the value comes from: a person (set), the definition, or a rule; none also after a person cleared it.")
    m.ifAny("draft", \.draft, "What was typed there and is no value yet.")
    m.ifAny("chosen", \.isChosen, "Of an option, that it is chosen.")
    m.ifAny("required", \.isRequired, "That it needs a value before the response can be completed.")
    m.ifAny("readOnly", \.isReadOnly, "That nobody can change what it holds.")
    m.ifAny("faults", \.faults, "What is wrong with what it holds.")
    m.ifAny("expandable", \.isExpandable, "That it can be expanded.")
    m.ifAny("expanded", \.isExpanded, "That it is expanded.")
    m.ifAny("inline", \.isInline, "That it grows in place.")
    m.ifAny("lineLimit", \.visible?.lineLimit, "The maximum number of lines of text; left out for no limit.")
    m.includeIfAny(\.status)
  }

  private var isChosen: Bool { visible?.isChosen ?? false }
  private var isRequired: Bool { visible?.isRequired ?? false }
  private var isReadOnly: Bool { visible?.isReadOnly ?? false }
  private var isExpandable: Bool { visible?.isExpandable ?? false }
  private var isExpanded: Bool { visible?.isExpanded ?? false }
  private var isInline: Bool { visible?.isInline ?? false }
}

/// A row with its response.
package struct RowOfResponse: Shape {
  package static let meaning = "A cell with its response."

  private let key: ResponseKey
  private let row: PrintedRow

  /// Names the response of a row.
  package init(key: ResponseKey, row: PrintedRow) { (self.key, self.row) = (key, row) }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m.include(\.row)
  }
}

/// How the value of a cell stands.
private struct ValueStatus: Shape {
  static let meaning = "How the value of a cell stands."

  let status: CellStatus
  let isConcealed: Bool

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("byDefault", \.byDefault, "Its value until a person enters one; only in `status`.")
    m("saved", \.saved, "What it held when the response was last marked as saved; only in `status`.")
    m.ifAny("dirty", \.status.isDirty, "That its value is not the default; only in `status`.")
    m.ifAny("touched", \.status.isTouched, "That a person has ever entered something; only in `status`.")
    m.ifAny(
      "unsaved", \.status.isUnsaved,
      "That a person has changed it since it was last marked as saved; only in `status`.")
  }

  private var byDefault: CellValue? { status.defaultValue?.shown(isConcealed: isConcealed) }
  private var saved: CellValue? { status.savedValue?.shown(isConcealed: isConcealed) }
}

extension Question {
  /// What a person calls the cell.
  var names: QuestionNames { QuestionNames(question: self) }
}

/// What a person calls a cell.
struct QuestionNames: Shape {
  static let meaning = "What a person calls a cell."

  let question: Question

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("section", \.question.section, Meaning.section)
    m("question", \.question.name, Meaning.question)
  }
}
