import FormState

extension XMLTree {
  /// An element of an XML document, with all that it holds.
  ///
  /// It is a place in a tree, so a copy costs nothing.
  struct Element: Sendable {
    /// The tree.
    let tree: XMLTree
    /// The number of the element.
    let index: Int

    /// The element as the tree keeps it.
    var record: Record { tree.records[index] }

    /// The name with its namespace.
    package var name: XMLName { record.tag.name }

    /// The prefix as written; `nil` for none.
    package var prefix: String? { record.tag.prefix }

    /// The name as written: `h:head`.
    var writtenName: String { XMLName.written(prefix: prefix, local: name.local) }

    /// The attributes in the order of the document; declarations of namespaces are none of them.
    var attributes: [XMLAttribute] { record.tag.attributes }

    /// The declarations of namespaces in its own tag, in the order of the document.
    var declarations: [XMLNamespaceDeclaration] { record.tag.declarations }

    /// The line of its opening tag, counted from 1.
    package var line: Int { record.line }

    /// The column of its opening tag, counted from 1 in Unicode scalars.
    package var column: Int { record.column }

    /// The same as a place of a fault.
    var place: DocumentPlace { .text(line: line, column: column) }

    /// The element around it; `nil` for the root.
    package var parent: Element? { record.parent.map { Element(tree: tree, index: $0) } }

    /// Its contents, in the order of the document. O(k) for k pieces.
    package var content: [Content] {
      record.content.map { piece in
        switch piece {
        case .text(let text): .text(text)
        case .element(let index): .element(Element(tree: tree, index: index))
        }
      }
    }

    /// The elements it holds, without those inside of them. O(k) for k pieces of content.
    var elements: [Element] { Array(lazyElements) }

    /// The same as a sequence, for users that need not have them all at once.
    var lazyElements: some Sequence<Element> {
      record.content.lazy.compactMap { [tree] piece in
        guard case .element(let index) = piece else { return nil }
        return Element(tree: tree, index: index)
      }
    }

    /// Whether it holds any element. O(k) for k pieces of content.
    var holdsElements: Bool {
      record.content.contains { piece in
        if case .element = piece { true } else { false }
      }
    }

    /// The text it holds, without that of the elements inside of it. O(n) in its length.
    package var text: String {
      var all = ""
      for case .text(let text) in record.content { all += text }
      return all
    }

    /// The value of an attribute; `nil` when the element has none of that name. O(a) for a attributes.
    ///
    /// - Parameters:
    ///   - local: the attribute's name without a prefix.
    ///   - namespace: its namespace; `nil` for none, as for attributes without a prefix.
    func attribute(_ local: String, in namespace: String? = nil) -> String? {
      let name = XMLName(local, in: namespace)
      return attributes.first { $0.name == name }?.value
    }

    /// The namespace of a prefix in the element, as in an expression that is the value of an attribute.
    ///
    /// - Parameter prefix: the prefix; `nil` for the declaration for names without one.
    /// - Returns: the namespace; `nil` when none is declared.
    /// - Complexity: O(*d*) for *d* declarations in the element and those around it.
    func namespace(of prefix: String?) -> String? {
      var element: Element? = self
      while let current = element {
        let declared = current.declarations.first { ($0.prefix ?? "").isSpelled(like: prefix ?? "") }
        if let declared { return declared.namespace }
        element = current.parent
      }
      return prefix == "xml" ? XMLNamespaceScope.xml : nil
    }
  }
}

extension XMLTree.Element: Hashable {
  /// Whether two elements are equal: names, attributes in their order, and content, with any prefixes and places.
  ///
  /// - Complexity: O(*n*) in their content; it does not recurse.
  static func == (left: XMLTree.Element, right: XMLTree.Element) -> Bool {
    var pairs = [(left.index, right.index)]
    while let (first, second) = pairs.popLast() {
      let (one, other) = (left.tree.records[first], right.tree.records[second])
      guard one.tag.name == other.tag.name, one.tag.attributes == other.tag.attributes,
        one.content.count == other.content.count
      else { return false }
      for (piece, counterpart) in zip(one.content, other.content) {
        switch (piece, counterpart) {
        case (.text(let text), .text(let otherText)) where text.isSpelled(like: otherText): continue
        case (.element(let inner), .element(let otherInner)): pairs.append((inner, otherInner))
        default: return false
        }
      }
    }
    return true
  }

  /// Adds the name and the attributes to a hash. O(n) in their length.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(attributes)
  }
}
