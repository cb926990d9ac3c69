import FormState

/// A form whose repeat is filled in many times.
enum RepeatForm {
  /// How many rows an instance shows: its own, and one a question.
  static let rowsPerInstance = 10

  /// The maximum initial number of instances.
  static let mostAtFirst = 10_000

  /// An order: lines, each with a stored price, even if none was entered, and eight remarks; and their sum.
  ///
  /// - Parameters:
  ///   - lines: the initial number of lines; beyond ``mostAtFirst`` the others are to be added.
  ///   - isSummed: whether there is a sum.
  static func order(lines: Int, isSummed: Bool = true) -> FormDefinition {
    let questions =
      [FormCell(key: "price", kind: .integer, title: "Price", rules: [FormRule(.default, "40 + 2")])]
      + (1..<rowsPerInstance - 1).map { FormCell(key: "remark\($0)", kind: .text, title: "Remark \($0)") }
    let line = FormCell(
      key: "line", kind: .repeat, title: "Lines", isExpandable: true, startsExpanded: true,
      additionalRows: questions.count, counts: InstanceCounts(initial: min(lines, mostAtFirst)))
    let sum = FormCell(
      key: "sum", kind: .decimal, title: "Sum", rules: isSummed ? [FormRule(.calculate, "sum(${price})")] : [])
    return FormDefinition(
      key: "order\(lines)\(isSummed ? "" : "plain")", title: "Order",
      sections: [FormSection(key: "sums", cells: [sum]), FormSection(key: "lines", cells: [line] + questions)])
  }
}
