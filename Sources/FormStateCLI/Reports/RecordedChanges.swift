#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// The changes of journal entries with what showed on either side of each, as the commands print them that make them.
///
/// It goes through the journal once, with the state of the response, so no content is looked up in earlier entries.
struct RecordedChanges {
  private let key: ResponseKey
  private let store: FormStore
  /// The keys of the cells that are named.
  private let keys: Set<String>
  private let sensitive: SensitiveCells
  private let reveals: Bool
  /// What people call the instances.
  private let names: InstanceNames
  private var reader: FieldReader
  /// The version of the form in force.
  private var version: Int
  /// The other versions so far.
  private var forms: [Int: FormDefinition] = [:]

  /// The changes of entries, for each entry those that it has.
  ///
  /// - Parameters:
  ///   - entries: some entries of a journal, oldest first.
  ///   - names: what people call the instances.
  ///   - reveals: whether to include the contents of sensitive cells.
  /// - Throws: `StoreError`.
  /// - Complexity: O(k log n) for k changes from the first to the last entry, and O(n) for n cells of each version.
  static func all(
    of entries: [JournalEntry], to key: ResponseKey, in store: FormStore, naming names: InstanceNames,
    revealing reveals: Bool
  ) throws -> [[PrintedChange]] {
    guard let first = entries.first, let last = entries.last else { return [] }
    // What shows also follows from the entries between those that are printed.
    let isWhole = last.revision - first.revision < entries.count
    let journal = isWhole ? entries : try store.journal(of: key, after: first.revision - 1)
    return try CellPages.requiring {
      var changes = try RecordedChanges(
        before: first, naming: entries, key, in: store, names: names, revealing: reveals)
      var printed: [[PrintedChange]] = []
      for entry in journal where printed.count < entries.count {
        let passed = try changes.pass(entry, isPrinted: entry.revision == entries[printed.count].revision)
        if let passed { printed.append(passed) }
      }
      return printed
    }
  }

  /// Begins before an entry.
  private init(
    before first: JournalEntry, naming entries: [JournalEntry], _ key: ResponseKey, in store: FormStore,
    names: InstanceNames, revealing reveals: Bool
  ) throws {
    (self.key, self.store, self.names, self.reveals) = (key, store, names, reveals)
    sensitive = try store.sensitiveCells(ofForm: key.form)
    keys = Set(entries.lazy.flatMap(\.changes).map(\.subject.key))
    // What was before a checkpoint is not known any more, and it says itself what its response holds.
    let isCheckpoint = first.action.kind == .checkpoint
    let contents = try store.contents(of: key, at: isCheckpoint ? first.revision : first.revision - 1)
    version = contents.version
    reader = FieldReader(contents.form, isCheckpoint ? ResponseState() : contents.state, naming: keys)
  }

  /// Goes on to the response after an entry.
  ///
  /// - Returns: what it changed; `nil` if that is not printed.
  private mutating func pass(_ entry: JournalEntry, isPrinted: Bool) throws -> [PrintedChange]? {
    guard isPrinted else {
      try apply(entry)
      return nil
    }
    let before = entry.changes.map { (title: reader.title(of: $0), content: reader.content(of: $0, raw: $0.before)) }
    try apply(entry)
    let stored = reveals ? entry : sensitive.concealing(entry)
    return zip(zip(entry.changes, stored.changes), before).map { change, before in
      PrintedChange(
        recorded: change.1, called: reader.title(of: change.0) ?? before.title, naming: names,
        FieldChanges.reported.contains(change.0.field) ? sides(of: change.0, in: entry, before: before.content) : nil)
    }
  }

  private func sides(of change: StateChange, in entry: JournalEntry, before: CellValue?) -> PrintedChange.Sides {
    let isConcealed = sensitive.conceals(change)
    let after = reader.content(of: change, raw: change.after)
    // Clearing a sensitive answer removes it from the entries before it, and from what its own entry says was before.
    let (isBeforeRemoved, isAfterRemoved) =
      entry.empties ? (change.before == nil && isConcealed, false) : (change.isRemoved, change.isRemoved)
    func shown(_ content: CellValue?, isRemoved: Bool) -> CellValue? {
      isRemoved ? .text(SensitiveCells.mask) : content?.shown(isConcealed: isConcealed && !reveals)
    }
    return PrintedChange.Sides(
      before: shown(before, isRemoved: isBeforeRemoved), after: shown(after, isRemoved: isAfterRemoved))
  }

  private mutating func apply(_ entry: JournalEntry) throws {
    guard let next = entry.version, next != version else { return reader.apply(entry.changes) }
    let form = try forms[next] ?? store.contents(of: key, at: entry.revision).form
    (forms[next], version) = (form, next)
    reader = reader.upgraded(to: form, by: entry.changes, naming: keys)
  }
}
#endif
