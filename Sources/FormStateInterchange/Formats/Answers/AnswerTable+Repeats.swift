import FormState
import Foundation

extension AnswerTable {
  /// One of the tables that answers of forms with repeats make.
  public struct Part: Hashable, Sendable {
    /// The key of the repeat whose instances it has; `nil` for the table with a line for each response.
    public let repeatKey: String?
    /// The table.
    public let data: Data
  }

  /// Writes the effective values of responses as several tables: one with a line for each response, and for each repeat
  /// one with a line for each of its instances.
  ///
  /// The first columns of a repeat's table are `form`, `response`, `instance`, the number of the instance; `position`,
  /// its position among its siblings from 1; and `within`, the number of the instance that contains the repeat, empty
  /// for none. `response` and `within` join the tables.
  ///
  /// - Parameters:
  ///   - responses: the responses, in the order given.
  ///   - form: a form whose cells get their columns even when it has no response yet.
  ///   - style: the names of columns and the form of values.
  /// - Throws: nothing today.
  /// - Complexity: O(n · t) for n cells of the responses, those of instances each counted, and t tables.
  public static func write(
    tablesOf responses: [ResponseContents], columnsOf form: FormDefinition? = nil, style: Style = Style()
  ) throws -> [Part] {
    let forms = [form].compactMap { $0 } + responses.map(\.form)
    return try ([nil] + repeatKeys(of: forms)).map { key in
      let shape = key.map { AnswerTableWriter.Shape.instances(ofRepeat: $0) } ?? .responses
      let data = try AnswerTableWriter.table(shape, of: responses, columnsOf: forms, style: style)
      return Part(repeatKey: key, data: data)
    }
  }

  /// The keys of the repeats of forms, in their order, none twice.
  package static func repeatKeys(of forms: [FormDefinition]) -> [String] {
    var keys: [String] = []
    var seen: Set<String> = []
    var last: FormDefinition?
    for form in forms where form != last {
      last = form
      for cell in form.sections.flatMap(\.cells) where cell.kind == .repeat && seen.insert(cell.key).inserted {
        keys.append(cell.key)
      }
    }
    return keys
  }

  /// The answers in the instances of a repeat in a response, each a line that begins with its number.
  static func instanceLines(
    of response: ResponseContents, _ key: String, _ columns: AnswerColumns, _ questions: [Question],
    _ lines: AnswerLines
  ) -> [[String]] {
    let asked = Dictionary(
      questions.lazy.filter { $0.repeatAround == key }.map { ($0.cell.key, $0) },
      uniquingKeysWith: { first, _ in first })
    guard !asked.isEmpty else { return [] }
    let (form, state) = (response.form, response.state)
    let order = InstanceOrder(state)
    let notAsked = form.subjectsNotAsked(in: state)
    var found: [[String]] = []
    var places: [Int: Int] = [:]
    form.forEachCell(in: state) { cell, place in
      guard let question = asked[cell.key], let column = columns.places[cell.key],
        !notAsked.contains(StateSubject(cell.key, instance: place.instance)),
        let instanceContents = state.instances[StateSubject(key, instance: place.instance)]
      else { return }
      let line = places[place.instance] ?? found.count
      if line == found.count {
        places[place.instance] = line
        let position = order.instances(of: key, in: instanceContents.parent).firstIndex(of: place.instance) ?? 0
        found.append(
          [
            state.instanceNames.fullSpelling(of: place.instance), String(position + 1),
            instanceContents.parent == 0 ? "" : state.instanceNames.fullSpelling(of: instanceContents.parent),
          ]
            + [String](repeating: "", count: columns.keys.count))
      }
      guard let value = state.value(of: cell, in: form, instance: place.instance) else { return }
      found[line][3 + column] = lines.field(value, of: question)
    }
    return found
  }
}
