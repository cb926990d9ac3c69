import FormState

/// Choices that a question searches in a table beside the form, as Collect does it: `search('fruits', 'contains',
/// 'name', /data/text)` in its appearance, with one choice that names the columns of value and title.
struct XFormSearch {
  /// The name of the table, without its ending.
  let table: String
  /// The column of the values.
  let value: String
  /// The column of the titles.
  let title: String
  /// The items that are found, as a path into the table.
  let items: String

  /// Reads a question's search; `nil` without one, or for an unsupported one.
  init?(_ question: XMLTree.Element) {
    guard let written = Self.call(in: question), let choice = Self.onlyItem(of: question) else { return nil }
    let arguments = XFormNodeset.arguments(of: written.dropFirst("search(".count).dropLast())
    guard let table = arguments.first.flatMap(Self.text), let condition = Self.condition(arguments.dropFirst()) else {
      return nil
    }
    (self.table, value, title) = (table, choice.value, choice.title)
    items = "instance('\(table)')/root/item\(condition)"
  }

  /// Whether a question searches for its choices, in any way.
  static func isAsked(by question: XMLTree.Element) -> Bool { call(in: question) != nil }

  /// The appearance of a question without its search; `nil` if nothing is left.
  static func appearanceWithout(_ question: XMLTree.Element) -> String? {
    guard let appearance = question.attribute("appearance"), let call = call(in: question) else { return nil }
    let left = appearance.replacing(call, with: "").collapsed
    return left.isEmpty ? nil : left
  }

  private static func call(in question: XMLTree.Element) -> Substring? {
    guard question.name.local == "select" || question.name.local == "select1",
      let appearance = question.attribute("appearance"), let start = appearance.firstRange(of: "search(")?.lowerBound,
      let end = appearance.lastIndex(of: ")"), start < end
    else { return nil }
    return appearance[start...end]
  }

  private static func onlyItem(of question: XMLTree.Element) -> (value: String, title: String)? {
    let items = question.elements.filter { $0.name.local == "item" }
    guard items.count == 1, let item = items.first else { return nil }
    func text(_ name: String) -> String {
      item.elements.first { $0.name.local == name }.map(\.text.trimmed) ?? ""
    }
    let (value, title) = (text("value"), text("label"))
    guard isColumn(value), isColumn(title) else { return nil }
    return (value, title)
  }

  private static func isColumn(_ name: String) -> Bool {
    name.unicodeScalars.first.map(XFormPathScanner.beginsName) == true
      && name.unicodeScalars.allSatisfy {
        XFormPathScanner.beginsName($0) || XFormPathScanner.isDigit($0) || "-.".unicodeScalars.contains($0)
      }
  }

  /// The condition of a search; empty if it finds all items, and `nil` if it is not supported.
  private static func condition(_ arguments: ArraySlice<String>) -> String? {
    let arguments = Array(arguments)
    switch arguments.count {
    case 0: return ""
    case 3: return found(arguments[0], arguments[1], arguments[2]).map { "[\($0)]" }
    case 5:
      guard let found = found(arguments[0], arguments[1], arguments[2]), let column = text(arguments[3]),
        isColumn(column)
      else { return nil }
      return "[\(found)][\(column) = \(arguments[4])]"
    default: return nil
    }
  }

  private static func found(_ way: String, _ column: String, _ sought: String) -> String? {
    guard let column = text(column), isColumn(column) else { return nil }
    switch text(way) {
    case "contains": return "contains(\(column), \(sought))"
    case "startswith": return "starts-with(\(column), \(sought))"
    case "endswith": return "ends-with(\(column), \(sought))"
    case "matches": return "\(column) = \(sought)"
    default: return nil
    }
  }

  private static func text(_ argument: String) -> String? {
    guard let mark = argument.first, mark == "'" || mark == "\"", argument.last == mark, argument.count > 2 else {
      return nil
    }
    let text = String(argument.dropFirst().dropLast())
    return text.contains(mark) || text.contains("'") ? nil : text
  }
}
