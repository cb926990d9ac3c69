import FormState

/// Draws an outline for a person.
///
/// A row shows its title, then its value and its subtitle, then in dim letters the key by which commands name it.
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
        let title = TerminalText.padded(row.title, to: titleWidth)
        let detail = TerminalText.padded(row.detail, to: detailWidth)
        let key = TerminalText.styled(row.key, .dim, isStyled: isStyled)
        lines.append("\(title)  \(detailWidth > 0 ? detail + "  " : "")\(key)")
      }
    }
    return lines
  }

  private var header: String {
    let contents = outline.contents
    let form = contents.form
    let name = TerminalText.plain(form.title.isEmpty ? form.key : form.title)
    let key = form.title.isEmpty || form.title == form.key ? "" : " (\(TerminalText.plain(form.key)))"
    let state = " · response \(TerminalText.plain(contents.key.response)) · revision \(contents.revision)"
    return TerminalText.styled(name, .bold, isStyled: isStyled) + key + state
  }

  private func heading(of section: Outline.SectionRows) -> String {
    let title = section.section.title.isEmpty ? "Section \(section.position + 1)" : section.section.title
    let heading = TerminalText.styled(TerminalText.plain(title), .bold, isStyled: isStyled)
    let key = TerminalText.styled("  " + TerminalText.plain(section.section.key), .dim, isStyled: isStyled)
    guard section.isFolded else { return heading + key }
    return "▸ \(heading) (folded)\(key)"
  }

  /// What a row shows, before columns are aligned.
  private struct Columns {
    let title: String
    let detail: String
    let key: String
  }

  private static func columns(of row: VisibleRow) -> Columns {
    let triangle = row.isExpandable ? (row.isExpanded ? "▾ " : "▸ ") : "  "
    let indentation = String(repeating: "  ", count: row.level + 1)
    // Where the title is still empty, the subtitle is all that tells what the row is.
    let name = [row.title, row.subtitle].first { !$0.isEmpty } ?? row.kind.rawValue
    let details = [row.valueText, row.title.isEmpty ? "" : row.subtitle].filter { !$0.isEmpty && $0 != name }
    return Columns(
      title: indentation + triangle + TerminalText.plain(name),
      detail: TerminalText.plain(details.joined(separator: " · ")), key: TerminalText.plain(row.key))
  }

  private static func width(of texts: some Sequence<String>) -> Int {
    texts.lazy.map(TerminalText.width).filter { $0 <= widestColumn }.max() ?? 0
  }
}
