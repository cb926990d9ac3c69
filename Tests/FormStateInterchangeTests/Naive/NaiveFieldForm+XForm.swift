extension NaiveFieldForm {
  /// The form as an XForm.
  var xml: String {
    """
    <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"
      xmlns:jr="http://openrosa.org/javarosa"><h:head><h:title>Field</h:title><model>
    <instance><data id="field">\(elements(.root))
    <person jr:template="">\(elements(.person))<pet jr:template="">\(elements(.pet))</pet></person>
    <person>\(elements(.person))</person></data></instance>
    \(secondary.sorted { $0.key < $1.key }.map { "<instance id=\"\($0)\">\($1.xml)</instance>" }.joined(separator: "\n"))
    \(nodes.map { bind($0) }.joined(separator: "\n"))
    </model></h:head><h:body>\(controls(.root))
    <group ref="/data/person"><label>Person</label><repeat nodeset="/data/person">\(controls(.person))
    <group ref="/data/person/pet"><label>Pet</label><repeat nodeset="/data/person/pet">\(controls(.pet))
    </repeat></group></repeat></group></h:body></h:html>
    """
  }

  private func isRepeat(_ node: Node) -> Bool { node.name == "pet" }

  private func elements(_ place: Place) -> String {
    nodes.filter { $0.place == place && !isRepeat($0) }.map { "<\($0.name)/>" }.joined()
  }

  private func path(_ node: Node) -> String {
    switch node.place {
    case .root: "/data/\(node.name)"
    case .person: "/data/person/\(node.name)"
    case .pet: isRepeat(node) ? "/data/person/pet" : "/data/person/pet/\(node.name)"
    }
  }

  private func bind(_ node: Node) -> String {
    let type = isRepeat(node) ? "" : " type=\"\(node.type)\""
    let relevant = node.relevant.map { " relevant=\"\("\($0)".escaped)\"" } ?? ""
    let calculation = node.calculation.map { " calculate=\"\("\($0)".escaped)\"" } ?? ""
    return "<bind nodeset=\"\(path(node))\"\(type)\(relevant)\(calculation)/>"
  }

  private func controls(_ place: Place) -> String {
    nodes.filter { $0.place == place && !isRepeat($0) && $0.calculation == nil }.map { node in
      guard let choices = node.choices else { return "<input ref=\"\(path(node))\"/>" }
      let kind = node.takesSeveral ? "select" : "select1"
      let title = choices.items.start.isSecondary ? "label" : choices.value
      return """
        <\(kind) ref="\(path(node))"><itemset nodeset="\("\(choices.items)".escaped)"><value ref="\(choices.value)"/>\
        <label ref="\(title)"/></itemset></\(kind)>
        """
    }.joined(separator: "\n")
  }
}

extension NaiveFieldForm.Element {
  /// The element as XML in a secondary instance.
  var xml: String {
    let attributes = attributes.map { " \($0.name)=\"\($0.text)\"" }.joined()
    return "<\(name)\(attributes)>\(text)\(elements.map(\.xml).joined())</\(name)>"
  }
}

extension NaiveXPath.Start {
  fileprivate var isSecondary: Bool { if case .instance = self { true } else { false } }
}

extension String {
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
