import FormState
import Foundation

/// Bindings for controls. The type of the control selects the binding:
///
/// ```swift
/// Toggle(row.title, isOn: model.binding(for: row.reference))
/// TextField(row.title, text: model.binding(for: row.reference))
/// Picker(row.title, selection: model.binding(for: row.reference)) { … }
/// ```
///
/// A control that takes values of any type, as a picker does, gets that of a question's options; name another type:
/// `model.binding(for: "age") as Binding<Int?>`.
///
/// A control shows a person's entry at once, and the cell's value after that was committed or refused; ``failure``
/// reports why it was refused. Text fields end with ``endEditing(of:)``.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// The displayed content of a control until its entry is committed.
  struct Entry {
    /// The content; `nil` for none.
    let content: CellValue?
    /// The number of pending actions.
    var unfinished: Int
  }

  /// Binds a picker of a question's options, by their values; `nil` if none is chosen.
  ///
  /// - Parameter cell: the question.
  public func binding<Bound: AnswerBinding<String?>>(for cell: CellReference) -> Bound {
    binding(for: cell) { content, _ in
      content?.plainText
    } as: { choice, _, _ in
      choice.map(CellValue.text)
    }
  }

  /// Binds a list with a multiple selection: the values of the chosen options of a question with several answers.
  ///
  /// Those that were chosen keep their order, and further ones follow in the order of their values.
  ///
  /// - Parameter cell: the question.
  @_disfavoredOverload
  public func binding<Bound: AnswerBinding<Set<String>>>(for cell: CellReference) -> Bound {
    binding(for: cell) { content, _ in
      Set(content?.chosenValues ?? [])
    } as: { chosen, before, _ in
      let kept = (before?.chosenValues ?? []).filter(chosen.contains)
      let all = kept + chosen.subtracting(kept).sorted()
      return all.isEmpty ? nil : .choices(all)
    }
  }

  /// Binds a slider or a stepper; a cell without a value shows its minimum, or 0.
  ///
  /// - Parameter cell: the cell; a row path refers to the cell that is visible there now.
  @_disfavoredOverload
  public func binding<Bound: AnswerBinding<Double>>(for cell: CellReference) -> Bound {
    binding(for: cell) { content, cell in
      if case .decimal(let digits)? = content { return Double(digits.text) ?? 0 }
      return content?.number ?? cell?.range?.minimum ?? 0
    } as: { number, _, _ in
      CellValue.number(number) ?? .real(number)
    }
  }

  /// Binds a stepper of whole numbers; a cell without a value shows its minimum, or 0.
  ///
  /// - Parameter cell: the cell; a row path refers to the cell that is visible there now.
  @_disfavoredOverload
  public func binding<Whole: FixedWidthInteger, Bound: AnswerBinding<Whole>>(for cell: CellReference) -> Bound {
    binding(for: cell) { content, cell in
      content?.wholeNumber() ?? cell?.range.flatMap { Whole(exactly: $0.minimum.rounded(.up)) } ?? 0
    } as: { number, _, _ in
      .wholeNumber(number)
    }
  }

  /// Binds a field with a format for a whole number; `nil` for none, and for a number that is not whole.
  ///
  /// - Parameter cell: the cell; a row path refers to the cell that is visible there now.
  @_disfavoredOverload
  public func binding<Whole: FixedWidthInteger, Bound: AnswerBinding<Whole?>>(for cell: CellReference) -> Bound {
    binding(for: cell) { content, _ in
      content?.wholeNumber()
    } as: { number, _, _ in
      number.map { .wholeNumber($0) }
    }
  }

  /// Binds a field with a format for an exact number; `nil` for none.
  ///
  /// - Parameter cell: the cell; a row path refers to the cell that is visible there now.
  @_disfavoredOverload
  public func binding<Bound: AnswerBinding<Decimal?>>(for cell: CellReference) -> Bound {
    binding(for: cell) { content, _ in
      content?.number == nil ? nil : content.flatMap { Decimal(string: $0.plainText, locale: Self.plainLocale) }
    } as: { number, _, _ in
      number.map { number in
        let text = NSDecimalNumber(decimal: number).description(withLocale: Self.plainLocale)
        return ExactDecimal(text).map(CellValue.decimal) ?? .text(text)
      }
    }
  }

  /// Binds a switch; a cell without a value is off.
  ///
  /// - Parameter cell: the cell; a row path refers to the cell that is visible there now.
  @_disfavoredOverload
  public func binding<Bound: AnswerBinding<Bool>>(for cell: CellReference) -> Bound {
    binding(for: cell) { content, _ in
      content == .boolean(true)
    } as: { isOn, _, _ in
      .boolean(isOn)
    }
  }

  /// Binds a date picker; a cell without a value shows the current moment.
  ///
  /// - Parameters:
  ///   - cell: a cell for a date, a time or both.
  ///   - zone: the time zone of the person.
  @_disfavoredOverload
  public func binding<Bound: AnswerBinding<Date>>(for cell: CellReference, in zone: TimeZone = .current) -> Bound {
    let moment: ValueBinding<Date?> = binding(for: cell, in: zone)
    return Bound {
      moment.value ?? Date()
    } writing: {
      moment.value = $0
    }
  }

  /// Binds a control for a date that may be missing; `nil` for none.
  ///
  /// - Parameters:
  ///   - cell: a cell for a date, a time or both.
  ///   - zone: the time zone of the person.
  @_disfavoredOverload
  public func binding<Bound: AnswerBinding<Date?>>(for cell: CellReference, in zone: TimeZone = .current) -> Bound {
    binding(for: cell) { content, _ in
      content?.moment(in: zone)
    } as: { moment, _, cell in
      moment.map { CellValue($0, in: zone, for: cell?.kind) }
    }
  }

  private static var plainLocale: Locale { Locale(identifier: "en_US_POSIX") }

  /// Binds a control.
  ///
  /// - Parameters:
  ///   - shown: converts the displayed value of a cell, `nil` for none, to the control's type.
  ///   - entered: converts a person's entry to a value, `nil` for none, given the value before and the cell.
  private func binding<Value, Bound: AnswerBinding<Value>>(
    for cell: CellReference, _ shown: @escaping @MainActor (CellValue?, FormCell?) -> Value,
    as entered: @escaping @MainActor (Value, CellValue?, FormCell?) -> CellValue?
  ) -> Bound {
    let cell = address(of: cell)
    return Bound { [self] in
      shown(content(of: cell), session.cell(named: cell))
    } writing: { [self] content in
      endEditing()
      let value = entered(content, self.content(of: cell), session.cell(named: cell))
      enter(value, in: cell, by: value.map { .set(.key(cell), $0) } ?? .clear(.key(cell)))
    }
  }

  private func content(of cell: String) -> CellValue? {
    observe(cell)
    if let entry = entries[cell] { return entry.content }
    return session.value(of: .key(cell))
  }

  /// Shows an entry in a control while its action is pending.
  func enter(_ content: CellValue?, in cell: String, by action: FormAction) {
    entries[cell] = Entry(content: content, unfinished: (entries[cell]?.unfinished ?? 0) + 1)
    notifyReaders(of: cell)
    enqueue(action) { [self] in
      entries[cell]?.unfinished -= 1
      guard entries[cell]?.unfinished == 0 else { return }
      entries[cell] = nil
      notifyReaders(of: cell)
    }
  }
}

