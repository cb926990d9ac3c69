/// The options that addresses and values name.
extension FormReader {
  /// The option with an address `QUESTION=VALUE`; `nil` if it names none.
  ///
  /// Both keys and values may contain equals signs, so each of them is tried, up to a few.
  func option(addressedBy address: String) throws -> CellSnapshot? {
    let signs = address.indices.lazy.filter { address[$0] == "=" }.prefix(8)
    for sign in signs {
      guard case .cell(let question)? = try addressed(String(address[..<sign]).canonicalKey) else { continue }
      let value = String(address[address.index(after: sign)...]).canonicalKey
      if let option = option(withValue: value, under: question) { return option }
    }
    return nil
  }

  /// The option of a question that a value refers to: the one with that value, or the only one with that title; `nil`
  /// for a cell without options as rows.
  ///
  /// - Throws: ``ActionError/Code/refusedValue`` for a value that matches none of the options.
  func option(meantBy value: CellValue, under question: CellSnapshot) throws -> CellSnapshot? {
    guard question.cell.kind == .group else { return nil }
    let text = value.plainText.canonicalKey
    if let option = option(withValue: text, under: question) { return option }
    let options = children(of: question).filter { $0.cell.kind == .option }
    guard !options.isEmpty else { return nil }
    let titled = options.filter { $0.cell.title.canonicalKey == text }
    if let option = titled.first, titled.count == 1 { return option }
    let refusal = RefusedValue(given: value, options: options.map(\.cell).namedOptions, nearTo: value.plainText)
    throw ActionError.refusedValue(question, refusal)
  }
}
