/// What merging did to a store, or would do.
public struct MergeReport: Hashable, Sendable {
  /// What became of a response that was merged in.
  @nonexhaustive
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// It was not there; it is now, under its own key.
    case added
    /// It was not there, but another response had its key; it has another one now.
    case renamed
    /// A copy was there, whose journal was a beginning of this one; it has the rest now.
    case extended
    /// A copy was there, equal or further on already.
    case unchanged
    /// A copy was there, and each tells what the other does not; both are kept, this one under another key.
    case forked
  }

  /// A response that was merged in.
  public struct Response: Hashable, Sendable {
    /// The key of its form.
    public let form: String
    /// Its key where it came from.
    public let key: String
    /// Its key in the store.
    public package(set) var keptAs: String
    /// What became of it.
    public let outcome: Outcome
    /// How many journal entries the store did not have before.
    public let newEntries: Int
    /// Its revision in the store now.
    public let revision: Int
    /// The first revision at which it parts from the copy that was there; `nil` unless it is forked.
    public let forkedAt: Int?

    package init(
      form: String, key: String, keptAs: String, outcome: Outcome, newEntries: Int, revision: Int, forkedAt: Int? = nil
    ) {
      self.form = form
      self.key = key
      self.keptAs = keptAs
      self.outcome = outcome
      self.newEntries = newEntries
      self.revision = revision
      self.forkedAt = forkedAt
    }
  }

  /// A version of a form that the store did not have.
  public struct Version: Hashable, Sendable {
    /// The key of the form.
    public let form: String
    /// The number that the version has in the store.
    public let number: Int
    /// Whether the form itself is new.
    public let isOfNewForm: Bool

    package init(form: String, number: Int, isOfNewForm: Bool) {
      self.form = form
      self.number = number
      self.isOfNewForm = isOfNewForm
    }
  }

  /// The versions that the store did not have.
  public package(set) var versions: [Version] = []
  /// What became of each response, form by form, in the order in which they came.
  public package(set) var responses: [Response] = []

  package init() {}

  /// Whether the store has anything that it did not have before.
  public var changesAnything: Bool { !versions.isEmpty || responses.contains { $0.outcome != .unchanged } }
}

/// Finds keys for responses that cannot have their own.
package struct FreeKeys {
  private var taken: Set<String>

  /// - Parameter taken: the keys that nothing else may get.
  package init(besides taken: some Sequence<String>) {
    self.taken = Set(taken)
  }

  /// Notes that nothing else may get a key.
  package mutating func note(_ key: String) { taken.insert(key) }

  /// A key that nothing has: the key itself with the next number after it, `ada-2`, `ada-3` ….
  ///
  /// - Complexity: O(k) for k numbers that are taken.
  package mutating func take(like key: String) -> String {
    var number = 2
    while !taken.insert("\(key)-\(number)").inserted { number += 1 }
    return "\(key)-\(number)"
  }
}
