import FormState

/// A known kind of document other than a form, identified by its outermost value.
struct ForeignDocument {
  /// The kind of a property list and the remedy; `nil` if it is unknown.
  static func fault(ofPropertyList root: PropertyValue) -> Diagnostic? {
    fault(of: root, among: propertyLists)
  }

  /// The kind of a JSON document and the remedy; `nil` if it may be a form, or is unknown.
  static func fault(ofJSON root: PropertyValue) -> Diagnostic? {
    isCellDescriptor(root) ? cellDescriptorJSON : fault(of: root, among: jsonDocuments)
  }

  private static func fault(of root: PropertyValue, among documents: [ForeignDocument]) -> Diagnostic? {
    guard case .dictionary(let members) = root, members["formstate"] == nil,
      let known = documents.first(where: { $0.matches(members) })
    else { return nil }
    return Diagnostic(problem: "this is \(known.name(members)), not a form", action: known.action)
  }

  private let action: String
  private let name: ([String: PropertyValue]) -> String
  private let matches: ([String: PropertyValue]) -> Bool

  private init(
    _ name: String, _ action: String = importForm, matches: @escaping ([String: PropertyValue]) -> Bool
  ) {
    self.init(naming: { _ in name }, action, matches: matches)
  }

  private init(
    naming name: @escaping ([String: PropertyValue]) -> String, _ action: String,
    matches: @escaping ([String: PropertyValue]) -> Bool
  ) {
    self.name = name
    self.action = action
    self.matches = matches
  }

  private static let importForm = "import the app's CellDescriptor.plist, or a form as JSON"
  private static let sayWithLayout = "map its items to cells with a layout"
  private static let exportXForm = "download the form as XForm (XML) and import that"

  private static func sayWithLayout(each path: String) -> String {
    "map its questions to cells with a layout, beginning with \"each\": \"\(path)\""
  }

  private static var propertyLists: [ForeignDocument] {
    [
      ForeignDocument("a page of a Settings.bundle", "write its settings as the cells of a CellDescriptor.plist") {
        $0["PreferenceSpecifiers"] != nil
      },
      ForeignDocument("the Info.plist of a bundle") { $0.keys.contains { $0.hasPrefix("CFBundle") } },
      ForeignDocument(
        "an archive of objects (NSKeyedArchiver)", "write its cells as a property list in the app that archived them"
      ) { $0["$archiver"] != nil && $0["$objects"] != nil },
      ForeignDocument("an Xcode project") { $0["archiveVersion"] != nil && $0["rootObject"] != nil },
      ForeignDocument("a configuration profile") { $0["PayloadType"] != nil },
      ForeignDocument("a table of plurals (.stringsdict)") { $0.allValues { isPluralRule($0) } },
      ForeignDocument("a list of entitlements") { $0.keys.contains { $0.hasPrefix("com.apple.") } },
      ForeignDocument("a table of texts (.strings)") { $0.allValues { $0.text != nil } },
    ]
  }

  private static var jsonDocuments: [ForeignDocument] {
    [
      ForeignDocument(
        "a dump of a whole file", "restore it with formstate restore, or take it with formstate sync --receive-only",
        matches: { $0[StoreDump.mark] != nil }),
      ForeignDocument(
        naming: { "a FHIR \(($0["resourceType"]?.text ?? "resource").shortened)" }, sayWithLayout,
        matches: { $0["resourceType"]?.text != nil }),
      ForeignDocument("a JSON Schema", sayWithLayout) { $0["$schema"] != nil },
      ForeignDocument("a form of SurveyJS", sayWithLayout(each: "pages")) { $0.hasObjects("pages", with: "elements") },
      ForeignDocument("a form of SurveyJS", sayWithLayout(each: "elements")) {
        $0.hasObjects("elements", with: "type", "name")
      },
      ForeignDocument("a form of Form.io", sayWithLayout(each: "components")) {
        $0.hasObjects("components", with: "type", "key")
      },
      ForeignDocument("a form of KoboToolbox", exportXForm) {
        $0["asset_type"] != nil || $0.hasObjects("survey", with: "type") || $0.hasObjects("results", with: "asset_type")
      },
      ForeignDocument("a form of Typeform", sayWithLayout(each: "fields")) {
        $0.hasObjects("fields", with: "ref", "type")
      },
      ForeignDocument(
        "a form of react-jsonschema-form", "save its schema in a separate file, and \(sayWithLayout)"
      ) { $0["schema"]?.isJSONSchema == true && $0["uiSchema"] != nil },
      ForeignDocument(
        "a form of JSON Forms", "save its schema in a separate file, and \(sayWithLayout)"
      ) { $0["schema"]?.isJSONSchema == true && $0["uischema"] != nil },
      ForeignDocument("a UI schema of JSON Forms", sayWithLayout(each: "elements")) {
        $0.hasObjects("elements", with: "type", "scope") || $0.hasObjects("elements", with: "type", "elements")
      },
      ForeignDocument("a JSON Schema", sayWithLayout) { PropertyValue.dictionary($0).isJSONSchema },
      ForeignDocument("a catalogue of texts (.xcstrings)") { $0["sourceLanguage"] != nil && $0["strings"] != nil },
      ForeignDocument("the contents of an asset catalogue") {
        if case .dictionary(let info)? = $0["info"] { info["author"] == .string("xcode") } else { false }
      },
    ]
  }

  private static func isPluralRule(_ value: PropertyValue) -> Bool {
    if case .dictionary(let rule) = value { rule["NSStringLocalizedFormatKey"] != nil } else { false }
  }

  private static let cellDescriptorJSON = Diagnostic(
    problem: "this is a CellDescriptor.plist as JSON", action: "convert it to a property list")

  /// Whether the value has the shape of a CellDescriptor.plist.
  private static func isCellDescriptor(_ root: PropertyValue) -> Bool {
    guard case .array(let sections) = root, case .array(let cells)? = sections.first,
      case .dictionary(let entries)? = cells.first
    else { return false }
    return CellDescriptorKey.describingRows.allSatisfy { entries[$0.rawValue] != nil }
  }
}

extension PropertyValue {
  /// Whether the value is a JSON Schema of an object, even without a declaration.
  fileprivate var isJSONSchema: Bool {
    guard case .dictionary(let members) = self, case .dictionary? = members["properties"] else { return false }
    return members["type"] == .string("object")
  }
}

extension [String: PropertyValue] {
  /// Whether there is an array whose first element is an object with these members.
  fileprivate func hasObjects(_ name: String, with members: String...) -> Bool {
    guard case .array(let values)? = self[name], case .dictionary(let first)? = values.first else { return false }
    return members.allSatisfy { first[$0] != nil }
  }

  /// Whether there are values, all of which satisfy a condition.
  fileprivate func allValues(_ condition: (PropertyValue) -> Bool) -> Bool {
    !isEmpty && values.allSatisfy(condition)
  }
}
