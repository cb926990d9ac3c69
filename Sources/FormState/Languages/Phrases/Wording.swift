/// A sentence of the library and what it names, which can be said in each ``Tongue``.
package struct Wording: Hashable, Sendable {
  /// What a sentence names.
  package enum Part: Hashable, Sendable {
    /// A text that is the same in every language.
    case text(String)
    /// The key or address of a cell or section: in English as it is, so that it can be used in commands; for people its
    /// title.
    case name(String)
    case count(Int)
    /// A plain number, written with the decimal sign of the language.
    case number(String)
    case wording(Wording)
    /// Several sentences, one after the other.
    case clauses([Wording])
    /// Dates that were probably meant.
    case dates([CalendarDate])
    /// The expression of a rule, which names cells by their keys.
    case rule(String)
    /// Some options of a question, by their values or titles.
    case options([Option], more: Int)
    /// Faults of a response, of which the first are quoted.
    case faults([Fault])
  }

  /// An option in a sentence.
  package struct Option: Hashable, Sendable {
    let value: String
    let title: String
  }

  let phrase: Phrase
  let parts: [Part]

  package init(_ phrase: Phrase, _ parts: Part...) {
    self.phrase = phrase
    self.parts = parts
  }

  /// The sentence in English, with keys.
  package var english: String { text(in: .english) }

  /// The sentence in a language.
  package func text(in speech: Speech) -> String {
    speech.tongue.template(of: phrase).filled { number, forms in
      guard let part = parts.element(at: number - 1) else { return "" }
      if let forms, case .count(let count) = part { return speech.tongue.form(for: count, of: forms) }
      return speech.text(of: part)
    }
  }
}

/// How the library speaks: in which language, and how it calls cells and sections.
package struct Speech: Sendable {
  package let tongue: Tongue
  /// The title of a cell or section by its key or address; `nil` for none.
  package let title: @Sendable (String) -> String?
  /// Whether cells and options are called by their titles.
  package let isForPeople: Bool
  /// Whether the titles are translations of the stored ones.
  package var isOfTranslation = false

  /// English with keys, as commands need them.
  package static let english = Speech(tongue: .english, isForPeople: false) { _ in nil }

  /// Speaks to people.
  ///
  /// - Parameter title: the title of a cell or section by its key or address; `nil` for none.
  package init(_ tongue: Tongue, title: @escaping @Sendable (String) -> String?) {
    self.init(tongue: tongue, isForPeople: true, title: title)
  }

  /// Speaks to people about a form.
  package init(_ tongue: Tongue, about form: FormDefinition) {
    self.init(tongue) { form.titleForPeople(of: $0) }
  }

  private init(tongue: Tongue, isForPeople: Bool, title: @escaping @Sendable (String) -> String?) {
    self.tongue = tongue
    self.isForPeople = isForPeople
    self.title = title
  }

  /// A part of a sentence.
  package func text(of part: Wording.Part) -> String {
    switch part {
    case .text(let text): tongue.apart(text)
    case .name(let key): tongue.apart((title(key)?.onOneLine ?? key).shortened)
    case .count(let count): String(count)
    case .number(let plain): NumberNotation(language: tongue.rawValue).written(plain)
    case .wording(let wording): wording.text(in: self)
    case .clauses(let clauses): clauses.map { $0.text(in: self) }.joined(separator: tongue.semicolon)
    case .dates(let dates): isForPeople ? dates.map(\.isoText).joined(separator: tongue.comma) : Self.either(dates)
    case .rule(let source): tongue.apart(isForPeople ? titled(source) : source)
    case .options(let options, let more): list(options, more: more)
    case .faults(let faults): summary(of: faults)
    }
  }

  private static func either(_ dates: [CalendarDate]) -> String {
    dates.map { "\($0.isoText) for \($0.longText)" }.joined(separator: ", or ")
  }

  /// An expression with the titles of the cells that it names.
  private func titled(_ source: String) -> String {
    source.replacing(/\$\{([^}]+)\}/) { match in
      title(String(match.1)).map { tongue.quoted($0.onOneLine.shortened) } ?? String(match.0)
    }
  }

  /// The names of options in quotation marks.
  private func list(_ options: [Wording.Option], more: Int) -> String {
    let listed = options.map { option in
      let name = isForPeople && !option.title.isEmpty ? option.title : option.value
      return tongue.quoted(name.shortened)
    }.joined(separator: tongue.comma)
    return more > 0 ? Wording(.andMore, .text(listed), .count(more)).text(in: self) : listed
  }

  /// How many faults a message quotes before it counts the rest.
  private static let quotedFaults = 8

  private func summary(of faults: [Fault]) -> String {
    let quoted = faults.prefix(Self.quotedFaults).map { fault in
      let message = fault.message(in: self)
      guard let address = fault.address else { return message }
      return Wording(.faultAt, .name(address), .text(message)).text(in: self)
    }
    let left = faults.count - Self.quotedFaults
    return (quoted + (left > 0 ? [Wording(.moreFaults, .count(left)).text(in: self)] : [])).joined(separator: " ")
  }
}

extension String {
  /// The text with a blank for each line break.
  fileprivate var onOneLine: String {
    contains(where: \.isNewline) ? split(whereSeparator: \.isNewline).joined(separator: " ") : self
  }

  /// A template, with each place in braces replaced.
  ///
  /// - Parameter part: the text for a place, given its number, and the forms between which its number selects.
  fileprivate func filled(_ part: (Int, [Substring]?) -> String) -> String {
    var filled = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      filled += rest[..<open]
      let place = rest[rest.index(after: open)..<close].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let forms = place.count == 2 ? place[1].split(separator: "|", omittingEmptySubsequences: false) : nil
      filled += part(place.first.flatMap { Int($0) } ?? 0, forms)
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}
