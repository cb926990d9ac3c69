/// A text field for several lines.
public struct LongTextCell: CellDescription {
  public let draft: CellDraft

  /// Describes a text field for several lines.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the text until a person enters one; it may have line breaks.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .longText, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text)),
      descendants: content())
  }
}

/// A field for a whole number.
public struct IntegerCell: CellDescription {
  public let draft: CellDraft

  /// Describes a field for a whole number.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the number until a person enters one.
  ///   - range: the least and the greatest number; unlimited by default.
  ///   - step: the step of the control; continuous by default.
  ///   - unit: the unit of the number, shown after it.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: Int? = nil, range: NumberRange? = nil,
    step: Double? = nil,
    unit: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .integer, title: title, subtitle: subtitle, defaultValue: value.map { .integer(Int64($0)) },
        range: range,
        step: step, unit: unit),
      descendants: content())
  }
}

/// A field for a number that is stored exactly as entered.
public struct DecimalCell: CellDescription {
  public let draft: CellDraft

  /// Describes a field for an exact number.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the number until a person enters one, in digits: `1.50`. Any other text is kept and reported by
  ///     ``FormDefinition/checkDefinition()``.
  ///   - range: the least and the greatest number; unlimited by default.
  ///   - step: the step of the control; continuous by default.
  ///   - unit: the unit of the number, shown after it.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil, range: NumberRange? = nil,
    step: Double? = nil,
    unit: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .decimal, title: title, subtitle: subtitle,
        defaultValue: value.map { text in ExactDecimal(text).map(CellValue.decimal) ?? .text(text) }, range: range,
        step: step, unit: unit),
      descendants: content())
  }
}

/// A time picker.
public struct TimeCell: CellDescription {
  public let draft: CellDraft

  /// Describes a time picker.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the time until a person picks one, such as `14:30`. Any other text and invalid times are kept and
  ///     reported by ``FormDefinition/checkDefinition()``.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .time, title: title, subtitle: subtitle,
        defaultValue: value.map { text in ClockTime(isoText: text).map(CellValue.time) ?? .text(text) }),
      descendants: content())
  }
}

/// A picker for a date and a time.
public struct DateTimeCell: CellDescription {
  public let draft: CellDraft

  /// Describes a picker for a date and a time.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the value until a person picks one, such as `2026-11-21T14:30:00+01:00`. Any other text is kept and
  ///     reported by ``FormDefinition/checkDefinition()``.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .dateTime, title: title, subtitle: subtitle,
        defaultValue: value.map { text in OffsetDateTime(isoText: text).map(CellValue.dateTime) ?? .text(text) }),
      descendants: content())
  }
}

/// A file stored by the app.
public struct FileCell: CellDescription {
  public let draft: CellDraft

  /// Describes a file.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: its name or path until a person sets one; the form holds no bytes.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .file, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text)),
      descendants: content())
  }
}

/// A multiple-choice question: a heading over options, several of which can be chosen.
public struct ChoicesCell: CellDescription {
  public let draft: CellDraft

  /// Describes a multiple-choice question.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - values: the values of the options chosen initially; none by default.
  ///   - list: a list of the form whose options come first under the cell.
  ///   - content: the cells under it.
  public init(
    _ key: String, title: String = "", subtitle: String = "", values: [String] = [], options list: OptionList? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .choices, title: title, subtitle: subtitle,
        defaultValue: values.isEmpty ? nil : .choices(values),
        list: list?.name),
      descendants: (list?.cells(ofQuestion: key) ?? []) + content())
  }
}
