import FormState
import FormStateStore
import Foundation
import TestSupport

@testable import FormStateInterchange

extension HostileReader {
  /// Readers whose documents become forms.
  static var forms: [HostileReader] {
    [
      formDocument(),
      HostileReader(
        name: "XML property list", grammar: .xml, corpus: { try files("plist", "Examples/profile.plist") },
        accept: acceptPropertyList),
      HostileReader(
        name: "binary property list", grammar: .propertyList, corpus: { try files("binary") },
        accept: acceptPropertyList),
      HostileReader(
        name: "XForm", grammar: .xml,
        corpus: { try files("xform", "Examples/household.xml", "Examples/survey/vaccination.xml") },
        accept: { try acceptXForm($0, attachments: [:], $1) }),
      list("CSV list", .table, named: "towns.csv"), list("XML list", .xml, named: "towns.xml"),
      list("GeoJSON list", .json, named: "places.geojson"),
      HostileReader(
        name: "rules", grammar: .expressions,
        corpus: { try files("rules").flatMap { $0.split(separator: 0x0A).map { Data($0) } } }, accept: acceptRule),
      HostileReader(
        name: "layout", grammar: .json,
        corpus: { try [file("layout/nested.json"), file("../Golden/1.0/layout.json")] },
        faulty: { try cases("layout") },
        accept: { try acceptLayout($0, data: try file("layout/data.json"), $1) }),
      HostileReader(
        name: "layout data", grammar: .json, corpus: { [try file("layout/data.json")] },
        accept: { try acceptLayout(try file("layout/nested.json"), data: $0, $1) }),
    ]
  }

  static let readForm: @Sendable (Data) throws -> ImportedForm = {
    try FormDocument.read($0, settings: ImportSettings(sourceName: "form.json"))
  }

  /// The reader of form JSON, or one with a fault in its place.
  ///
  /// - Parameter readAgain: reads what was written of the form.
  static func formDocument(
    read: @escaping @Sendable (Data) throws -> ImportedForm = readForm,
    readAgain: @escaping @Sendable (Data) throws -> ImportedForm = readForm
  ) -> HostileReader {
    HostileReader(
      name: "form JSON", grammar: .json,
      corpus: {
        try files(
          "form", "Tests/SchemaCases/everything.json", "Tests/Golden/1.0/form.json", "Examples/trip.json",
          "Examples/visit.json", "Examples/news.json", "Examples/clinic.json")
      }, faulty: { try cases("form") },
      accept: { data, store in
        let imported = try read(data)
        let written = try FormDocument.write(
          imported.form, version: imported.version, otherVersions: imported.otherVersions,
          responses: imported.responses)
        let again = try readAgain(written)
        let isSame = again.form == imported.form && again.responses == imported.responses
        return try AcceptedForm.problems(imported, in: store) + (isSame ? [] : ["written, it is another"])
      })
  }

  /// A file of the corpus.
  static func file(_ path: String) throws -> Data {
    try Data(contentsOf: Repository.folder.appendingPathComponent("Tests/Corpus/\(path)"))
  }

  @Sendable private static func acceptPropertyList(_ data: Data, _ store: FormStore) throws -> [String] {
    let settings = ImportSettings(sourceName: "list.plist")
    let imported = try CellDescriptorPlist.read(data, settings: settings)
    return try AcceptedForm.problems(imported, in: store) { contents in
      try CellDescriptorPlist.PlistFormat.allCases.compactMap { format in
        let written: Data
        do {
          written = try CellDescriptorPlist.write(contents, as: format)
        } catch is ExportError {
          return nil
        }
        // XML has no fractions of seconds.
        if format == .xml, imported.form.hasFractionsOfSeconds { return nil }
        let again = try CellDescriptorPlist.read(written, settings: settings).form
        return try AcceptedForm.difference(imported.form, again).map { "as \(format.rawValue) it is another: \($0)" }
      }
    }
  }

  private static func acceptXForm(
    _ data: Data, attachments: [String: Data], _ store: FormStore
  ) throws -> [String] {
    let settings = ImportSettings(sourceName: "form.xml", attachments: attachments)
    let imported = try DefinitionImporter.read(data, settings: settings)
    var problems = try AcceptedForm.problems(imported, in: store)
    let written = try XFormFile.write(imported.form)
    let again = try DefinitionImporter.read(
      written.data, settings: ImportSettings(formKey: imported.form.key, sourceName: "again.xml"))
    // What has no effect is said at the import, and may be lost.
    let isWhole = imported.diagnostics.isEmpty && written.diagnostics.isEmpty && !imported.form.hasPaddedItems
    if isWhole, let difference = try AcceptedForm.difference(imported.form, again.form) {
      problems.append("as an XForm it is another: \(difference)")
    }
    return problems
  }

