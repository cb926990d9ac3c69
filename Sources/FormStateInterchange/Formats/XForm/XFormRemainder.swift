import FormState

/// The unsupported parts of an XForm's element, as XML: its tag with the remaining attributes, and the remaining
/// elements in it.
struct XFormRemainder {
  private var name: String
  private var attributes: [XMLAttribute]
  private var declarations: [XMLWrittenAttribute] = []
  private var content: [String] = []

  /// Examines an element.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - known: the understood attributes, by their names without prefixes.
  init(of element: XMLTree.Element, without known: Set<String>) {
    name = element.name.local
    attributes = element.attributes.filter { !known.contains($0.name.local) }
    var declared: Set<String> = []
    for prefix in attributes.compactMap(\.prefix) where prefix != "xml" && declared.insert(prefix).inserted {
      declarations.append(XMLWrittenAttribute("xmlns:\(prefix)", element.namespace(of: prefix) ?? ""))
    }
  }

  /// Keeps the prefixes that an element declares, except for those around the model and the body.
  mutating func addDeclarations(of element: XMLTree.Element) {
    for declaration in element.declarations {
      guard let prefix = declaration.prefix, prefix != "h",
        !declarations.contains(where: { $0.name == "xmlns:\(prefix)" })
      else { continue }
      declarations.append(XMLWrittenAttribute("xmlns:\(prefix)", declaration.namespace ?? ""))
    }
  }

  /// Adds an element that nothing was made of.
  mutating func add(_ element: XMLTree.Element) { content.append(element.xmlText(within: XFormNamespace.xforms)) }

  /// Adds a setvalue with its unsupported events.
  mutating func add(_ element: XMLTree.Element, waitingFor events: [Substring]) {
    guard events.count < element.events.count else { return add(element) }
    var own = XFormRemainder(of: element, without: ["event"])
    own.attributes.append(XMLAttribute(name: XMLName("event"), prefix: nil, value: events.joined(separator: " ")))
    if !element.text.isEmpty { own.content.append(XMLElementWriter.escaped(element.text)) }
    content.append(own.xml)
  }

  /// Whether nothing is left.
  var isEmpty: Bool { attributes.isEmpty && declarations.isEmpty && content.isEmpty }

  /// The tag and its contents.
  var xml: String {
    var writer = XMLElementWriter(isIndented: false)
    let written = attributes.map { XMLWrittenAttribute($0.writtenName, $0.value) }
    writer.element(name, declarations + written, xml: content.joined())
    return writer.text
  }
}

extension XFormRemainder {
  /// Examines the contents of an element.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - model: the existing nodes.
  ///   - isHeard: whether something was made of an element.
  mutating func addElements(
    of element: XMLTree.Element, _ model: XFormModel, where isHeard: (XMLTree.Element) -> Bool
  ) {
    for inner in element.elements {
      guard inner.name.local == "setvalue" else {
        if !isHeard(inner) { add(inner) }
        continue
      }
      let unheard = inner.unheardEvents
      if model.node(of: inner) == nil || inner.events.isEmpty {
        add(inner)
      } else if !unheard.isEmpty {
        add(inner, waitingFor: unheard)
      }
    }
  }
}
