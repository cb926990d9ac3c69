/// A batch of journal entries for a collector: what it lacks of some responses.
///
/// `PushBatchDocument` of FormStateInterchange writes it. The collector answers each part with a ``PushAnswer``.
public struct PushBatch: Hashable, Sendable {
  /// The name of the device that sends it; `nil` for none.
  package var device: String?
  /// Definitions that the collector may lack, by their digests.
  package var definitions: [String: FormDefinition]
  /// The parts, one or more for each response.
  package var parts: [Part]

  /// The number of entries in it.
  package var entryCount: Int { parts.reduce(0) { $0 + $1.lines.count } }

  /// Creates a batch.
  package init(device: String?, definitions: [String: FormDefinition] = [:], parts: [Part] = []) {
    self.device = device
    self.definitions = definitions
    self.parts = parts
  }

  /// Consecutive entries of one response.
  package struct Part: Hashable, Sendable {
    /// The random name of the response.
    package var stream: StreamName
    /// Its key.
    package var key: ResponseKey
    /// The digests of all definitions that its entries name, by the numbers that this device gives them.
    package var definitions: [Int: String]
    /// The revision before its first entry.
    package var after: Int
    /// The chain there; `nil` if its first entry is a checkpoint, which begins the journal.
    package var chainBefore: JournalChain?
    /// The canonical lines of its entries.
    package var lines: [String]
    /// The chain after its last entry.
    package var chain: JournalChain
    /// The response as of its last entry; `nil` if the journal goes on after it.
    package var outcome: Outcome?

    /// The revision of its last entry.
    package var last: Int { after + lines.count }

    /// Creates a part.
    package init(
      stream: StreamName, key: ResponseKey, definitions: [Int: String], after: Int, chainBefore: JournalChain?,
      lines: [String], chain: JournalChain, outcome: Outcome?
    ) {
      self.stream = stream
      self.key = key
      self.definitions = definitions
      self.after = after
      self.chainBefore = chainBefore
      self.lines = lines
      self.chain = chain
      self.outcome = outcome
    }
  }

  /// A response after its last entry, as the device knows it.
  package struct Outcome: Hashable, Sendable {
    /// The digest of its state, see `StateDigest`.
    package var state: String
    /// Whether it is completed.
    package var isCompleted: Bool

    /// Creates an outcome.
    package init(state: String, isCompleted: Bool) {
      self.state = state
      self.isCompleted = isCompleted
    }
  }
}

/// What a collector says to the entries of a response that it got.
public struct PushAnswer: Hashable, Sendable {
  /// The random name of the response.
  package let stream: StreamName
  /// The answer.
  public let outcome: Outcome

  /// Creates an answer.
  package init(stream: StreamName, outcome: Outcome) {
    self.stream = stream
    self.outcome = outcome
  }

  /// The kinds of answers, named as in the document.
  package enum Kind: String, CaseIterable, Sendable {
    case took, had, forked, sendFrom, needsDefinition, refused
  }

  /// The kind of the answer.
  package var kind: Kind {
    switch outcome {
    case .took: .took
    case .had: .had
    case .forked: .forked
    case .sendFrom: .sendFrom
    case .needsDefinition: .needsDefinition
    case .refused: .refused
    }
  }

  /// The name of the answer, as in the document: `took`.
  package var name: String { kind.rawValue }

  /// The revision that it names; `nil` for none.
  package var revision: Int? {
    switch outcome {
    case .took(let revision, _), .had(let revision, _), .forked(_, let revision, _), .sendFrom(let revision): revision
    case .needsDefinition, .refused: nil
    }
  }

  /// The outcome for the entries of a response.
  @nonexhaustive
  public enum Outcome: Hashable, Sendable {
    /// It stored them, up to a revision.
    case took(revision: Int, chain: String)
    /// It had them already, up to a revision.
    case had(revision: Int, chain: String)
    /// It stored them beside other entries with the same numbers: from a revision on, another copy of the response has
    /// a different history. Both are kept.
    case forked(at: Int, revision: Int, chain: String)
    /// It lacks earlier entries, from a revision on.
    case sendFrom(revision: Int)
    /// It lacks a definition, named by its digest.
    case needsDefinition(digest: String)
    /// It refuses the response for good, for a reason.
    case refused(reason: String)
  }
}
