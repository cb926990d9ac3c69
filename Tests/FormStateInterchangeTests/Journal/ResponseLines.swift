import FormState
import FormStateStore
import Foundation
import TestSupport

@testable import FormStateInterchange

/// The canonical lines of a response's journal, each with the chain up to it.
struct ResponseLines: Equatable {
  let lines: [String]
  let chains: [String]

  init(of key: ResponseKey, in store: FormStore) throws {
    let journal = try store.journal(of: key)
    let stream = try store.contents(of: key).stream ?? .random()
    let digests = try Self.digests(of: journal, of: key.form, in: store)
    var writer = FormState.JournalLines(after: JournalChain(of: stream), version: nil, digests: digests)
    var chains: [String] = []
    lines = try journal.map { entry in
      let line = try writer.append(entry)
      chains.append(writer.chain.description)
      return line
    }
    self.chains = chains
  }

  /// The digests of the versions that a journal names.
  static func digests(of journal: [JournalEntry], of form: String, in store: FormStore) throws -> [Int: String] {
    let numbers = journal.reduce(into: Set<Int>()) { $0.formUnion($1.versions) }
    return Dictionary(
      uniqueKeysWithValues: try numbers.map { ($0, StateDigest.ofDefinition(try store.form(form, version: $0))) })
  }
}