  /// The reader of a list beside an XForm.
  private static func list(_ name: String, _ grammar: Grammar, named fileName: String) -> HostileReader {
    let ending = fileName.split(separator: ".").last.map(String.init) ?? ""
    return HostileReader(
      name: name, grammar: grammar,
      corpus: {
        let folder = Repository.folder.appendingPathComponent("Tests/Corpus/lists").path
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        return try names.filter { $0.hasSuffix(ending) }.map { try file("lists/\($0)") }
      },
      accept: { try acceptXForm(formWithList(fileName), attachments: [fileName: $0], $1) })
  }

  /// An XForm with a question about the items of a list beside it.
  private static func formWithList(_ fileName: String) -> Data {
    let text = """
      <h:html xmlns="http://www.w3.org/2002/xforms" xmlns:h="http://www.w3.org/1999/xhtml"
      xmlns:jr="http://openrosa.org/javarosa"><h:head><h:title>L</h:title><model>
      <instance><data id="l"><town/></data></instance><instance id="towns" src="jr://file/\(fileName)"/>
      </model></h:head><h:body><select1 ref="/data/town"><label>Town</label>
      <itemset nodeset="instance('towns')/root/item"><value ref="name"/><label ref="label"/></itemset>
      </select1></h:body></h:html>
      """
    return Data(text.utf8)
  }

  /// Reads an expression as each kind of rule.
  @Sendable private static func acceptRule(_ data: Data, _ store: FormStore) throws -> [String] {
    let expression = String(decoding: data, as: UTF8.self)
    let rules = [
      ("c", #""calculate""#), ("d", #""relevant""#), ("e", #""choices""#), ("g", #""constraint""#),
      ("f", #""summary""#),
    ]
    // One kind of rule for each expression, since each takes a form and a response.
    let (cell, member) = rules[data.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % rules.count]
    return try acceptRule(OrderedJSON.string(expression).line, on: cell, as: member, store)
  }

  private static func acceptRule(
    _ expression: String, on cell: String, as member: String, _ store: FormStore
  ) throws -> [String] {
    let rule = member == #""summary""# ? #"{"expression":\#(expression)}"# : expression
    let kinds = ["c": "text", "d": "integer", "e": "choices", "g": "decimal", "f": "group"]
    let text = """
      {"formstate":1,"key":"f","lists":{"towns":[{"value":"a","title":"A","region":"coast"},{"value":"b"}]},
      "sections":[{"key":"s","cells":[
      {"key":"n","kind":"integer","title":"N"},{"key":"t","kind":"text","title":"T"},{"key":"s1","kind":"switch"},
      {"key":"day","kind":"date"},{"key":"many","kind":"choices","options":"towns"},
      {"key":"line","kind":"repeat","title":"L","cells":[{"key":"item","kind":"text"},{"key":"price","kind":"decimal"}]},
      {"key":"\(cell)","kind":"\(kinds[cell] ?? "text")","title":"R",\(member):\(rule)}]}]}
      """
    return try formDocument().accept(Data(text.utf8), store)
  }

  private static func acceptLayout(_ layout: Data, data: Data, _ store: FormStore) throws -> [String] {
    let layout = try FormLayout.read(layout, sourceName: "layout.json")
    let settings = ImportSettings(formKey: "f", sourceName: "data.json")
    return try AcceptedForm.problems(try layout.form(from: data, settings: settings), in: store)
  }
}

extension FormDefinition {
  /// Whether a list has an item between white space, which a table can say and an element of XML cannot.
  fileprivate var hasPaddedItems: Bool {
    lists.lazy.flatMap(\.options).contains { option in
      ([option.value, option.title] + option.columns.values).contains { $0.trimmed != $0 }
    }
  }

  /// Whether a date among the properties is within a second.
  fileprivate var hasFractionsOfSeconds: Bool {
    let properties = sections.flatMap { [$0.properties] + $0.cells.map(\.properties) } + [properties]
    return properties.contains { $0.values.contains(where: Self.hasFraction) }
  }

  private static func hasFraction(_ value: PropertyValue) -> Bool {
    switch value {
    case .date(let date): date.timeIntervalSinceReferenceDate.rounded() != date.timeIntervalSinceReferenceDate
    case .array(let elements): elements.contains(where: hasFraction)
    case .dictionary(let members): members.values.contains(where: hasFraction)
    default: false
    }
  }
}
