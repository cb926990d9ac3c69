import Foundation

/// Text in the form in which Swift compares strings.
///
/// Swift calls “é” in one scalar and “é” in two equal, and so does every `Dictionary` a decoder fills; keys that
/// differ in bytes only would silently replace one another.
enum CanonicalText {
  /// The most combining marks that may follow one another.
  ///
  /// Unicode's stream-safe format knows 30; real writing has fewer than ten.
  static let maximumMarks = 64

  /// Composes text canonically (NFC).
  ///
  /// Normalising sorts each run of combining marks, in quadratic time, and every `Dictionary` of such keys does it
  /// again; so a long run is refused instead.
  ///
  /// - Parameter bytes: valid UTF-8.
  /// - Returns: the same text, so composed that equal strings have equal bytes; `nil` when more than
  ///   ``maximumMarks`` combining marks follow one another.
  /// - Complexity: O(*n*).
  static func composed(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    let text = String(decoding: bytes, as: UTF8.self)
    if text.unicodeScalars.allSatisfy(isAlwaysComposed) { return Array(bytes) }
    guard hasShortRuns(text.unicodeScalars) else { return nil }
    return Array(text.precomposedStringWithCanonicalMapping.utf8)
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
