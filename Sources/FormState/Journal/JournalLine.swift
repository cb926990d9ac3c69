/// An entry of a journal as a canonical line of JSON, which a ``JournalChain`` hashes.
///
/// It is the entry of form JSON on one line, without blanks, and names versions by the digests of their definitions. So
/// it depends on the entry alone, not on the numbers of a store, and is the same in every file that holds the entry. An
/// entry never gets another line: in a later release, an old entry is written as it is today.
package enum JournalLine {
  /// An entry without a canonical line, since a version that it names is not at hand.
  package struct UnknownVersion: Error, Hashable, CustomStringConvertible {
    /// The revision of the entry.
    let revision: Int
    /// The number of the missing version; `nil` if the entry does not name the version in force.
    let version: Int?

    package var description: String {
      guard let version else { return "the entry \(revision) names no version, so it has no canonical line" }
      return "the entry \(revision) names the version \(version), which the form does not have"
    }
  }

  /// The line of an entry, without a line end.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - former: the number of the version in force before it; `nil` for the first entry of a journal, whose line names
  ///     its version.
  ///   - digests: the digests of the form's definitions, by the numbers of their versions.
  /// - Throws: ``UnknownVersion`` if a version of the entry has no digest.
  /// - Complexity: O(n) for n changes.
  package static func text(
    of entry: JournalEntry, after former: Int?, digests: [Int: String]
  ) throws(UnknownVersion) -> String {
    guard entry.version != nil else { throw UnknownVersion(revision: entry.revision, version: nil) }
    if let missing = entry.versions.sorted().first(where: { digests[$0] == nil }) {
      throw UnknownVersion(revision: entry.revision, version: missing)
    }
    var json = JSONWriter(isPretty: false)
    json.entry(entry, after: former, naming: .digests(digests))
    return json.text
  }
}

extension JournalLine {
  /// The digest of the line of an entry; that of random bytes for an entry without a line, which no chain has.
  ///
  /// - Complexity: O(n) for n changes.
  package static func digest(
    of entry: JournalEntry, after former: Int?, _ digests: [Int: String]
  ) -> LineDigest {
    LineDigest(of: (try? text(of: entry, after: former, digests: digests)) ?? EntrySalt.random().description)
  }
}

/// Writes the canonical lines of a journal in order, and follows its chain.
package struct JournalLines {
  /// The chain up to the last line.
  package private(set) var chain: JournalChain
  /// The number of the version in force after the last line; `nil` before the first one of a journal.
  private var version: Int?
  private let digests: [Int: String]

  /// Begins at a place in a journal.
  ///
  /// - Parameters:
  ///   - chain: the chain up to that place.
  ///   - version: the number of the version in force there; `nil` before the first entry.
  ///   - digests: the digests of the form's definitions, by the numbers of their versions.
  package init(after chain: JournalChain, version: Int?, digests: [Int: String]) {
    self.chain = chain
    self.version = version
    self.digests = digests
  }

  /// Writes the next entry, and continues the chain with it.
  ///
  /// The chain of a compacted journal goes on as if nothing had been removed: the checkpoint knows it.
  ///
  /// - Returns: the line, without a line end.
  /// - Throws: ``JournalLine/UnknownVersion``; nothing changes then.
  /// - Complexity: O(n) for n changes.
  package mutating func append(_ entry: JournalEntry) throws(JournalLine.UnknownVersion) -> String {
    let line = try JournalLine.text(of: entry, after: version, digests: digests)
    version = entry.version
    if let known = entry.chain { chain = known } else { chain.append(entry.redacted ?? LineDigest(of: line)) }
    return line
  }
}
