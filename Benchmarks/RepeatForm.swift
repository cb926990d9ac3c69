import FormState

/// A form whose repeat is filled in many times.
enum RepeatForm {
  /// How many rows an instance shows: its own, and one a question.
  static let rowsPerInstance = 10

  /// An order: lines, each with a price and eight remarks, and their sum.
  static func order(lines: Int) -> FormDefinition {
    let questions =
      [FormCell(key: "price", kind: .integer, title: "Price", defaultValue: .integer(1))]
      + (1..<rowsPerInstance - 1).map { FormCell(key: "remark\($0)", kind: .text, title: "Remark \($0)") }
    let line = FormCell(
      key: "line", kind: .repeat, title: "Lines", isExpandable: true, startsExpanded: true,
      additionalRows: questions.count, counts: InstanceCounts(initial: lines))
    let sum = FormCell(
      key: "sum", kind: .decimal, title: "Sum", rules: [FormRule(.calculate, "sum(${price})")])
    return FormDefinition(
      key: "order\(lines)", title: "Order",
      sections: [FormSection(key: "sums", cells: [sum]), FormSection(key: "lines", cells: [line] + questions)])
  }
}
