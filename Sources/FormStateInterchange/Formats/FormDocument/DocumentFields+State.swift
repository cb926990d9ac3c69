import FormState

extension OpenQuestion.Alternative {
  /// Reads an alternative in a journal; `nil` for anything else.
  ///
  /// - Parameters:
  ///   - value: the object.
  ///   - kind: the kind of the cell; `nil` for the completion of a response.
  init?(document value: PropertyValue, _ kind: CellKind?) {
    guard case .dictionary(let members) = value,
      Set(members.keys).isSubset(of: ["value", "author", "time", "revision", "chain"]),
      let time = members["time"]?.text.flatMap(Timestamp.init(isoText:)), time.isoText == members["time"]?.text,
      case .integer(let revision)? = members["revision"], let revision = Int(exactly: revision), revision > 0,
      let chain = members["chain"]?.text.flatMap(JournalChain.init)
    else { return nil }
    let author = members["author"]?.text
    guard members["author"] == nil || author?.isEmpty == false else { return nil }
    var content: FieldContent?
    if let given = members["value"] {
      guard let said = Self.content(given, kind) else { return nil }
      content = said
    }
    self.init(
      content, by: author, at: time, in: EntryAddress(revision: revision, chain: chain))
  }

  private static func content(_ given: PropertyValue, _ kind: CellKind?) -> FieldContent? {
    switch (given, kind) {
    case (.null, _?): .cleared
    case (.boolean(true), nil): .flag(true)
    // The place of an instance.
    case (.string(let text), .repeat?): .text(text)
    case (_, let kind?): given.value(for: kind).map(FieldContent.value)
    case (_, nil): nil
    }
  }
}

/// Texts of the state that documents have as objects.
extension DocumentFields {
  /// The answer to an earlier version of the form; `nil` if it is missing or after a fault.
  mutating func original(_ name: String) -> FieldContent? {
    guard let text = text(name) else { return nil }
    if OriginalAnswer(text: text) != nil { return .text(text) }
    addFault(
      name, "is not an answer to an earlier version", "write its type, a space and the answer, as in “decimal 38.7”")
    return nil
  }

  /// The different things that persons said at the same time; `nil` if they are missing or after a fault.
  mutating func question(_ name: String, _ kind: CellKind?) -> FieldContent? {
    if case .array(let values)? = members[name],
      let question = OpenQuestion(values.map { OpenQuestion.Alternative(document: $0, kind) })
    {
      return question.content
    }
    addFault(
      name, "is not a list of different answers",
      "write 2 to \(OpenQuestion.mostAlternatives) objects with “value”, “time”, “revision” and “chain”")
    return nil
  }

  /// The faults reported on a cell or on the response; `nil` if they are missing or after a fault.
  mutating func reports(_ name: String) -> FieldContent? {
    guard case .array(let values)? = members[name] else {
      addFault(
        name, "is not a list of reported faults", "write an array of objects with “message” and optionally “from”")
      return nil
    }
    let faults = values.compactMap { value -> ReportedFault? in
      guard case .dictionary(let members) = value, let message = members["message"]?.text,
        members["from"] == nil || members["from"]?.text != nil, members.count == (members["from"] == nil ? 1 : 2)
      else { return nil }
      return ReportedFault(message, from: members["from"]?.text)
    }
    let reports = faults.count == values.count && !faults.isEmpty ? ReportedFaults(faults) : nil
    if reports == nil {
      addFault(
        name, "is not a list of reported faults",
        "write at most \(ReportedFaults.most) objects, each once, with “message” and optionally “from”")
    }
    return reports?.content
  }
}
