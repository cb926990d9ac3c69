/// The lines that a merge joined, as recorded in the journal.
public struct MergeRecord: Hashable, Sendable {
  /// Who said what shows where a merge changed it.
  package struct Origin: Hashable, Sendable {
    /// The cell of the version in force.
    package let subject: StateSubject
    /// The entry that said it.
    package let entry: EntryAddress
    /// Its author; `nil` if unknown.
    package let author: String?
  }

  /// The version of the rules by which lines are joined.
  static let currentRule = 1

  /// The version of the rules.
  package let rule: Int
  /// The other heads, in order; the merge is on the main head.
  let heads: [EntryAddress]
  /// Whose answers the merge took from other lines, by cell.
  package let origins: [Origin]

  /// Creates a record.
  init(rule: Int = Self.currentRule, heads: [EntryAddress], origins: [Origin] = []) {
    (self.rule, self.heads, self.origins) = (rule, heads, origins)
  }
}

// MARK: - As properties

extension MergeRecord {
  /// The names of ``properties``.
  package static let propertyNames = ["rule", "with", "by"]

  /// The record in the notation of the store and of documents:
  /// `{"rule": 1, "with": [{"chain": "5a83…", "revision": 8}],
  /// "by": [{"author": "Ada", "cell": "walls", "chain": "77c0…", "revision": 7}]}`.
  package var properties: [String: PropertyValue] {
    var members: [String: PropertyValue] = [
      "rule": .integer(Int64(rule)), "with": .array(heads.map { .dictionary($0.properties) }),
    ]
    if !origins.isEmpty { members["by"] = .array(origins.map { .dictionary($0.properties) }) }
    return members
  }

  /// Reads ``properties``; `nil` for anything else.
  package init?(properties members: [String: PropertyValue]) {
    guard Set(members.keys).isSubset(of: Self.propertyNames), let rule = members["rule"]?.positive,
      case .array(let with)? = members["with"], case .array(let by) = members["by"] ?? .array([])
    else { return nil }
    let heads = with.compactMap { EntryAddress(properties: $0.dictionary, besides: []) }
    let origins = by.compactMap { Origin(properties: $0.dictionary) }
    guard heads.count == with.count, !heads.isEmpty, origins.count == by.count,
      zip(heads, heads.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    self.init(rule: rule, heads: heads, origins: origins)
  }
}

extension EntryAddress {
  fileprivate var properties: [String: PropertyValue] {
    ["revision": .integer(Int64(revision)), "chain": .string(chain.description)]
  }

  fileprivate init?(properties members: [String: PropertyValue]?, besides names: Set<String>) {
    guard let members, names.union(["revision", "chain"]).isSuperset(of: members.keys),
      let revision = members["revision"]?.positive, case .string(let text)? = members["chain"],
      let chain = JournalChain(text), chain.description == text
    else { return nil }
    self.init(revision: revision, chain: chain)
  }
}

extension MergeRecord.Origin {
  fileprivate var properties: [String: PropertyValue] {
    var members = entry.properties
    members["cell"] = .string(subject.key)
    if subject.instance > 0 { members["instance"] = .integer(Int64(subject.instance)) }
    if let author { members["author"] = .string(author) }
    return members
  }

  fileprivate init?(properties members: [String: PropertyValue]?) {
    guard let members, let entry = EntryAddress(properties: members, besides: ["cell", "instance", "author"]),
      case .string(let cell)? = members["cell"], !cell.isEmpty
    else { return nil }
    var author: String?
    if let given = members["author"] {
      guard case .string(let name) = given, !name.isEmpty else { return nil }
      author = name
    }
    var instance = 0
    if let given = members["instance"] {
      guard let number = given.positive else { return nil }
      instance = number
    }
    self.init(subject: StateSubject(cell, instance: instance), entry: entry, author: author)
  }
}

extension PropertyValue {
  /// A whole number from 1; `nil` for anything else.
  fileprivate var positive: Int? {
    guard case .integer(let whole) = self, whole > 0 else { return nil }
    return Int(exactly: whole)
  }

  fileprivate var dictionary: [String: PropertyValue]? {
    if case .dictionary(let members) = self { members } else { nil }
  }
}
