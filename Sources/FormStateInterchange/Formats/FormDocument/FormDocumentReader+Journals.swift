import FormState

extension FormDocumentReader {
  /// A response whose journal is being read.
  struct ResponseDraft {
    let key: String
    fileprivate(set) var response: FormContents.Response
    /// The place of the response.
    fileprivate let place: DocumentPath
    /// The place of its journal.
    fileprivate var path: DocumentPath { place.member("journal") }
    fileprivate var entryCount = 0
    fileprivate var firstRevision = 1
    /// The entries of other lines, which are read after the journal that they part from.
    fileprivate var lines: [PropertyValue] = []
  }

  /// Reads a response; `nil` if it is not an object.
  ///
  /// - Parameter index: its place in the document.
  mutating func response(
    _ value: PropertyValue, at index: Int, _ subjects: VersionedSubjects
  ) -> (key: String, response: FormContents.Response)? {
    guard var draft = begin(value, at: index, subjects) else { return nil }
    for entry in draft.entries { append(entry, to: &draft.draft, subjects) }
    return finish(draft.draft, subjects)
  }

  /// Reads the entries of other lines of a response whose journal has been read.
  mutating func finish(
    _ draft: ResponseDraft, _ subjects: VersionedSubjects
  ) -> (key: String, response: FormContents.Response) {
    var response = draft.response
    var known: [JournalChain: JournalEntry] = [:]
    for (position, value) in draft.lines.enumerated() {
      let path = draft.place.member("lines").element(position)
      guard var fields = DocumentFields(value, at: path, known: LineInDocument.names, faults: &faults) else { continue }
      var line = LineInDocument()
      fields.read(into: &line)
      let given = fields.members["entry"]
      if given == nil { fields.addFault("entry", "is missing", "write the entry") }
      take(fields)
      guard case .dictionary(let members)? = given, let chain = line.chain else { continue }
      guard case .integer(let number)? = members["revision"], (1...Int64(Int32.max)).contains(number) else {
        faults.add(path.member("entry").member("revision").fault("is not a revision", "write a whole number from 1"))
        continue
      }
      let revision = Int(number)
      let before =
        line.previous.flatMap { known[$0] } ?? response.journal.last { $0.revision < revision }
      let entry = entry(
        .dictionary(members), at: path.member("entry"), revision: revision, isFirst: line.previous == nil,
        stepBefore: before?.step, inForce: before?.version ?? response.version, subjects)
      guard let entry else { continue }
      known[chain] = entry
      response.others.append(
        LineEntry(
          entry, at: EntryAddress(revision: revision, chain: chain),
          after: line.previous.map { EntryAddress(revision: revision - 1, chain: $0) }))
    }
    return (draft.key, response)
  }

  /// Reads a response without its journal.
  ///
  /// - Returns: the response, and the available entries of its journal; `nil` if it is not an object.
  mutating func begin(
    _ value: PropertyValue, at index: Int, _ subjects: VersionedSubjects
  ) -> (draft: ResponseDraft, entries: [PropertyValue])? {
    let path = base.member("responses").element(index)
    guard var fields = DocumentFields(value, at: path, known: ResponseInDocument.names, faults: &faults) else {
      return nil
    }
    var members = ResponseInDocument()
    fields.read(into: &members)
    let key = members.key.canonicalKey
    if let problem = FormDefinition.problem(withKey: key), fields.faults.isEmpty {
      fields.addFault("key", problem, "write another key")
    }
    if !responseKeys.insert(key).inserted {
      fields.addFault("key", "another response has the same key", "give each a different one\(key.noteOnTwins)")
    }
    let entries = fields.elements("journal")
    let lines = fields.elements("lines")
    fields.check(version: members.version, of: "version", in: subjects)
    take(fields)
    let response = FormContents.Response(
      stream: members.stream, version: members.version ?? subjects.main,
      nextInstance: max(1, members.nextInstance ?? 1), journal: [])
    var draft = ResponseDraft(key: key, response: response, place: path)
    draft.lines = lines
    return (draft, entries)
  }

