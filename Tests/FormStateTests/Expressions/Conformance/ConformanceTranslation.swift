import FormState

/// Turns the paths of an XForms expression into references, as an import would.
struct ConformanceTranslation {
  /// Why an assertion is not about the language of rules.
  struct OutOfScope: Error {
    let reason: String
  }

  let document: ConformanceDocument
  private let characters: [Unicode.Scalar]
  var position = 0
  var result = ""
  var expectsValue = true

  private init(_ expression: String, in document: ConformanceDocument) {
    self.document = document
    characters = Array(expression.unicodeScalars)
  }

  /// The expression with references in place of paths.
  static func translated(
    _ expression: String, in document: ConformanceDocument, from path: String
  ) throws -> String {
    var translation = ConformanceTranslation(expression, in: document)
    try translation.run(from: path, until: nil)
    return translation.result
  }

  // MARK: - Expressions

  mutating func run(from path: String, until end: Unicode.Scalar?) throws {
    var depth = 0
    while let next {
      if next == end, depth == 0 { return }
      if next == "[" || next == "(" { depth += 1 }
      if next == "]" || next == ")" { depth -= 1 }
      try token(next, from: path)
    }
  }

  private mutating func token(_ next: Unicode.Scalar, from path: String) throws {
    switch next {
    case " ", "\n", "\t", "\r": copy()
    case "'", "\"": text(next)
    case _ where isDigit(next), "." where isDigit(ahead(1)):
      while let digit = self.next, isDigit(digit) || digit == "." { copy() }
      expectsValue = false
    case _ where expectsValue && isPathStart(next): try value(from: path)
    case _ where isNameStart(next):
      while let letter = self.next, ("a"..."z").contains(letter) { copy() }
      expectsValue = true
    case ")":
      copy()
      if self.next == "/" || self.next == "[" { throw OutOfScope(reason: "path of a value") }
      expectsValue = false
    default:
      copy()
      expectsValue = true
    }
  }

  private mutating func text(_ mark: Unicode.Scalar) {
    copy()
    while let next, next != mark { copy() }
    copy()
    expectsValue = false
  }

  private mutating func value(from path: String) throws {
    let start = position
    if isNameStart(next), let name = takeName() {
      let isCall = characters[position...].first { $0 != " " } == "("
      if isCall, !Self.nodeTests.contains(name) {
        result += name
        while next != "(" { copy() }
        return
      }
      position = start
    }
    try reference(from: path)
    expectsValue = false
  }

  private static let nodeTests: Set<String> = ["node", "text", "comment", "processing-instruction"]

  // MARK: - Characters

  var next: Unicode.Scalar? { position < characters.count ? characters[position] : nil }

  func ahead(_ distance: Int) -> Unicode.Scalar? {
    position + distance < characters.count ? characters[position + distance] : nil
  }

  private mutating func copy() {
    if let next { result.unicodeScalars.append(next) }
    position += 1
  }

  mutating func skip(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard characters[position...].starts(with: scalars) else { return false }
    position += scalars.count
    return true
  }

  mutating func skipBlanksBefore(_ sign: Unicode.Scalar) {
    guard let index = characters[position...].firstIndex(where: { $0 != " " }), characters[index] == sign,
      index > position, characters.indices.contains(index + 1), isNameStart(characters[index + 1]) == true
    else { return }
    position = index
  }

  mutating func takeName() -> String? {
    guard isNameStart(next) else { return nil }
    var name = ""
    while let next, isNameStart(next) || isDigit(next) || next == "-" || next == "." {
      name.unicodeScalars.append(next)
      position += 1
    }
    if next == ":", let after = ahead(1), isNameStart(after) {
      position += 1
      name += ":" + (takeName() ?? "")
    }
    return name
  }

  private func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }

  func isNameStart(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { $0 == "_" || $0.properties.isAlphabetic } ?? false
  }

  func isPathStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == "." || scalar == "*" || scalar == "@" || isNameStart(scalar)
  }
}
