extension VisibleRow {
  /// A digest of what a person sees in the row that can change while the definition stays: 64 hexadecimal digits
  /// (SHA-256). Unlike `hashValue` it is the same in every process.
  package var contentDigest: String {
    var input = DigestInput()
    input.add(address)
    for text in [title, subtitle, valueText] { input.add(text) }
    input.add(value)
    input.add(draft.map(CellValue.text))
    input.add(lineLimit.map { CellValue.integer(Int64($0)) })
    for flag in [isExpandable, isExpanded, isChosen, isRequired, isReadOnly, isTouched] { input.add(flag) }
    input.add(level)
    input.add(options.count)
    for option in options {
      input.add(option.value)
      input.add(option.title)
      input.add(option.isChosen)
    }
    for fault in faults { input.add(fault.message) }
    return input.hexadecimalText()
  }
}
