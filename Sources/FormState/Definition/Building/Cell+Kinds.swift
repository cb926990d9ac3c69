extension Cell {
  /// A text field.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the text until a person enters one.
  ///   - content: the cells under it, which make it expandable.
  public static func text(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(key: key, kind: .text, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text)),
      descendants: content())
  }

  /// A text field for several lines.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the text until a person enters one; it may have line breaks.
  ///   - content: the cells under it, which make it expandable.
  public static func longText(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .longText, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text)),
      descendants: content())
  }

  /// A field for a whole number.
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
  public static func integer(
    _ key: String, title: String = "", subtitle: String = "", value: Int? = nil, range: NumberRange? = nil,
    step: Double? = nil,
    unit: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .integer, title: title, subtitle: subtitle, defaultValue: value.map { .integer(Int64($0)) },
        range: range,
        step: step, unit: unit),
      descendants: content())
  }

  /// A field for a number that is stored exactly as entered.
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
  public static func decimal(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil, range: NumberRange? = nil,
    step: Double? = nil,
    unit: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .decimal, title: title, subtitle: subtitle,
        defaultValue: value.map { text in ExactDecimal(text).map(CellValue.decimal) ?? .text(text) }, range: range,
        step: step, unit: unit),
      descendants: content())
  }

  /// A slider.
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
  public static func slider(
    _ key: String, title: String = "", subtitle: String = "", value: Double? = nil,
    minimum: Double = 0, maximum: Double = 10,
    step: Double? = nil, unit: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .slider, title: title, subtitle: subtitle,
        // A number that is not finite is kept, to be reported.
        defaultValue: value.map { CellValue.number($0) ?? .real($0) },
        range: NumberRange(minimum: minimum, maximum: maximum), step: step, unit: unit),
      descendants: content())
  }

  /// A date picker.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the day until a person picks one, such as `1835-11-30`. Any other text and invalid days are kept and
  ///     reported by ``FormDefinition/checkDefinition()``.
  ///   - content: the cells under it, which make it expandable.
  public static func date(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .date, title: title, subtitle: subtitle,
        defaultValue: value.map { text in CalendarDate(isoText: text).map(CellValue.date) ?? .text(text) }),
      descendants: content())
  }

  /// A time picker.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the time until a person picks one, such as `14:30`. Any other text and invalid times are kept and
  ///     reported by ``FormDefinition/checkDefinition()``.
  ///   - content: the cells under it, which make it expandable.
  public static func time(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .time, title: title, subtitle: subtitle,
        defaultValue: value.map { text in ClockTime(isoText: text).map(CellValue.time) ?? .text(text) }),
      descendants: content())
  }

  /// A picker for a date and a time.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the value until a person picks one, such as `2026-11-21T14:30:00+01:00`. Any other text is kept and
  ///     reported by ``FormDefinition/checkDefinition()``.
  ///   - content: the cells under it, which make it expandable.
  public static func dateTime(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .dateTime, title: title, subtitle: subtitle,
        defaultValue: value.map { text in OffsetDateTime(isoText: text).map(CellValue.dateTime) ?? .text(text) }),
      descendants: content())
  }

  /// A switch.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the position until a person sets one; `true` is on.
  ///   - off: the switch's text for off; “Off” by default.
  ///   - on: the switch's text for on; “On” by default.
  ///   - content: the cells under it, which make it expandable.
  public static func `switch`(
    _ key: String, title: String = "", subtitle: String = "", value: Bool? = nil, off: String? = nil, on: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .switch, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.boolean),
        switchTitles: Self.titles(off: off, on: on)),
      descendants: content())
  }

  private static func titles(off: String?, on: String?) -> SwitchTitles? {
    guard off != nil || on != nil else { return nil }
    return SwitchTitles(off: off ?? SwitchTitles.standard.off, on: on ?? SwitchTitles.standard.on)
  }

  /// A file stored by the app.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: its name or path until a person sets one; the form holds no bytes.
  ///   - content: the cells under it, which make it expandable.
  public static func file(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .file, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text)),
      descendants: content())
  }

  /// One of the choices of the nearest expandable ancestor, which is a group or a custom cell.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell, unique in its form.
  ///   - value: the ancestor's value when the option is chosen, unique among its siblings; the key by default.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - content: the cells under it, which make it expandable.
  public static func option(
    _ key: String, value: String? = nil, title: String = "", subtitle: String = "",
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(key: key, kind: .option, title: title, subtitle: subtitle, optionValue: value), descendants: content())
  }

  /// A heading over other cells; if it has options under it, its value is that of the chosen option.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the value of the option chosen initially.
  ///   - list: a list of the form whose options come first under the cell.
  ///   - content: the cells under it.
  public static func group(
    _ key: String, title: String = "", subtitle: String = "", value: String? = nil, options list: OptionList? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .group, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.text),
        list: list?.name),
      descendants: (list?.cells(ofQuestion: key) ?? []) + content())
  }

  /// A multiple-choice question: a heading over options, several of which can be chosen.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - values: the values of the options chosen initially; none by default.
  ///   - list: a list of the form whose options come first under the cell.
  ///   - content: the cells under it.
  public static func choices(
    _ key: String, title: String = "", subtitle: String = "", values: [String] = [], options list: OptionList? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .choices, title: title, subtitle: subtitle,
        defaultValue: values.isEmpty ? nil : .choices(values),
        list: list?.name),
      descendants: (list?.cells(ofQuestion: key) ?? []) + content())
  }

  /// A heading over cells that repeat, once for each instance.
  ///
  /// ```swift
  /// Cell.repeat("passenger", title: "Passengers", minimum: 1, maximum: 9) {
  ///   Cell.group("person", title: "Passenger") {
  ///     Cell.text("name", title: "Name").required()
  ///   }
  /// }
  /// .expanded()
  /// ```
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
  public static func `repeat`(
    _ key: String, title: String = "", subtitle: String = "", minimum: Int = 0, maximum: Int? = nil, initial: Int = 0,
    first: [FirstInstance] = [], @CellBuilder content: () -> [FormCell]
  ) -> Cell {
    Cell(
      FormCell(
        key: key, kind: .repeat, title: title, subtitle: subtitle,
        counts: InstanceCounts(minimum: minimum, maximum: maximum, initial: initial, first: first)),
      descendants: content())
  }

  /// Text to read.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - content: the cells under it, which make it expandable.
  public static func label(
    _ key: String, title: String = "", subtitle: String = "", @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(FormCell(key: key, kind: .label, title: title, subtitle: subtitle), descendants: content())
  }

  /// A cell of a custom kind, identified by its reuse identifier.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - identifier: the reuse identifier, which identifies the kind's views.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the text or number until a person sets one.
  ///   - content: the cells under it, which make it expandable.
  public static func custom(
    _ key: String, identifier: String = CellKind.custom.standardIdentifier, title: String = "", subtitle: String = "",
    value: CellValue? = nil, @CellBuilder content: () -> [FormCell] = { [] }
  ) -> Cell {
    Cell(
      FormCell(key: key, kind: .custom, identifier: identifier, title: title, subtitle: subtitle, defaultValue: value),
      descendants: content())
  }
}
