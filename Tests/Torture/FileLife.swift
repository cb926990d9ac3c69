import FormState
import FormStateStore
import TestSupport

/// What happens to a file over time, the same for the same seed: each step is one transaction or refused.
///
/// A step depends only on the seed, its number and the contents of the file, so a life goes on in another process.
struct FileLife: Sendable {
  /// The seed of the form and its versions.
  let seed: UInt64
  /// Which responses the life has; lives with different names share a file without touching each other's responses.
  let name: String
  /// Whether no other life shares the file. Then it also writes new versions of the form, and compacts only what each
  /// destination has: the destinations of another life would lack its entries.
  let isAlone: Bool
  private var author: FormAuthor
  private var versions: [AuthoredForm.Version] = []

  /// The number of versions that a form begins with.
  private static let firstVersions = 2
  private static let mostVersions = 8

  init(seed: UInt64, name: String = "a", isAlone: Bool = true) {
    self.seed = seed
    self.name = name
    self.isAlone = isAlone
    author = FormAuthor(seed: seed)
    var next = seed
    // Nothing happens to a form without questions, and some authors remove all and write nothing again.
    while !edit(until: { $0.sections.contains { $0.cells.contains { $0.kind == .text } } }) {
      next &+= 0x9E37_79B9
      author = FormAuthor(seed: next)
    }
    versions = [author.form.version]
  }

  private mutating func version(_ number: Int) -> AuthoredForm.Version {
    while versions.count < number {
      let former = author.form.version.form
      // An edit may change nothing, and then makes no version.
      _ = edit { $0 != former }
      versions.append(author.form.version)
    }
    return versions[number - 1]
  }

  /// Edits the form until it is as wanted.
  ///
  /// - Returns: `false` if it is not so after many edits.
  private mutating func edit(until isWanted: (FormDefinition) -> Bool) -> Bool {
    for _ in 0..<100 {
      if isWanted(author.form.version.form) { return true }
      author.edit()
    }
    return false
  }

  private var formKey: String { versions[0].form.key }

  private var destination: String { "office \(name)" }

  private func key(_ response: Int) -> ResponseKey { ResponseKey(form: formKey, response: "\(name)\(response)") }

  /// Saves the form and begins a response.
  mutating func begin(in store: FormStore) throws {
    for number in 1...Self.firstVersions { try store.save(version(number).form) }
    try store.create(key(0))
    // Creating a destination is a transaction of its own, and a step has only one.
    _ = try store.nextBatch(for: destination)
  }

  /// Does a step.
  ///
  /// - Returns: what it did, also if it was refused.
  /// - Throws: errors that are no refusals.
  @discardableResult
  mutating func step(_ number: Int, in store: FormStore) throws -> String {
    var chance = FormAuthor(seed: seed &+ UInt64(number) &* 0x9E37_79B9 &+ UInt64(name.utf8.first ?? 0))
    let response = key(chance.happens(onceIn: 4) ? chance.number(in: 1...2) : 0)
    do {
      return try step(chance: &chance, response, in: store)
    } catch let refusal as ActionError {
      return "refused: \(refusal)"
    } catch let refusal as StoreError where Self.refusals.contains(refusal.code) {
      return "refused: \(refusal)"
    }
  }

  private static let refusals: Set<StoreError.Code> = [
    .unknownResponse, .responseExists, .unfitMapping, .notSetAside, .unknownDestination,
  ]

  private mutating func step(
    chance: inout FormAuthor, _ response: ResponseKey, in store: FormStore
  ) throws -> String {
    switch chance.number(in: 0...99) {
    case 0..<8: return "undid \(try store.undo(of: response, count: chance.number(in: 1...4)).count)"
    case 8..<13: return "redid \(try store.redo(of: response, count: chance.number(in: 1...4)).count)"
    case 13..<20: return try group(chance: &chance, response, in: store)
    case 20..<23: return try saveVersion(in: store)
    case 23..<29: return "upgraded by \(try store.upgrade(response).cells.count)"
    case 29..<32:
      let kept = chance.number(in: 0...20)
      return "compacted \(try store.compact(response, keeping: kept, keepsUnsent: isAlone).removed)"
    case 32..<35: return "copied to \(try store.copy(response, to: key(chance.number(in: 1...2)).response))"
    case 35..<37:
      // The first response stays.
      guard response != key(0) else { return "kept" }
      return "deleted \(try store.delete(response))"
    case 37: return "completed \(try store.apply(.complete, to: response, begins: false))"
    case 38..<43: return "reopened \(try store.apply(.reopen, to: response, begins: false))"
    case 43..<45: return "discarded \(try store.discardSetAside(of: response).count)"
    case 45..<49: return try push(chance: &chance, in: store)
    default:
      let action = try action(chance: &chance, response, in: store)
      if chance.happens(onceIn: 2) { return "\(try store.session(for: response).apply(action).revision): \(action)" }
      return "\(try store.apply(action, to: response)): \(action)"
    }
  }

