#if Collect
import FormState
import FormStateInterchange

/// A line that a part extends or begins: what to write.
struct TakenLine {
  let part: PushedPart
  /// The number of the line.
  let number: Int
  /// The line before; `nil` for a new one.
  let former: StoredLine?
  /// The entries of its journal that come from another line, if it forks.
  var inherited: [JournalEntry] = []
  /// Where these are.
  var inheritedParts: [LinePart] = []
  /// The new entries at its end.
  var tail: [JournalEntry] = []
  /// The entries before the tail, if the version in force changes, so readable texts of all values may; else none.
  var earlier: [JournalEntry] = []
  /// New entries before the checkpoint with which it begins.
  var backfill: [JournalEntry] = []
  /// The digests of definitions, by the numbers that the entries use here.
  var digests: [Int: String] = [:]
  /// The name of the device.
  let device: String

  /// The digest of the version in force after an entry.
  func version(after entry: JournalEntry) -> String { entry.version.flatMap { digests[$0] } ?? "" }
  /// The digest of the version in force at its end.
  var definition: String { (tail.last ?? inherited.last).map(version) ?? former?.definition ?? "" }
  /// All of its entries that are written or counted now.
  var entries: [JournalEntry] { inherited + backfill + tail }
  /// The authors of its entries, each once.
  var authors: [String] { Set(entries.compactMap(\.author)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  /// The time of its first entry; `nil` if that is not among them.
  var started: Timestamp? { entries.first { $0.revision == 1 }?.time }
  /// The digests by the numbers that devices gave them.
  var definitions: [Int: String] { (former?.definitions ?? [:]).merging(part.definitions) { _, newer in newer } }

  /// The new entries, each as it arrived and as it reads.
  var stored: [(pushed: PushedEntry, entry: JournalEntry)] {
    (backfill + tail).compactMap { entry in
      part.entries[safe: entry.revision - part.after - 1].map { ($0, entry) }
    }
  }

  /// Whether all rows of its state are written, and not only those that change.
  var hasWholeState: Bool { former == nil || !earlier.isEmpty }

  /// What changes in its state, or all of it, once ``findChanges()`` has run.
  private(set) var changes = StateChanges()

  /// Finds what changes, after all entries are there.
  ///
  /// - Complexity: O(n) for n changes of the entries.
  mutating func findChanges() {
    for entries in [inherited, earlier, tail] {
      for entry in entries { changes.apply(entry, digests: digests) }
    }
  }

  /// Where entries are: a part for each run of one version.
  func parts(of entries: [JournalEntry]) -> [LinePart] {
    var parts: [LinePart] = []
    for entry in entries {
      let definition = version(after: entry)
      if parts.last?.definition == definition {
        parts[parts.count - 1].last = entry.revision
      } else {
        parts.append(LinePart(first: entry.revision, last: entry.revision, source: number, definition: definition))
      }
    }
    return parts
  }
}

/// Which revisions of a line come from the entries of which line, in which version.
struct LinePart: Equatable {
  var first: Int
  var last: Int
  var source: Int
  var definition: String
}

extension Array {
  /// The element at a position; `nil` if there is none.
  subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

/// Arrays as PostgreSQL reads them.
enum ArrayText {
  /// Texts: `{"a","b"}`.
  static func of(_ texts: [String]) -> String {
    let quoted = texts.map { text in
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    return "{\(quoted.joined(separator: ","))}"
  }

  /// Digests at the places of their numbers, NULL between them.
  static func of(_ digests: [Int: String]) -> String {
    let last = digests.keys.max() ?? 0
    return "{\((0..<last).map { digests[$0 + 1] ?? "NULL" }.joined(separator: ","))}"
  }

  /// Numbers.
  static func of(_ numbers: [Int]) -> String { "{\(numbers.map(String.init).joined(separator: ","))}" }
}
#endif
