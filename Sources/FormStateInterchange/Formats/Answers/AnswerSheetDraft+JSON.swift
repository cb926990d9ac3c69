import FormState
import Foundation

/// Answers as JSON: one document, or one a line.
extension AnswerSheetDraft {
  /// Reads JSON.
  init(json data: Data) throws(DocumentFault) {
    self.init()
    notation = .typed
    do throws(DocumentFault) {
      try add(try Self.read(data))
    } catch {
      guard error.problem == .trailingContent else { throw error }
      try addLines(of: data)
    }
  }

  private static func read(_ data: Data) throws(DocumentFault) -> PropertyValue {
    try data.withDocumentBytes { bytes throws(DocumentFault) in try JSONReader.read(bytes) }
  }

  private mutating func add(_ root: PropertyValue) throws(DocumentFault) {
    switch root {
    case .dictionary(let members):
      if members["formstate"] != nil {
        throw Self.fault("this is a form with its responses; import it with formstate import")
      }
      if let other = ForeignDocument.fault(ofJSON: root) { throw Self.fault("\(other.problem); \(other.action)") }
      guard case .array(let responses)? = members["responses"] else { return try add(members, number: 1) }
      noun = "response"
      for (position, response) in responses.enumerated() {
        try addResponse(response, form: members["form"]?.text, number: position + 1)
      }
    case .array(let objects):
      noun = "object"
      for (position, object) in objects.enumerated() {
        guard case .dictionary(let members) = object else {
          throw Self.fault("object \(position + 1) is \(object.jsonTypeName); write an object for each response")
        }
        try add(members, number: position + 1)
      }
    default: throw Self.fault("this is \(root.jsonTypeName); write an object for each response")
    }
  }

  /// Reads a document a line.
  private mutating func addLines(of data: Data) throws(DocumentFault) {
    var number = 0
    for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard line.contains(where: { ![0x20, 0x09, 0x0D].contains($0) }) else { continue }
      let value: PropertyValue
      do throws(DocumentFault) {
        value = try Self.read(line)
      } catch {
        guard case .text(_, let column) = error.place else { throw error }
        throw DocumentFault(problem: error.problem, place: .text(line: number, column: column))
      }
      guard case .dictionary(let members) = value else {
        throw DocumentFault(
          problem: .malformed("this is \(value.jsonTypeName); write an object for each response, on a line each"),
          place: .text(line: number, column: 1))
      }
      try add(members, number: number)
    }
  }

  /// Adds a response with its answers in an array, as `answers --json` has it.
  private mutating func addResponse(_ value: PropertyValue, form: String?, number: Int) throws(DocumentFault) {
    guard case .dictionary(let members) = value, case .array(let answers)? = members["answers"] else {
      throw Self.fault("response \(number) has no array “answers”")
    }
    let response = members["response"]?.text.flatMap(Self.name)
    if answers.isEmpty { add(AnswerSheet.Line(number: number, form: form, response: response)) }
    for answer in answers {
      guard case .dictionary(let members) = answer, members["cell"]?.text != nil else {
        throw Self.fault("response \(number) has an answer without “cell”, which names the question")
      }
      addAnswer(members, form: form, response: response, number: number)
    }
  }

  /// Adds an answer, or a response with a member for each question.
  private mutating func add(_ members: [String: PropertyValue], number: Int) throws(DocumentFault) {
    let (form, response) = (members["form"]?.text, members["response"]?.text.flatMap(Self.name))
    if members["cell"]?.text != nil, members["value"] != nil {
      return addAnswer(members, form: form, response: response, number: number)
    }
    var line = AnswerSheet.Line(number: number, form: form, response: response)
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where name != "form" && name != "response" {
      line.entries.append(
        AnswerSheet.Entry(column: column(name), number: number, value: value == .null ? nil : value))
    }
    add(line)
  }

  private mutating func addAnswer(
    _ members: [String: PropertyValue], form: String?, response: String?, number: Int
  ) {
    var instance = 0
    if case .integer(let number)? = members["instance"] { instance = Int(clamping: number) }
    if let text = members["instance"]?.text { instance = InstanceName(text[...])?.number ?? .max }
    let value = members["value"] ?? .null
    add(
      AnswerSheet.Entry(
        column: column(members["cell"]?.text ?? ""), number: number, instance: instance,
        value: value == .null ? nil : value, source: members["source"]?.text.flatMap(Answer.Source.init)),
      form: form, response: response)
  }
}
