import Foundation

/// The stored name of an attached file: its original name, made safe, with the beginning of the SHA-256 of its content
/// before the extension, such as `IMG_1234-3f2a….jpg`.
///
/// A content can therefore be verified by its name, and two contents never share one.
package struct AttachmentName: Hashable, Sendable {
  /// The number of hexadecimal digits of the digest in a name.
  private static let digitCount = 32
  /// The maximum bytes of the original name.
  private static let mostBytes = 64
  /// The maximum characters of an extension.
  private static let longestEnding = 8

  /// The whole name.
  package let text: String
  /// The digits in it.
  package let digits: String

  /// Makes the name of a file.
  ///
  /// - Parameters:
  ///   - given: the original name of the file.
  ///   - digest: the SHA-256 of its content, in hexadecimal digits.
  package init(of given: String, digest: String) {
    let last = given.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    let (stem, ending) = Self.parts(of: last)
    let safe = Self.safe(stem)
    digits = String(digest.prefix(Self.digitCount))
    text = "\(safe.isEmpty ? "file" : safe)-\(digits)" + (ending.isEmpty ? "" : ".\(ending.lowercased())")
  }

  /// Accepts a possible name of an attached file; `nil` for any other text.
  package init?(_ text: String) {
    let (base, ending) = Self.parts(of: text)
    let digits = base.suffix(Self.digitCount)
    let stem = base.dropLast(Self.digitCount)
    guard digits.count == Self.digitCount, digits.utf8.allSatisfy(Self.isHexadecimalDigit), stem.last == "-",
      ending == ending.lowercased(), !stem.dropLast().isEmpty,
      Self.safe(String(stem.dropLast())).utf8.elementsEqual(stem.dropLast().utf8)
    else { return nil }
    self.text = text
    self.digits = String(digits)
  }

  /// The part before the extension, and the extension without its dot; empty if there is none.
  private static func parts(of name: String) -> (stem: String, ending: String) {
    guard let dot = name.lastIndex(of: ".") else { return (name, "") }
    let ending = name[name.index(after: dot)...]
    guard (1...longestEnding).contains(ending.count), ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return (name, "") }
    return (String(name[..<dot]), String(ending))
  }

  /// A text of letters, digits and the signs `-`, `_` and `.`, with one hyphen for each run of others.
  private static func safe(_ text: String) -> String {
    var safe = ""
    for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
      let kept: Unicode.Scalar = isKept(scalar) ? scalar : "-"
      if kept == "-", safe.unicodeScalars.last == "-" { continue }
      guard safe.utf8.count + UTF8.width(kept) <= mostBytes else { break }
      safe.unicodeScalars.append(kept)
    }
    return safe.trimmingCharacters(in: CharacterSet(charactersIn: "-_."))
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .nonspacingMark, .spacingMark:
      true
    default: scalar == "-" || scalar == "_" || scalar == "."
    }
  }

  private static func isHexadecimalDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
