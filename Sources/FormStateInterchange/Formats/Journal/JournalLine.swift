import FormState

/// An entry of a journal as a canonical line of JSON, which a ``JournalChain`` hashes.
///
/// It is the entry of form JSON on one line, without blanks, and names versions by the digests of their definitions. So
/// it depends on the entry alone, not on the numbers of a store, and is the same in every file that holds the entry. An
/// entry never gets another line: in a later release, an old entry is written as it is today.
package enum JournalLine {
  /// The line of an entry, without a line end.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - former: the number of the version in force before it; `nil` for the first entry of a journal, whose line names
  ///     its version.
  ///   - digests: the digests of the form's definitions, by the numbers of their versions.
  /// - Throws: ``ExportError`` if a version of the entry has no digest.
  /// - Complexity: O(n) for n changes.
  package static func text(
    of entry: JournalEntry, after former: Int?, digests: [Int: String]
  ) throws(ExportError) -> String {
    guard let version = entry.version else {
      throw ExportError(description: "the entry \(entry.revision) names no version, so it has no canonical line")
    }
    if let missing = entry.versions.sorted().first(where: { digests[$0] == nil }) {
      throw ExportError(
        description: "the entry \(entry.revision) names the version \(missing), which the form does not have")
    }
    var writer = FormDocumentWriter(version: version, writesEntriesOnOneLine: true, versionNames: .digests(digests))
    return writer.line(of: entry, after: former)
  }

  /// The lines of a journal, from its first entry.
  ///
  /// - Parameters:
  ///   - journal: the entries, from revision 1 or from a checkpoint.
  ///   - digests: the digests of the form's definitions, by the numbers of their versions.
  /// - Throws: ``ExportError`` if a version of an entry has no digest.
  /// - Complexity: O(n) for n changes.
  package static func texts(of journal: [JournalEntry], digests: [Int: String]) throws(ExportError) -> [String] {
    var former: Int?
    var lines: [String] = []
    for entry in journal {
      lines.append(try text(of: entry, after: former, digests: digests))
      former = entry.version
    }
    return lines
  }
}
