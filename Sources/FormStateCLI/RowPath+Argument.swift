#if CommandLine
import ArgumentParser
import FormState

/// A row path on the command line: `0,3` or `[0,3]`.
struct RowPathArgument: ExpressibleByArgument {
  /// The row path.
  let path: RowPath

  init?(argument: String) {
    var text = Substring(argument)
    if text.hasPrefix("["), text.hasSuffix("]") { text = text.dropFirst().dropLast() }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = parts.first, let last = parts.last,
      let section = Int(first.trimmingPrefix(" ")), let row = Int(last.trimmingPrefix(" "))
    else { return nil }
    path = RowPath(section: section, row: row)
  }

  var defaultValueDescription: String { path.description }
}
#endif
