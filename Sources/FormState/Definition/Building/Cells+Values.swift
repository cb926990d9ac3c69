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
  ///   - range: the least and the greatest number; any when left out.
  ///   - step: how far the control moves at a time; freely when left out.
  ///   - unit: what the number counts, shown after it.
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

/// A field for a number that is kept exactly as it was entered.
public struct DecimalCell: CellDescription {
  public let draft: CellDraft

  /// Describes a field for an exact number.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the number until a person enters one, in digits: `1.50`. Any other text is kept as it is and reported
  ///     by ``FormDefinition/checkDefinition()``.
  ///   - range: the least and the greatest number; any when left out.
  ///   - step: how far the control moves at a time; freely when left out.
  ///   - unit: what the number counts, shown after it.
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
  ///   - value: the time until a person picks one, as `14:30`. Any other text, and a time that does not exist, is kept
  ///     as it is and reported by ``FormDefinition/checkDefinition()``.
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

/// A picker of a date and a time.
public struct DateTimeCell: CellDescription {
  public let draft: CellDraft

  /// Describes a picker of a date and a time.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: what it shows until a person picks something, as `2026-11-21T14:30:00+01:00`. Any other text is kept as
  ///     it is and reported by ``FormDefinition/checkDefinition()``.
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

/// A file that the app keeps.
public struct FileCell: CellDescription {
  public let draft: CellDraft

  /// Describes a file.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: its name or path until a person gives one; the form holds no bytes.
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

/// A heading over options of which several can be chosen.
public struct ChoicesCell: CellDescription {
  public let draft: CellDraft

  /// Describes a question of several options.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - values: the values of the options that are chosen until a person chooses; none when left out.
  ///   - list: a list of the form whose options stand first under it.
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
