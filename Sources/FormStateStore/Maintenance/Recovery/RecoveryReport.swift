import FormState

/// What could be read of a damaged file.
package struct RecoveryReport: Hashable, Sendable {
  /// A table of the damaged file.
  package struct Table: Hashable, Sendable {
    package let name: String
    /// The number of rows that were read.
    package let rowCount: Int
    /// Between which numbers of its key's first column rows are missing.
    let gaps: [ClosedRange<Int64>]
    /// Whether these are all.
    package var isWhole: Bool { gaps.isEmpty }

    /// Whether a row may be missing whose key begins with a number.
    func mayLack(_ number: Int64) -> Bool { gaps.contains { $0.contains(number) } }

    /// Whether the last of the rows may be missing whose keys begin with a number. Before a gap's end the first are.
    func mayLackEnd(of number: Int64) -> Bool {
      gaps.contains { $0.contains(number) && (number < $0.upperBound || number == $0.lowerBound) }
    }
  }

  /// A response of the damaged file.
  package struct Response: Hashable, Sendable {
    package let key: ResponseKey
    package let outcome: Outcome
    /// The revision that it has in the new file; 0 for none.
    package let revision: Int
  }

  /// What remains of a response.
  package enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The journal and the state, and they agree.
    case whole
    /// The journal and the state, which agree, but entries may be missing that left nothing in the state.
    case endUncertain = "end uncertain"
    /// The journal, from which the state follows.
    case stateLost = "state lost"
    /// The state, without the steps that led to it.
    case journalLost = "journal lost"
    /// What is left of the state, in tables that lack rows.
    case partOfState = "part of the state"
    /// The first part of the journal, with the state at its end.
    case partOfJournal = "part of the journal"
    /// Nothing.
    case gone

    /// What remains, as the end of a sentence that begins with the response.
    package var clause: String {
      switch self {
      case .whole: "whole"
      case .endUncertain: "its journal and its answers agree, but the last entries of its journal may be missing"
      case .stateLost: "state lost, and made from its journal"
      case .journalLost: "journal lost; its answers are there, without their history"
      case .partOfState: "journal lost, and maybe some of its answers"
      case .partOfJournal: "only the first part of its journal is there, with the answers up to it"
      case .gone: "gone"
      }
    }
  }

  /// The tables that have rows, or that cannot be read whole.
  package internal(set) var tables: [Table] = []
  /// What is wrong with the definitions of forms, as a sentence each.
  package internal(set) var definitionFaults: [String] = []
  /// The given definitions that took the place of damaged ones.
  package internal(set) var takenDefinitions: [FormDefinition] = []
  /// The responses, form by form.
  package internal(set) var responses: [Response] = []
  /// How many responses lack even their names: their journals have entries that belong to none.
  package internal(set) var namelessCount = 0

  /// Whether nothing is missing.
  package var isWhole: Bool {
    definitionFaults.isEmpty && namelessCount == 0 && responses.allSatisfy { $0.outcome == .whole }
      && tables.allSatisfy(\.isWhole)
  }
}
