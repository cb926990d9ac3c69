import Foundation

@testable import FormState

/// One assertion: an expression in a document, and its result.
struct ConformanceAssertion: Decodable {
  /// The outcome of an assertion.
  enum Outcome: Equatable {
    case passed
    /// The language lacks something, and refuses it by name.
    case refused(String)
    /// The assertion was recorded without its subject.
    case outOfScope(String)
    case deviates(got: String)
  }

  /// The asserted result of an expression.
  enum Expectation: Decodable {
    case boolean(Bool)
    case number(Double)
    case text(String)
    case pattern(String)

    private struct Pattern: Decodable { let regex: String }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let isTrue = try? container.decode(Bool.self) {
        self = .boolean(isTrue)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else {
        self = .pattern(try container.decode(Pattern.self).regex)
      }
    }

    var number: Double {
      switch self {
      case .number(let number): number
      case .text("Infinity"): .infinity
      case .text("-Infinity"): -.infinity
      case .text(let text): Double(text) ?? .nan
      case .boolean, .pattern: .nan
      }
    }

    var text: String {
      switch self {
      case .text(let text): text
      case .number(let number): RuleScalar.number(number).text
      case .boolean(let isTrue): String(isTrue)
      case .pattern(let pattern): pattern
      }
    }
  }

  struct Context: Decodable { let node: String? }

  let spec: String
  let doc: String
  let context: Context?
  let kind: String
  let expr: String
  let expected: Expectation

  /// When and where the assertions were recorded.
  static let moment = RuleMoment(
    time: Timestamp(isoText: "2026-11-21T12:43:11.000Z") ?? .now, zone: RuleZone(secondsFromUTC: -7 * 3600), seed: 1)

  /// Evaluates the expression and compares.
  ///
  /// - Parameter others: the documents of all assertions, since some were recorded without their own.
  func outcome(among others: [ConformanceDocument]) -> Outcome {
    let own = ConformanceDocument(xml: doc)
    do {
      let document = try contextDocument(own, among: others)
      let number = try contextNumber(in: document)
      let text = try ConformanceTranslation.translated(expr, in: document, from: document.elements[number].path)
      let context = ConformanceContext(document: document, number: number, moment: Self.moment)
      guard let got = try evaluated(text, in: context) else { return .passed }
      return .deviates(got: "\(got)  [\(text)]")
    } catch let error as ConformanceTranslation.OutOfScope {
      guard let refusal = Self.refusal(of: expr) else { return .outOfScope(error.reason) }
      return kind == "throws" ? .passed : .refused(refusal)
    } catch let error as RuleExpressionError {
      if kind == "throws" { return .passed }
      return Self.name(ofWhatIsMissing: error).map(Outcome.refused) ?? .deviates(got: "\(error)")
    } catch {
      return kind == "throws" ? .passed : .deviates(got: "\(error)")
    }
  }

  /// What the language lacks for an expression, as its parser names it; `nil` where the parser reads the expression or
  /// reports another error.
  private static func refusal(of expression: String) -> String? {
    do throws(RuleExpressionError) {
      _ = try RuleExpression(parsing: expression)
      return nil
    } catch {
      return name(ofWhatIsMissing: error)
    }
  }

  private static func name(ofWhatIsMissing error: RuleExpressionError) -> String? {
    switch error.problem {
    case .notInForms(let part, _): part
    case .unknownFunction(let name, _): "the function \(name.prefix { $0 != "-" })"
    case .absolutePath: "a path from the root"
    default: nil
    }
  }

  /// The result instead of the asserted one; `nil` if they are equal.
  private func evaluated(_ text: String, in context: ConformanceContext) throws -> String? {
    let expression = try RuleExpression(text)
    var budget = RuleBudget()
    let value = try expression.value(in: context, budget: &budget)
    let number = value.number(in: context.moment.zone)
    switch kind {
    case "boolean": return expected.text == String(value.isTrue) ? nil : String(value.isTrue)
    case "number":
      let isSame = number == expected.number || number.isNaN && expected.number.isNaN
      return isSame ? nil : "\(number)"
    case "rounded": return isRounded(number) ? nil : "\(number)"
    case "string": return value.text == expected.text ? nil : "“\(value.text)”"
    case "matches": return value.text.range(of: expected.text, options: .regularExpression) == nil ? value.text : nil
    case "length": return Double(value.text.count) == expected.number ? nil : value.text
    case "nodes":
      let count = try expression.result(in: context, budget: &budget).references?.count
      return count.map(Double.init) == expected.number ? nil : "\(count ?? -1)"
    default: return value.text
    }
  }

  /// Whether the number equals the asserted one, to as many places as that has.
  private func isRounded(_ number: Double) -> Bool {
    let places = expected.text.split(separator: ".").dropFirst().first?.count ?? 2
    return abs(number - expected.number) <= pow(10, -Double(places))
  }

  /// The identifier in the context; `nil` if there is none.
  private var contextIdentifier: String? {
    guard let node = context?.node, node.hasPrefix("doc.getElementById(\"") else { return nil }
    return node.split(separator: "\"").dropFirst().first.map(String.init)
  }

  /// The document that the assertion is about: its own, or the one that has the element of its context.
  private func contextDocument(
    _ own: ConformanceDocument, among others: [ConformanceDocument]
  ) throws -> ConformanceDocument {
    guard let identifier = contextIdentifier else { return own }
    if own.number(withIdentifier: identifier) == nil, expr.hasPrefix("/data") { return own }
    guard let document = ([own] + others).first(where: { $0.number(withIdentifier: identifier) != nil }) else {
      throw ConformanceTranslation.OutOfScope(reason: "recorded without its document")
    }
    return document
  }

  /// The element that the expression is evaluated from.
  private func contextNumber(in document: ConformanceDocument) throws -> Int {
    guard let node = context?.node, node != "doc", node != "doc.getElementById()" else { return 0 }
    var steps = node.split(separator: ".").dropFirst()[...]
    guard let first = steps.popFirst() else { return 0 }
    var number: Int?
    if first == "documentElement" { number = document.elements[0].children.first }
    if let contextIdentifier { number = document.number(withIdentifier: contextIdentifier) ?? 0 }
    guard var found = number else { throw ConformanceTranslation.OutOfScope(reason: "contexts found by selectors") }
    while steps.popFirst() != nil {
      guard let child = document.elements[found].content.first ?? nil else {
        throw ConformanceTranslation.OutOfScope(reason: "kinds of nodes")
      }
      found = child
    }
    return found
  }
}

extension RuleValue {
  /// The references; `nil` for a value.
  fileprivate var references: [RuleReferent]? {
    if case .references(let referents) = self { referents } else { nil }
  }
}
