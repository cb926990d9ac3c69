import FormState

/// The form of a document, or another version of it.
protocol DocumentedForm: DocumentObject {
  var form: FormDefinition { get set }
}

extension MemberVisitor where Object: DocumentedForm {
  /// The members of a definition.
  fileprivate mutating func definition() {
    member("language", \.form.language, FormLanguage(), default: nil)
    texts("title", \.form.title) { _ in .formTitle }
    member("accordion", \.form.accordion, Accordion(), default: nil)
    member("rowHeights", \.form.rowHeights, RowHeights(), default: [:])
    member("properties", \.form.properties, Properties(), default: [:])
    byHand("lists", [.object]) { object, document throws(ExportError) in try document.write(object.form.lists) }
    requiredByHand("sections", [.array]) { object, document throws(ExportError) in
      document.json.name("sections")
      document.json.beginArray()
      for section in object.form.sections { try document.write(section) }
      document.json.endArray()
    }
  }
}

/// A form document as far as its responses, which follow one by one.
struct FormInDocument: DocumentedForm {
  var form: FormDefinition
  /// The number of the definition; `nil` if the document has no other.
  var version: Int?
  var otherVersions: [Int: FormDefinition] = [:]

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.requiredByHand("formstate", [.integer]) { $1.write("formstate", Int(FormDocument.version)) }
    visitor.requiredByHand("key", [.string]) { $1.write("key", $0.form.key) }
    visitor.optional("version", \.version, WholeNumber.version)
    visitor.definition()
    visitor.byHand("otherVersions", [.array]) { object, document throws(ExportError) in
      guard !object.otherVersions.isEmpty else { return }
      document.json.name("otherVersions")
      document.json.beginArray()
      for (number, form) in object.otherVersions.sorted(by: { $0.key < $1.key }) {
        document.take(form)
        try document.write(OtherVersion(form: form, version: number))
      }
      document.json.endArray()
    }
    visitor.onlyRead("responses", [.array])
  }
}

/// Another version of a form, whose key is the document's.
struct OtherVersion: DocumentedForm {
  var form: FormDefinition
  var version = 0

  /// What to write if a version has no number beside others.
  static let numbering = "number the versions of the form, as the journals name them"

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("version", \.version, WholeNumber.version, or: numbering)
    visitor.definition()
  }
}

/// The form's own language, in which a text alone is.
struct FormLanguage: MemberCodec {
  let types: JSONTypes = [.string]

  func read(_ given: PropertyValue, named name: String, in fields: inout DocumentFields) -> String?? {
    guard let language = Text().read(given, named: name, in: &fields)?.canonicalKey else { return nil }
    fields.language = language
    return language
  }

  func write(_ value: String?, to writer: inout FormDocumentWriter) { writer.json.string(value ?? "") }
}

extension FormSection: DocumentObject {
  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("key", \.key, Text(), or: "write the section's stable name")
    visitor.flag("keyIsDerived", \.isKeyDerived)
    visitor.texts("title", \.title) { .sectionTitle($0.key) }
    visitor.flag("foldable", \.isFoldable, default: true)
    visitor.flag("folded", \.startsFolded)
    visitor.flag("accordion", \.isAccordion)
    visitor.optional("relevant", \.relevant, Expression(kind: .relevant))
    visitor.member("properties", \.properties, Properties(), default: [:])
    visitor.byHand("cells", [.array]) { section, document throws(ExportError) in
      document.json.name("cells")
      document.json.beginArray()
      try document.writeCells(of: section)
      document.json.endArray()
    }
  }
}

/// An option of a list of the form, or of a question's own.
struct OptionInDocument: DocumentObject {
  var option = OptionList.Option(value: "", title: "")
  /// The place of its title.
  let place: (String) -> TextPlace

  static let names = listedNames

  static func list<Visitor: MemberVisitor<Self>>(_ visitor: inout Visitor) {
    visitor.required("value", \.option.value, Text(), or: "write the value of a question when the option is chosen")
    visitor.byHand("title", [.string, .object]) { object, document in
      let option = object.option
      document.write(
        "title", option.title, at: object.place(option.value), isLeftOut: option.title.isSpelled(like: option.value))
    }
  }
}