  private mutating func saveVersion(in store: FormStore) throws -> String {
    let newest = try store.overview().first { $0.key == formKey }?.version ?? 0
    guard isAlone, newest < Self.mostVersions else { return "kept the form" }
    return "saved version \(try store.save(version(newest + 1).form).version)"
  }

  private mutating func action(
    chance: inout FormAuthor, _ response: ResponseKey, in store: FormStore
  ) throws -> FormAction {
    let contents = try store.contents(of: response)
    let number = try store.overview().first { $0.key == formKey }?.responses
      .first { $0.key == response.response }?.version
    var random = RandomForm(seed: UInt64(chance.number(in: 0...Int(Int32.max))))
    return chance.action(on: version(number ?? 1), in: contents.state, by: &random)
  }

  private mutating func group(
    chance: inout FormAuthor, _ response: ResponseKey, in store: FormStore
  ) throws -> String {
    var actions: [FormAction] = []
    for _ in 0..<3 { actions.append(try action(chance: &chance, response, in: store)) }
    let revision = try store.group("Three", in: response) { group in
      for action in actions {
        // The others go on.
        do { try group.apply(action) } catch is ActionError { continue }
      }
    }
    return "\(revision): \(actions)"
  }

  /// Makes a batch for a destination, or takes that the destination has it.
  private mutating func push(chance: inout FormAuthor, in store: FormStore) throws -> String {
    guard let batch = try store.nextBatch(for: destination, limit: chance.number(in: 1...30)) else { return "no batch" }
    let answers = batch.parts.map { part in
      PushAnswer(stream: part.stream, outcome: .took(revision: part.last, chain: part.chain.description))
    }
    return "pushed \(try store.take(answers, from: destination).count) of \(batch.entryCount)"
  }
}

extension FileLife {
  /// What the file has of this life, without times and random names.
  ///
  /// - Returns: the number of versions if the life is alone, and the state of each of its responses.
  func contents(of store: FormStore) throws -> String {
    guard let form = try store.overview(includingDigests: true).first(where: { $0.key == formKey }) else {
      return "nothing"
    }
    let responses = form.responses.filter { $0.key.hasPrefix(name) }.map { response in
      let digest = response.digest ?? "none"
      return
        "\(response.key) v\(response.version) r\(response.revision) \(digest)\(response.isCompleted ? " done" : "")"
    }
    return ([isAlone ? "\(form.version)" : "-"] + responses).joined(separator: "|")
  }

  /// What the file has of a life that is alone, with the number of entries that its destination lacks. A push shows
  /// only in that number; if it did not show, it would be done again after a kill.
  func contentsForNextStep(of store: FormStore) throws -> String {
    "\(try contents(of: store))|\(try store.outboxStatus(of: destination).entryCount) wait"
  }

  /// Undoes everything in each response and redoes it.
  ///
  /// - Returns: the state at the start of each, and the final one.
  /// - Throws: ``LifeFault`` if a response does not come back to its state.
  func goBackAndForth(in store: FormStore) throws -> String {
    var starts: [String] = []
    for key in try store.responseKeys(ofForm: formKey) where key.hasPrefix(name) {
      let response = ResponseKey(form: formKey, response: key)
      // The answers of a completed response cannot change.
      if try store.overview(of: response).isCompleted { try store.apply(.reopen, to: response) }
      let before = try store.contents(of: response).digest
      let undone = try steps { try store.undo(of: response, count: .max).count }
      starts.append("\(key) \(undone) \(try store.contents(of: response).digest)")
      if undone > 0 { try store.redo(of: response, count: undone) }
      let after = try store.contents(of: response).digest
      guard after == before else {
        throw LifeFault(description: "\(key): \(undone) undone and redone, \(before) became \(after)")
      }
    }
    return starts.joined(separator: "|")
  }

  private func steps(_ revert: () throws -> Int) throws -> Int {
    do { return try revert() } catch let error as ActionError where error.code == .nothingToUndo { return 0 }
  }
}

/// Something that must never happen.
struct LifeFault: Error, CustomStringConvertible {
  let description: String
}
