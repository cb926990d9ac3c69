import FormState
import Foundation

/// A batch as the contents of forms, for a store that merges them.
package struct BatchContents {
  /// The name of the device; `nil` if the batch names none.
  package let device: String?
  /// The elements of the batch, in order.
  package let elements: [PushBatchReader.Element]
  private let parts: [PushedPart]
  /// The keys of its responses, by their names.
  package var keys: [StreamName: ResponseKey] {
    Dictionary(parts.map { ($0.stream, $0.key) }) { first, _ in first }
  }
  /// The responses whose entries go on after one that is not there, each with the revision of the last missing one.
  package private(set) var missing: [(stream: StreamName, key: String, upTo: Int)] = []

  /// Reads a batch.
  ///
  /// - Throws: as ``PushBatchReader/next()``.
  /// - Complexity: O(n) in the size of the batch, which is in memory afterwards.
  package init(_ reader: PushBatchReader) throws {
    var (reader, elements) = (reader, [PushBatchReader.Element]())
    while let element = try reader.next() { elements.append(element) }
    device = reader.device
    self.elements = elements
    parts = elements.compactMap { if case .part(let part) = $0 { part } else { nil } }
  }

  /// The keys of its forms.
  package var forms: Set<String> { Set(parts.map(\.key.form)) }

  /// The entries after which its parts go on, by the names of their responses.
  package var beginnings: [StreamName: Set<EntryAddress>] {
    parts.reduce(into: [:]) { found, part in
      guard let address = part.previous else { return }
      found[part.stream, default: []].insert(address)
    }
  }

  /// The contents: each form with its definitions, then its responses, whose entries are all beside a journal.
  ///
  /// - Parameters:
  ///   - known: the definitions that the store has of the forms, oldest first.
  ///   - inForce: the digests of the definitions in force after the ``beginnings`` that the store has.
  /// - Throws: ``PushedEntryError`` for an entry that cannot be read.
  /// - Complexity: O(n) for n entries, changes and cells of definitions.
  package mutating func contents(
    knowing known: [String: [FormDefinition]], inForce: [EntryAddress: String]
  ) throws(PushedEntryError) -> [FormContents.Part] {
    var contents: [FormContents.Part] = []
    for form in forms.sorted() {
      let parts = parts.filter { $0.key.form == form }
      let (versions, newest) = versions(of: form, named: parts, knowing: known[form] ?? [])
      guard let newest, let main = versions.form(newest) else {
        let left = Dictionary(parts.map { ($0.stream, $0.key.response) }) { first, _ in first }
        missing += left.sorted { $0.value < $1.value }.map { ($0.key, $0.value, 0) }
        continue
      }
      let all = versions.digests.compactMapValues(versions.form)
      let number = versions.digests.first { $0.value == newest }?.key
      contents.append(
        .form(FormContents(form: main, version: number, otherVersions: all.filter { $0.key != number })))
      let responses = Dictionary(grouping: parts, by: \.stream).sorted {
        ($0.value[0].key.response, $0.key.description) < ($1.value[0].key.response, $1.key.description)
      }
      for (stream, parts) in responses {
        guard let entries = try entries(of: parts, versions, inForce) else { continue }
        contents.append(
          .response(
            key: parts[0].key.response, FormContents.Response(stream: stream, journal: [], others: entries)))
      }
    }
    return contents
  }

  /// The definitions of a form, and the digest of the one for new responses; `nil` if there are none.
  ///
  /// A new form fills responses in the version that its device numbers last.
  private func versions(
    of form: String, named parts: [PushedPart], knowing known: [FormDefinition]
  ) -> (PushedVersions, newest: String?) {
    let versions = PushedVersions()
    for definition in known { versions.add(definition, digest: StateDigest.ofDefinition(definition)) }
    var newest = known.last.map(StateDigest.ofDefinition)
    let numbers = parts.reduce(into: [String: Int]()) { numbers, part in
      for (number, digest) in part.definitions { numbers[digest] = max(numbers[digest] ?? 0, number) }
    }
    let new = elements.compactMap { element -> PushedDefinition? in
      guard case .definition(let definition) = element, definition.form.key == form else { return nil }
      return versions.has(definition.digest) ? nil : definition
    }
    for definition in new.sorted(by: { (numbers[$0.digest] ?? 0, $0.digest) < (numbers[$1.digest] ?? 0, $1.digest) }) {
      versions.add(definition.form, digest: definition.digest)
      if known.isEmpty { newest = definition.digest }
    }
    return (versions, newest)
  }

  /// The entries of a response; `nil` if some are missing before them, or a definition that they name.
  private mutating func entries(
    of parts: [PushedPart], _ versions: PushedVersions, _ inForce: [EntryAddress: String]
  ) throws(PushedEntryError) -> [LineEntry]? {
    var (inForce, lines) = (inForce, [LineEntry]())
    for part in parts.sorted(by: { $0.after < $1.after }) {
      let isKnown = part.previous.map { inForce[$0] != nil } ?? true
      guard isKnown, part.definitions.values.allSatisfy(versions.has) else {
        missing.append((part.stream, part.key.response, part.after))
        return nil
      }
      var previous = part.previous
      let read = try versions.entries(of: part.entries, after: previous.flatMap { inForce[$0] })
      for (pushed, entry) in zip(part.entries, read) {
        let address = EntryAddress(revision: pushed.revision, chain: pushed.chain)
        lines.append(LineEntry(entry, at: address, after: previous))
        inForce[address] = entry.version.flatMap { versions.digests[$0] }
        previous = address
      }
    }
    return lines
  }
}

extension PushedPart {
  /// The entry after which it goes on; `nil` for the beginning of a journal.
  fileprivate var previous: EntryAddress? {
    guard after > 0, let chainBefore else { return nil }
    return EntryAddress(revision: after, chain: chainBefore)
  }
}
