// An invalid expression is kept and reported by ``FormDefinition/checkDefinition()``.

extension Cell {
  /// Sets the rule that decides whether the cell and its descendants are relevant.
  ///
  /// ```swift
  /// Cell.text("partner", title: "Partner").relevant("${married} = 'yes'")
  /// ```
  ///
  /// - Parameter expression: the condition, see <doc:Expressions>.
  public func relevant(_ expression: String) -> Cell {
    ruled(FormRule(.relevant, expression))
  }

  /// Requires a value before the response can be completed.
  ///
  /// ```swift
  /// Cell.text("name", title: "Name").required(message: "Tell us what to call you.")
  /// ```
  ///
  /// - Parameters:
  ///   - expression: the condition, see <doc:Expressions>; always required by default.
  ///   - message: the message shown while the cell has no value.
  public func required(when expression: String = "true()", message: String? = nil) -> Cell {
    ruled(FormRule(.required, expression, message: message))
  }

  /// Makes the cell read-only.
  ///
  /// - Parameter expression: the condition, see <doc:Expressions>; always read-only by default.
  public func readOnly(when expression: String = "true()") -> Cell {
    ruled(FormRule(.readOnly, expression))
  }

  /// Adds a constraint on the value, which the expression calls `.`. A cell may have several constraints.
  ///
  /// ```swift
  /// Cell.text("end", title: "Last day").constraint(". >= ${start}", message: "It ends before it begins.")
  /// ```
  ///
  /// A value that violates it is kept, with a ``Fault``.
  ///
  /// - Parameters:
  ///   - expression: the condition, see <doc:Expressions>.
  ///   - message: the message shown while the constraint is violated.
  ///   - severity: whether a violation prevents completion.
  public func constraint(
    _ expression: String, message: String? = nil, severity: FormRule.Severity = .error
  ) -> Cell {
    ruled(FormRule(.constraint, expression, message: message, severity: severity))
  }

  /// Calculates the cell's value until a person enters one; combine it with ``readOnly(when:)`` to prevent entries.
  ///
  /// ```swift
  /// Cell.text("total", title: "Total").calculate("${price} * ${count}").readOnly()
  /// ```
  ///
  /// - Parameters:
  ///   - expression: the value, see <doc:Expressions>.
  ///   - overridesEntry: whether the calculated value replaces an entered one as soon as an input of the expression
  ///     changes; by default an entry stays until it is reset.
  public func calculate(_ expression: String, overridesEntry: Bool = false) -> Cell {
    ruled(FormRule(.calculate, expression, overridesEntry: overridesEntry))
  }

  /// Sets the cell's initial value.
  ///
  /// - Parameter expression: the value, see <doc:Expressions>.
  public func initially(_ expression: String) -> Cell {
    ruled(FormRule(.default, expression))
  }

  /// Sets the displayed title, which replaces the cell's own unless the expression returns nothing.
  ///
  /// - Parameter expression: the title, see <doc:Expressions>.
  public func title(_ expression: String) -> Cell {
    ruled(FormRule(.title, expression))
  }

  /// Sets the number of relevant instances of a repeat: missing ones are added; surplus ones are kept but are not
  /// relevant.
  ///
  /// ```swift
  /// Cell.repeat("child", title: "Children") { Cell.text("child-name", title: "Name") }.count("${children}")
  /// ```
  ///
  /// - Parameter expression: the number, see <doc:Expressions>.
  public func count(_ expression: String) -> Cell {
    ruled(FormRule(.count, expression))
  }

  /// Sets the choices of a group or a multiple-choice question: items of a list, or answers in cells. They are not
  /// rows, so their number is unlimited; the host reads them with `FormSession.choices(of:)`.
  ///
  /// ```swift
  /// Cell.group("town", title: "Town").choices("list('towns')[region = ${region}]")
  /// Cell.group("head", title: "Head of the household").choices("${person}[${age} > 17]/${name}")
  /// ```
  ///
  /// A chosen value that is no longer offered is kept, with a ``Fault``.
  ///
  /// - Parameter expression: items of a list, or cells with answers, see <doc:Expressions>.
  public func choices(_ expression: String) -> Cell {
    ruled(FormRule(.choices, expression))
  }

  /// Sets the cell's value whenever another cell's value changes; a cell may have several of these rules.
  ///
  /// ```swift
  /// Cell.decimal("rate", title: "Rate").set("if(${country} = 'ch', 0.081, 0.19)", when: "country")
  /// ```
  ///
  /// The value counts as entered: it stays when other values change, a person may replace it, and undoing the answer
  /// that triggered it restores the previous value.
  ///
  /// - Parameters:
  ///   - expression: the value, see <doc:Expressions>; a value that the cell does not accept clears it.
  ///   - trigger: the key of the cell that triggers the rule.
  ///   - others: the keys of further triggers.
  public func set(_ expression: String, when trigger: String, _ others: String...) -> Cell {
    ruled(FormRule(.set, expression, triggers: [trigger] + others))
  }

  /// Sets the cell's value whenever the response is opened and everything is recalculated (``FormAction/recalculate``).
  ///
  /// - Parameter expression: the value, see <doc:Expressions>.
  public func setWhenOpened(_ expression: String) -> Cell {
    ruled(FormRule(.set, expression))
  }

  private func ruled(_ rule: FormRule) -> Cell {
    changed { $0.cell.rules.append(rule) }
  }
}
