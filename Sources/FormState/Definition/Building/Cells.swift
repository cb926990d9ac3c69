/// A text field.
public struct TextCell: CellDescription {
  public let draft: CellDraft

  /// Describes a text field.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the text until a person enters one.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(key: key, kind: .text, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text)),
      descendants: content())
  }
}

/// A date picker.
public struct DateCell: CellDescription {
  public let draft: CellDraft

  /// Describes a date picker.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the day until a person picks one.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: CalendarDate? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(key: key, kind: .date, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.date)),
      descendants: content())
  }

  /// Describes a date picker with a day in text form.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the day until a person picks one, such as `1835-11-30`. Any other text and invalid days are kept and
  ///     reported by ``FormDefinition/checkDefinition()``.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    let value = CalendarDate(isoText: value).map(CellValue.date) ?? .text(value)
    draft = CellDraft(
      FormCell(key: key, kind: .date, title: title, subtitle: subtitle, defaultValue: value), descendants: content())
  }
}

/// A slider.
public struct SliderCell: CellDescription {
  public let draft: CellDraft

  /// Describes a slider.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the number until a person sets one.
  ///   - minimum: the least number; ``FormDefinition/checkDefinition()`` reports one above the maximum.
  ///   - maximum: the greatest number.
  ///   - step: the step of the control; continuous by default.
  ///   - unit: the unit of the number, shown after it.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: Double? = nil,
    minimum: Double = FormCell.standardSliderRange.minimum, maximum: Double = FormCell.standardSliderRange.maximum,
    step: Double? = nil, unit: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .slider, title: title, subtitle: subtitle,
        // A number that is not finite is kept, to be reported.
        defaultValue: value.map { CellValue.number($0) ?? .real($0) },
        range: NumberRange(minimum: minimum, maximum: maximum), step: step, unit: unit),
      descendants: content())
  }
}

/// A switch.
public struct SwitchCell: CellDescription {
  public let draft: CellDraft

  /// Describes a switch.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the position until a person sets one; `true` is on.
  ///   - off: the switch's text for off; “Off” by default.
  ///   - on: the switch's text for on; “On” by default.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: Bool? = nil, off: String? = nil, on: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .switch, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.boolean),
        switchTitles: Self.titles(off: off, on: on)),
      descendants: content())
  }

  private static func titles(off: String?, on: String?) -> SwitchTitles? {
    guard off != nil || on != nil else { return nil }
    return SwitchTitles(off: off ?? SwitchTitles.standard.off, on: on ?? SwitchTitles.standard.on)
  }
}

/// One of the choices of the nearest expandable ancestor, which is a group or a custom cell.
public struct OptionCell: CellDescription {
  public let draft: CellDraft

  /// Describes an option.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell, unique in its form.
  ///   - value: the ancestor's value when the option is chosen, unique among its siblings; the key by default.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, value: String? = nil, title: String = "", subtitle: String = "",
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(key: key, kind: .option, title: title, subtitle: subtitle, optionValue: value), descendants: content())
  }
}

/// A heading over other cells; if it has options under it, its value is that of the chosen option.
public struct GroupCell: CellDescription {
  public let draft: CellDraft

  /// Describes a group.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the value of the option chosen initially.
  ///   - list: a list of the form whose options come first under the cell.
  ///   - content: the cells under it.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil, options list: OptionList? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .group, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text),
        list: list?.name),
      descendants: (list?.cells(ofQuestion: key) ?? []) + content())
  }
}

/// A heading over cells that repeat, once for each instance.
///
/// ```swift
/// RepeatCell("passenger", title: "Passengers", minimum: 1, maximum: 9) {
///   GroupCell("person", title: "Passenger") {
///     TextCell("name", title: "Name").required()
///   }
/// }
/// .expanded()
/// ```
public struct RepeatCell: CellDescription {
  public let draft: CellDraft

  /// Describes a repeat.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - minimum: the minimum number of instances; a response starts with as many.
  ///   - maximum: the maximum number of instances; unlimited by default.
  ///   - initial: the number of instances that a response starts with, if more than the minimum.
  ///   - first: the values of the first instances, where they differ from those of a new instance.
  ///   - content: the cells that each instance has.
  public init(
    _ key: String, title: String = "", subtitle: String = "", minimum: Int = 0, maximum: Int? = nil, initial: Int = 0,
    first: [FirstInstance] = [], @CellBuilder content: () -> [FormCell]
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .repeat, title: title, subtitle: subtitle,
        counts: InstanceCounts(minimum: minimum, maximum: maximum, initial: initial, first: first)),
      descendants: content())
  }
}

/// Text to read.
public struct LabelCell: CellDescription {
  public let draft: CellDraft

  /// Describes a label.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(FormCell(key: key, kind: .label, title: title, subtitle: subtitle), descendants: content())
  }
}

/// A cell of a custom kind, identified by its reuse identifier.
public struct CustomCell: CellDescription {
  public let draft: CellDraft

  /// Describes a cell of a custom kind.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - identifier: the reuse identifier, which identifies the kind's views.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the text or number until a person sets one.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, identifier: String = CellKind.custom.standardIdentifier, title: String = "", subtitle: String = "",
    value: CellValue? = nil, @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(key: key, kind: .custom, identifier: identifier, title: title, subtitle: subtitle, defaultValue: value),
      descendants: content())
  }
}
