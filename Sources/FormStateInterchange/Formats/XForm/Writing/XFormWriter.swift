import FormState
import Foundation

/// Writes a form as an XForm.
struct XFormWriter {
  let form: FormDefinition
  private(set) var layout: SubmissionLayout
  var output = XMLElementWriter(isIndented: true)
  /// The parts that cannot be expressed.
  private(set) var diagnostics: [Diagnostic] = []
  /// The texts among the translations, as far as they were written.
  var texts: [XFormText] = []
  var identifiers: Set<String> = []
  /// The rules that set cells when others change, or the response is opened.
  let settings: [XFormSetting]
  /// The lists with another wording of some option in some language.
  let translatedLists: Set<String>
  /// The triggers whose controls were written.
  var triggersWritten: Set<String> = []
  /// The texts that an earlier pass over the same form wrote; the model contains them before their use.
  private let knownTexts: [XFormText]
  /// Whether the prefix `jr` is declared though the XForm had it nowhere near the root.
  private let declaresJavaRosa: Bool
  /// The declarations at the root.
  private(set) var declarations: [XMLWrittenAttribute] = []

  init(
    _ form: FormDefinition, version: Int?, declaresJavaRosa: Bool = false, texts: [XFormText] = []
  ) throws(ExportError) {
    self.form = form
    knownTexts = texts
    self.declaresJavaRosa = declaresJavaRosa
    layout = try SubmissionLayout(form, version: version)
    settings = Self.settings(of: form, layout)
    translatedLists = Set(
      form.translations.lazy.flatMap(\.texts.keys).compactMap { place in
        if case .option(let list, _) = place { list } else { nil }
      }
    ).union(form.properties.listsWithFormsOfXForm)
    identifiers = Set(XFormTexts.identifiers(in: form.properties.keptXMLOfXForm("texts")))
    for list in form.lists { layout.listColumns[list.name] = XFormListColumns(besides: list.columns) }
    for renaming in layout.renamings {
      let isName = XFormSkeleton.name(for: renaming.key) == renaming.key
      tell(
        renaming.key,
        isName
          ? "another node is named \(renaming.key.shortened)"
          : "the key “\(renaming.key.shortened)” is not a valid XML name",
        "its node is named \(renaming.name)")
    }
  }

  mutating func tell(_ key: String, _ problem: String, _ action: String) {
    diagnostics.append(Diagnostic(key: key, problem: problem, action: action))
  }

  /// Writes the whole document.
  mutating func write() {
    output.head(#"<?xml version="1.0" encoding="UTF-8"?>"#)
    let html = XFormKept(form.properties.keptOfXForm("html"))
    declarations = (namespaces + html.attributes).filter { $0.name.hasPrefix("xmlns") }
    output.begin("h:html", namespaces + html.attributes)
    let head = kept("head", form.properties)
    output.begin("h:head", head.attributes)
    if !form.title.isEmpty { output.element("h:title", text: form.title) }
    writeModel()
    for element in head.elements { output.xml(element) }
    output.end()
    let body = kept("body", form.properties)
    output.begin("h:body", body.attributes)
    writeSections()
    tellOfLostTriggers()
    for element in body.elements { output.xml(element) }
    output.end()
    for element in html.elements { output.xml(element) }
    output.end()
  }

  /// Whether the output needs the undeclared prefix `jr`.
  var lacksJavaRosa: Bool {
    !declaresJavaRosa && layout.isFromXForm && !(form.properties.keptOfXForm("html") ?? "").contains("xmlns:jr=")
      && output.text.contains(" jr:")
  }

  /// The namespaces of every XForm; other forms also have the usual ones, and forms from an XForm their own.
  private var namespaces: [XMLWrittenAttribute] {
    let all = [
      ("xmlns", XFormNamespace.xforms), ("xmlns:h", "http://www.w3.org/1999/xhtml"),
      ("xmlns:jr", XFormNamespace.javaRosa), ("xmlns:orx", XFormNamespace.openRosa),
      ("xmlns:odk", XFormNamespace.odk), ("xmlns:xsd", "http://www.w3.org/2001/XMLSchema"),
    ].map { XMLWrittenAttribute($0.0, $0.1) }
    return Array(layout.isFromXForm ? all.prefix(declaresJavaRosa ? 3 : 2) : all[...])
  }

  /// The kept parts of an element under a name, as in the document.
  func kept(_ name: String, _ properties: [String: PropertyValue]) -> XFormKept {
    XFormKept(properties.keptOfXForm(name), within: declarations)
  }

  private mutating func writeModel() {
    let model = kept("model", form.properties)
    output.begin("model", model.attributes)
    output.begin("instance")
    writeInstance()
    output.end()
    for list in form.lists { write(list) }
    writeTranslations(knownTexts)
    writeBinds()
    for element in model.elements { output.xml(element) }
    output.end()
  }

  // MARK: - Expressions and words

  /// An expression of a rule for XForms; `nil` if it cannot be expressed, which is reported.
  mutating func expression(_ source: String, of node: Int, key: String) -> String? {
    do throws(XFormProblem) {
      return try XFormSource.written(source, of: node, in: layout)
    } catch {
      tell(key, "a rule cannot be written as an expression of XForms: \(error.reason)", "it is omitted")
      return nil
    }
  }

  /// An expression that was kept in the XForm's notation, or that was omitted as a rule.
  func keptExpression(_ written: String, of node: Int) -> String {
    written.contains("${") || written.hasPrefix("list(")
      ? (try? XFormSource.written(written, of: node, in: layout)) ?? written : written
  }
}

/// The kept parts of an XForm's element.
struct XFormKept {
  /// The name without a prefix; empty if nothing is kept.
  let name: String
  /// The attributes, declarations of namespaces first.
  let attributes: [XMLWrittenAttribute]
  /// Its contents, each as XML.
  let elements: [String]

