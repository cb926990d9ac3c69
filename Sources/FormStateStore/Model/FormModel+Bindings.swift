import FormState
import Foundation

/// What controls show and change. The type of the control decides which of these it takes:
///
/// ```swift
/// Toggle(row.title, isOn: model.binding(for: row.reference))
/// TextField(row.title, text: model.binding(for: row.reference))
/// ```
///
/// A control shows at once what a person entered, and what the cell holds when that was committed or refused; why it
/// was refused is told by ``failure``.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// What a control shows until what was entered there has been committed.
  struct Entry {
    /// What it shows; `nil` for nothing.
    let content: CellValue?
    /// How many actions are under way.
    var unfinished: Int
  }

  /// Binds a text field.
  ///
  /// In a cell that takes no text, what is typed becomes its value as soon as it spells one, and is kept as a draft
  /// until then; an empty field empties the cell.
  ///
  /// - Parameter cell: the cell; a row path means the cell that shows there now.
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

  /// Binds a slider or a stepper; a cell that holds nothing shows the least number that it takes, or 0.
  ///
  /// - Parameter cell: the cell; a row path means the cell that shows there now.
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

  /// Binds a switch; a cell that holds nothing is off.
  ///
  /// - Parameter cell: the cell; a row path means the cell that shows there now.
  public func binding(for cell: CellReference) -> ValueBinding<Bool> {
    let cell = address(of: cell)
    return ValueBinding { [self] in
      content(of: cell) == .boolean(true)
    } set: { [self] isOn in
      enter(.boolean(isOn), in: cell)
    }
  }

  /// Binds a picker of a question's options, by their values; `nil` where none is chosen.
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

  /// Binds a date picker; a cell that holds nothing shows this moment.
  ///
  /// - Parameters:
  ///   - cell: a cell that takes a date, a time or both.
  ///   - zone: where the person is who picks.
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
      // Pickers offer no moment outside of the years that there are.
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
    tellReaders(of: key)
    perform(action) { [self] in
      entries[key]?.unfinished -= 1
      guard entries[key]?.unfinished == 0 else { return }
      entries[key] = nil
      tellReaders(of: key)
    }
  }
}

extension FormSession {
  /// The definition of the cell with a key or an address; `nil` if there is no such cell.
  fileprivate func cell(named key: String) -> FormCell? {
    snapshot.withLock { snapshot in snapshot.place(of: .key(key)).flatMap { snapshot.cell(at: $0) } }
  }

  /// What typing a text into the control of a cell does.
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
