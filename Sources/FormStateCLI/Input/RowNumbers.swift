#if CommandLine
import ArgumentParser

/// A range of rows: `1..50`, `51..` or `7`.
struct RowNumbers: ExpressibleByArgument {
  /// The rows, counted from 0.
  let positions: Range<Int>

  init?(argument: String) {
    let parts = argument.components(separatedBy: "..")
    guard let first = Int(parts[0]), first >= 1, parts.count <= 2 else { return nil }
    guard parts.count == 2, !parts[1].isEmpty else {
      positions = (first - 1)..<(parts.count == 2 ? .max : first)
      return
    }
    guard let last = Int(parts[1]), last >= first else { return nil }
    positions = (first - 1)..<last
  }
}
#endif
