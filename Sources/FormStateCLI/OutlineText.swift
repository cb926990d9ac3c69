#if CommandLine
import FormState

/// Draws an outline for a person.
///
/// A row shows its title, then its value and its subtitle, then in dim letters the key by which commands name it. In front
/// of the title stands how the cell opens: a triangle for rows under it, a box for a row that grows in place.
struct OutlineText {
  /// Columns wider than this are not waited for by the other rows.
  private static let widestColumn = 40

  let outline: Outline
  let isStyled: Bool

  /// The drawing, a line each.
  func lines() -> [String] {
    let drawings = outline.sections.map { section in section.rows.map(Self.columns) }
    let all = drawings.joined()
    let titleWidth = Self.width(of: all.lazy.map(\.title))
    let detailWidth = Self.width(of: all.lazy.map(\.detail))
    var lines = [header]
    for (section, rows) in zip(outline.sections, drawings) {
      lines += ["", heading(of: section)]
      for row in rows {
        lines.append(line(of: row, titleWidth: titleWidth, detailWidth: detailWidth))
      }
    }
    return lines
  }

  private func line(of row: Columns, titleWidth: Int, detailWidth: Int) -> String {
    let title = TerminalText.padded(row.title, to: titleWidth)
    let detail = detailWidth > 0 ? TerminalText.padded(row.detail, to: detailWidth) + "  " : ""
    if row.isHidden {
      return TerminalText.styled("·\(title.dropFirst())  \(detail)\(row.key)", .dim, isStyled: isStyled)
    }
    return "\(title)  \(detail)\(TerminalText.styled(row.key, .dim, isStyled: isStyled))"
  }

  private var header: String {
    let contents = outline.contents
    let form = contents.form
    let name = TerminalText.plain(form.title.isEmpty ? form.key : form.title)
    let key = form.title.isEmpty || form.title == form.key ? "" : " (\(TerminalText.plain(form.key)))"
    let state = " · response \(TerminalText.plain(contents.key.response)) · revision \(contents.revision)"
    let accordion =
      switch form.accordion {
      case nil: ""
      case .cells: " · one open at a time"
      case .sections: " · one section open at a time"
      }
    let completed = contents.state.isCompleted ? " · completed" : ""
    return TerminalText.styled(name, .bold, isStyled: isStyled) + key + state + completed + accordion
  }

  private func heading(of section: Outline.SectionRows) -> String {
    let title = section.section.title.isEmpty ? "Section \(section.position + 1)" : section.section.title
    let heading = TerminalText.styled(TerminalText.plain(title), .bold, isStyled: isStyled)
    let key = TerminalText.styled("  " + TerminalText.plain(section.section.key), .dim, isStyled: isStyled)
    var notes: [String] = []
    if section.isFolded { notes.append("folded") }
    if section.section.isAccordion { notes.append("one open at a time") }
    let note = notes.isEmpty ? "" : " (\(notes.joined(separator: ", ")))"
    return (section.isFolded ? "▸ " : "") + heading + note + key
  }

  /// What a row shows, before columns are aligned.
  private struct Columns {
    let title: String
    let detail: String
    let key: String
    let isHidden: Bool
  }

  private static func columns(of row: VisibleRow) -> Columns {
    let indentation = String(repeating: "  ", count: row.level + 1)
    // Where the title is still empty, the subtitle is all that tells what the row is.
    let name = [row.title, row.subtitle].first { !$0.isEmpty } ?? row.kind.rawValue
    let limit = row.lineLimit.map { $0 == 1 ? "1 line" : "\($0) lines" } ?? ""
    let value = row.draft.map { "“\($0)”, not a value yet" } ?? row.valueText
    let details = [value, row.title.isEmpty ? "" : row.subtitle, limit].filter { !$0.isEmpty && $0 != name }
    return Columns(
      title: indentation + mark(of: row) + TerminalText.plain(name),
      detail: TerminalText.plain(details.joined(separator: " · ")), key: TerminalText.plain(row.key),
      isHidden: row.height == .points(0))
  }

  private static func mark(of row: VisibleRow) -> String {
    guard row.isExpandable else { return "  " }
    if row.isInline { return row.isExpanded ? "⊟ " : "⊞ " }
    return row.isExpanded ? "▾ " : "▸ "
  }

  private static func width(of texts: some Sequence<String>) -> Int {
    texts.lazy.map(TerminalText.width).filter { $0 <= widestColumn }.max() ?? 0
  }
}
#endif
