import FormState
import Foundation

/// The definitions of a form that a collector has, with which it reads the entries of batches.
///
/// Entries name definitions by digests. Here each has a number as well, in the order in which they were added.
package final class PushedVersions {
  /// The digests by the numbers of their definitions.
  package private(set) var digests: [Int: String] = [:]
  private var numbers: [String: Int] = [:]
  private var forms: [Int: FormDefinition] = [:]
  private var known: VersionedSubjects?

  /// Begins without definitions.
  package init() {}

  /// Whether a definition is there.
  package func has(_ digest: String) -> Bool { numbers[digest] != nil }

  /// The definition with a digest; `nil` if it is not there.
  package func form(_ digest: String) -> FormDefinition? { numbers[digest].flatMap { forms[$0] } }

  /// Adds a definition.
  package func add(_ form: FormDefinition, digest: String) {
    guard numbers[digest] == nil else { return }
    let number = forms.count + 1
    numbers[digest] = number
    digests[number] = digest
    forms[number] = form
    known = nil
  }

  /// Reads entries, with the numbers of this collection for versions.
  ///
  /// - Parameters:
  ///   - entries: the lines, in order.
  ///   - inForce: the digest of the definition in force before the first one; `nil` for the first of a journal.
  /// - Throws: ``PushedEntryError`` for the first entry that cannot be read.
  /// - Complexity: O(n) for n changes.
  package func entries(
    of entries: some Sequence<PushedEntry>, after inForce: String?
  ) throws(PushedEntryError) -> [JournalEntry] {
    var version = inForce.flatMap { numbers[$0] }
    var step: Int?
    var read: [JournalEntry] = []
    for entry in entries {
      var reader = FormDocumentReader(settings: ImportSettings(sourceName: ""))
      // A step that an earlier batch began goes on here; its first revision no longer matters.
      let stepBefore = step ?? (version == nil ? nil : entry.revision - 1)
      let found = reader.entry(
        .dictionary(numbered(entry.members)), revision: entry.revision, inForce: version, stepBefore: stepBefore,
        subjects)
      guard let found, reader.faults.count == 0 else {
        let problem = reader.faults.diagnostics.first?.description ?? "it is incomplete"
        throw PushedEntryError(revision: entry.revision, problem: problem)
      }
      version = found.version
      step = found.step
      read.append(found)
    }
    return read
  }

  private var subjects: VersionedSubjects {
    if let known { return known }
    let first = forms[1] ?? FormDefinition(key: "")
    let subjects = VersionedSubjects(
      first, version: 1, forms.filter { $0.key != 1 }, suggestions: FaultList().suggestions)
    known = subjects
    return subjects
  }

  // MARK: - Digests to numbers

  /// The members of an entry, with numbers for the digests of definitions.
  private func numbered(_ members: [String: PropertyValue]) -> [String: PropertyValue] {
    var entry = members
    entry["version"] = entry["version"].map(numbered)
    if case .dictionary(var action)? = entry["action"] {
      action["version"] = action["version"].map(numbered)
      if case .dictionary(let returning)? = action["returning"] {
        let renamed = returning.map { digest, moves in (numbers[digest].map(String.init) ?? digest, moves) }
        action["returning"] = .dictionary(Dictionary(renamed) { first, _ in first })
      }
      entry["action"] = .dictionary(action)
    }
    if case .array(let changes)? = entry["changes"] {
      entry["changes"] = .array(
        changes.map { change in
          guard case .dictionary(var members) = change, let origin = members["setAsideFrom"] else { return change }
          members["setAsideFrom"] = numbered(origin)
          return .dictionary(members)
        })
    }
    return entry
  }

  private func numbered(_ value: PropertyValue) -> PropertyValue {
    value.text.flatMap { numbers[$0] }.map { .integer(Int64($0)) } ?? value
  }
}

/// An entry of a batch that cannot be read.
package struct PushedEntryError: Error, Hashable, CustomStringConvertible {
  /// The revision of the entry.
  package let revision: Int
  /// What is wrong with it, as a clause.
  package let problem: String

  package var description: String { "the entry \(revision) cannot be read: \(problem)" }
}
