/// A fault found by somebody other than the form: a server that refuses an answer, or a slow check.
package struct ReportedFault: Hashable, Sendable {
  /// The message for a person, as a sentence.
  package let message: String
  /// The reporter, such as `server`; `nil` if unnamed. Any caller can withdraw a fault under the same name.
  package let reporter: String?

  /// Creates a fault.
  package init(_ message: String, from reporter: String?) {
    self.message = message
    self.reporter = reporter?.canonicalKey
  }

  /// Two faults are equal if their texts are, scalar by scalar.
  package static func == (left: ReportedFault, right: ReportedFault) -> Bool {
    left.reporter == right.reporter && left.message.isSpelled(like: right.message)
  }

  /// The parts of a report, by their names in files.
  package enum Part: String {
    case message, from
  }

  /// Why it cannot be stored, and the fix, each as a clause; `nil` if it can be.
  package var refusal: (part: Part, problem: String, action: String)? {
    if message.allSatisfy(\.isWhitespace) { return (.message, "is empty", "describe the fault in a sentence") }
    if let refusal = Self.refusal(of: message, .message, longest: Self.longestMessage) { return refusal }
    guard let reporter else { return nil }
    if reporter.isEmpty { return (.from, "is empty", "name the reporter, or omit it") }
    return Self.refusal(of: reporter, .from, longest: Self.longestReporter)
  }

  private static func refusal(
    of text: String, _ part: Part, longest: Int
  ) -> (part: Part, problem: String, action: String)? {
    if let character = ForbiddenCharacter(firstIn: text) {
      return (part, "holds \(character), which no XML property list can", "remove it")
    }
    guard text.unicodeScalars.count > longest else { return nil }
    return (part, "is longer than \(longest) characters", "shorten it")
  }

  /// Maximum number of characters of a message.
  static let longestMessage = 1_000
  /// Maximum number of characters of a reporter's name.
  static let longestReporter = 100
}

/// The faults reported on one cell or on the whole response, in the order of the reports: the content of one field of
/// the state.
///
/// The field is a text, which is stored, journalled and verified like any other: a JSON array of the reporter and the
/// message of each fault in turn, with an empty reporter if unnamed.
package struct ReportedFaults: Hashable, Sendable {
  /// The faults, each once.
  package private(set) var faults: [ReportedFault] = []

  /// Maximum number of faults on one cell.
  package static let most = 20

  /// Collects faults.
  ///
  /// - Returns: `nil` if there are too many, one occurs twice, or one cannot be stored.
  package init?(_ faults: [ReportedFault]) {
    guard faults.count <= Self.most, Set(faults).count == faults.count, faults.allSatisfy({ $0.refusal == nil }) else {
      return nil
    }
    self.faults = faults
  }

  /// Reads the content of a field; no faults if there is none, or it is something else.
  package init(_ content: FieldContent?) {
    if let read = content?.text.flatMap(ReportedFaults.init(text:)) { self = read }
  }

  /// Reads a text in the notation of ``text``; `nil` for any other.
  package init?(text: String) {
    guard let words = ChoiceText.values(of: text), words.count.isMultiple(of: 2), words.count <= 2 * Self.most else {
      return nil
    }
    let faults = stride(from: 0, to: words.count, by: 2).map { place in
      ReportedFault(words[place + 1], from: words[place].isEmpty ? nil : words[place])
    }
    guard !faults.isEmpty else { return nil }
    self.init(faults)
    guard self.text.isSpelled(like: text) else { return nil }
  }

  /// The text.
  package var text: String { ChoiceText.text(of: faults.flatMap { [$0.reporter ?? "", $0.message] }) }

  /// The content of the field; `nil` for no faults.
  package var content: FieldContent? { faults.isEmpty ? nil : .text(text) }

  /// Appends a fault, unless it exists already.
  ///
  /// - Returns: `false` if there is no room for one more.
  mutating func add(_ fault: ReportedFault) -> Bool {
    if faults.contains(fault) { return true }
    guard faults.count < Self.most else { return false }
    faults.append(fault)
    return true
  }

  /// Removes the faults of a reporter, or for `nil` the unnamed ones.
  mutating func removeAll(from reporter: String?) {
    faults.removeAll { $0.reporter == reporter?.canonicalKey }
  }
}
