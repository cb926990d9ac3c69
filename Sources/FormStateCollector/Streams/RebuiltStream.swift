#if Collect
import FormState
import FormStateInterchange

/// All lines of a stream, as its entries make them.
///
/// The lines are joined as on every device: the one that the journal follows has the answers of all. Lines that cannot
/// be joined yet have a state each.
struct RebuiltStream {
  let stream: StreamName
  let form: String
  let lines: [RebuiltLine]

  /// Makes the lines.
  ///
  /// - Throws: ``DifferingMerge``.
  /// - Complexity: O(n) for n changes of the entries of all lines, and what the merge takes.
  init(_ read: ReadStream) throws {
    (stream, form) = (read.stream, read.form)
    let join = try StreamJoin(read)
    let counting = read.contents.choice.main(of: read.tree, join)
    let authors = read.entries.map(RebuiltLine.authors).reduce(into: Set<String>()) { $0.formUnion($1) }
    lines = read.tree.lines.enumerated().map { index, line in
      var rebuilt = RebuiltLine(
        line, read: read.entries[index], digests: read.versions.digests, receipt: read.receipts[index],
        isFirst: index == 0, isMain: line.number == counting)
      switch join {
      case .single: rebuilt.keepAnswers()
      case .joined(let joined) where joined.line == line.number: rebuilt.take(joined, authors: authors)
      case .joined: rebuilt.leaveAnswers()
      case .waiting(let obstacle):
        rebuilt.keepAnswers()
        rebuilt.waits = obstacle.meaning
      }
      return rebuilt
    }
  }

  /// Makes the lines of stored entries.
  ///
  /// - Throws: as ``ReadStream/init(_:_:_:)``.
  init(_ stream: StreamName, _ contents: StoredContents, _ definitions: CollectedDefinitions) throws {
    try self.init(try ReadStream(stream, contents, definitions))
  }

  /// Whether a line waits beside another one.
  var hasWaiting: Bool { lines.contains { $0.waits != nil } }

  /// The entries that are not stored yet, with the lines in which they arrive.
  var newEntries: [(pushed: PushedEntry, entry: JournalEntry, line: Int)] {
    lines.flatMap { line in
      line.entries[line.sharedCount...].compactMap { stored, entry in
        stored.isNew ? (stored.pushed, entry, stored.line) : nil
      }
    }
  }
}

extension StoredContents.Choice {
  /// The number of the line that counts; `nil` for none.
  fileprivate func main(of tree: StreamTree, _ join: StreamJoin) -> Int? {
    switch self {
    case .none: return nil
    case _ where join.line != nil: return join.line
    case .first: return tree.lines.first?.number
    case .line(let end):
      let chosen = tree.lines.first { line in line.entries.contains { $0.position == end } }
      return (chosen ?? tree.lines.first)?.number
    }
  }
}

/// A new entry joins lines otherwise than they are joined here: who made it has other rules, or lies.
struct DifferingMerge: Error, CustomStringConvertible {
  let revision: Int

  var description: String { "the entry \(revision) joins copies by other rules than those of this program" }
}

/// What the lines of a stream make together.
enum StreamJoin {
  /// There is one.
  case single
  /// They are joined.
  case joined(JoinedLine)
  /// They wait beside each other.
  case waiting(MergeObstacle)

  /// The line that has the answers of all.
  struct JoinedLine {
    /// The number of the line.
    let line: Int
    /// The journal, with a merge at its end if nobody has built upon one.
    let journal: [JournalEntry]
    /// The canonical line of that merge; `nil` without one.
    let merge: String?
  }

  /// Joins the lines.
  ///
  /// - Throws: ``DifferingMerge``.
  init(_ read: ReadStream) throws {
    let new = read.contents.entries.lazy.filter(\.isNew).map(\.pushed)
    guard read.tree.lines.count > 1 || new.contains(where: \.isMerge) else {
      self = .single
      return
    }
    do {
      var lines = try read.lines()
      if let first = new.map(\.revision).min() { lines.prove(from: first) }
      var forms: [Int: FormIndex] = [:]
      let joined = try lines.joined { number in
        if forms[number] == nil { forms[number] = read.form(number) }
        return forms[number]
      }
      if let obstacle = joined.obstacle { throw obstacle }
      guard let main = joined.main, let line = read.tree.lines.first(where: { $0.ends(at: main) }) else {
        self = .single
        return
      }
      self = .joined(
        JoinedLine(line: line.number, journal: joined.journal, merge: try Self.merge(in: joined, read.versions)))
    } catch let obstacle as MergeObstacle {
      if case .differs(let merge) = obstacle, new.contains(where: { $0.chain == merge.chain }) {
        throw DifferingMerge(revision: merge.revision)
      }
      self = read.tree.lines.count > 1 ? .waiting(obstacle) : .single
    }
  }

  /// The number of the line that has the answers of all; `nil` if each has its own.
  var line: Int? {
    guard case .joined(let joined) = self else { return nil }
    return joined.line
  }

  private static func merge(in joined: ResponseLines.Joined, _ versions: PushedVersions) throws -> String? {
    guard let merge = joined.journal.last, !joined.heads.isEmpty else { return nil }
    let former = joined.journal.dropLast().last { $0.version != nil }?.version
    return try JournalLine.text(of: merge, after: former, digests: versions.digests)
  }
}

extension PushedEntry {
  /// Whether it is a merge that somebody built upon.
  var isMerge: Bool { kind == FormAction.Kind.merge.rawValue }
}

extension StreamTree.Line {
  fileprivate func ends(at address: EntryAddress) -> Bool { entries.last?.pushed.chain == address.chain }
}
#endif
