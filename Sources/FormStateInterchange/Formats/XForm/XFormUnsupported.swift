import FormState

/// Parts of XForms that Collect acts on and FormState does not.
enum XFormUnsupported {
  /// The attributes of binds that are supported, or belong to a rule.
  static let quietInBinds: Set<String> = ["preload", "preloadParams", "requiredMsg", "constraintMsg"]

  /// The attributes of controls that are supported.
  static let quietInControls: Set<String> = ["template", "count", "noAddRemove"]

  /// The namespaces of attributes that ask Collect for something; others are an author's notes.
  static let namespaces: Set<String> = [XFormNamespace.javaRosa, XFormNamespace.openRosa, XFormNamespace.odk]

  /// What happens instead of what an attribute asks for, by its name.
  static let insteadOfAttributes: [String: String] = [
    "max-pixels": "pictures keep their size", "quality": "recordings are as the device makes them",
    "intent": "the app is not called", "incremental": "answers count when they are entered",
    "accuracyThreshold": "a place is taken with any accuracy",
    "unacceptableAccuracyThreshold": "a place is taken with any accuracy",
    "saveIncomplete": "every answer is saved at once", "query": "the answer is typed",
    "autoplay": "nothing plays by itself", "rows": "a text takes the rows that it needs",
    "accept": "any file is accepted",
    "auto-send": "nothing is sent by itself", "auto-delete": "nothing is deleted by itself",
  ]

  /// What happens instead of what the type of a question asks for.
  static let insteadOfTypes: [String: String] = [
    "barcode": "no code is scanned, and the answer is entered",
    "intent": "the app is not called, and the answer is entered",
  ]

  /// What happens instead of what an appearance asks for, by the beginning of its word.
  static let insteadOfAppearances: [(word: String, instead: String)] = [
    ("ex:", "the app is not called, and the answer is entered"), ("printer:", "nothing is printed"),
    ("bearing", "the compass is not read, and the answer is entered"), ("annotate", "a picture is not drawn on"),
  ]
}

extension XFormReport {
  /// Reports the attributes of an element that Collect acts on and that are kept without effect.
  ///
  /// - Parameters:
  ///   - owner: the key of its cell or section, or else its name.
  ///   - known: the names of the others, without prefixes.
  mutating func addAttributes(of element: XMLTree.Element, _ owner: String, without known: Set<String>) {
    for attribute in element.attributes where !known.contains(attribute.name.local) {
      let described = XFormUnsupported.insteadOfAttributes[attribute.name.local]
      let asks = attribute.name.namespace.map(XFormUnsupported.namespaces.contains) ?? false
      guard asks || described != nil else { continue }
      let instead = described.map { ": \($0)" } ?? ""
      add(
        element, "unsupported attribute “\(attribute.writtenName.shortened)” of \(owner.shortened)\(instead)",
        action: "it is kept without effect")
    }
  }

  /// Reports a type of a question whose answer comes from a sensor or another app.
  mutating func addType(_ type: String, of control: XMLTree.Element, _ owner: String) {
    guard let instead = XFormUnsupported.insteadOfTypes[type] else { return }
    add(control, "unsupported type “\(type)” of \(owner.shortened): \(instead)", action: "it is kept without effect")
  }

  /// Reports an appearance that asks for something else than a look.
  mutating func addAppearance(of control: XMLTree.Element, _ owner: String) {
    let words = (control.attribute("appearance") ?? "").split(whereSeparator: \.isWhitespace)
    for (word, instead) in XFormUnsupported.insteadOfAppearances {
      guard let found = words.first(where: { $0.hasPrefix(word) }) else { continue }
      add(
        control, "unsupported appearance “\(String(found).shortened)” of \(owner.shortened): \(instead)",
        action: "it is kept without effect")
    }
  }

  /// Reports the unsupported parts of a model.
  mutating func addUnheard(in model: XMLTree.Element, _ lists: XFormLists) {
    let heard: Set<String> = ["instance", "bind", "itext", "setvalue"]
    for element in model.elements where !heard.contains(element.name.local) {
      if element.asksForEncryption {
        add(
          element, "the form asks for encryption (\(XFormEncryption.attribute)), which is not supported",
          action: "its answers leave in clear")
      } else {
        add(element, "unsupported element <\(element.writtenName.shortened)>", action: "it is kept without effect")
      }
      guard element.name.local == "submission" else { continue }
      addAttributes(of: element, "<submission>", without: [XFormEncryption.attribute, "action", "method"])
    }
    for instance in model.elements where instance.name.local == "instance" && instance.elements.isEmpty {
      let (name, source) = (instance.attribute("id") ?? "", instance.attribute("src") ?? "")
      guard !lists.has(name) else { continue }
      guard !source.hasPrefix("jr://instance/") else {
        add(
          instance, "\(name.shortened) is the last saved response, which is not supported",
          action: "it is kept without effect")
        continue
      }
      let file = XFormListItems.fileName(ofSource: source).shortened
      add(
        instance, "the list \(name.shortened) is an external file, \(source.shortened)",
        action: "it is omitted; attach the folder with \(file)")
    }
  }
}
