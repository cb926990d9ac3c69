#if CommandLine
/// Lets `formstate set` and `formstate draft` take a negative number for a value.
///
/// The parser takes every word that begins with a hyphen for an option unless it follows `--`, and would call
/// `formstate set answers.sqlite level -3` wrong usage instead of letting the slider refuse it.
enum ProtectedArguments {
  private static let optionsWithValue: Set<String> = [
    "--form", "--response", "--at", "--seen-at", "--busy-timeout", "--author",
  ]

  /// The arguments with a negative number that stands where a value may stand moved behind `--`.
  static func protecting(_ arguments: [String]) -> [String] {
    guard let command = arguments.first, command == "set" || command == "draft", !arguments.contains("--"),
      let index = arguments.indices.last(where: { isValue(at: $0, in: arguments) })
    else { return arguments }
    var result = arguments
    let value = result.remove(at: index)
    return result + ["--", value]
  }

  private static func isValue(at index: Int, in arguments: [String]) -> Bool {
    guard index > 0, !optionsWithValue.contains(arguments[index - 1]) else { return false }
    let word = arguments[index]
    return word.hasPrefix("-") && Double(word) != nil
  }
}
#endif