extension FormSession {
  /// The definition of the cell with a key or an address; `nil` if there is no such cell.
  func cell(named key: String) -> FormCell? {
    look { snapshot in snapshot.place(of: .key(key)).flatMap { snapshot.cell(at: $0) } }
  }
}

extension CellValue {
  /// The value of a cell for a moment; outside of the supported years a text, which cells refuse with their reason.
  fileprivate init(_ moment: Date, in zone: TimeZone, for kind: CellKind?) {
    let value: CellValue? =
      switch kind {
      case .time: .time(ClockTime(moment, in: zone))
      case .dateTime: OffsetDateTime(moment, in: zone).map(CellValue.dateTime)
      default: CalendarDate(moment, in: zone).map(CellValue.date)
      }
    self = value ?? .text(moment.description)
  }

  /// The moment that a date picker shows for a value; `nil` for one that is neither a date nor a time.
  fileprivate func moment(in zone: TimeZone) -> Date? {
    switch self {
    case .date(let day): day.date(in: zone)
    case .dateTime(let moment): moment.moment
    case .time(let time): CalendarDate(Date(), in: zone).map { time.date(on: $0, in: zone) }
    case .text, .integer, .real, .decimal, .boolean, .choices: nil
    }
  }

  /// The number, if it is whole and of the type.
  fileprivate func wholeNumber<Whole: FixedWidthInteger>() -> Whole? {
    switch self {
    case .integer(let whole): Whole(exactly: whole)
    case .real(let number): Whole(exactly: number)
    case .decimal(let decimal): decimal.exactWhole.flatMap { Whole(exactly: $0) }
    case .text, .boolean, .date, .time, .dateTime, .choices: nil
    }
  }

  /// A whole number; one that no cell can hold as text, which cells refuse with their reason.
  fileprivate static func wholeNumber(_ number: some FixedWidthInteger) -> CellValue {
    Int64(exactly: number).map(CellValue.integer) ?? .text(String(number))
  }
}
