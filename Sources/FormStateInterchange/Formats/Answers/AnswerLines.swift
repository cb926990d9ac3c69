import FormState
import Foundation

/// Writes lines of a table of answers (RFC 4180).
struct AnswerLines {
  private let style: AnswerTable.Style

  init(_ style: AnswerTable.Style) { self.style = style }

  /// Adds a line.
  func append(_ fields: [String], to table: inout Data) {
    var isFirst = true
    for field in fields {
      if !isFirst { table.append(0x2C) }
      isFirst = false
      Self.append(field, to: &table)
    }
    table.append(contentsOf: [0x0D, 0x0A])
  }

  /// The field of a question's value in the table.
  func field(_ value: CellValue, of question: Question) -> String {
    if style.isReadable {
      // A number is never a formula, whatever its first character.
      if value.number != nil, question.cell.unit == nil { return question.readableText(of: value) }
      return safe(question.readableText(of: value), of: question)
    }
    if case .text(let text) = value { return safe(text, of: question) }
    return value.plainText
  }

  /// The text, with a leading apostrophe if a spreadsheet would read it as a formula.
  func safe(_ text: String) -> String { style.escapesFormulas ? FormulaMark.added(to: text) : text }

  /// The same for a text in a cell, which may hold numbers as well.
  private func safe(_ text: String, of question: Question) -> String {
    style.escapesFormulas && question.cell.kind == .custom ? FormulaMark.addedToNumber(text) : safe(text)
  }

  private static func append(_ field: String, to table: inout Data) {
    let bytes = field.utf8
    guard bytes.contains(where: { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D }) else {
      table.append(contentsOf: bytes)
      return
    }
    table.append(0x22)
    for byte in bytes {
      if byte == 0x22 { table.append(0x22) }
      table.append(byte)
    }
    table.append(0x22)
  }
}

/// The columns that several forms share.
struct AnswerColumns {
  /// The keys of the questions, in the order of the forms.
  private(set) var keys: [String] = []
  /// The position of the column of a key.
  private(set) var places: [String: Int] = [:]
  private var asked: [Question] = []

  /// Collects the questions of forms.
  ///
  /// - Parameter key: the repeat of the questions; `nil` for those outside of repeats.
  init(_ forms: [FormDefinition], in key: String? = nil, _ questions: inout AskedQuestions) {
    var lastForm: FormDefinition?
    for form in forms where form != lastForm {
      lastForm = form
      for question in questions.of(form)
      where question.repeatAround == key && places[question.cell.key] == nil {
        places[question.cell.key] = keys.count
        keys.append(question.cell.key)
        asked.append(question)
      }
    }
  }

  /// The titles of the questions, each with as many words as distinguish it from all others.
  var titles: [String] {
    var titles = asked.map(\.title)
    for longer in [\Question.name, \.nameWithSection, \.nameWithKey, \.nameWithKey] {
      var counts: [String: Int] = ["form": 1, "response": 1]
      for title in titles { counts[title, default: 0] += 1 }
      for (place, question) in asked.enumerated() where counts[titles[place], default: 0] > 1 {
        titles[place] = question[keyPath: longer]
      }
    }
    // A title may still equal the full name of another question.
    var taken: Set<String> = ["form", "response"]
    return titles.map { title in
      var (name, number) = (title, 1)
      while !taken.insert(name).inserted {
        number += 1
        name = "\(title) (\(number))"
      }
      return name
    }
  }
}

extension Question {
  fileprivate var nameWithSection: String { "\(section) › \(name)" }
  fileprivate var nameWithKey: String { "\(section) › \(name) (\(cell.key))" }
}
