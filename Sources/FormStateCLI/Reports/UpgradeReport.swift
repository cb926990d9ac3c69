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
  ///
  /// - Parameter isBrief: whether to omit the cells that stay unchanged.
  func lines(isBrief: Bool = false) -> [String] {
    let cells = isBrief ? plan.cells.filter { $0.fates != [.kept] } : plan.cells
    let width = cells.map { TerminalText.width(of: Self.keys(of: $0)) }.max() ?? 0
    return [head]
      + cells.map { cell in
        let title = cell.title == cell.key ? "" : "  “\(TerminalText.plain(cell.title))”"
        return "  \(TerminalText.padded(Self.keys(of: cell), to: width))  \(Self.words(of: cell, isDryRun))\(title)"
      }
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

  private static func keys(of cell: UpgradedCell) -> String {
    let address = cell.instance == 0 ? cell.key : "\(cell.key):\(cell.instance)"
    let key = TerminalText.plain(address) + (cell.setAsideFrom.map { " of version \($0)" } ?? "")
    guard let new = cell.newKey, new != cell.key else { return key }
    return "\(key) → \(TerminalText.plain(new))"
  }

  private static func words(of cell: UpgradedCell, _ isDryRun: Bool) -> String {
    let fates = cell.fates.map { fate in
      switch fate {
      case .kept: "kept"
      case .returned: "returned"
      case .renamed: "renamed"
      case .moved: "moved"
      case .converted: "converted"
      case .partlyKept: "partly kept"
      case .keptAsDraft: "kept as draft"
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