  /// Reads the next entry of a response's journal.
  mutating func append(_ value: PropertyValue, to draft: inout ResponseDraft, _ subjects: VersionedSubjects) {
    let position = draft.entryCount
    if position == 0 { draft.firstRevision = Self.checkpointRevision(value) ?? 1 }
    draft.entryCount += 1
    let last = draft.response.journal.last
    let entry = entry(
      value, at: draft.path.element(position), revision: draft.firstRevision + position, isFirst: position == 0,
      stepBefore: last?.step, inForce: last?.version ?? draft.response.version, subjects)
    if let entry { draft.response.journal.append(entry) }
  }

  /// Reads an entry by itself.
  ///
  /// - Parameters:
  ///   - inForce: the number of the version in force before it; `nil` for the first entry of a journal, which names
  ///     its own.
  ///   - stepBefore: the first revision of the step before it.
  mutating func entry(
    _ value: PropertyValue, revision: Int, inForce: Int?, stepBefore: Int?, _ subjects: VersionedSubjects
  ) -> JournalEntry? {
    var version = inForce
    if version == nil, case .dictionary(let members) = value, case .integer(let number)? = members["version"] {
      version = Int(exactly: number)
    }
    return entry(
      value, at: DocumentPath(), revision: revision, isFirst: inForce == nil, stepBefore: stepBefore, inForce: version,
      subjects)
  }

  /// The revision of a compacted journal's first entry; `nil` if it is not a checkpoint.
  private static func checkpointRevision(_ value: PropertyValue) -> Int? {
    guard case .dictionary(let members) = value, case .dictionary(let action)? = members["action"],
      action["action"]?.text == FormAction.Kind.checkpoint.rawValue, case .integer(let revision)? = members["revision"],
      (1...Int64(Int32.max)).contains(revision)
    else { return nil }
    return Int(revision)
  }

  private mutating func entry(
    _ value: PropertyValue, at path: DocumentPath, revision: Int, isFirst: Bool, stepBefore: Int?, inForce: Int?,
    _ subjects: VersionedSubjects
  ) -> JournalEntry? {
    guard var fields = DocumentFields(value, at: path, known: EntryInDocument.names, faults: &faults) else {
      return nil
    }
    if fields.members["revision"] != .integer(Int64(revision)) {
      fields.addFault("revision", "is not \(revision)", "number the entries of a journal 1, 2, 3 …")
    }
    var members = EntryInDocument()
    fields.read(into: &members)
    for (name, text) in [("author", members.author), ("group", members.group)] where text?.isEmpty == true {
      fields.addFault(name, "is empty", "name the \(name), or omit it")
    }
    let changes = fields.elements("changes")
    let given = fields.members["action"]
    let namesReversal = ["reverts", "target"].filter { fields.members[$0] != nil }
    if members.continues && stepBefore == nil {
      fields.addFault("continues", "there is no entry before it", "remove it")
    }
    fields.check(version: members.version, of: "version", in: subjects)
    take(fields)
    let action = action(given, at: path.member("action"), inForce: inForce, subjects)
    let version = members.version ?? action?.move?.version ?? inForce
    if action == .checkpoint && !isFirst {
      faults.add(
        path.member("action").fault("a checkpoint is allowed only at the beginning", "remove the entries before it"))
    }
    if members.chain != nil, let action, action != .checkpoint {
      faults.add(path.member("chain").fault("is not allowed beside “\(action.kind.rawValue)”", "remove it"))
    }
    if members.empties, let action, action.kind != .clear {
      faults.add(path.member("empties").fault("is not allowed beside “\(action.kind.rawValue)”", "remove it"))
    }
    if let kind = action?.kind { checkReversal(of: kind, at: path, given: namesReversal) }
    let read = changes.enumerated().compactMap { position, change in
      self.change(change, at: path.member("changes").element(position), from: inForce, to: version, subjects)
    }
    guard let action, let time = members.time else { return nil }
    return JournalEntry(
      revision: revision, version: version, action: action, time: time, author: members.author,
      moment: members.moment, changes: read, step: members.continues ? stepBefore : nil, group: members.group,
      target: members.target ?? members.reverts, reverts: members.reverts, chain: members.chain, salt: members.salt,
      redacted: members.redacted, empties: members.empties)
  }

  /// Checks that undo and redo, and nothing else, name their target.
  private mutating func checkReversal(of kind: FormAction.Kind, at path: DocumentPath, given: [String]) {
    if kind.isAboutUndo {
      guard !given.contains("reverts") else { return }
      faults.add(path.member("reverts").fault("is missing", "write the revision that was undone"))
    } else {
      for name in given {
        faults.add(path.member(name).fault("is not allowed beside “\(kind.rawValue)”", "remove it"))
      }
    }
  }

