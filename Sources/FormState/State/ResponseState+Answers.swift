import Foundation

extension ResponseState {
  /// Decodes the answers of a response, as ``ResponseContents/answers(as:timeZone:)`` does.
  package func answers<Content: Decodable>(
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

/// The answers of a response, nested like its form: the values of the cells in an instance, or outside of repeats for
/// 0, and an array for each repeat there.
private struct AnswerTree {
  /// By the instance of the cells.
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

  // Repeats are nested no deeper than cells, a hundred levels at most.
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
  /// The value of a cell as a property.
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
  /// Decodes the answers of a response as your own type, whose properties are named by the keys of the cells.
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
  /// A cell without a value, or that is not relevant, is missing, so an optional is `nil`. Text and the value of a
  /// chosen option are text, numbers are numbers, switches are flags, several choices are an array of texts. A date is
  /// the text `YYYY-MM-DD`, a ``CalendarDate`` or a `Date`; a time is a text or a ``ClockTime``; a date and time is a
  /// text, an ``OffsetDateTime`` or a `Date`; a decimal is a text, an ``ExactDecimal`` or any number equal to its
  /// digits. A day becomes a `Date` only in a time zone, as its first moment there: Greenwich by default, never the
  /// device's. A repeat is an array of the answers in its relevant instances, in order:
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
  ///   - timeZone: the time zone for days that are read as a `Date`.
  /// - Throws: ``PropertyDecodingError``, which names the cell, the found and the expected type, never the answer
  ///   itself.
  /// - Complexity: O(n) for n cells, counted once per instance.
  public func answers<Content: Decodable>(
    as type: Content.Type = Content.self, timeZone: TimeZone = .gmt
  ) throws -> Content {
    try state.answers(as: type, of: form, timeZone: timeZone)
  }
}
