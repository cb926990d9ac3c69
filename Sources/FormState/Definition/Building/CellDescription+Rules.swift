// A text that is no expression is kept as it is and reported by ``FormDefinition/checkDefinition()``.

extension CellDescription {
  /// Says by which rule the cell, and what stands below it, is asked at all.
  ///
  /// ```swift
  /// TextCell("partner", title: "Partner").relevant("${married} = 'yes'")
  /// ```
  ///
  /// - Parameter expression: what has to hold, see ``RuleExpression``.
  public func relevant(_ expression: String) -> CellDraft {
    ruled(FormRule(.relevant, expression))
  }

  /// Says that the cell has to hold something before the response can be completed.
  ///
  /// ```swift
  /// TextCell("name", title: "Name").required(message: "Tell us what to call you.")
  /// ```
  ///
  /// - Parameters:
  ///   - expression: when that is so, see ``RuleExpression``; always, when left out.
  ///   - message: what a person is told as long as it holds nothing.
  public func required(when expression: String = "true()", message: String? = nil) -> CellDraft {
    ruled(FormRule(.required, expression, message: message))
  }

  /// Says that a person cannot change what the cell holds.
  ///
  /// - Parameter expression: when that is so, see ``RuleExpression``; always, when left out.
  public func readOnly(when expression: String = "true()") -> CellDraft {
    ruled(FormRule(.readOnly, expression))
  }

  /// Says what has to hold of what the cell holds, which the expression calls `.`; a cell may have several constraints.
  ///
  /// ```swift
  /// TextCell("end", title: "Last day").constraint(". >= ${start}", message: "It ends before it begins.")
  /// ```
  ///
  /// What it does not hold of is kept, with a ``Fault``.
  ///
  /// - Parameters:
  ///   - expression: what has to hold, see ``RuleExpression``.
  ///   - message: what a person is told otherwise.
  ///   - severity: whether the response can be completed all the same.
  public func constraint(
    _ expression: String, message: String? = nil, severity: FormRule.Severity = .error
  ) -> CellDraft {
    ruled(FormRule(.constraint, expression, message: message, severity: severity))
  }

  /// Says what the cell holds as long as nobody has entered anything else; with ``readOnly(when:)``, nobody can.
  ///
  /// ```swift
  /// TextCell("total", title: "Total").calculate("${price} * ${count}").readOnly()
  /// ```
  ///
  /// - Parameters:
  ///   - expression: what it holds, see ``RuleExpression``.
  ///   - overridesEntry: whether it takes the place of what a person entered as soon as something that it reads
  ///     changes; otherwise an entry stays until it is reset.
  public func calculate(_ expression: String, overridesEntry: Bool = false) -> CellDraft {
    ruled(FormRule(.calculate, expression, overridesEntry: overridesEntry))
  }

  /// Says what the cell holds at first.
  ///
  /// - Parameter expression: what it holds, see ``RuleExpression``.
  public func initially(_ expression: String) -> CellDraft {
    ruled(FormRule(.default, expression))
  }

  /// Says which title the cell displays instead of its own, where the expression gives any.
  ///
  /// - Parameter expression: the title, see ``RuleExpression``.
  public func title(_ expression: String) -> CellDraft {
    ruled(FormRule(.title, expression))
  }

  /// Says how many instances of a repeat count: what is missing is added, and what is too many is kept and not
  /// relevant.
  ///
  /// ```swift
  /// RepeatCell("child", title: "Children") { TextCell("child-name", title: "Name") }.count("${children}")
  /// ```
  ///
  /// - Parameter expression: the number, see ``RuleExpression``.
  public func count(_ expression: String) -> CellDraft {
    ruled(FormRule(.count, expression))
  }

  /// Says what can be chosen in a group or in a question of several choices: items of a list, or answers in cells. They
  /// are no rows, so there can be any number; the host asks for them with `FormSession.choices(of:)`.
  ///
  /// ```swift
  /// GroupCell("town", title: "Town").choices("list('towns')[region = ${region}]")
  /// GroupCell("head", title: "Head of the household").choices("${person}[${age} > 17]/${name}")
  /// ```
  ///
  /// What is chosen and no longer among them is kept, with a ``Fault``.
  ///
  /// - Parameter expression: items of a list or cells with answers, see ``RuleExpression``.
  public func choices(_ expression: String) -> CellDraft {
    ruled(FormRule(.choices, expression))
  }

  /// Says what the cell is set to whenever another one comes to hold something else; a cell may have several such
  /// rules.
  ///
  /// ```swift
  /// NumberCell("rate", title: "Rate").set("if(${country} = 'ch', 0.081, 0.19)", when: "country")
  /// ```
  ///
  /// What it is set to counts as entered: it stays whatever else changes, a person may enter something else, and undo
  /// takes it back with the answer that it followed.
  ///
  /// - Parameters:
  ///   - expression: what it is set to, see ``RuleExpression``; what the cell cannot hold leaves it empty.
  ///   - trigger: the key of the cell for which it waits.
  ///   - others: the keys of further ones.
  public func set(_ expression: String, when trigger: String, _ others: String...) -> CellDraft {
    ruled(FormRule(.set, expression, triggers: [trigger] + others))
  }

  /// Says what the cell is set to whenever the response is opened, which is when everything is recalculated
  /// (``FormAction/recalculate``).
  ///
  /// - Parameter expression: what it is set to, see ``RuleExpression``.
  public func setWhenOpened(_ expression: String) -> CellDraft {
    ruled(FormRule(.set, expression))
  }

  private func ruled(_ rule: FormRule) -> CellDraft {
    changed { $0.cell.rules.append(rule) }
  }
}
