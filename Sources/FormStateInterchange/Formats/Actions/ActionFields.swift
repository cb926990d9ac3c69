import FormState

/// The members of an action in a script or a journal.
struct ActionInDocument: DocumentObject {
  var section: String?
  var scope: UndoScope?
  var before: String?
  var number: Int?
  var message: String?
  var reporter: String?
  var revision: Int?
  var isOfOneEntry = false
  var alternative: Int?

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.onlyRead("action", [.string], isRequired: true)
    visitor.onlyRead("cell", [.string])
    visitor.onlyRead("at", [.array])
    visitor.optional("section", \.section, Text())
    visitor.onlyRead("value", .any.subtracting([.object]))
    visitor.optional("scope", \.scope, Scope())
    visitor.optional("before", \.before, Text())
    visitor.optional("instance", \.number, InstanceInDocument(mayBeSmall: true))
    visitor.optional("message", \.message, Text())
    visitor.optional("from", \.reporter, Text())
    visitor.optional("revision", \.revision, WholeNumber.anyRevision)
    visitor.flag("only", \.isOfOneEntry)
    visitor.optional("take", \.alternative, WholeNumber.alternative)
    for name in UpgradeRecord.propertyNames { visitor.onlyRead(name, name == "version" ? [.integer] : [.object]) }
    for name in MergeRecord.propertyNames { visitor.onlyRead(name, name == "rule" ? [.integer] : [.array]) }
  }
}

/// What an undo is about.
struct Scope: MemberCodec {
  let types: JSONTypes = [.string]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> UndoScope? {
    guard let word = Text().read(given, named: name, in: &fields) else { return nil }
    if let scope = UndoScope(rawValue: word) { return scope }
    let names = UndoScope.allCases.map(\.rawValue).joined(separator: " or ")
    fields.addFault(name, "“\(word.prefix(40))” is not a scope", "write \(names)")
    return nil
  }

  func write(_ value: UndoScope, to writer: inout FormDocumentWriter) { writer.json.string(value.rawValue) }
}

/// Reads the members of an action in a script or a journal.
struct ActionFields {
  var fields: DocumentFields

  /// The action; `nil` after a fault.
  mutating func action() -> FormAction? {
    let kind = kind()
    let cell = reference()
    let value = value(of: kind)
    let move = move(of: kind)
    let merge = merge(of: kind)
    var members = ActionInDocument()
    fields.read(into: &members)
    members.reporter = members.reporter?.canonicalKey
    checkReport(members)
    guard let kind, fields.faults.isEmpty else { return nil }
    let action = FormAction(
      kind: kind, cell: cell, section: members.section?.canonicalKey, value: value, scope: members.scope, move: move,
      before: members.before.map { .key($0.canonicalKey) }, number: members.number, message: members.message,
      reporter: members.reporter, revision: members.revision, isOfOneEntry: members.isOfOneEntry,
      merge: merge, alternative: members.alternative)
    if let action { return action }
    addPartFaults(kind: kind)
    return nil
  }

  private mutating func kind() -> FormAction.Kind? {
    let names = FormAction.Kind.allCases.filter { !$0.isOnlyInJournals }.map(\.rawValue)
    guard fields.members["action"] != nil else {
      fields.addFault("action", "is missing", "write one of \(names.joined(separator: ", "))")
      return nil
    }
    guard let name = fields.text("action") else { return nil }
    if let kind = FormAction.Kind(rawValue: name) { return kind }
    let near = names.nearest(to: name, within: fields.suggestions).map(\.asSuggestion)
    fields.addFault(
      "action", "“\(name.prefix(40))” is not an action", near ?? "write one of \(names.joined(separator: ", "))")
    return nil
  }

  private mutating func reference() -> CellReference? {
    if fields.members["cell"] != nil && fields.members["at"] != nil {
      fields.addFault("at", "names the cell a second time, in addition to “cell”", "keep one of them")
      return nil
    }
    if let key = fields.text("cell") { return .key(key.canonicalKey) }
    guard let given = fields.members["at"] else { return nil }
    if case .array(let numbers) = given, numbers.count == 2,
      case .integer(let section)? = numbers.first, case .integer(let row)? = numbers.last, section >= 0, row >= 0
    {
      return .rowPath(RowPath(section: Int(clamping: section), row: Int(clamping: row)))
    }
    fields.addFault("at", "is not a row path", "write [section,row], both from 0")
    return nil
  }

