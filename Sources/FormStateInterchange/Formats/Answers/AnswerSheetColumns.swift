import FormState

/// Maps the columns of a sheet to questions of a form: by key, else by title.
///
/// If all columns are keys, they are read as keys; otherwise, if all are titles of a table, as titles. Only if some
/// are neither, each is looked up separately, as a key first.
struct AnswerSheetColumns {
  /// The meaning of a column.
  enum Meaning {
    /// A question of the form, in an instance if the name is its address, as in `name:7`; 0 for none.
    case question(Question, instance: Int)
    /// None, and why.
    ///
    /// `mistyped` is the name that it differs from in case, blanks or one letter; `nil` if there is none.
    case none(problem: String, action: String, mistyped: String? = nil)
  }

  /// The names of columns that are no questions.
  static let reserved = ["form", "response", "instance", "cell", "value"]

  /// The meanings of the columns, in order.
  let meanings: [Meaning]

  /// Looks columns up.
  ///
  /// - Complexity: O(n + c) for n cells and c columns.
  init(_ columns: [String], of form: FormDefinition) {
    let questions = form.questions
    let names = Names(questions, form)
    let keys = columns.map(\.canonicalKey)
    let areKeys = keys.allSatisfy { names.byKey[$0] != nil }
    let areTitles = !areKeys && keys.allSatisfy { names.byExportedTitle[$0] != nil }
    meanings = keys.map { key in
      if !areTitles, let question = names.byKey[key] { return .question(questions[question], instance: 0) }
      if let question = names.byExportedTitle[key] { return .question(questions[question], instance: 0) }
      let titled = names.byTitle[key] ?? []
      if titled.count == 1 { return .question(questions[titled[0]], instance: 0) }
      if let (key, instance) = Self.address(key), let question = names.byKey[key] {
        return .question(questions[question], instance: instance)
      }
      return titled.isEmpty
        ? Self.unknown(key, names, form) : Self.ambiguous(titled.map { questions[$0].cell.key })
    }
  }

  /// The questions of a form by their possible names.
  private struct Names {
    var byKey: [String: Int] = [:]
    /// By the titles of a table, which are all different.
    var byExportedTitle: [String: Int] = [:]
    /// By title, with the cells above or without them.
    var byTitle: [String: [Int]] = [:]
    let toSuggest: NearestKeys
    /// By the names without blanks, in lower case.
    private let packed: [String: String]
    private let toMistype: NearestKeys

    init(_ questions: [Question], _ form: FormDefinition) {
      for (position, question) in questions.enumerated() {
        byKey[question.cell.key] = position
        let section = question.section
        for name in Set([
          question.title, question.name, "\(section) › \(question.title)", "\(section) › \(question.name)",
        ]) {
          byTitle[name.trimmed.canonicalKey, default: []].append(position)
        }
      }
      var asked = AskedQuestions()
      let columns = AnswerColumns([form], &asked)
      for (key, title) in zip(columns.keys, columns.titles) {
        if let question = byKey[key] { byExportedTitle[title.trimmed.canonicalKey] = question }
      }
      let (keys, titles) = (byKey.keys, byTitle.keys)
      toSuggest = NearestKeys(keys.sorted() + titles.sorted())
      let names = reserved + keys.sorted() + titles.sorted()
      let packed = Dictionary(names.map { ($0.packed, $0) }) { first, _ in first }
      self.packed = packed
      toMistype = NearestKeys(packed.keys.sorted())
    }

    /// The name that differs from a text in case, blanks or one letter; `nil` for none.
    func nearest(to text: String) -> String? {
      let text = text.packed
      return packed[text] ?? toMistype.nearest(to: text, atMost: 1).flatMap { packed[$0] }
    }
  }

  /// The key and the instance of an address such as `name:7`.
  private static func address(_ name: String) -> (key: String, instance: Int)? {
    guard let sign = name.lastIndex(of: ":"), let number = InstanceName(name[sign...].dropFirst())?.number, number > 0
    else { return nil }
    return (String(name[..<sign]), number)
  }

  private static func unknown(_ key: String, _ names: Names, _ form: FormDefinition) -> Meaning {
    if key.isEmpty {
      return .none(problem: "the column has no name", action: "name it after the key or the title of a question")
    }
    if let cell = form.place(ofCell: key).flatMap(form.cell(at:)) {
      let problem =
        cell.kind == .repeat
        ? "it is a repeat" : "the cell is of kind \(cell.kind.rawValue) and has no answer"
      return .none(
        problem: problem,
        action: cell.kind == .repeat
          ? "write a line for each of its answers, as export csv --long does" : "it is omitted")
    }
    let mistyped = names.nearest(to: key)
    let near = mistyped ?? names.toSuggest.nearest(to: key)
    return .none(
      problem: "the form has no question of this key or title",
      action: near.map { "did you mean “\($0.shortened)”?" } ?? "it is omitted", mistyped: mistyped)
  }

  private static func ambiguous(_ keys: [String]) -> Meaning {
    let listed = keys.prefix(mostListed).map { "“\($0.shortened)”" }.joined(separator: ", ")
    let left = keys.count - mostListed
    return .none(
      problem: "\(keys.count) questions have this name: \(listed)" + (left > 0 ? " and \(left) more" : ""),
      action: "name the column after a key")
  }

  /// How many questions of one title a message names.
  private static let mostListed = 4
}

extension String {
  /// The text in lower case without blanks.
  fileprivate var packed: String { lowercased().filter { !$0.isWhitespace } }
}
