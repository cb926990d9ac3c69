/// The outcomes of all assertions.
struct ConformanceReport {
  private var passed = 0
  /// What the language lacks and refuses by name, with the number of assertions.
  private(set) var refused: [String: Int] = [:]
  private(set) var outOfScope: [String: Int] = [:]
  private var explained: [String: Int] = [:]
  private var seen: Set<String> = []
  /// The deviations that are not in the list.
  private(set) var unexplained: [String] = []

  /// Counts an assertion.
  mutating func add(_ assertion: ConformanceAssertion, _ outcome: ConformanceAssertion.Outcome) {
    switch outcome {
    case .passed: passed += 1
    case .refused(let name): refused[name, default: 0] += 1
    case .outOfScope(let reason): outOfScope[reason, default: 0] += 1
    case .deviates(let got):
      let name = "\(assertion.kind): \(assertion.expr)"
      guard let reason = ConformanceDeviation.reasons[name] else {
        unexplained.append("\(assertion.spec) \(name) => \(assertion.expected.text), not \(got)")
        return
      }
      seen.insert(name)
      explained[reason, default: 0] += 1
    }
  }

  /// The listed deviations that do not occur.
  var unneeded: [String] { Set(ConformanceDeviation.reasons.keys).subtracting(seen).sorted() }

  private var deviating: Int { explained.values.reduce(0, +) + unexplained.count }

  /// The share of the assertions in scope that passed.
  var share: Double { Double(passed) / Double(max(passed + deviating, 1)) }

  /// A table for people.
  var table: String {
    let percent = (share * 1000).rounded() / 10
    var lines = ["in scope \(passed + deviating), passed \(passed) (\(percent) %), deviating \(deviating)"]
    lines += Self.lines("deviating", explained)
    lines += Self.lines("refused by name", refused)
    lines += Self.lines("out of scope", outOfScope)
    lines.append("refused by name in all: \(refused.values.reduce(0, +))")
    return (lines + unexplained.map { "UNEXPLAINED \($0)" } + unneeded.map { "UNNEEDED \($0)" }).joined(separator: "\n")
  }

  private static func lines(_ title: String, _ counts: [String: Int]) -> [String] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "  \(title): \($0.value) \($0.key)" }
  }
}
