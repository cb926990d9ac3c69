import FormState

/// Text fields. What a person types is the answer when the text is, as in a cell for text; anywhere else it is a draft
/// until editing ends, since “25” is not the answer of a person who is about to type “250”. So is a long text, since
/// the journal keeps each answer whole.
@available(macOS 14, macCatalyst 17, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension FormModel {
  /// The text field that a person is editing.
  struct Editing {
    /// The address of its cell.
    let cell: String
    /// The displayed text.
    var text: String
  }

  /// Binds a text field.
  ///
  /// The field shows what is typed, character by character, until editing ends. In a cell for text that is the answer
  /// at once, up to 256 bytes; a longer text, and what is typed in any other cell, is kept as a draft, and becomes the
  /// answer with ``endEditing(of:)``. An empty field clears the cell. Numbers are shown and typed with the decimal sign
  /// of the session's language; if that has no name, of the device.
  ///
  /// - Parameter cell: the cell; a row path refers to the cell that is visible there now.
  @_disfavoredOverload
  public func binding<Bound: AnswerBinding<String>>(for cell: CellReference) -> Bound {
    let cell = address(of: cell)
    return Bound { [self] in
      text(of: cell)
    } writing: { [self] text in
      type(text, in: cell)
    }
  }

  /// Ends the editing of a text field: what was typed becomes the answer. A cell that refuses it keeps it as a draft,
  /// which is a fault, and ``failure`` has the reason.
  ///
  /// Call it when a person submits a field or leaves it:
  ///
  /// ```swift
  /// TextField(row.title, text: model.binding(for: row.reference))
  ///   .focused($isFocused)
  ///   .onSubmit { model.endEditing(of: row.reference) }
  ///   .onChange(of: isFocused) { if !isFocused { model.endEditing(of: row.reference) } }
  /// ```
  ///
  /// Every action of the model and every other control of it ends the editing as well.
  ///
  /// - Parameter cell: the field's cell; a draft that it has kept since the last launch is entered too. `nil` for the
  ///   field that is being edited, if any.
  public func endEditing(of cell: CellReference? = nil) {
    let address = cell.map(address(of:))
    if let editing, address == nil || address == editing.cell {
      self.editing = nil
      notifyReaders(of: editing.cell)
      guard case .draft = typing(editing.text, in: editing.cell) else { return }
      enterText(editing.text, in: editing.cell)
    } else if let address, let draft = session.status(of: .key(address))?.draft, entries[address] == nil {
      enterText(draft, in: address)
    }
  }

  /// The displayed text of a field.
  private func text(of cell: String) -> String {
    observe(cell)
    if let editing, editing.cell == cell { return editing.text }
    if let entry = entries[cell] { return entry.content?.plainText ?? "" }
    let status = session.status(of: .key(cell))
    return status?.draft ?? status?.value.map { written($0, in: session.cell(named: cell)) } ?? ""
  }

  private func type(_ text: String, in cell: String) {
    // Fields report their text when they begin and end editing, too.
    guard text != self.text(of: cell) else { return }
    if editing?.cell != cell { endEditing() }
    let kind = session.cell(named: cell)?.kind
    if kind?.takesTypedInput == true { editing = Editing(cell: cell, text: text) }
    enter(text.isEmpty ? nil : .text(text), in: cell, by: typing(text, in: cell))
  }

  /// The maximum number of bytes of a text that is the answer while it is typed.
  private static let longestAtOnce = 256

  /// The action for a text that is being typed.
  private func typing(_ text: String, in cell: String) -> FormAction {
    if text.isEmpty { return .clear(.key(cell)) }
    guard let definition = session.cell(named: cell), definition.kind.takesTypedInput,
      text.utf8.count > Self.longestAtOnce || (try? definition.accepted(.text(text))) != .text(text)
    else { return .set(.key(cell), .text(text)) }
    return .draft(.key(cell), text)
  }

  /// Makes a typed text the answer.
  private func enterText(_ text: String, in cell: String) {
    let isNumber = session.cell(named: cell)?.kind.isNumber == true
    enter(.text(text), in: cell, by: .set(.key(cell), .text(isNumber ? notation.plain(text) : text)))
  }

  /// A value as its cell's field shows it.
  private func written(_ value: CellValue, in cell: FormCell?) -> String {
    cell?.kind.isNumber == true ? notation.written(value.plainText) : value.plainText
  }
}
