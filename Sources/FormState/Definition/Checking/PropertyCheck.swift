/// Looks for what no document can hold among the properties of a form, section or cell.
///
/// What is taken in must be able to go out again; JSON and property lists know neither infinity nor “not a number”, and
/// XML has no notation for most control characters.
struct PropertyCheck {
  /// Whether the properties were taken in before, see `FormDefinition.definitionFaults(isStored:)`.
  let isStored: Bool

  /// A value that cannot be kept.
  struct Finding: Hashable {
    /// Where it stands in form JSON, such as `properties.sizes[2]`.
    let path: String
    /// What is wrong and what would be right.
    let problem: String
  }

  /// Of many findings the first are enough to mend the rest.
  private static let mostFindings = 100
  /// The most values within one another: as many as a document has room for.
  private static let deepest = 254
  /// Of a path that is longer than a person reads, the beginning is enough.
  private static let longestPath = 1000

  /// What cannot be kept, in the order of the names. O(n), without recursion, for n values.
  func findings(in properties: [String: PropertyValue]) -> [Finding] {
    guard holdsUnkeepable(properties) else { return [] }
    var findings: [Finding] = []
    var pending = [(path: "properties", depth: 0, value: PropertyValue.dictionary(properties))]
    while let (path, depth, value) = pending.popLast(), findings.count < Self.mostFindings {
      if let problem = problem(with: value, depth) { findings.append(Finding(path: path, problem: problem)) }
      guard depth <= Self.deepest else { continue }
      switch value {
      case .array(let values):
        pending += values.enumerated().reversed().map { (Self.longer(path, "[\($0)]"), depth + 1, $1) }
      case .dictionary(let values):
        pending += values.sorted { $0.key > $1.key }.map { (Self.longer(path, ".\($0)"), depth + 1, $1) }
      default: break
      }
    }
    return findings
  }

  /// The same question without its place, since nearly all properties are sound.
  private func holdsUnkeepable(_ properties: [String: PropertyValue]) -> Bool {
    guard !properties.isEmpty else { return false }
    var pending = [(depth: 0, value: PropertyValue.dictionary(properties))]
    while let (depth, value) = pending.popLast() {
      if problem(with: value, depth) != nil { return true }
      switch value {
      case .array(let values): pending += values.map { (depth + 1, $0) }
      case .dictionary(let values): pending += values.values.map { (depth + 1, $0) }
      default: break
      }
    }
    return false
  }

  private func problem(with value: PropertyValue, _ depth: Int) -> String? {
    switch value {
    case .array where depth > Self.deepest, .dictionary where depth > Self.deepest:
      "is nested more than \(Self.deepest) levels deep, which no file can hold; flatten it"
    case .string(let text) where !isStored: ForbiddenCharacter(firstIn: text)?.problem
    case .dictionary(let values) where !isStored:
      values.keys.lazy.compactMap { ForbiddenCharacter(firstIn: $0) }.min { $0.number < $1.number }
        .map { "has a name that \($0.problem)" }
    case .real(let number) where !number.isFinite:
      "is a number that is not finite, which no file can hold; write a finite number, or a text"
    case .date(let moment) where !moment.timeIntervalSinceReferenceDate.isFinite:
      "is a date that is not finite, which no file can hold; write a date, or a text"
    default: nil
    }
  }

  private static func longer(_ path: String, _ step: String) -> String {
    path.utf8.count < longestPath ? path + step : path
  }
}