  private mutating func action(
    _ value: PropertyValue?, at path: DocumentPath, inForce: Int?, _ subjects: VersionedSubjects
  ) -> FormAction? {
    guard let fields = DocumentFields(value, at: path, known: ActionInDocument.names, faults: &faults) else {
      return nil
    }
    var reader = ActionFields(fields: fields)
    var action = reader.action().map { action in
      let kinds = subjects[inForce].kinds
      return action.mapReferences { reference in
        if case .key(let key) = reference { CellReference(text: key) { kinds[$0] != nil } } else { reference }
      }
    }
    if let action { Self.checkInstances(of: action, in: &reader.fields) }
    if action?.kind.isJournaled == false {
      reader.fields.addFault(
        "action", "a journal has no drafts, which devices keep beside the response", "leave the entry out")
    }
    switch action?.cell {
    case .rowPath: reader.fields.addFault("at", "a journal names cells by their keys", "write “cell”")
    case .key(let key), .instance(let key, _):
      guard let kind = kind(ofCell: key, in: &reader.fields, subjects[inForce]), let cell = action?.cell else { break }
      guard case .set? = action, let given = reader.fields.members["value"] else { break }
      // A journal holds values in the cell's type, so a date is a date, not text that spells one.
      if let typed = given.value(for: kind) {
        action = .set(cell, typed)
      } else {
        reader.fields.addFault(
          "value", "is \(given.jsonTypeName) that the cell cannot hold", PropertyValue.wording(for: kind))
      }
    case nil: break
    }
    for version in (action?.move?.versions ?? []).sorted() where !subjects.has(version) {
      reader.fields.addFault("version", "the document has no version \(version)", "add it to “otherVersions”")
    }
    take(reader.fields)
    return action
  }

  /// Checks that an action names instances by their whole numbers: a small one is not that of one instance for good.
  private static func checkInstances(of action: FormAction, in fields: inout DocumentFields) {
    for (name, reference) in [("cell", action.cell), ("before", action.before)] {
      guard case .instance(let key, let number)? = reference, !InstanceNumber.isPossible(number) else { continue }
      fields.addFault(
        name, "is not the full address of a cell in a repeat", "write it as it was exported, as in \(key):7k3fq2x0")
    }
    if let number = action.number, !InstanceNumber.isPossible(number) {
      fields.addFault(
        "instance", "is not the whole number of an instance",
        "write it as it was exported, a number such as 30123456789")
    }
  }

  private mutating func change(
    _ value: PropertyValue, at path: DocumentPath, from former: Int?, to version: Int?, _ subjects: VersionedSubjects
  ) -> StateChange? {
    guard var fields = DocumentFields(value, at: path, known: ChangeInDocument.names, faults: &faults) else {
      return nil
    }
    var members = ChangeInDocument()
    fields.read(into: &members)
    let origin = members.origin
    fields.check(version: origin, of: "setAsideFrom", in: subjects)
    if members.isRemoved {
      for side in ["before", "after"] where fields.members[side] != nil {
        fields.addFault(side, "is not allowed in a change that was removed", "remove it")
      }
    }
    // Set-aside contents belong to one version; contents that move to another version belong to that one then.
    let change = change(&fields, members, (subjects[origin ?? former], subjects[origin ?? version]))
    take(fields)
    return change
  }

