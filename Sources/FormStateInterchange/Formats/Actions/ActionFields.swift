import FormState

/// Reads the members of an action in a script or a journal.
struct ActionFields {
  static let keys = [
    "action", "cell", "at", "section", "value", "scope", "before", "instance", "message", "from", "revision", "only",
  ]

  var fields: DocumentFields

  /// The action; `nil` after a fault.
  mutating func action() -> FormAction? {
    let kind = kind()
    let cell = reference()
    let section = fields.text("section")?.canonicalKey
    let value = value(of: kind)
    let scope = scope()
    let before = fields.text("before").map { CellReference.key($0.canonicalKey) }
    let number = instance()
    let move = move(of: kind)
    let (message, reporter) = report()
    let revision = revision()
    let isOfOneEntry = fields.flag("only") ?? false
    guard let kind, fields.faults.isEmpty else { return nil }
    let action = FormAction(
      kind: kind, cell: cell, section: section, value: value, scope: scope, move: move, before: before, number: number,
      message: message, reporter: reporter, revision: revision, isOfOneEntry: isOfOneEntry)
    if let action { return action }
    addPartFaults(kind: kind)
    return nil
  }

  private mutating func kind() -> FormAction.Kind? {
    let names = FormAction.Kind.allCases.filter { $0 != .checkpoint }.map(\.rawValue)
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

  /// The number of the instance that an action adds; `nil` when it is omitted or after a fault.
  private mutating func instance() -> Int? {
    guard let value = fields.members["instance"] else { return nil }
    if case .integer(let number) = value, (1...Int64(Int32.max)).contains(number) { return Int(number) }
    fields.addFault("instance", "is not the number of an instance", "write a whole number from 1, or omit it")
    return nil
  }

  /// The message of a report, and the reporter; both `nil` if they are omitted or after a fault.
  private mutating func report() -> (message: String?, reporter: String?) {
    let (message, reporter) = (fields.text("message"), fields.text("from")?.canonicalKey)
    // The reporter is checked even without a message.
    if message != nil || reporter != nil, let refusal = ReportedFault(message ?? "-", from: reporter).refusal {
      fields.addFault(refusal.part.rawValue, refusal.problem, refusal.action)
    }
    return (message, reporter)
  }

  /// The revision to revert or restore; `nil` if it is omitted or after a fault.
  private mutating func revision() -> Int? {
    guard let value = fields.members["revision"] else { return nil }
    if case .integer(let number) = value, (0...Int64(Int32.max)).contains(number) { return Int(number) }
    fields.addFault("revision", "is not a revision", "write the number of an entry of the journal")
    return nil
  }

  private mutating func scope() -> UndoScope? {
    guard let name = fields.text("scope") else { return nil }
    if let scope = UndoScope(rawValue: name) { return scope }
    let names = UndoScope.allCases.map(\.rawValue).joined(separator: " or ")
    fields.addFault("scope", "“\(name.prefix(40))” is not a scope", "write \(names)")
    return nil
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
    let usesSection = kind.isAboutSection
    let usesCell = kind.isAboutCell
    let hasCell = fields.members["cell"] != nil || fields.members["at"] != nil
    let name = kind.rawValue
    if usesCell && !kind.canBeAboutResponse && !hasCell {
      fields.addFault("cell", "is missing", "name the cell, or its row with “at”")
    }
    if !usesCell && hasCell {
      let part = fields.members["cell"] != nil ? "cell" : "at"
      fields.addFault(part, "is not allowed in “\(name)”", "remove it")
    }
    if usesSection && fields.members["section"] == nil {
      fields.addFault("section", "is missing", "name the section to \(name)")
    }
    if !usesSection && fields.members["section"] != nil {
      fields.addFault("section", "is not allowed in “\(name)”", "remove it")
    }
    if kind == .set && fields.members["value"] == nil {
      fields.addFault("value", "is missing", "write the value to set, or use the action “clear”")
    }
    if kind != .set && kind != .draft && fields.members["value"] != nil {
      fields.addFault("value", "is not allowed in “\(name)”", "remove it")
    }
    if kind == .draft, let value = fields.members["value"], value.text == nil, value != .null {
      fields.addFault("value", "is \(value.jsonTypeName), not a text", "write the draft in double quotes")
    }
    if kind != .add && kind != .move && fields.members["before"] != nil {
      fields.addFault("before", "is not allowed in “\(name)”", "remove it")
    }
    if kind != .add && fields.members["instance"] != nil {
      fields.addFault("instance", "is not allowed in “\(name)”", "remove it")
    }
    if kind == .reportFault && fields.members["message"] == nil {
      fields.addFault("message", "is missing", "describe the fault in a sentence")
    }
    if kind != .reportFault && fields.members["message"] != nil {
      fields.addFault("message", "is not allowed in “\(name)”", "remove it")
    }
    if !kind.isAboutReports && fields.members["from"] != nil {
      fields.addFault("from", "is not allowed in “\(name)”", "remove it")
    }
    if kind.goesBack && fields.members["revision"] == nil {
      fields.addFault("revision", "is missing", "write the number of an entry of the journal")
    }
    if !kind.goesBack && fields.members["revision"] != nil {
      fields.addFault("revision", "is not allowed in “\(name)”", "remove it")
    }
    if kind != .revert && fields.members["only"] != nil {
      fields.addFault("only", "is not allowed in “\(name)”", "remove it")
    }
    if !kind.isAboutUndo && fields.members["scope"] != nil {
      fields.addFault("scope", "is not allowed in “\(name)”", "remove it")
    }
  }
}
