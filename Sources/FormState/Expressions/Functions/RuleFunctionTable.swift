/// All functions that expressions can call.
enum RuleFunctionTable {
  private static let functions: [String: RuleFunction] = {
    let all =
      RuleFunction.ofTexts + RuleFunction.ofConditions + RuleFunction.ofNumbers + RuleFunction.ofPositions
      + RuleFunction.ofChoices + RuleFunction.ofDates + RuleFunction.ofChance + RuleFunction.ofPlaces
      + RuleFunction.ofBytes
    return Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }()

  /// The function with a name; `nil` if there is none.
  static func function(named name: String) -> RuleFunction? { functions[name] }

  /// The callable names, for suggestions; `current`, `list` and `instance` begin references.
  static let names = (functions.keys + ["current", "list", "instance"]).sorted()

  /// Functions of ODK that are not supported yet.
  static let later: Set<String> = ["jr:itext"]

  /// Functions of XPath and XForms without a meaning in a form, and what to use instead.
  static let outOfScope: [String: String] = [
    "id": useKeys, "lang": "a form is in one language", "name": useKeys, "local-name": useKeys,
    "namespace-uri": useKeys, "node": useKeys, "text": useKeys, "comment": useKeys,
    "processing-instruction": useKeys, "document": "write list('name') for a list",
    "property": "keep the information in a cell", "index": "write position(..) for the position of an instance",
  ]

  private static let useKeys = "write ${key} for a cell"
}
