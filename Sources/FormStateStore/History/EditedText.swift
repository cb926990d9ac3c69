/// A text whose parts can be replaced, in time proportional to the part and not to the text.
struct EditedText {
  private var scalars: [Unicode.Scalar]

  /// Begins with a whole text.
  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// The current text. O(n).
  var text: String { String(String.UnicodeScalarView(scalars)) }

  /// Replaces all but some characters at the beginning and at the end; `false` if the current text there differs.
  mutating func replace(_ old: String, with new: String, keeping keeps: (first: Int, last: Int)) -> Bool {
    guard keeps.first >= 0, keeps.last >= 0, keeps.first <= scalars.count, keeps.last <= scalars.count - keeps.first
    else { return false }
    let middle = keeps.first..<(scalars.count - keeps.last)
    guard scalars[middle].elementsEqual(old.unicodeScalars) else { return false }
    scalars.replaceSubrange(middle, with: Array(new.unicodeScalars))
    return true
  }
}
