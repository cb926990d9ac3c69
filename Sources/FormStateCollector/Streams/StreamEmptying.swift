#if Collect
import FormState
import FormStateInterchange

/// Empties stored entries of what new entries have cleared.
struct StreamEmptying {
  /// The entries of which something was removed, as they are now.
  let emptied: [(pushed: PushedEntry, entry: JournalEntry)]

  /// Finds what the new entries of a stream clear.
  ///
  /// An entry that another copy goes on from is emptied too: what a person clears must be nowhere.
  ///
  /// - Complexity: O(n) for n changes of the lines with a new clear, for each clear.
  init(of stream: RebuiltStream, _ versions: PushedVersions) {
    var emptied: [ChainPosition: (pushed: PushedEntry, entry: JournalEntry)] = [:]
    for line in stream.lines {
      guard line.entries.contains(where: { $0.stored.isNew && $0.entry.empties }) else { continue }
      let entries = line.entries.map(\.entry)
      let forms = line.digests.values.compactMap(versions.form)
      for (index, (stored, clear)) in line.entries.enumerated() where stored.isNew && clear.empties {
        guard let cell = clear.action.cell?.subject else { continue }
        let emptying = EntryEmptying(
          clearing: cell, of: SensitiveCells(of: forms), setByRules: Self.setByRules(in: forms),
          upgrades: entries.compactMap(\.action.move))
        for (position, (stored, entry)) in line.entries[..<index].enumerated() where !stored.isNew {
          let place = ChainPosition(seq: entry.revision, chain: stored.pushed.ownChain)
          let known = emptied[place]?.entry ?? entry
          guard let left = emptying.emptied(known, digest: LineDigest(of: stored.pushed.line)) else { continue }
          let former = position > 0 ? entries[position - 1].version : nil
          // The version that the entry names is at hand, since it was read.
          guard let text = try? JournalLine.text(of: left, after: former, digests: line.digests) else { continue }
          emptied[place] = (stored.pushed.replaced(by: text, left.action.kind.rawValue), left)
        }
      }
    }
    self.emptied = emptied.values.sorted { $0.entry.revision < $1.entry.revision }
  }

  /// The keys of sensitive cells in which rules set values.
  private static func setByRules(in forms: [FormDefinition]) -> Set<String> {
    Set(forms.lazy.flatMap(\.sections).flatMap(\.cells).filter(\.isSensitiveAndSetByRules).map(\.key))
  }
}
#endif
