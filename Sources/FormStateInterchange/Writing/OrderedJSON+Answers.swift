import FormState

/// Answers in JSON, with the members that scripts rely on.
extension OrderedJSON {
  /// Which response something is about.
  package static func members(of key: ResponseKey) -> [(name: String, value: OrderedJSON)] {
    [("form", .string(key.form)), ("response", .string(key.response))]
  }

  /// Which cell something is about.
  ///
  /// - Parameters:
  ///   - key: its key.
  ///   - instance: the number of the instance of a repeat that it stands in; 0 outside of repeats.
  package static func members(ofCell key: String, in instance: Int) -> [(name: String, value: OrderedJSON)] {
    [
      ("cell", .string(key)), ("instance", .integer(instance)),
      ("address", .string(instance == 0 ? key : "\(key):\(instance)")),
    ]
  }

  /// An answer.
  package init(_ answer: Answer) { self = .object(Self.members(of: answer)) }

  /// An answer.
  package static func members(of answer: Answer) -> [(name: String, value: OrderedJSON)] {
    [
      ("section", .string(answer.question.section)), ("question", .string(answer.question.name)),
    ] + members(ofCell: answer.question.cell.key, in: answer.instance) + [
      ("kind", .string(answer.question.cell.kind.rawValue)),
      ("value", OrderedJSON(answer.value)), ("readable", OrderedJSON(answer.value.map { _ in answer.readableText })),
      ("source", .string(answer.source.rawValue)), ("draft", OrderedJSON(answer.draft)),
    ]
  }

  /// A fault, with the question that it is about.
  package init(_ fault: Fault, of question: Question?) { self = .object(Self.members(of: fault, in: question)) }

  /// A fault, with its question.
  package static func members(of fault: Fault, in question: Question?) -> [(name: String, value: OrderedJSON)] {
    [
      ("section", OrderedJSON(question?.section)), ("question", OrderedJSON(question?.name)),
      ("cell", OrderedJSON(fault.cell)), ("instance", .integer(fault.instance)),
      ("address", OrderedJSON(fault.address)),
    ] + members(of: fault)
  }

  /// A fault; with the reporter only if there is one.
  package static func members(of fault: Fault) -> [(name: String, value: OrderedJSON)] {
    let reporter = fault.kind == .reported ? [("reporter", OrderedJSON(fault.reporter))] : []
    return [
      ("kind", .string(fault.kind.rawValue)), ("number", .integer(fault.number)),
      ("message", .string(fault.message)), ("severity", .string(fault.severity.rawValue)),
    ] + reporter
  }

  /// Choices of a question.
  package init(_ choices: [OfferedChoices.Choice]) {
    self = .array(
      choices.map {
        .object([("value", .string($0.value)), ("title", .string($0.title)), ("chosen", .boolean($0.isChosen))])
      })
  }

  /// Something in a document that was off.
  package init(_ diagnostic: Diagnostic) { self = .object(Self.members(of: diagnostic)) }

  /// A diagnostic; with its count only if that is more than one.
  package static func members(of diagnostic: Diagnostic) -> [(name: String, value: OrderedJSON)] {
    var members: [(name: String, value: OrderedJSON)] = [
      ("line", OrderedJSON(diagnostic.line)),
      ("column", OrderedJSON(diagnostic.column)),
      ("section", OrderedJSON(diagnostic.section)),
      ("row", OrderedJSON(diagnostic.row)),
      ("key", OrderedJSON(diagnostic.key)),
      ("problem", .string(diagnostic.problem)),
      ("action", .string(diagnostic.action)),
    ]
    if diagnostic.count > 1 { members.append(("count", .integer(diagnostic.count))) }
    return members
  }
}
