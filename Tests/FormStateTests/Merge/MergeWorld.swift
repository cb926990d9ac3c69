import TestSupport

@testable import FormState

/// All entries that persons ever made of one response, each with the set of entries that its author had.
///
/// Entries are numbered from 0. Sets of numbers say who knew what, without the graph that the merge uses.
final class MergeWorld {
  /// What an entry says of a field.
  struct Said: Hashable {
    let before: FieldContent?
    let after: FieldContent?
    let isPersons: Bool
  }

  /// A person's entry.
  struct Entry {
    let line: LineEntry
    /// The entries that its author had.
    let past: Set<Int>
    let says: [StateChange.Identity: Said]
    /// The steps that its device can undo after it.
    let stack: [Int]

    var action: FormAction { line.action?.action ?? .checkpoint }
  }

  /// The response after an entry or a merge.
  struct Response {
    var address: EntryAddress?
    var state = ResponseState()
    var questions: OpenQuestions { OpenQuestions(in: state, of: MergeForm.index) }
    /// The merge, if nobody has built on it.
    var merge: MergeEntry?

    var digest: String { StateDigest.ofState(state, definition: MergeForm.digest) }
  }

  private(set) var entries: [Entry] = []
  private var numbers: [EntryAddress: Int] = [:]
  private var merges: [EntryAddress: LineEntry] = [:]
  private var responses: [EntryAddress: Response] = [:]
  private var known: [Set<Int>: Response] = [:]
  /// The numbers of reads for one graph were other than its entries.
  private(set) var misreads = 0
  private(set) var builtUpon = 0
  var fault: MergeControl?

  /// The number of an instance that a person adds; `nil` for one by the moment, as always.
  func plantedNumber(in state: ResponseState) -> Int? {
    guard fault == .equalTags else { return nil }
    let greatest = state.instances.keys.map { InstanceNumber.counter(of: $0.instance) }.max() ?? 0
    return InstanceNumber(counter: greatest + 1, tag: 0).whole
  }

  // MARK: - Reading

  /// The entries of a set with nothing after them, in order.
  func heads(of set: Set<Int>) -> [Int] {
    let before = set.reduce(into: Set<Int>()) { $0.formUnion(entries[$1].past) }
    return set.subtracting(before).sorted { entries[$0].line.address < entries[$1].line.address }
  }

  func line(at address: EntryAddress) -> LineEntry? {
    numbers[address].map { entries[$0].line } ?? merges[address]
  }

  func number(of address: EntryAddress) -> Int? { numbers[address] }

  /// The response as everybody sees it who has some entries.
  func response(of set: Set<Int>) throws -> Response {
    let heads = Set(heads(of: set))
    if let response = known[heads] { return response }
    let response = try computed(heads: heads.sorted())
    known[heads] = response
    return response
  }

  /// The same, computed again from the heads in an order, with other entries among the tips.
  func computed(heads: [Int], besides others: [Int] = []) throws -> Response {
    let tips = (heads + others).map { entries[$0].line.address }
    var reads: [EntryAddress: Int] = [:]
    func read(_ address: EntryAddress) -> LineEntry? {
      reads[address, default: 0] += 1
      return line(at: address)
    }
    let graph = try others.isEmpty ? EntryGraph(tips: tips, read: read) : EntryGraph(backFrom: tips, read: read)
    if reads.count != graph.count || reads.values.contains(where: { $0 != 1 }) { misreads += 1 }
    guard let main = graph.main else { return Response() }
    guard let before = responses[main] else { throw MergeObstacle.missing(main) }
    let reader = FormReader(MergeForm.index, version: 1, state: before.state)
    guard
      var merge = try MergeEntry(joining: graph, reader: reader, versionAtCut: graph.cut == nil ? nil : 1)
    else { return before }
    if let fault { merge = fault.spoiled(merge, before: before.state, first: tips.first.flatMap(line(at:))) }
    var response = Response(address: try merge.address(digests: [1: MergeForm.digest]), merge: merge)
    response.state = before.state
    for change in merge.changes where !response.state.apply(change) {
      throw ResponseInMemory.ResponseFault.notBefore(change)
    }
    if fault == nil, response.questions != merge.questions { misreads += 1 }
    return response
  }

  // MARK: - Writing

  /// What an action makes of the response of some entries.
  struct Author {
    let name: String
    let clock: Int64
    let stack: [Int]
  }

