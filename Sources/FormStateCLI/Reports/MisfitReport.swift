#if CommandLine
import FormState
import FormStateInterchange

/// What a document of answers states that a response does not match.
struct MisfitReport {
  /// How many lines are listed before the rest is only counted.
  private static let mostListed = 100

  /// The first misfits.
  var first: [Diagnostic] = []
  /// The number of misfits.
  var count = 0
  /// How many of them are values that are kept.
  var keptCount = 0

  /// How many of them are left out.
  var refusedCount: Int { count - keptCount }

  /// A line for each misfit, up to a readable number.
  var lines: [String] { Self.lines(first, count: count) }

  /// The error if nothing is imported because of them.
  func refusal(of source: String, form: String) -> CommandFailure {
    let head = "\(source) does not fit “\(form.shortened)” (\(Count.of(count, "misfit"))); nothing was imported"
    return CommandFailure(([head] + lines).joined(separator: "\n"))
  }

  /// A line for each diagnostic, up to a readable number.
  static func lines(_ diagnostics: [Diagnostic], count: Int? = nil) -> [String] {
    listed(diagnostics.map { "  \(TerminalText.plain($0.description))" }, count: count)
  }

  /// Lines up to a readable number.
  ///
  /// - Parameter count: how many there are; by default, those given.
  static func listed(_ lines: [String], count: Int? = nil) -> [String] {
    let left = (count ?? lines.count) - min(lines.count, mostListed)
    return lines.prefix(mostListed) + (left > 0 ? ["  … and \(left) more"] : [])
  }
}
#endif
