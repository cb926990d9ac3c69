import FormState

extension Answer: Shape {
  package static let meaning = "The answer to a question."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("section", \.question.section, "The section as a person reads it: its title, or its key where it has none.")
    m("question", \.question.name, "What a person calls the cell, with those above it.")
    m.include(\.printedAddress)
    m("kind", \.question.cell.kind, "The kind of the cell.")
    m.include(\.content)
  }

  private var printedAddress: PrintedAddress { PrintedAddress(question.cell.key, in: instance) }

  private var content: CellContent {
    CellContent(value: value, readable: value.map { _ in readableText }, source: source, draft: draft)
  }
}

/// An answer with its response.
package struct AnswerOfResponse: Shape {
  package static let meaning = "An answer with its response."

  let key: ResponseKey
  let answer: Answer

  /// Names the response of an answer.
  package init(key: ResponseKey, answer: Answer) { (self.key, self.answer) = (key, answer) }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.key)
    m.include(\.answer)
  }
}

/// What a cell holds.
package struct CellContent: Shape {
  package static let meaning = "What a cell holds."

  let value: CellValue?
  let readable: String?
  let source: Answer.Source
  let draft: String?

  /// Creates the content of a cell.
  package init(value: CellValue?, readable: String?, source: Answer.Source, draft: String?) {
    (self.value, self.readable, self.source, self.draft) = (value, readable, source, draft)
  }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m(
      "value", \.value,
      "What the cell holds in the type that JSON has for it: dates, times and exact numbers are strings, several choices an array; null for nothing."
    )
    m("readable", \.readable, "The same as a person reads it; null for nothing.")
    m(
      "source", \.source,
      "Where the value is from: a person (set, even if it was cleared), the definition, a rule, or nowhere.")
    m("draft", \.draft, "What was typed there and is no value yet; null for nothing.")
  }
}

extension OfferedChoices.Choice: Shape {
  package static let meaning = "A choice."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("value", \.value, "What the question holds when it is chosen.")
    m("title", \.title, "What it is called.")
    m("chosen", \.isChosen, "Whether it is chosen now.")
  }
}

extension Diagnostic: Shape {
  package static let meaning = "Something in a document that was off."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("line", \.line, "The line in the document, from 1; null if unknown.")
    m("column", \.column, "The column in the line, from 1; null if unknown.")
    m("section", \.section, "The position of the section in the document, from 0; null where it is about none.")
    m(
      "row", \.row,
      "The position of the cell in that section, from 0, nested cells counted; null where it is about none.")
    m(
      "key", \.key,
      "The key or path in the document that it is about, or the sheet and row; null where there is none.")
    m("problem", \.problem, "What was off, as a clause.")
    m("action", \.action, "What was done about it, or what would mend it; empty where there is nothing to say.")
    m.ifAny(
      "count", \.repetitions,
      "How many times the same was found, where that is more than once; the place is that of the first.")
  }

  private var repetitions: Int? { count > 1 ? count : nil }
}
