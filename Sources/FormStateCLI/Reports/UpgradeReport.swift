#if CommandLine
import FormState
import FormStateInterchange
import FormStateStore

/// Reports the upgrade of a response, or its dry run.
struct UpgradeReport {
  let key: ResponseKey
  let plan: UpgradePlan
  /// Whether it is a dry run.
  let isDryRun: Bool

  /// The report in words: a line, and one for each cell with contents.
  var lines: [String] {
    let cells = plan.cells
    let width = cells.map { TerminalText.width(of: Self.keys(of: $0)) }.max() ?? 0
    return [head]
      + cells.map { cell in
        "  \(TerminalText.padded(Self.keys(of: cell), to: width))  \(Self.words(of: cell, isDryRun))"
          + Self.title(of: cell) + (Self.answers(of: cell).map { ": \($0)" } ?? "")
      }
  }

  fileprivate static func title(of cell: UpgradedCell) -> String {
    cell.title == cell.key ? "" : "  “\(TerminalText.plain(cell.title))”"
  }

  /// The answer that does not simply stay: before and after, or if it is set aside, as it was.
  fileprivate static func answers(of cell: UpgradedCell) -> String? {
    guard cell.formerAnswer != cell.answer, let former = cell.formerAnswer else { return nil }
    let isSetAside = cell.fates == [.setAside] || cell.answer == nil && cell.fates.contains(.setAside)
    return TerminalText.plain(isSetAside ? former : ChangeSentences.comparison(of: former, with: cell.answer))
  }

  private var head: String {
    let name = "“\(TerminalText.plain(key.response))”"
    let version = "version \(plan.version) of “\(TerminalText.plain(key.form))”"
    guard plan.changesVersion else {
      guard plan.changesAnything else { return "\(name) already uses \(version)." }
      let count = Count.of(plan.count(of: .returned), "cell")
      return isDryRun ? "\(name) would restore \(count)." : "\(name) restored \(count)."
    }
    return isDryRun ? "\(name) would be upgraded to \(version)." : "\(name) was upgraded to \(version)."
  }

  /// The key of a cell, and its new one.
  ///
  /// - Parameter inAnyInstance: whether to leave the number of the instance out.
  fileprivate static func keys(of cell: UpgradedCell, inAnyInstance: Bool = false) -> String {
    let address = InstanceNames().address(of: cell.key, in: inAnyInstance ? 0 : cell.instance)
    let key = TerminalText.plain(address) + (cell.setAsideFrom.map { " of version \($0)" } ?? "")
    guard let new = cell.newKey, new != cell.key else { return key }
    return "\(key) → \(TerminalText.plain(new))"
  }

  fileprivate static func words(of cell: UpgradedCell, _ isDryRun: Bool) -> String {
    let fates = cell.fates.map { fate in
      switch fate {
      case .kept: "kept"
      case .returned: "returned"
      case .renamed: "renamed"
      case .moved: "moved"
      case .converted: "converted"
      case .partlyKept: "partly kept"
      case .keptAsDraft: "kept as draft"
      case .notCalculated: "not calculated any more"
      case .setAside:
        if cell.setAsideFrom != nil, cell.newKey != nil, cell.fates == [.setAside] {
          "still set aside"
        } else {
          cell.newKey == nil ? "set aside" : "partly set aside"
        }
      }
    }.joined(separator: ", ")
    guard !cell.candidates.isEmpty else { return fates }
    return "\(fates): could be \(cell.namesOfCandidates(TerminalText.plain)), choose with --map"
  }
}

/// Reports the upgrade of many responses: the total for each question, since each response would be thousands of lines.
struct UpgradeTotals {
  /// What happens to a question in some responses.
  private struct Row {
    let keys: String
    let words: String
    let title: String
    var count = 0
    /// The answers, each with how often.
    var answers: [String: Int] = [:]
  }

  /// How many different answers of a question are listed.
  private static let mostAnswers = 3

  private var heads: [(text: (Int) -> String, count: Int)] = []
  private var rows: [Row] = []
  private var places: [String: Int] = [:]

  init(of reports: [UpgradeReport]) {
    var places: [String: Int] = [:]
    for report in reports {
      let head = report.headOfMany
      if let place = places[head(0)] {
        heads[place].count += 1
      } else {
        places[head(0)] = heads.count
        heads.append((head, 1))
      }
      for cell in report.plan.cells where cell.fates != [.kept] { add(cell, report.isDryRun) }
    }
  }

  private mutating func add(_ cell: UpgradedCell, _ isDryRun: Bool) {
    let row = Row(
      keys: UpgradeReport.keys(of: cell, inAnyInstance: true), words: UpgradeReport.words(of: cell, isDryRun),
      title: UpgradeReport.title(of: cell))
    let name = "\(row.keys)\n\(row.words)\n\(row.title)"
    let place = places[name] ?? rows.count
    if place == rows.count {
      places[name] = place
      rows.append(row)
    }
    rows[place].count += 1
    if let answers = UpgradeReport.answers(of: cell) { rows[place].answers[answers, default: 0] += 1 }
  }

  /// A line for each outcome of responses, and one for each outcome of questions.
  var lines: [String] {
    let width = rows.map { TerminalText.width(of: $0.keys) }.max() ?? 0
    let digits = rows.map { String($0.count).count }.max() ?? 0
    return heads.map { $0.text($0.count) }
      + rows.map { row in
        let count = String(repeating: " ", count: digits - String(row.count).count) + "\(row.count)"
        return
          "  \(TerminalText.padded(row.keys, to: width))  \(count) \(row.words)\(row.title)\(Self.listed(row.answers))"
      }
  }

  /// The most frequent answers.
  private static func listed(_ answers: [String: Int]) -> String {
    guard !answers.isEmpty else { return "" }
    let shown = answers.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(mostAnswers)
      .map { "\($0.key.shortened) (\($0.value))" }
    let left = answers.count - shown.count
    return ": " + shown.joined(separator: ", ") + (left > 0 ? " and \(left) more" : "")
  }
}

extension UpgradeReport {
  /// What becomes of a number of responses like this one.
  fileprivate var headOfMany: (Int) -> String {
    let version = "version \(plan.version) of “\(TerminalText.plain(key.form))”"
    let (isDryRun, changesVersion, changes) = (isDryRun, plan.changesVersion, plan.changesAnything)
    return { count in
      let responses = Count.of(count, "response")
      if !changes { return "\(responses) already \(count == 1 ? "uses" : "use") \(version)." }
      if !changesVersion { return isDryRun ? "\(responses) would restore cells." : "\(responses) restored cells." }
      return isDryRun
        ? "\(responses) would be upgraded to \(version)."
        : "\(responses) \(count == 1 ? "was" : "were") upgraded to \(version)."
    }
  }
}

extension UpgradedCell {
  /// The keys of its first candidates: “name” or “name-2”.
  ///
  /// - Parameter text: how a key is shown.
  func namesOfCandidates(_ text: (String) -> String = { $0 }) -> String {
    let shown = candidates.prefix(5).map { "“\(text($0))”" }
    return (shown + (candidates.count > shown.count ? ["another one"] : [])).joined(separator: " or ")
  }
}
#endif
