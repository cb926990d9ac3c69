#if CommandLine
import FormState

/// Draws an outline for a person.
///
/// A row shows its title, then its value and its subtitle, then in dim letters the key for commands. A mark before the
/// title shows how the cell expands: a triangle for rows below it, a box for a row that grows in place; an option has
/// a circle, filled if a person chose it. Default values are in parentheses.
struct OutlineText {
  let outline: Outline
  let isStyled: Bool
  /// The number of columns of the terminal, where lines are truncated; `nil` without truncation.
  let terminal: Int?

  /// The drawing, one line per element.
  func lines() -> [String] {
    let drawings = outline.sections.map { section in section.rows.map(columns) }
    let table = TerminalTable(drawings.joined().lazy.map(\.cells), columns: 3, terminal: terminal)
    var lines = [header]
    for (section, rows) in zip(outline.sections, drawings) where section.isRelevant || !rows.isEmpty {
      lines += ["", heading(of: section)]
      for row in rows { lines.append(line(of: row, in: table)) }
    }
    return lines
  }

  private func line(of row: Columns, in table: TerminalTable) -> String {
    var cells = table.cells(of: row.cells)
    if row.isHidden { return TerminalText.styled("·" + cells.joined().dropFirst(), .dim, isStyled: isStyled) }
    let key = TerminalText.styled(cells.removeLast(), .dim, isStyled: isStyled)
    if row.isDefault, let detail = cells.popLast() {
      cells.append(TerminalText.styled(detail, .dim, isStyled: isStyled))
    }
    return cells.joined() + key
  }

  private var header: String {
    let contents = outline.contents
    let form = contents.form
    let title = TerminalText.plain(outline.title.isEmpty ? form.key : outline.title)
    let key = outline.title.isEmpty || outline.title == form.key ? "" : " (\(TerminalText.plain(form.key)))"
    let state = " · response \(TerminalText.plain(contents.key.response)) · revision \(contents.revision)"
    let accordion =
      switch form.accordion {
      case nil: ""
      case .cells: " · one open at a time"
      case .sections: " · one section open at a time"
      }
    let completed = contents.state.isCompleted ? " · completed" : ""
    let rest = key + state + completed + accordion
    // The rest identifies the response, and the title may have any length.
    let name = terminal.map { TerminalText.cut(title, to: max(12, $0 - TerminalText.width(of: rest))) } ?? title
    let shown = terminal.map { TerminalText.cut(rest, to: max(0, $0 - TerminalText.width(of: name))) } ?? rest
    return TerminalText.styled(name, .bold, isStyled: isStyled) + shown
  }

  private func heading(of section: Outline.SectionRows) -> String {
    let title = section.section.title.isEmpty ? "Section \(section.position + 1)" : section.section.title
    var notes: [String] = []
    if section.isFolded { notes.append("folded") }
    if section.section.isAccordion { notes.append("one open at a time") }
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    let key = "  " + TerminalText.plain(section.section.key)
    let mark = section.isFolded ? "▸ " : ""
    let rest = TerminalText.width(of: mark + note + key)
    let name = terminal.map { TerminalText.cut(TerminalText.plain(title), to: max(12, $0 - rest)) }
    let shown = TerminalText.styled(name ?? TerminalText.plain(title), .bold, isStyled: isStyled)
    return mark + shown + note + TerminalText.styled(key, .dim, isStyled: isStyled)
  }

  /// The texts of a row, before columns are aligned.
  private struct Columns {
    /// Title, detail and key.
    let cells: [String]
    /// Whether the detail is only a default value.
    let isDefault: Bool
    let isHidden: Bool
  }

  private func columns(of outlined: OutlineRow) -> Columns {
    let (row, source) = (outlined.row, outlined.source)
    let indentation = String(repeating: "  ", count: row.level + 1)
    // If the title is still empty, only the subtitle identifies the row.
    let name = [row.title, row.subtitle].first { !$0.isEmpty } ?? row.kind.rawValue
    let limit = row.lineLimit.map { $0 == 1 ? "1 line" : "\($0) lines" } ?? ""
    let value = valueText(of: row, source)
    let subtitle = row.title.isEmpty ? "" : row.subtitle
    let faults = row.faults.map { $0.kind == .required ? "needed" : "! \($0.message)" }
    let details = ([value, subtitle, limit] + faults).filter { !$0.isEmpty && $0 != name }
    return Columns(
      cells: [
        indentation + mark(of: row) + TerminalText.plain(name), TerminalText.plain(details.joined(separator: " · ")),
        TerminalText.plain(row.address),
      ],
      isDefault: details == [value] && row.draft == nil
        && source == .default,
      isHidden: row.height == .points(0))
  }

  private func valueText(of row: VisibleRow, _ source: Answer.Source) -> String {
    if let draft = row.draft { return "“\(draft)”, not a value yet" }
    if row.kind == .option { return row.isChosen && !isChosenByPerson(row) ? "(by default)" : "" }
    let text = row.readableText
    guard !text.isEmpty else { return "" }
    return source == .default ? "(\(text))" : text
  }

  private func isChosenByPerson(_ row: VisibleRow) -> Bool {
    row.isChosen && row.parent.map { outline.shown.source(ofCell: $0, in: row.instance) == .set } == true
  }

  private func mark(of row: VisibleRow) -> String {
    if row.kind == .option { return isChosenByPerson(row) ? "● " : "○ " }
    guard row.isExpandable else { return "  " }
    if row.isInline { return row.isExpanded ? "⊟ " : "⊞ " }
    return row.isExpanded ? "▾ " : "▸ "
  }
}
#endif
