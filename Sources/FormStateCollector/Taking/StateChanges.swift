import FormState

/// What entries change in the state of a line, as rows.
///
/// A field keeps its last content, or none if it is as defined again. The field `touched` has no rows.
struct StateChanges {
  /// What identifies a row of `formstate_state` in its line.
  struct Field: Hashable, Comparable {
    let field: String
    let instance: Int
    let subject: String
    /// The digest of the version where it is set aside; empty for the version in force.
    let origin: String

    static func < (left: Field, right: Field) -> Bool {
      (left.field, left.instance, left.subject, left.origin)
        < (right.field, right.instance, right.subject, right.origin)
    }
  }

  /// The content of a field, with the entry that set it.
  struct Content {
    let seq: Int
    let content: FieldContent
    /// The time and author of the entry, for a value; `nil` for a checkpoint.
    let time: Timestamp?
    let author: String?
  }

  /// What identifies an instance of a repeat in its line.
  struct Instance: Hashable {
    let number: Int
    let repeatKey: String
    let origin: String
  }

  /// The changed fields; `nil` for those that are as defined again.
  private(set) var fields: [Field: Content?] = [:]
  /// The changed instances with their places; `nil` for removed ones.
  private(set) var instances: [Instance: InstancePlace?] = [:]
  /// Whether the response is completed; `nil` if no entry says so.
  private(set) var isCompleted: Bool?

  /// Adds the changes of the next entry.
  ///
  /// - Parameter digests: the digests of definitions, by the numbers that entries use.
  /// - Complexity: O(n) for n changes.
  mutating func apply(_ entry: JournalEntry, digests: [Int: String]) {
    let isCheckpoint = entry.action == .checkpoint
    for change in entry.changes where change.field != .touched {
      let origin = change.subject.setAsideFrom.flatMap { digests[$0] } ?? ""
      switch change.field {
      case .completion: isCompleted = change.after?.value == .boolean(true)
      case .instance:
        let instance = Instance(number: change.subject.instance, repeatKey: change.subject.key, origin: origin)
        instances[instance] = .some(change.after?.text.flatMap(InstancePlace.init))
      default:
        let field = Field(
          field: change.field.rawValue, instance: change.subject.instance, subject: change.subject.key, origin: origin)
        let isValue = change.field == .value && !isCheckpoint
        fields[field] = .some(
          change.after.map { content in
            Content(
              seq: entry.revision, content: content, time: isValue ? entry.time : nil,
              author: isValue ? entry.author(of: change.subject) : nil)
          })
      }
    }
  }
}

extension JournalEntry {
  /// Who said what a cell shows: of a merge, the author on the other line.
  fileprivate func author(of subject: StateSubject) -> String? {
    guard let merge = action.merge else { return author }
    return merge.origins.first { $0.subject == subject }?.author
  }
}

/// The instances of a line, with their paths.
struct InstanceTable {
  /// An instance.
  struct Row: Equatable {
    var parent: Int
    var rank: Int64
    var repeatKey: String
    var origin: String
    /// The instances around it, outermost first, and itself.
    var path: [Int] = []
  }

  /// The instances by their numbers.
  private(set) var rows: [Int: Row]
  private let before: [Int: Row]

  /// Begins with the instances of a line; none for a new one.
  init(_ rows: [Int: Row] = [:]) {
    self.rows = rows
    before = rows
  }

  /// Applies changes, and finds all paths again: an instance may be within another one now.
  ///
  /// - Complexity: O(n d) for n instances and d repeats within each other.
  mutating func apply(_ changes: StateChanges) {
    for (instance, place) in changes.instances where place == nil {
      guard let row = rows[instance.number], row.repeatKey == instance.repeatKey, row.origin == instance.origin else {
        continue
      }
      rows[instance.number] = nil
    }
    for case (let instance, let place?) in changes.instances {
      rows[instance.number] = Row(
        parent: place.parent, rank: place.rank, repeatKey: instance.repeatKey, origin: instance.origin)
    }
    for number in rows.keys.sorted() {
      let path = path(to: number)
      rows[number]?.path = path
    }
  }

  /// A parent has a lower number, so its path is found already. One that is gone is where the path begins.
  private func path(to number: Int) -> [Int] {
    guard let row = rows[number] else { return [] }
    guard row.parent > 0 else { return [number] }
    return (rows[row.parent]?.path ?? [row.parent]) + [number]
  }

  /// The row of the response itself, which is instance 0 of each line.
  static let response = Row(parent: 0, rank: 0, repeatKey: "", origin: "")

  /// The numbers of the instances that are gone.
  var removed: [Int] { before.keys.filter { rows[$0] == nil }.sorted() }
  /// The instances that are new or differ.
  var written: [(number: Int, row: Row)] {
    rows.filter { before[$0.key] != $0.value }.sorted { $0.key < $1.key }.map { (number: $0.key, row: $0.value) }
  }
}
