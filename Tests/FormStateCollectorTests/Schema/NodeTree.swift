#if Collect
/// A tree of a statement as PostgreSQL writes it after it has looked up all names: `{QUERY :rtable (…) :jointree {…}}`.
indirect enum NodeTree {
  case node(String, [String: NodeTree])
  case list([NodeTree])
  /// Words between two members: a number, a name, a datum.
  case atom(String)

  /// Reads a tree, such as `pg_rewrite.ev_action`.
  init?(_ text: String) {
    var words = Self.words(in: text)[...]
    guard let tree = Self.read(&words) else { return nil }
    self = tree
  }

  /// The kind of a node; empty for lists and atoms.
  var kind: String { if case .node(let kind, _) = self { kind } else { "" } }
  /// The elements of a list.
  var elements: [NodeTree] { if case .list(let elements) = self { elements } else { [] } }
  /// An atom as text, without quotation marks.
  var text: String {
    guard case .atom(let text) = self else { return "" }
    return text.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"") ? String(text.dropFirst().dropLast()) : text
  }
  var number: Int { Int(text) ?? 0 }
  var isEmpty: Bool { text == "<>" || kind.isEmpty && elements.isEmpty && text.isEmpty }

  /// A member of a node; empty if it has none with the name.
  subscript(name: String) -> NodeTree {
    if case .node(_, let members) = self, let member = members[name] { member } else { .atom("<>") }
  }

  /// Its own parts, one level down.
  var parts: [NodeTree] {
    switch self {
    case .node(_, let members): members.sorted { $0.key < $1.key }.map(\.value)
    case .list(let elements): elements
    case .atom: []
    }
  }

  private static func words(in text: String) -> [String] {
    var (words, word, isEscaped) = ([String](), String.UnicodeScalarView(), false)
    func end() {
      guard !word.isEmpty else { return }
      words.append(String(word))
      word = String.UnicodeScalarView()
    }
    for scalar in text.unicodeScalars {
      if isEscaped {
        word.append(scalar)
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else if "(){}".unicodeScalars.contains(scalar) {
        end()
        words.append(String(scalar))
      } else if scalar.properties.isWhitespace {
        end()
      } else {
        word.append(scalar)
      }
    }
    end()
    return words
  }

  private static func read(_ words: inout ArraySlice<String>) -> NodeTree? {
    switch words.popFirst() {
    case "{":
      guard let kind = words.popFirst() else { return nil }
      var members: [String: NodeTree] = [:]
      while let name = words.popFirst(), name != "}" {
        guard let value = readMember(&words) else { return nil }
        members[String(name.dropFirst())] = value
      }
      return .node(kind, members)
    case "(":
      var elements: [NodeTree] = []
      while let next = words.first, next != ")" {
        guard let element = read(&words) else { return nil }
        elements.append(element)
      }
      guard words.popFirst() != nil else { return nil }
      return .list(elements)
    case let word?: return .atom(word)
    case nil: return nil
    }
  }

  private static func readMember(_ words: inout ArraySlice<String>) -> NodeTree? {
    guard let first = words.first, first != "{", first != "(" else { return read(&words) }
    var atoms: [String] = []
    while let next = words.first, next != "}", !next.hasPrefix(":") { atoms.append(words.removeFirst()) }
    return .atom(atoms.joined(separator: " "))
  }
}
#endif