  private func change(
    _ fields: inout DocumentFields, _ members: ChangeInDocument,
    _ sides: (before: JournalSubjects, after: JournalSubjects)
  ) -> StateChange? {
    let names = StateChange.Field.journaled.map(\.rawValue)
    let faultCount = fields.faults.count
    let name = fields.requiredText("field", "write one of \(names.joined(separator: ", "))")
    guard let field = StateChange.Field(rawValue: name), field.role != .device else {
      if fields.faults.count == faultCount {
        fields.addFault("field", "is not a field of the state", "write one of \(names.joined(separator: ", "))")
      }
      return nil
    }
    let (instance, origin) = (members.instance, members.origin)
    switch field.scope {
    case .response: return change(field, of: .response, &fields, kinds: (nil, nil))
    case .section:
      let key = fields.requiredKey("section", "name the section")
      guard fields.faults.isEmpty else { return nil }
      let side = fields.members["after"] == nil ? sides.before : sides.after
      if !side.hasSection(key) {
        fields.addFault("section", "there is no section “\(key)”", Self.suggestion(side.sections.nearest(to: key)))
      }
      let subject = StateSubject(key, instance: instance, setAsideFrom: origin)
      return change(field, of: subject, &fields, kinds: (nil, nil))
    case .cell, .instance:
      let key = fields.requiredKey("cell", "name the cell")
      guard fields.faults.isEmpty else { return nil }
      // An empty side needs no cell: the other version may lack it.
      let isLeft = fields.members["after"] == nil
      let before = fields.members["before"] == nil ? nil : kind(ofCell: key, in: &fields, sides.before)
      let after = isLeft && before != nil ? nil : kind(ofCell: key, in: &fields, sides.after)
      guard fields.faults.isEmpty else { return nil }
      let subject = StateSubject(key, instance: instance, setAsideFrom: origin)
      if field == .instance { checkInstance(&fields) }
      return change(field, of: subject, &fields, kinds: (before, after))
    }
  }

  /// Checks that a change of an instance's place names the instance and the place.
  private func checkInstance(_ fields: inout DocumentFields) {
    if fields.members["instance"] ?? .integer(0) == .integer(0) {
      fields.addFault("instance", "is missing", "write the number of the instance")
    }
    for name in ["before", "after"] {
      guard let text = fields.text(name) else { continue }
      if let place = InstancePlace(text), place.parent == 0 || InstanceNumber.isPossible(place.parent) { continue }
      fields.addFault(
        name, "is not the place of an instance",
        "write the number of the instance around it and its rank, as in \"0 4294967296\"")
    }
  }

  /// A change with both of its sides.
  private func change(
    _ field: StateChange.Field, of subject: StateSubject, _ fields: inout DocumentFields,
    kinds: (before: CellKind?, after: CellKind?)
  ) -> StateChange {
    StateChange(
      field, of: subject, before: content("before", of: field, &fields, kinds.before),
      after: content("after", of: field, &fields, kinds.after))
  }

  /// One side of a change: left out for untouched, null for a cleared value.
  private func content(
    _ name: String, of field: StateChange.Field, _ fields: inout DocumentFields, _ kind: CellKind?
  ) -> FieldContent? {
    guard let given = fields.members[name] else { return nil }
    switch field.contentType {
    case .flag: return fields.flag(name).map(FieldContent.flag)
    case .text where field.role == .report: return fields.reports(name)
    case .text where field == .original: return fields.original(name)
    case .text where field == .alternatives || field == .responseAlternatives: return fields.question(name, kind)
    case .text: return fields.text(name).map(FieldContent.text)
    case .cellValue:
      if given == .null { return .cleared }
      guard let kind else { return nil }
      if let value = given.value(for: kind) { return .value(value) }
      if kind.holdsTypedResults, let result = given.resultOfRule { return .result(result) }
      fields.addFault(name, "is \(given.jsonTypeName) that the cell cannot hold", PropertyValue.wording(for: kind))
      return nil
    }
  }

  private func kind(ofCell key: String, in fields: inout DocumentFields, _ subjects: JournalSubjects) -> CellKind? {
    if let kind = subjects.kinds[key] { return kind }
    fields.addFault("cell", "there is no cell “\(key)”", Self.suggestion(subjects.cells.nearest(to: key)))
    return nil
  }

  private static func suggestion(_ nearest: String?) -> String {
    nearest.map(\.asSuggestion) ?? "name one that the form has"
  }
}

extension PropertyValue {
  /// The result of a rule in a cell of texts: a condition or a number; `nil` for anything else.
  fileprivate var resultOfRule: RuleResult? {
    switch self {
    case .boolean(let isTrue): RuleResult(isTrue)
    case .integer(let whole): RuleResult(Double(whole))
    case .real(let number): RuleResult(number)
    default: nil
    }
  }
}

extension DocumentFields {
  /// Checks that the document has the version that a member names.
  fileprivate mutating func check(version number: Int?, of name: String, in subjects: VersionedSubjects) {
    guard let number, !subjects.has(number) else { return }
    addFault(name, "the document has no version \(number)", "add it to “otherVersions”")
  }
}
