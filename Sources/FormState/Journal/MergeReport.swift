/// The result of a merge, or of a dry run.
public struct MergeReport: Hashable, Sendable {
  /// The outcome for a merged response.
  @nonexhaustive
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// The store did not have it; it was added under its own key.
    case added
    /// The store did not have it, but another response had its key; it was added under another one.
    case renamed
    /// The store had a copy with the beginning of its journal, which was extended.
    case extended
    /// Each copy had entries that the other lacked; they were joined.
    case joined
    /// Each copy had entries that the other lacked, and they cannot be joined yet; the others' wait beside its own.
    case waiting
    /// The store had an equal or newer copy.
    case unchanged
    /// The store had a copy, and each has entries that the other lacks; both are kept, this one under another key.
    case forked
  }

  /// A merged response.
  public struct Response: Hashable, Sendable {
    /// The key of its form.
    public let form: String
    /// Its key in the merged store.
    public let key: String
    /// Its key in the store.
    public package(set) var keptAs: String
    /// Its outcome.
    public let outcome: Outcome
    /// The number of journal entries that are new in the store.
    package let newEntries: Int
    /// Its revision in the store after the merge.
    package let revision: Int
    /// The first revision at which it diverges from the existing copy; `nil` if it does not.
    package let forkedAt: Int?
    /// The number of open questions after joining.
    public let questions: Int
    /// Why the lines wait beside each other; `nil` if they do not.
    public let waits: String?

    package init(
      form: String, key: String, keptAs: String, outcome: Outcome, newEntries: Int, revision: Int, forkedAt: Int? = nil,
      questions: Int = 0, waits: String? = nil
    ) {
      self.form = form
      self.key = key
      self.keptAs = keptAs
      self.outcome = outcome
      self.newEntries = newEntries
      self.revision = revision
      self.forkedAt = forkedAt
      (self.questions, self.waits) = (questions, waits)
    }

    /// Both outcomes as one.
    fileprivate func followed(by later: Response) -> Response {
      guard later.outcome != .unchanged else { return self }
      return Response(
        form: form, key: later.key, keptAs: keptAs,
        outcome: [.added, .renamed].contains(outcome) ? outcome : later.outcome,
        newEntries: newEntries + later.newEntries, revision: later.revision, forkedAt: later.forkedAt ?? forkedAt,
        questions: later.questions, waits: later.waits)
    }
  }

  /// A version of a form that is new in the store.
  public struct Version: Hashable, Sendable {
    /// The key of the form.
    public let form: String
    /// The number of the version in the store.
    public let number: Int
    /// Whether the form itself is new.
    package let isOfNewForm: Bool

    package init(form: String, number: Int, isOfNewForm: Bool) {
      self.form = form
      self.number = number
      self.isOfNewForm = isOfNewForm
    }
  }

  /// The versions that are new in the store.
  public package(set) var versions: [Version] = []
  /// The outcome for each response, form by form, in the order of the merge.
  public package(set) var responses: [Response] = []

  package init() {}

  /// Adds what a later merge did.
  package mutating func formUnion(_ later: MergeReport) {
    versions += later.versions
    var places = Dictionary(uniqueKeysWithValues: responses.enumerated().map { ([$1.form, $1.keptAs], $0) })
    for response in later.responses {
      if let place = places[[response.form, response.keptAs]] {
        responses[place] = responses[place].followed(by: response)
      } else {
        places[[response.form, response.keptAs]] = responses.count
        responses.append(response)
      }
    }
  }

  /// Whether the merge adds anything to the store.
  package var changesAnything: Bool { !versions.isEmpty || responses.contains { $0.outcome != .unchanged } }
}

/// Finds unused keys for responses whose own key is taken.
package struct FreeKeys {
  private var taken: Set<String>

  /// - Parameter taken: the keys that are taken.
  package init(besides taken: some Sequence<String>) {
    self.taken = Set(taken)
  }

  /// Marks a key as taken.
  package mutating func note(_ key: String) { taken.insert(key) }

  /// An unused key: the key itself with the next number after it, `ada-2`, `ada-3` ….
  ///
  /// - Complexity: O(k) for k taken numbers.
  package mutating func take(like key: String) -> String {
    var number = 2
    while !taken.insert("\(key)-\(number)").inserted { number += 1 }
    return "\(key)-\(number)"
  }

  /// An unused key of a response that was begun elsewhere under a key that is used here: with the beginning of its
  /// stream's name after it, `ada~3fa9`, so it is called the same wherever it is the second one.
  package mutating func take(like key: String, of stream: StreamName) -> String {
    let digits = stream.description
    for count in stride(from: 4, through: digits.count, by: 4) {
      let marked = "\(key)\(ResponseKey.mark)\(digits.prefix(count))"
      if taken.insert(marked).inserted { return marked }
    }
    return take(like: key)
  }
}

extension ResponseKey {
  /// What stands between a key and the beginning of a stream's name.
  fileprivate static let mark: Character = "~"

  /// The key under which a response was begun: without the beginning of its stream's name, if it has that here.
  package func exchanged(for stream: StreamName) -> ResponseKey {
    guard let sign = response.lastIndex(of: Self.mark), sign > response.startIndex else { return self }
    let digits = response[response.index(after: sign)...]
    guard digits.count >= 4, digits.count.isMultiple(of: 4), stream.description.hasPrefix(digits) else { return self }
    return ResponseKey(form: form, response: String(response[..<sign]))
  }
}