  /// Checks the message of a report and its reporter, who is checked even without a message.
  private mutating func checkReport(_ members: ActionInDocument) {
    guard members.message != nil || members.reporter != nil,
      let refusal = ReportedFault(members.message ?? "-", from: members.reporter).refusal
    else { return }
    fields.addFault(refusal.part.rawValue, refusal.problem, refusal.action)
  }

  private mutating func move(of kind: FormAction.Kind?) -> UpgradeRecord? {
    let members = fields.members.dictionary.filter { UpgradeRecord.propertyNames.contains($0.key) }
    guard kind == .upgrade else {
      for name in members.keys.sorted() { fields.addFault(name, "is allowed only in “upgrade”", "remove it") }
      return nil
    }
    if let move = UpgradeRecord(properties: members) { return move }
    fields.addFault(
      "version", "is not a version with the origins of its cells",
      "write the number of the version, and under “cells” the new key of each renamed cell, or null")
    return nil
  }

  private mutating func merge(of kind: FormAction.Kind?) -> MergeRecord? {
    let members = fields.members.dictionary.filter { MergeRecord.propertyNames.contains($0.key) }
    guard kind == .merge else {
      for name in members.keys.sorted() { fields.addFault(name, "is allowed only in “merge”", "remove it") }
      return nil
    }
    if let merge = MergeRecord(properties: members) { return merge }
    fields.addFault(
      "with", "is not the list of the lines that a merge joins",
      "write the revision and the chain of each, and under “by” whose answers it took")
    return nil
  }

  private mutating func value(of kind: FormAction.Kind?) -> CellValue? {
    guard let given = fields.members["value"] else { return nil }
    // A draft without text is one that was discarded.
    if kind == .draft && given == .null { return nil }
    switch given {
    case .string(let text): return .text(text)
    case .boolean(let isOn): return .boolean(isOn)
    case .integer(let whole): return .integer(whole)
    case .real(let number): return CellValue.number(number)
    case .null:
      fields.addFault("value", "is null", "use the action “clear” to empty a cell")
    case .array(let values):
      let texts = values.compactMap(\.text)
      if texts.count == values.count { return .choices(texts) }
      fields.addFault(
        "value", "is an array with elements other than texts", "write the values of options in double quotes")
    case .dictionary, .date, .data:
      fields.addFault("value", "is \(given.jsonTypeName)", "write text in double quotes, a number, true or false")
    }
    return nil
  }

  /// Reports the parts of the action that are missing or not allowed.
  private mutating func addPartFaults(kind: FormAction.Kind) {
    for (part, names, remedy) in Self.parts {
      let given = names.first { fields.members[$0] != nil }
      if kind.parts.required.contains(part), given == nil {
        fields.addFault(names[0], "is missing", part == .section ? "name the section to \(kind.rawValue)" : remedy)
      }
      if let given, !kind.parts.allowed.contains(part) {
        fields.addFault(given, "is not allowed in “\(kind.rawValue)”", "remove it")
      }
    }
    if kind == .draft, let value = fields.members["value"], value.text == nil, value != .null {
      fields.addFault("value", "is \(value.jsonTypeName), not a text", "write the draft in double quotes")
    }
  }

  /// The parts of actions by their names, and what to write where one is missing.
  private static let parts: [(part: FormAction.Parts, names: [String], remedy: String)] = [
    (.cell, ["cell", "at"], "name the cell, or its row with “at”"),
    (.section, ["section"], "name the section"),
    (.value, ["value"], "write the value to set, or use the action “clear”"),
    (.before, ["before"], ""),
    (.instance, ["instance"], ""),
    (.message, ["message"], "describe the fault in a sentence"),
    (.from, ["from"], ""),
    (.revision, ["revision"], "write the number of an entry of the journal"),
    (.only, ["only"], ""),
    (.alternative, ["take"], "write the number of the answer to take, from 1"),
    (.scope, ["scope"], ""),
  ]
}
