import FormState

/// The visible rows of a form, worked out the slow and obvious way.
public enum NaiveModel {
  /// A row path's content, as a table would draw it.
  public struct Row: Hashable, Sendable {
    public let key: String
    public let title: String
    public let value: Value?
    public let isExpanded: Bool
  }

  /// The visible positions of each section: a cell shows when its section is not folded, no cell above it is collapsed
  /// or hidden, and it is not hidden itself.
  public static func visibleRows(of form: Form, state: ResponseState) -> [[Int]] {
    form.sections.map { section in
      guard !(state.folds[section.key] ?? section.startsFolded) else { return [] }
      return section.cells.indices.filter { position in
        !section.cells[position].isHidden
          && ancestors(of: position, in: section.cells).allSatisfy { ancestor in
            let cell = section.cells[ancestor]
            return !cell.isHidden && (state.disclosure[cell.key] ?? cell.startsExpanded)
          }
      }
    }
  }

  /// What the visible rows show.
  public static func rows(of form: Form, state: ResponseState) -> [[Row]] {
    zip(form.sections, visibleRows(of: form, state: state)).map { section, positions in
      positions.map { position in
        let cell = section.cells[position]
        let value: Value? =
          switch state.entries[cell.key] {
          case nil: cell.defaultValue
          case .cleared?: nil
          case .value(let value)?: value
          }
        return Row(
          key: cell.key, title: state.titles[cell.key] ?? cell.title, value: value,
          isExpanded: cell.isExpandable && (state.disclosure[cell.key] ?? cell.startsExpanded))
      }
    }
  }

  private static func ancestors(of position: Int, in cells: [Cell]) -> [Int] {
    (0..<position).filter { $0 + cells[$0].additionalRows >= position }
  }
}
