import FormState
import Foundation

/// Bindings for controls. The type of the control selects the binding:
///
/// ```swift
/// Toggle(row.title, isOn: model.binding(for: row.reference))
/// TextField(row.title, text: model.binding(for: row.reference))
/// ```
///
/// A control shows a person's entry at once, and the cell's value after that was committed or refused; ``failure``
/// reports why it was refused.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// The displayed content of a control until its entry is committed.
  struct Entry {
    /// The content; `nil` for none.
    let content: CellValue?
    /// The number of pending actions.
    var unfinished: Int
  }

  /// Binds a text field.
  ///
  /// In a cell that is not a text field, the text becomes the value as soon as it is valid, and is kept as a draft
  /// until then; an empty field clears the cell.
  ///
  /// - Parameter cell: the cell; a row path refers to the cell that is visible there now.
  public func binding(for cell: CellReference) -> ValueBinding<String> {
    let cell = address(of: cell)
    return ValueBinding { [self] in
      if let entry = entry(of: cell) { return entry.content?.plainText ?? "" }
      let status = session.status(of: .key(cell))
      return status?.draft ?? status?.value?.plainText ?? ""
    } set: { [self] text in
      enter(text.isEmpty ? nil : .text(text), in: cell, by: session.typing(text, in: cell))
    }
  }

  /// Binds a slider or a stepper; a cell without a value shows its minimum, or 0.
  ///
  /// - Parameter cell: the cell; a row path refers to the cell that is visible there now.
  public func binding(for cell: CellReference) -> ValueBinding<Double> {
    let cell = address(of: cell)
    return ValueBinding { [self] in
      let content = content(of: cell)
      if case .decimal(let digits)? = content { return Double(digits.text) ?? 0 }
      return content?.number ?? session.cell(named: cell)?.range?.minimum ?? 0
    } set: { [self] number in
      enter(CellValue.number(number) ?? .real(number), in: cell)
    }
  }

  /// Binds a switch; a cell without a value is off.
  ///
  /// - Parameter cell: the cell; a row path refers to the cell that is visible there now.
  public func binding(for cell: CellReference) -> ValueBinding<Bool> {
    let cell = address(of: cell)
    return ValueBinding { [self] in
      content(of: cell) == .boolean(true)
    } set: { [self] isOn in
      enter(.boolean(isOn), in: cell)
    }
  }

  /// Binds a picker of a question's options, by their values; `nil` if none is chosen.
  ///
  /// - Parameter cell: the question.
  public func binding(for cell: CellReference) -> ValueBinding<String?> {
    let cell = address(of: cell)
    return ValueBinding { [self] in
      content(of: cell)?.plainText
    } set: { [self] choice in
      enter(choice.map(CellValue.text), in: cell)
    }
  }

  /// Binds a date picker; a cell without a value shows the current moment.
  ///
  /// - Parameters:
  ///   - cell: a cell for a date, a time or both.
  ///   - zone: the time zone of the person.
  public func binding(for cell: CellReference, in zone: TimeZone = .current) -> ValueBinding<Date> {
    let cell = address(of: cell)
    return ValueBinding { [self] in
      content(of: cell)?.moment(in: zone) ?? Date()
    } set: { [self] moment in
      let value: CellValue? =
        switch session.cell(named: cell)?.kind {
        case .time: .time(ClockTime(moment, in: zone))
        case .dateTime: OffsetDateTime(moment, in: zone).map(CellValue.dateTime)
        default: CalendarDate(moment, in: zone).map(CellValue.date)
        }
      // Pickers offer no moment outside of the supported years.
      if let value { enter(value, in: cell) }
    }
  }

  private func entry(of cell: String) -> Entry? {
    observe(cell)
    return entries[cell]
  }

  private func content(of cell: String) -> CellValue? {
    if let entry = entry(of: cell) { entry.content } else { session.value(of: .key(cell)) }
  }

  private func enter(_ value: CellValue?, in cell: String) {
    enter(value, in: cell, by: value.map { .set(.key(cell), $0) } ?? .clear(.key(cell)))
  }

  private func enter(_ content: CellValue?, in cell: String, by action: FormAction) {
    let key = cell
    entries[key] = Entry(content: content, unfinished: (entries[key]?.unfinished ?? 0) + 1)
    notifyReaders(of: key)
    perform(action) { [self] in
      entries[key]?.unfinished -= 1
      guard entries[key]?.unfinished == 0 else { return }
      entries[key] = nil
      notifyReaders(of: key)
    }
  }
}

extension FormSession {
  /// The definition of the cell with a key or an address; `nil` if there is no such cell.
  fileprivate func cell(named key: String) -> FormCell? {
    snapshot.withLock { snapshot in snapshot.place(of: .key(key)).flatMap { snapshot.cell(at: $0) } }
  }

  /// The action for a text typed into the control of a cell.
  fileprivate func typing(_ text: String, in key: String) -> FormAction {
    guard !text.isEmpty else { return .clear(.key(key)) }
    guard let cell = cell(named: key), cell.kind.takesTypedInput, (try? cell.accepted(.text(text))) == nil else {
      return .set(.key(key), .text(text))
    }
    return .draft(.key(key), text)
  }
}

extension CellValue {
  /// The moment that a date picker shows for a value; `nil` for one that is neither a date nor a time.
  fileprivate func moment(in zone: TimeZone) -> Date? {
    switch self {
    case .date(let day): day.date(in: zone)
    case .dateTime(let moment): moment.moment
    case .time(let time): CalendarDate(Date(), in: zone).map { time.date(on: $0, in: zone) }
    case .text, .integer, .real, .decimal, .boolean, .choices: nil
    }
  }
}
