import Dispatch
import FormState
import Foundation
import GRDB

/// A response to check.
struct StoredResponse: Hashable, Sendable {
  let form: String
  let key: String
  private let stream: Data
  private let revision: Int?
  private let compactedTo: Int?

  /// All responses, form by form and version by version.
  static func all(in db: Database) throws -> [StoredResponse] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT
          form.key, response.key, CAST(response.stream AS BLOB),
          (SELECT max(revision) FROM formstate_entry WHERE response_id = response.id), response.compacted_to
        FROM formstate_response AS response
        JOIN formstate_form AS form ON form.id = response.form_id
        ORDER BY form.key, response.version_id, response.key
        """
    ).map { row in
      StoredResponse(
        form: try row.decode(atIndex: 0), key: try row.decode(atIndex: 1), stream: try row.decode(atIndex: 2),
        revision: try row.decode(atIndex: 3), compactedTo: try row.decode(atIndex: 4))
    }
  }
}

/// The definitions for all workers of a check: responses are ordered by form, so each version is read once.
final class CheckedDefinitions: Sendable {
  private struct Known: Sendable {
    let form: String
    var indexes: [Int: FormIndex?] = [:]
    var questions: [Int: [Question]] = [:]
  }

  /// The current form, and the previous one, which other workers may still need.
  private let known = Locked<[Known]>([])

  /// The definition of a version; `nil` if there is no such version.
  ///
  /// - Parameter read: reads it, if it is not cached.
  func index(of form: String, version: Int, read: () throws -> FormIndex?) throws -> FormIndex? {
    try known.withLock { known in
      let place = Self.place(of: form, in: &known)
      if let index = known[place].indexes[version] { return index }
      let index = try read()
      known[place].indexes[version] = .some(index)
      return index
    }
  }

  /// The questions of a version.
  func questions(_ form: FormDefinition, ofVersion version: Int) -> [Question] {
    known.withLock { known in
      let place = Self.place(of: form.key, in: &known)
      if let questions = known[place].questions[version] { return questions }
      let questions = form.questions
      known[place].questions[version] = questions
      return questions
    }
  }

  private static func place(of form: String, in known: inout [Known]) -> Int {
    if let place = known.firstIndex(where: { $0.form == form }) { return place }
    if known.count > 1 { known.removeFirst() }
    known.append(Known(form: form))
    return known.count - 1
  }
}

/// The responses of a store, checked in parallel on all processors.
///
/// Each helper reads on its own connection. It takes part only if it finds the same responses at the same revisions,
/// which shows that nothing was written meanwhile; if not, or if it cannot open the file, the others do its part.
struct CheckedResponses {
  /// The number of responses per portion: high enough to make the overhead negligible, and low enough for all to end
  /// together.
  private static let portion = 16
  private static let mostHelpers = 7

  private struct Progress: Sendable {
    var next = 0
    var faults: [Int: [String]] = [:]
    var failure: (any Error)?
  }

  private let responses: [StoredResponse]
  private let unusable: Set<String>
  private let definitions = CheckedDefinitions()
  private let progress = Locked(Progress())

  /// - Parameter unusable: the keys of forms whose responses cannot be laid out.
  init(_ responses: [StoredResponse], besides unusable: Set<String>) {
    (self.responses, self.unusable) = (responses, unusable)
  }

  /// The faults of all responses, in their order.
  ///
  /// - Parameter file: the path of the file for helpers; `nil` for none, for example for a database in memory.
  func faults(by check: StoreCheck, helpedBy file: String?) throws -> [String] {
    let group = DispatchGroup()
    for _ in 0..<helperCount(of: file) {
      let (file, allowed) = (file ?? "", check.allowed)
      DispatchQueue.global().async(group: group) { help(withFileAt: file, allowing: allowed) }
    }
    work(by: check)
    group.wait()
    let (faults, failure) = progress.withLock { ($0.faults, $0.failure) }
    if let failure { throw failure }
    return faults.sorted { $0.key < $1.key }.flatMap(\.value)
  }

  private func helperCount(of file: String?) -> Int {
    guard file != nil else { return 0 }
    let portions = (responses.count + Self.portion - 1) / Self.portion
    return max(0, min(ProcessInfo.processInfo.activeProcessorCount, portions, Self.mostHelpers + 1) - 1)
  }

  private func help(withFileAt path: String, allowing allowed: Set<String>) {
    // If a helper fails, the others do its part.
    try? FormStore(path: path, access: .read).read { db in
      guard try StoredResponse.all(in: db) == responses else { return }
      work(by: StoreCheck(db: db, allowed: allowed))
    }
  }

  private func work(by check: StoreCheck) {
    while let range = takePortion() {
      do {
        var faults: [String] = []
        for response in responses[range] where !unusable.contains(response.form) {
          faults += try check.namedFaults(of: response, definitions)
        }
        if !faults.isEmpty { progress.withLock { [faults] in $0.faults[range.lowerBound] = faults } }
      } catch {
        progress.withLock { $0.failure = $0.failure ?? error }
      }
    }
  }

  private func takePortion() -> Range<Int>? {
    progress.withLock { progress in
      guard progress.next < responses.count, progress.failure == nil else { return nil }
      let start = progress.next
      progress.next = min(start + Self.portion, responses.count)
      return start..<progress.next
    }
  }
}
