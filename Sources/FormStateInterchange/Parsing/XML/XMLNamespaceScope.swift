import FormState

/// The prefixes that are declared at a reader's position.
///
/// Redeclared prefixes are remembered and restored when the element ends, so an element costs its own declarations and
/// not all in scope.
struct XMLNamespaceScope {
  /// The namespace of `xml:`, which needs no declaration.
  static let xml = "http://www.w3.org/XML/1998/namespace"

  /// The namespace of declarations themselves.
  static let declarations = "http://www.w3.org/2000/xmlns/"

  /// A namespace, with a number for fast comparison of any length.
  struct Namespace {
    /// That of declarations themselves.
    static let ofDeclarations = Namespace(text: declarations, number: -1)

    /// The namespace, a URI.
    let text: String
    /// The number; the same for the same namespace.
    let number: Int
  }

  /// A text, compared by its characters; an empty prefix stands for names without one.
  private typealias Spelling = XMLName

  /// The namespace of each prefix.
  private var namespaces = [Spelling("xml"): Namespace(text: xml, number: 0)]

  /// The number of each namespace that was ever declared.
  private var numbers = [Spelling(xml): 0]

  /// The redeclarations of open elements, with their earlier values.
  private var covered: [(prefix: Spelling, namespace: Namespace?)] = []

  /// How many declarations are in force, for ``close(to:)``.
  var depth: Int { covered.count }

  /// The namespace of a prefix; `nil` if it is not declared.
  ///
  /// - Parameter prefix: the prefix; `nil` for names of elements without one.
  /// - Complexity: O(1).
  func namespace(of prefix: String?) -> Namespace? { namespaces[Spelling(prefix ?? "")] }

  /// Declares a namespace for the element that is being read.
  ///
  /// - Parameter declaration: the declaration.
  /// - Complexity: O(*n*) in its length.
  mutating func declare(_ declaration: XMLNamespaceDeclaration) {
    let prefix = Spelling(declaration.prefix ?? "")
    covered.append((prefix, namespaces[prefix]))
    namespaces[prefix] = declaration.namespace.map { text in
      let number = numbers[Spelling(text), default: numbers.count]
      numbers[Spelling(text)] = number
      return Namespace(text: text, number: number)
    }
  }

  /// Reverses the declarations since a depth.
  ///
  /// - Parameter depth: the depth.
  /// - Complexity: O(*d*) for *d* declarations.
  mutating func close(to depth: Int) {
    while covered.count > depth, let last = covered.popLast() { namespaces[last.prefix] = last.namespace }
  }

  /// The problem of a declaration; `nil` without one.
  ///
  /// - Parameters:
  ///   - prefix: the prefix; `nil` for names without one.
  ///   - namespace: the value of the attribute that declares it.
  static func problem(declaring prefix: String?, as namespace: String) -> DocumentProblem? {
    switch prefix {
    case "xmlns": return .malformed("the prefix “xmlns” may not be declared")
    case "xml" where namespace == xml: return nil
    case "xml": return .malformed("the prefix “xml” must have its own namespace")
    case let prefix? where namespace.isEmpty:
      return .malformed(
        "the prefix “\(DocumentText.excerpt(of: prefix))” is declared without a namespace; name one, or remove the declaration"
      )
    default: break
    }
    guard namespace == xml || namespace == declarations else { return nil }
    return .malformed("the namespace \(namespace) may only have its own prefix")
  }
}
