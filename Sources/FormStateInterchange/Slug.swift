/// Makes stable keys from titles.
enum Slug {
  /// A text in lower case, with one hyphen for every run of characters other than letters and digits.
  ///
  /// Letters of all scripts stay: a form in Greek gets Greek keys.
  ///
  /// - Returns: `nil` if there is neither letter nor digit.
  static func text(of title: some StringProtocol) -> String? {
    if let slug = title.utf8.withContiguousStorageIfAvailable(plainText), let slug { return slug.isEmpty ? nil : slug }
    var slug = ""
    var awaitsHyphen = false
    for character in title.lowercased() {
      guard character.isLetter || character.isNumber else {
        awaitsHyphen = !slug.isEmpty
        continue
      }
      if awaitsHyphen { slug.append("-") }
      awaitsHyphen = false
      slug.append(character)
    }
    return slug.isEmpty ? nil : slug
  }

  /// The words of a camel-case name, such as a reuse identifier: `value-picker` for `idCellValuePicker`.
  static func text(ofName name: String) -> String? {
    var words = ""
    var wasSmall = false
    for character in name.hasPrefix("idCell") ? name.dropFirst("idCell".count) : Substring(name) {
      if wasSmall && character.isUppercase { words.append(" ") }
      wasSmall = character.isLowercase || character.isNumber
      words.append(character)
    }
    return text(of: words)
  }

  /// The same for ASCII text, like most titles; empty if there is neither letter nor digit, and `nil` for any other
  /// text.
  private static func plainText(of title: UnsafeBufferPointer<UInt8>) -> String? {
    guard title.allSatisfy({ $0 < 0x80 }) else { return nil }
    return String(unsafeUninitializedCapacity: title.count) { slug in
      var count = 0
      var awaitsHyphen = false
      for byte in title {
        let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        let letter = isCapital ? byte | 0x20 : byte
        guard (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) || DocumentBytes.isDigit(byte) else {
          awaitsHyphen = count > 0
          continue
        }
        // A hyphen replaces at least one character, so the output never outgrows the title.
        if awaitsHyphen {
          slug[count] = UInt8(ascii: "-")
          count += 1
        }
        awaitsHyphen = false
        slug[count] = letter
        count += 1
      }
      return count
    }
  }
}

/// Returns keys, each only once: `date`, `date-2`, `date-3` …
struct KeyMaker {
  private var taken: Set<String> = []
  /// The next number for a name, so a million equal titles do not cost a million tries each.
  private var next: [String: Int] = [:]

  /// A key for a name, the name itself if it is free. O(1) amortised.
  mutating func key(for name: String) -> String {
    guard !taken.insert(name).inserted else { return name }
    var number = next[name] ?? 2
    while !taken.insert("\(name)-\(number)").inserted { number += 1 }
    next[name] = number + 1
    return "\(name)-\(number)"
  }
}
