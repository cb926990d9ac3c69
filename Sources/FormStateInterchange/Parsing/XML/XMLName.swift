import FormState

/// The name of an element or attribute of XML, including its namespace.
///
/// Names are equal if they are spelled the same, character by character, as in XML.
struct XMLName: Hashable, Sendable {
  /// The namespace, a URI; `nil` for a name in none.
  let namespace: String?

  /// The name within its namespace, without a prefix.
  let local: String

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - local: the name within its namespace.
  ///   - namespace: the namespace; `nil` for none.
  init(_ local: String, in namespace: String? = nil) {
    self.local = local
    self.namespace = namespace
  }

  /// Whether two names are the same. O(n).
  static func == (left: XMLName, right: XMLName) -> Bool {
    left.local.isSpelled(like: right.local) && (left.namespace == nil) == (right.namespace == nil)
      && (left.namespace ?? "").isSpelled(like: right.namespace ?? "")
  }

  /// Adds the name to a hash. O(n).
  package func hash(into hasher: inout Hasher) {
    local.hashSpelling(into: &hasher)
    (namespace ?? "").hashSpelling(into: &hasher)
  }

  /// A name in a tag: `jr:count`.
  static func written(prefix: String?, local: String) -> String {
    prefix.map { "\($0):\(local)" } ?? local
  }
}

/// An attribute of an element of XML.
struct XMLAttribute: Hashable, Sendable {
  /// The name; without a prefix it is in no namespace.
  package let name: XMLName

  /// The prefix as written; `nil` for none.
  package let prefix: String?

  /// The value, with references resolved, and blanks for tabs and line ends.
  package let value: String

  /// The name as written.
  var writtenName: String { XMLName.written(prefix: prefix, local: name.local) }

  /// Whether two attributes have the same name and the same value, whatever their prefixes. O(n).
  static func == (left: XMLAttribute, right: XMLAttribute) -> Bool {
    left.name == right.name && left.value.isSpelled(like: right.value)
  }

  /// Adds the name and the value to a hash. O(n).
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    value.hashSpelling(into: &hasher)
  }
}

/// A declaration of a namespace, such as `xmlns:h="http://www.w3.org/1999/xhtml"`.
struct XMLNamespaceDeclaration: Sendable {
  /// The prefix; `nil` for names without one.
  package let prefix: String?

  /// The namespace; `nil` when names without a prefix are in none from here on.
  let namespace: String?
}
