import FormState

extension OfferedChoices.Choice: Shape {
  package static let meaning = "A choice."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("value", \.value, "What the question holds when it is chosen.")
    m("title", \.title, "What it is called.")
    m("chosen", \.isChosen, "Whether it is chosen now.")
  }
}

extension Diagnostic: Shape {
  package static let meaning = "An irregularity in a document."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("line", \.line, "The line in the document, from 1; null if unknown.")
    m("column", \.column, "The column in the line, from 1; null if unknown.")
    m("sectionPosition", \.section, "The position of the section in the document, from 0; null where it is about none.")
    m(
      "position", \.row,
      "The position of the cell in that section, from 0, nested cells counted; null where it is about none.")
    m(
      "key", \.key,
      "The key or path in the document that it is about, or the sheet and row; null where there is none.")
    m("problem", \.problem, "The problem, as a clause.")
    m("action", \.action, "How it was read, or how to correct it; empty for neither.")
    m.ifAny(
      "count", \.repetitions,
      "How many times it was found, if more than once; the place is that of the first.")
  }

  private var repetitions: Int? { count > 1 ? count : nil }
}
