import Foundation

/// Text normalized the way Swift compares strings.
///
/// Swift, and so every `Dictionary`, treats “é” in one scalar and “é” in two as equal, while SQLite compares bytes.
/// Therefore keys are composed on input. Texts stay as typed and are compared scalar by scalar.
package enum CanonicalText {
  /// The maximum number of consecutive combining marks.
  ///
  /// Unicode's stream-safe format allows 30; real writing has fewer than ten.
  package static let maximumMarks = 64

  /// Composes text canonically (NFC).
  ///
  /// Normalization sorts each run of combining marks in quadratic time, and every `Dictionary` of these keys repeats
  /// it; a long run is therefore refused.
  ///
  /// - Parameter bytes: valid UTF-8.
  /// - Returns: the composed text, in which equal strings have equal bytes; `nil` if more than ``maximumMarks``
  ///   combining marks follow one another.
  /// - Complexity: O(*n*).
  static func composed(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    composed(String(decoding: bytes, as: UTF8.self)).map { Array($0.utf8) }
  }

  /// Composes a text canonically (NFC).
  ///
  /// - Returns: `nil` if more than ``maximumMarks`` combining marks follow one another.
  package static func composed(_ text: String) -> String? {
    if text.unicodeScalars.allSatisfy(isAlwaysComposed) { return text }
    guard hasShortRuns(text.unicodeScalars) else { return nil }
    return text.utf8.count <= longPart ? text.precomposedStringWithCanonicalMapping : composedInParts(text)
  }

  /// The number of scalars after which the next part of a text may begin.
  private static let longPart = 500

  /// Composes a long text in parts, since Foundation takes quadratic time: it moves the rest of a text for each letter.
  private static func composedInParts(_ text: String) -> String {
    var composed = ""
    var part = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
      if count >= longPart, neverJoins(scalar) {
        composed += String(part).precomposedStringWithCanonicalMapping
        part = String.UnicodeScalarView()
        count = 0
      }
      part.append(scalar)
      count += 1
    }
    return composed + String(part).precomposedStringWithCanonicalMapping
  }

  /// Whether a scalar never becomes one with those before it; only marks, vowels and final consonants of Hangul and
  /// vowels of Kirat Rai do.
  private static func neverJoins(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1160...0x11FF, 0x16D40...0x16D7F: false
    default:
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .spacingMark, .enclosingMark: false
      default: scalar.properties.canonicalCombiningClass == .notReordered
      }
    }
  }

  /// Whether no run of combining marks is longer than ``maximumMarks``.
  ///
  /// - Parameter scalars: the text.
  private static func hasShortRuns(_ scalars: String.UnicodeScalarView) -> Bool {
    var marks = 0
    for scalar in scalars {
      // A few Tibetan marks have class 0, but decompose into marks with another class.
      let isMark =
        !isAlwaysComposed(scalar)
        && (scalar.properties.canonicalCombiningClass != .notReordered
          || [.nonspacingMark, .spacingMark].contains(scalar.properties.generalCategory))
      marks = isMark ? marks + 1 : 0
      if marks > maximumMarks { return false }
    }
    return true
  }

  /// Whether a scalar is composed already, and never combines with a neighbour.
  ///
  /// The list is deliberately short: it gives common scripts a fast path and need not be complete.
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
  /// The text as a key: canonically composed, so equal keys have equal bytes.
  ///
  /// A text with too many combining marks to compose is unchanged; no definition may have such a key.
  package var canonicalKey: String {
    if utf8.withContiguousStorageIfAvailable({ $0.allSatisfy { $0 < 0x80 } }) ?? false { return self }
    return CanonicalText.composed(self) ?? self
  }

  /// The addition to a message about a duplicate key: two keys that look the same may be spelled differently.
  package var noteOnTwins: String {
    utf8.allSatisfy { $0 < 0x80 } ? "" : "; a letter with an accent is the same written as one character or as two"
  }

  /// Whether two texts have the same scalars; `==` also treats two spellings of an accent as equal. O(n).
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
