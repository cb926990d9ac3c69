import FormState

/// Turns the paths of an XForms expression into references, as an import would.
struct ConformanceTranslation {
  /// Why an assertion is not about the language of rules.
  struct OutOfScope: Error {
    let reason: String
  }

  private let document: ConformanceDocument
  private let characters: [Unicode.Scalar]
  private var position = 0
  private var result = ""
  private var expectsValue = true

  private init(_ expression: String, in document: ConformanceDocument) {
    self.document = document
    characters = Array(expression.unicodeScalars)
  }

  /// The expression with references in the place of paths.
  static func translated(
    _ expression: String, in document: ConformanceDocument, from path: String
  ) throws -> String {
    var translation = ConformanceTranslation(expression, in: document)
    try translation.run(from: path, until: nil)
    return translation.result
  }

  // MARK: - Expressions

  private mutating func run(from path: String, until end: Unicode.Scalar?) throws {
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
        if let reason = Self.outOfScope[name] { throw OutOfScope(reason: reason) }
        if Self.unknown(name) { throw OutOfScope(reason: "unknown function") }
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

  private static let outOfScope: [String: String] = [
    "id": "id", "lang": "lang", "name": "node names", "local-name": "node names", "namespace-uri": "node names",
    "randomize": "randomize",
  ]

  private static func unknown(_ name: String) -> Bool { name.hasPrefix("explode") }

  // MARK: - Paths

  /// A step that is written down: where it leads, and its conditions.
  private struct Step {
    let path: [Substring]
    var conditions = ""
  }

  private mutating func reference(from origin: String) throws {
    let context = origin.split(separator: ".")
    var path = context
    var steps: [Step] = []
    if next == "/" {
      if ahead(1) == "/" { throw OutOfScope(reason: "//") }
      position += 1
      path = []
      guard let next, isPathStart(next) else { throw OutOfScope(reason: "the document itself") }
    }
    repeat {
      try step(&path, &steps)
      while next == "[" { try condition(of: &steps, at: path) }
      skipBlanksBefore("/")
    } while try continues()
    result += written(steps, to: path, from: context)
  }

  private mutating func continues() throws -> Bool {
    guard next == "/" else { return false }
    if ahead(1) == "/" { throw OutOfScope(reason: "//") }
    position += 1
    return true
  }

  private mutating func step(_ path: inout [Substring], _ steps: inout [Step]) throws {
    if skip("..") || skip("parent::node()") { return try up(&path, &steps) }
    if skip("self::node()") || skip("self::*") || skip(".") { return }
    _ = skip("child::")
    if next == "@" { throw OutOfScope(reason: "attributes") }
    if skip("*") {
      guard let name = document.onlyChildName(ofPath: path.joined(separator: ".")) else {
        throw OutOfScope(reason: "wildcards")
      }
      path.append(Substring(name))
    } else {
      guard let name = takeName() else { throw OutOfScope(reason: "no path") }
      if next == ":", ahead(1) == ":" { throw OutOfScope(reason: name == "attribute" ? "attributes" : "axes") }
      if next == ":" || document.hasNamespace { throw OutOfScope(reason: "namespaces") }
      if next == "(" { throw OutOfScope(reason: "kinds of nodes") }
      path.append(Substring(name))
    }
    steps.append(Step(path: path))
  }

  private func up(_ path: inout [Substring], _ steps: inout [Step]) throws {
    if path.isEmpty { throw OutOfScope(reason: "the document itself") }
    if let last = steps.last, last.conditions.isEmpty { steps.removeLast() }
    path = path.dropLast()
  }

  private mutating func condition(of steps: inout [Step], at path: [Substring]) throws {
    guard !steps.isEmpty else { throw OutOfScope(reason: "conditions of the cell itself") }
    let outer = result
    result = ""
    position += 1
    expectsValue = true
    try run(from: path.joined(separator: "."), until: "]")
    position += 1
    steps[steps.count - 1].conditions += "[\(result)]"
    result = outer
  }

  private func written(_ steps: [Step], to path: [Substring], from context: [Substring]) -> String {
    if steps.isEmpty || steps.last?.path != path && steps.allSatisfy({ $0.conditions.isEmpty }) {
      if path == context { return "." }
      if path == context.dropLast() { return ".." }
      return "${\(path.joined(separator: "."))}"
    }
    var written = steps.dropLast().filter {
      !$0.conditions.isEmpty || document.isRepeated($0.path.joined(separator: "."))
    }
    written += steps.suffix(1)
    if written.last?.path != path { written.append(Step(path: path)) }
    return written.map { "${\($0.path.joined(separator: "."))}\($0.conditions)" }.joined(separator: "/")
  }

  // MARK: - Characters

  private var next: Unicode.Scalar? { position < characters.count ? characters[position] : nil }

  private func ahead(_ distance: Int) -> Unicode.Scalar? {
    position + distance < characters.count ? characters[position + distance] : nil
  }

  private mutating func copy() {
    if let next { result.unicodeScalars.append(next) }
    position += 1
  }

  private mutating func skip(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    guard characters[position...].starts(with: scalars) else { return false }
    position += scalars.count
    return true
  }

  private mutating func skipBlanksBefore(_ sign: Unicode.Scalar) {
    guard let index = characters[position...].firstIndex(where: { $0 != " " }), characters[index] == sign,
      index > position, characters.indices.contains(index + 1), isNameStart(characters[index + 1]) == true
    else { return }
    position = index
  }

  private mutating func takeName() -> String? {
    guard isNameStart(next) else { return nil }
    var name = ""
    while let next, isNameStart(next) || isDigit(next) || next == "-" || next == "." {
      name.unicodeScalars.append(next)
      position += 1
    }
    if next == ":", let after = ahead(1), name == "jr", isNameStart(after) {
      position += 1
      name += ":" + (takeName() ?? "")
    }
    return name
  }

  private func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }

  private func isNameStart(_ scalar: Unicode.Scalar?) -> Bool {
    scalar.map { $0 == "_" || $0.properties.isAlphabetic } ?? false
  }

  private func isPathStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "/" || scalar == "." || scalar == "*" || scalar == "@" || isNameStart(scalar)
  }
}