  /// Adds an entry after those of a set.
  ///
  /// - Returns: its number.
  func append(
    _ action: FormAction, changes: [StateChange], to set: Set<Int>, by author: Author, moment: RuleMoment? = nil,
    undoing target: Int? = nil
  ) throws -> Int {
    let before = try response(of: set)
    if let merge = before.merge, let address = before.address { keep(merge, at: address, before) }
    let revision = (before.address?.revision ?? 0) + 1
    let time = Timestamp(milliseconds: 1_796_000_000_000 + author.clock * 1_000) ?? .now
    let target = target.map { entries[$0].line.address }
    let entry = JournalEntry(
      revision: revision, version: 1, action: action, time: time, author: author.name, moment: moment,
      changes: changes, target: target?.revision, reverts: target?.revision)
    var chain = try before.address?.chain ?? JournalChain(of: requiredStream())
    chain.append(try JournalLine.text(of: entry, after: revision == 1 ? nil : 1, digests: [1: MergeForm.digest]))
    let address = EntryAddress(revision: revision, chain: chain)
    // Two devices that do the same at the same moment make the same entry.
    if let same = numbers[address] { return same }
    let line = LineEntry(
      entry, at: address, after: before.address,
      undoing: target.flatMap { numbers[$0] }.flatMap { entries[$0].line.action }.map { [$0] } ?? [])
    let past = set.reduce(into: set) { $0.formUnion(entries[$1].past) }
    let says = MergeStatements(entry, target: target.flatMap { numbers[$0] }.map { entries[$0] }).byField
    numbers[address] = entries.count
    entries.append(Entry(line: line, past: past, says: says, stack: author.stack))
    var after = before
    (after.address, after.merge) = (address, nil)
    for change in changes where !after.state.apply(change) { throw ResponseInMemory.ResponseFault.notBefore(change) }
    responses[address] = after
    return entries.count - 1
  }

  private func keep(_ merge: MergeEntry, at address: EntryAddress, _ response: Response) {
    guard merges[address] == nil else { return }
    builtUpon += 1
    merges[address] = LineEntry(merge.entry, at: address, after: merge.main)
    responses[address] = response
  }

  private func requiredStream() throws -> StreamName {
    guard let stream = MergeForm.stream else { throw ActionError.nothingToUndo }
    return stream
  }

  /// The journal up to an entry; `nil` if a merge is in it.
  func journal(upTo address: EntryAddress) -> RecordedJournal? {
    var found: [JournalEntry] = []
    var next: EntryAddress? = address
    while let address = next, let line = line(at: address) {
      guard let entry = line.action else { return nil }
      found.append(entry)
      next = line.previous
    }
    let journal = RecordedJournal()
    for entry in found.reversed() { _ = journal.follow(entry) }
    return journal
  }
}

extension ResponseState {
  /// Whether an instance exists; 0 does.
  func hasInstance(_ number: Int) -> Bool {
    number == 0 || instances.keys.contains { $0.instance == number && $0.setAsideFrom == nil }
  }
}

/// What an entry says, read from its action and changes in the simplest way.
struct MergeStatements {
  private(set) var byField: [StateChange.Identity: MergeWorld.Said] = [:]

  init(_ entry: JournalEntry, target: MergeWorld.Entry?) {
    let places = entry.changes.filter { $0.field == .instance }
    let removed = Set(places.filter { $0.after == nil }.map(\.subject.instance))
    let added = Set(places.filter { $0.before == nil }.map(\.subject.instance))
    for change in entry.changes where [.value, .instance, .completion].contains(change.field) {
      if change.field == .instance {
        if change.after == nil, let around = change.before?.place?.parent, removed.contains(around) { continue }
      } else if removed.contains(change.subject.instance) {
        continue
      }
      byField[change.identity] = MergeWorld.Said(
        before: change.before, after: change.after,
        isPersons: Self.isPersons(change, entry.action, added: added, target: target))
    }
    note(entry.action)
    // Who says again what shows has settled a question.
    for change in entry.changes where change.field == .alternatives && !removed.contains(change.subject.instance) {
      let isInstance = ["room", "bag"].contains(change.subject.key)
      let identity = StateChange.Identity(isInstance ? .instance : .value, of: change.subject)
      let shown = OpenQuestion(change.before)?.shown.content
      guard byField[identity] == nil else { continue }
      byField[identity] = MergeWorld.Said(before: shown, after: shown, isPersons: true)
    }
  }

  private mutating func note(_ action: FormAction) {
    let said: (StateChange.Identity, FieldContent?)?
    switch action {
    case .set(let cell, let value): said = (StateChange.Identity(.value, of: cell.subject ?? .response), .value(value))
    case .clear(let cell): said = (StateChange.Identity(.value, of: cell.subject ?? .response), .cleared)
    case .complete: said = (StateChange.Identity(.completion, of: .response), .flag(true))
    case .reopen: said = (StateChange.Identity(.completion, of: .response), nil)
    default: said = nil
    }
    guard let (identity, content) = said, byField[identity] == nil else { return }
    byField[identity] = MergeWorld.Said(before: content, after: content, isPersons: true)
  }

  private static func isPersons(
    _ change: StateChange, _ action: FormAction, added: Set<Int>, target: MergeWorld.Entry?
  ) -> Bool {
    switch action {
    case .set, .clear: change.subject == action.cell?.subject
    case .choose(let option):
      option.subject?.key.hasPrefix("\(change.subject.key)=") ?? false || change.subject.key == "damage"
    case .reset: change.after == nil || change.field == .instance
    case .add: change.field == .instance && change.before == nil
    case .remove: change.field == .instance && change.after == nil
    case .move: change.subject == action.cell?.subject
    case .undo:
      change.field != .instance && added.contains(change.subject.instance)
        ? false : target?.says[change.identity]?.isPersons ?? true
    case .complete, .reopen: true
    default: false
    }
  }
}
