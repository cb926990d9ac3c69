/// What somebody outside of the form found wrong with an answer: a server that refuses it, a check that takes its time.
public struct ReportedFault: Hashable, Sendable {
  /// What a person is told, as a sentence.
  public let message: String
  /// Who reported it, such as `server`; `nil` where nobody was named. Anyone who goes by the same name can withdraw it.
  public let reporter: String?

  /// Names a fault.
  package init(_ message: String, from reporter: String?) {
    self.message = message
    self.reporter = reporter?.canonicalKey
  }

  /// Two faults are the same when their words are, scalar by scalar.
  public static func == (left: ReportedFault, right: ReportedFault) -> Bool {
    left.reporter == right.reporter && left.message.isSpelled(like: right.message)
  }

  /// The parts of a report, by their names in files.
  package enum Part: String {
    case message, from
  }

  /// Why it cannot be kept, and what to do about it, each as a clause; `nil` if it can be kept.
  package var refusal: (part: Part, problem: String, action: String)? {
    if message.allSatisfy(\.isWhitespace) { return (.message, "is empty", "say in a sentence what is wrong") }
    if let refusal = Self.refusal(of: message, .message, longest: Self.longestMessage) { return refusal }
    guard let reporter else { return nil }
    if reporter.isEmpty { return (.from, "is empty", "name who reports it, or leave it out") }
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

  /// The most characters that a message has.
  package static let longestMessage = 1_000
  /// The most characters that the name of a reporter has.
  package static let longestReporter = 100
}

/// The faults reported on one cell or on the whole response, in the order in which they were: what one field of the
/// state holds.
///
/// The field is a text, so that it is stored, journalled and proven like any other: a JSON array of the reporter and
/// the message of each fault in turn, the reporter empty where nobody was named.
package struct ReportedFaults: Hashable, Sendable {
  /// The faults, each once.
  package private(set) var faults: [ReportedFault] = []

  /// The most faults on one cell.
  package static let most = 20

  /// Collects faults.
  ///
  /// - Returns: `nil` if there are too many, one occurs twice, or one cannot be kept.
  package init?(_ faults: [ReportedFault]) {
    guard faults.count <= Self.most, Set(faults).count == faults.count, faults.allSatisfy({ $0.refusal == nil }) else {
      return nil
    }
    self.faults = faults
  }

  /// Reads what a field holds; none where it holds nothing or anything else.
  package init(_ content: FieldContent?) {
    if let read = content?.text.flatMap(ReportedFaults.init(text:)) { self = read }
  }

  /// Reads a text, which has to be as ``text`` writes it; `nil` for any other.
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

  /// What the field holds; `nil` for no faults.
  package var content: FieldContent? { faults.isEmpty ? nil : .text(text) }

  /// Adds a fault behind the others, unless it is there already.
  ///
  /// - Returns: `false` when there is no room for one more.
  package mutating func add(_ fault: ReportedFault) -> Bool {
    if faults.contains(fault) { return true }
    guard faults.count < Self.most else { return false }
    faults.append(fault)
    return true
  }

  /// Takes the faults of a reporter away, or with `nil` those of nobody in particular.
  package mutating func removeAll(from reporter: String?) {
    faults.removeAll { $0.reporter == reporter?.canonicalKey }
  }
}
