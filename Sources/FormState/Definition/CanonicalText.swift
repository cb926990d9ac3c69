import Foundation

/// Text in the form in which Swift compares strings.
///
/// Swift calls “é” in one scalar and “é” in two equal, and so does every `Dictionary`, while SQLite compares bytes. So
/// keys are composed wherever they come in, and texts, which stay as they were typed, are compared scalar by scalar.
package enum CanonicalText {
  /// The most combining marks that may follow one another.
  ///
  /// Unicode's stream-safe format knows 30; real writing has fewer than ten.
  package static let maximumMarks = 64

  /// Composes text canonically (NFC).
  ///
  /// Normalising sorts each run of combining marks, in quadratic time, and every `Dictionary` of such keys does it
  /// again; so a long run is refused instead.
  ///
  /// - Parameter bytes: valid UTF-8.
  /// - Returns: the same text, so composed that equal strings have equal bytes; `nil` when more than
  ///   ``maximumMarks`` combining marks follow one another.
  /// - Complexity: O(*n*).
  package static func composed(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    composed(String(decoding: bytes, as: UTF8.self)).map { Array($0.utf8) }
  }

  /// Composes a text canonically (NFC).
  ///
  /// - Returns: `nil` when more than ``maximumMarks`` combining marks follow one another.
  package static func composed(_ text: String) -> String? {
    if text.unicodeScalars.allSatisfy(isAlwaysComposed) { return text }
    guard hasShortRuns(text.unicodeScalars) else { return nil }
    return text.precomposedStringWithCanonicalMapping
  }

  /// Whether no run of combining marks is longer than ``maximumMarks``.
  ///
  /// - Parameter scalars: the text.
  private static func hasShortRuns(_ scalars: String.UnicodeScalarView) -> Bool {
    var marks = 0
    for scalar in scalars {
      // A few Tibetan marks have class 0 themselves and decompose into marks that have not.
      let isMark =
        !isAlwaysComposed(scalar)
        && (scalar.properties.canonicalCombiningClass != .notReordered
          || scalar.properties.generalCategory == .nonspacingMark)
      marks = isMark ? marks + 1 : 0
      if marks > maximumMarks { return false }
    }
    return true
  }

  /// Whether a scalar is composed already and never combines with a neighbour.
  ///
  /// The list is short on purpose: it spares the common scripts the slow way and need not be complete.
  ///
  /// - Parameter scalar: the scalar.
  private static func isAlwaysComposed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0000...0x02FF, 0x0400...0x0482, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
      true
    default: false
    }
  }
}

extension String {
  /// The text as keys are kept: canonically composed, so that equal keys have equal bytes.
  ///
  /// What has too many combining marks to be composed stays as it is; no definition may have such a key.
  package var canonicalKey: String {
    if utf8.withContiguousStorageIfAvailable({ $0.allSatisfy { $0 < 0x80 } }) ?? false { return self }
    return CanonicalText.composed(self) ?? self
  }

  /// What to say besides when this key stands twice: two that look the same may have been written differently.
  package var noteOnTwins: String {
    utf8.allSatisfy { $0 < 0x80 } ? "" : "; a letter with an accent is the same written as one character or as two"
  }

  /// Whether the text has the same scalars as another one; `==` also calls two spellings of an accent equal. O(n).
  package func isSpelled(like other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  /// Adds the scalars of the text to a hash, as ``isSpelled(like:)`` compares them. O(n).
  package func hashSpelling(into hasher: inout Hasher) {
    var text = self
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    hasher.combine(UInt8.max)
  }
}
