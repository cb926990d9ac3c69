import FormState
import FormStateStore
import Foundation
import TestSupport

@testable import FormStateInterchange

/// The canonical lines of a response's journal, each with the chain up to it.
struct JournalLines: Equatable {
  let lines: [String]
  let chains: [String]

  init(of key: ResponseKey, in store: FormStore) throws {
    let journal = try store.journal(of: key)
    lines = try JournalLine.texts(of: journal, digests: try Self.digests(of: journal, of: key.form, in: store))
    guard let stream = try store.contents(of: key).stream else {
      chains = []
      return
    }
    var chain = JournalChain(of: stream)
    chains = lines.map { line in
      chain.append(line)
      return chain.description
    }
  }

  /// The digests of the versions that a journal names.
  static func digests(of journal: [JournalEntry], of form: String, in store: FormStore) throws -> [Int: String] {
    let numbers = journal.reduce(into: Set<Int>()) { $0.formUnion($1.versions) }
    return Dictionary(
      uniqueKeysWithValues: try numbers.map { ($0, StateDigest.ofDefinition(try store.form(form, version: $0))) })
  }
}
