#if CommandLine
/// Numbers with their noun.
enum Count {
  /// `1 cell`, `2 cells`.
  static func of(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(plural ?? noun + "s")"
  }
}
#endif