  /// Reads the output of ``XFormRemainder``; nothing for a text that is not XML.
  ///
  /// - Parameter known: the declarations in force at the destination of the attributes.
  init(_ xml: String?, within known: [XMLWrittenAttribute] = []) {
    guard let root = xml.flatMap({ try? XMLTree.read(Data($0.utf8)) })?.root else {
      (name, attributes, elements) = ("", [], [])
      return
    }
    name = root.name.local
    attributes =
      root.declarations.map { XMLWrittenAttribute($0.prefix.map { "xmlns:\($0)" } ?? "xmlns", $0.namespace ?? "") }
      .filter { !known.contains($0) }
      + root.attributes.map { XMLWrittenAttribute($0.writtenName, $0.value) }
    elements = root.elements.map { $0.xmlText() }
  }

  /// Whether an attribute is kept, with any prefix.
  func has(_ name: String) -> Bool {
    attributes.contains { $0.name.split(separator: ":").last.map(String.init) == name }
  }
}

/// The parts of a title expression: words and the expressions between them.
enum XFormTitle {
  /// The pieces from which an import would make the same expression.
  static func pieces(of source: String) -> [XFormTexts.Piece] {
    let plain = source.trimmed
    if let argument = arguments(of: "string", in: plain), let only = argument.first, argument.count == 1 {
      return [.output(only)]
    }
    guard let parts = arguments(of: "concat", in: plain) else { return [.output(plain)] }
    return parts.map { part in literal(part).map(XFormTexts.Piece.text) ?? .output(part) }
  }

  /// The text of a literal, also one concatenated from several; `nil` for anything else.
  static func literal(_ part: String) -> String? {
    if let parts = arguments(of: "concat", in: part) {
      let texts = parts.map(quoted)
      return texts.contains(nil) ? nil : texts.compactMap { $0 }.joined()
    }
    return quoted(part)
  }

  private static func quoted(_ part: String) -> String? {
    var scanner = XFormPathScanner(part)
    guard scanner.next == "'" || scanner.next == "\"", let text = scanner.takeText(), scanner.next == nil else {
      return nil
    }
    return String(text.dropFirst().dropLast())
  }

  /// The arguments of a call that is the whole text; `nil` for anything else.
  private static func arguments(of function: String, in text: String) -> [String]? {
    var scanner = XFormPathScanner(text)
    guard scanner.skip("\(function)(") else { return nil }
    var parts: [String] = []
    var (part, depth) = ("", 0)
    while let next = scanner.next {
      switch next {
      case "'", "\"":
        guard let literal = scanner.takeText() else { return nil }
        part += literal
        continue
      case "(", "[": depth += 1
      case ")" where depth == 0:
        scanner.pass()
        return scanner.next == nil ? parts + [part.trimmed] : nil
      case ")", "]": depth -= 1
      case "," where depth == 0:
        parts.append(part.trimmed)
        part = ""
        scanner.pass()
        continue
      default: break
      }
      part.unicodeScalars.append(next)
      scanner.pass()
    }
    return nil
  }
}
