import FormState

/// Forms of any size, shaped like the tutorial's: expandable cells with a handful of rows under each.
enum LargeForm {
  /// How many cells a group has, its own included.
  static let cellsPerGroup = 10
  private static let cellsPerSection = 1_000

  /// How many groups a form of so many cells has.
  static func groups(cells: Int) -> Int { (cells + cellsPerGroup - 1) / cellsPerGroup }

  /// A form of sections of 1,000 cells: groups, collapsed, each with nine text cells under it. The last group and the
  /// last section may be smaller.
  ///
  /// - Parameter cells: how many cells, at least one.
  static func make(cells: Int) -> FormDefinition {
    FormDefinition(
      key: "large", title: "Large",
      sections: stride(from: 0, to: cells, by: cellsPerSection).map { first in
        let number = first / cellsPerSection
        let starts = stride(from: first, to: min(first + cellsPerSection, cells), by: cellsPerGroup)
        return FormSection(
          key: "section\(number)", title: "Section \(number)",
          cells: starts.flatMap { Self.group(number: $0 / cellsPerGroup, rows: min(cellsPerGroup, cells - $0) - 1) })
      })
  }

  private static func group(number: Int, rows: Int) -> [FormCell] {
    [
      FormCell(
        key: "group\(number)", kind: .group, subtitle: "Group \(number)", isExpandable: true,
        additionalRows: rows,
        summary: .join(separator: " "))
    ]
      + (0..<rows).map { FormCell(key: "text\(number).\($0)", kind: .text, title: "Text \($0)") }
  }

  /// A form of one expandable cell with all others under it.
  static func flat(cells: Int) -> FormDefinition {
    let rows = (1..<cells).map { FormCell(key: "row\($0)", kind: .label, title: "Row \($0)") }
    let head = FormCell(key: "head", kind: .group, title: "Head", isExpandable: true, additionalRows: cells - 1)
    return FormDefinition(key: "flat", title: "Flat", sections: [FormSection(key: "all", cells: [head] + rows)])
  }
}
