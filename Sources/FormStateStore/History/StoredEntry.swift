import FormState
import GRDB

/// A row of `formstate_entry`.
enum StoredEntry {
  /// The columns of a row called `entry`, in the order in which ``entry(_:_:)`` reads them.
  static let columns = """
    entry.revision, entry.version, entry.kind, entry.subject, entry.instance, entry.payload, entry.time, entry.author,
    entry.step_start, entry.group_name, entry.target, entry.reverts, entry.abandoned_by, entry.moment, entry.changes
    """

  /// The number of ``columns``.
  static let columnCount = 15

  /// Reads an entry.
  ///
  /// - Throws: ``StoreError/Code/damaged``.
  static func entry(_ row: Row, _ keys: KeyNumbers) throws -> JournalEntry {
    let revision = try ResponseLocation.checked(try row.decode(atIndex: 0))
    guard let time = Timestamp(milliseconds: try row.decode(atIndex: 6)) else {
      throw StoreError.damaged("revision \(revision) of the journal has an impossible time")
    }
    let version: Int = try row.decode(atIndex: 1)
    let changes = try StoredChanges.read(try row.decode(atIndex: 14), at: revision, keys)
    let payload = try row.decode(String?.self, atIndex: 5)
    let stored = StoredAction(
      kind: try kind(try row.decode(atIndex: 2)),
      subject: try row.decode(Int64?.self, atIndex: 3).map(keys.key(of:)), instance: try row.instance(atIndex: 4),
      payload: payload)
    let target: Int? = try row.decode(atIndex: 10)
    let marks = try stored.marks(at: revision)
    let step = try step(endingAt: revision, start: try row.decode(atIndex: 8), target: target).start
    return JournalEntry(
      revision: revision, version: version == 0 ? nil : version,
      action: try stored.action(leadingTo: changes, at: revision), time: time, author: try row.decode(atIndex: 7),
      moment: try moment(try row.decode(atIndex: 13), at: revision), changes: changes, step: step,
      group: try row.decode(atIndex: 9), target: target, reverts: try row.decode(atIndex: 11),
      abandonedBy: try row.decode(atIndex: 12), chain: marks.chain, salt: marks.salt,
      redacted: marks.redacted, empties: marks.empties)
  }

  /// The beginning of the step that ends with an entry, and its original step; where there is none, the entry itself.
  static func step(endingAt revision: Int, start: Int?, target: Int?) throws -> (start: Int, target: Int) {
    let step = (start: start ?? revision, target: target ?? revision)
    guard (1...revision).contains(step.start) else {
      throw StoreError.damaged("revision \(revision) belongs to an undo step that begins after it")
    }
    guard (1...revision).contains(step.target) else {
      throw StoreError.damaged("revision \(revision) reverts a step that it does not follow")
    }
    return step
  }

  static func kind(_ name: String) throws -> FormAction.Kind {
    guard let kind = FormAction.Kind(rawValue: name), kind.isJournaled else {
      throw StoreError.damaged("the journal has an action of the unknown kind “\(name.prefix(40))”")
    }
    return kind
  }

  private static func moment(_ text: String?, at revision: Int) throws -> RuleMoment? {
    guard let text else { return nil }
    guard let moment = RuleMoment(text) else {
      throw StoreError.damaged("revision \(revision) of the journal has rules evaluated at an impossible moment")
    }
    return moment
  }
}
