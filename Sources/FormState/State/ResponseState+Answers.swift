import Foundation

extension ResponseState {
  /// Reads what a response holds as your own type, whose properties are called by the keys of the cells.
  ///
  /// ```swift
  /// struct Person: Decodable {
  ///   let firstName: String?
  ///   let isMarried: Bool
  ///   enum CodingKeys: String, CodingKey { case firstName = "first-name", isMarried = "married" }
  /// }
  /// let person = try session.answers(as: Person.self)
  /// ```
  ///
  /// A cell that holds nothing, or is not relevant, is not there, so an optional is `nil`. Text and the value of a
  /// chosen option are text, numbers numbers, switches flags, several choices an array of texts; a date is the text
  /// `YYYY-MM-DD`, a ``CalendarDate`` or a `Date`, a time a text or a ``ClockTime``, a date and time a text, an
  /// ``OffsetDateTime`` or a `Date`, and a decimal a text, an ``ExactDecimal`` or any number that its digits are. A day
  /// is a `Date` only somewhere: its first moment in the time zone given, which is that of Greenwich and never the
  /// device's unless said otherwise. A repeat is an array of what its instances hold, in their order, without those
  /// that are not relevant:
  ///
  /// ```swift
  /// struct Trip: Decodable {
  ///   struct Passenger: Decodable { let name: String? }
  ///   let destination: String?
  ///   let passenger: [Passenger]
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - type: the type to read.
  ///   - form: the definition that is filled in.
  ///   - timeZone: where the days begin that are read as a `Date`.
  /// - Throws: ``PropertyDecodingError``, which names the cell, what is there and what was wanted, never the answer
  ///   itself.
  /// - Complexity: O(n) for n cells, those of instances each counted.
  public func answers<Content: Decodable>(
    as type: Content.Type = Content.self, of form: FormDefinition, timeZone: TimeZone = .gmt
  ) throws -> Content {
    let kinds = form.sections.lazy.flatMap(\.cells).map { ($0.key, $0.kind) }
    let reading = AnswerReading(kinds: Dictionary(kinds) { first, _ in first }, timeZone: timeZone)
    let root = PropertyValue.dictionary(AnswerTree(self, of: form).answers(in: 0))
    do {
      return try PropertyDecoder(root, answers: reading).content(type)
    } catch {
      throw PropertyDecodingError(error, cell: nil, properties: root, answers: reading, type: type)
    }
  }
}

/// What a response holds, nested as it is filled in: what the cells hold that stand in an instance, or with 0 in none,
/// and of each repeat there an array.
private struct AnswerTree {
  /// By the instance in which the cells stand.
  private var values: [Int: [String: PropertyValue]] = [:]
  private var repeats: [Int: [String]] = [:]
  private let order: InstanceOrder
  private let notAsked: Set<StateSubject>

  init(_ state: ResponseState, of form: FormDefinition) {
    order = InstanceOrder(state)
    notAsked = form.subjectsNotAsked(in: state)
    var (values, repeats): ([Int: [String: PropertyValue]], [Int: [String]]) = ([:], [:])
    form.forEachCell(in: state) { cell, place in
      guard !notAsked.contains(StateSubject(cell.key, instance: place.instance)) else { return }
      if cell.kind == .repeat { repeats[place.instance, default: []].append(cell.key) }
      guard cell.kind.holdsValue, let value = state.value(of: cell, in: form, instance: place.instance) else { return }
      values[place.instance, default: [:]][cell.key] = PropertyValue(value)
    }
    (self.values, self.repeats) = (values, repeats)
  }

  // Repeats are nested no deeper than cells are, which is a hundred levels at most.
  func answers(in instance: Int) -> [String: PropertyValue] {
    var answers = values[instance] ?? [:]
    for key in repeats[instance] ?? [] {
      let counted = order.instances(of: key, in: instance).filter {
        !notAsked.contains(StateSubject(key, instance: $0))
      }
      answers[key] = .array(counted.map { .dictionary(self.answers(in: $0)) })
    }
    return answers
  }
}

extension PropertyValue {
  /// What a cell holds, as a property would.
  fileprivate init(_ value: CellValue) {
    switch value {
    case .text(let text): self = .string(text)
    case .integer(let whole): self = .integer(whole)
    case .real(let number): self = .real(number)
    case .boolean(let isOn): self = .boolean(isOn)
    case .date, .decimal, .time, .dateTime: self = .string(value.plainText)
    case .choices(let values): self = .array(values.map(PropertyValue.string))
    }
  }
}

extension ResponseContents {
  /// Reads what the response holds as your own type; see ``ResponseState/answers(as:of:timeZone:)``.
  public func answers<Content: Decodable>(
    as type: Content.Type = Content.self, timeZone: TimeZone = .gmt
  ) throws -> Content {
    try state.answers(as: type, of: form, timeZone: timeZone)
  }
}
