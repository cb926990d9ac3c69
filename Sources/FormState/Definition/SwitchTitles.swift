/// What a switch shows for its two positions.
public struct SwitchTitles: Hashable, Sendable {
  /// The text for off.
  public var off: String
  /// The text for on.
  public var on: String

  /// Creates a pair of titles.
  public init(off: String, on: String) {
    self.off = off
    self.on = on
  }

  /// What a switch without titles of its own shows.
  public static let standard = SwitchTitles(off: "Off", on: "On")

  /// Reads the tutorial's way to name both titles in one: `Off = Single, On = Married`.
  ///
  /// The words before the equals signs may be in any case and either order; returns `nil` for any other
  /// text. A title may itself contain a comma, since the text is split where the second word stands.
  public init?(describedBy text: String) {
    // Most titles name no positions; the pattern is only worth its time where two equals signs stand, and its
    // backtracking must not meet a text that no switch could show.
    guard text.utf8.count <= 1000, text.utf8.count(where: { $0 == UInt8(ascii: "=") }) >= 2 else {
      return nil
    }
    let pattern =
      /(?i)\s*(?<first>off|on)\s*=\s*(?<one>\S.*?)\s*,\s*(?<second>off|on)\s*=\s*(?<other>\S.*?)\s*/
    // By scalars: a combining mark after the equals sign would make one character of the two.
    guard let match = text.wholeMatch(of: pattern.matchingSemantics(.unicodeScalar)) else { return nil }
    let first = match.first.lowercased()
    guard first != match.second.lowercased() else { return nil }
    let one = String(match.one)
    let other = String(match.other)
    self = first == "off" ? SwitchTitles(off: one, on: other) : SwitchTitles(off: other, on: one)
  }

  /// The title for a position.
  public func title(isOn: Bool) -> String {
    isOn ? on : off
  }
}
