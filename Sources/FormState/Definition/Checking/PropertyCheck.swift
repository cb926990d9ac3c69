/// Finds values that no document can represent among the properties of a form, section or cell.
///
/// Everything imported must be exportable. JSON and property lists can represent neither infinity nor “not a number”,
/// and XML cannot represent most control characters.
struct PropertyCheck {
  /// Whether the properties are already stored, see `FormDefinition.definitionFaults(isStored:)`.
  let isStored: Bool

  /// A value that cannot be stored.
  struct Finding: Hashable {
    /// Its path in form JSON, such as `properties.sizes[2]`.
    let path: String
    /// What is wrong and how to fix it.
    let problem: String
  }

  /// Maximum number of findings; the first are enough to fix the rest.
  private static let mostFindings = 100
  /// The deepest nesting of values that a document allows.
  private static let deepest = 254
  /// Maximum length of a path in a finding; longer ones are truncated.
  private static let longestPath = 1000

  /// The values that cannot be stored, in the order of their names. O(n), without recursion, for n values.
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

  /// Whether there are any, without their paths, since nearly all properties are valid.
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
