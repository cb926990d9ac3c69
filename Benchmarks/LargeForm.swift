import FormState

/// Forms of any size, shaped like the tutorial's: expandable cells with a handful of rows under each.
enum LargeForm {
  /// A form of sections of 1,000 cells: groups, collapsed, each with nine text cells under it.
  ///
  /// - Parameter cells: how many cells; a multiple of 1,000.
  static func make(cells: Int) -> FormDefinition {
    FormDefinition(
      key: "large", title: "Large",
      sections: (0..<(cells / 1000)).map { section in
        FormSection(
          key: "section\(section)", title: "Section \(section)",
          cells: (0..<100).flatMap { group in Self.group(number: section * 100 + group) })
      })
  }

  private static func group(number: Int) -> [FormCell] {
    [
      FormCell(
        key: "group\(number)", kind: .group, subtitle: "Group \(number)", isExpandable: true,
        additionalRows: 9,
        summary: .join(separator: " "))
    ]
      + (0..<9).map { FormCell(key: "text\(number).\($0)", kind: .text, title: "Text \($0)") }
  }

  /// A form of one expandable cell with all others under it.
  static func flat(cells: Int) -> FormDefinition {
    let rows = (1..<cells).map { FormCell(key: "row\($0)", kind: .label, title: "Row \($0)") }
    let head = FormCell(key: "head", kind: .group, title: "Head", isExpandable: true, additionalRows: cells - 1)
    return FormDefinition(key: "flat", title: "Flat", sections: [FormSection(key: "all", cells: [head] + rows)])
  }
}
