import Foundation

extension OrderedJSON {
  /// Reads a document whose objects are to keep the order of their members, which `PropertyValue` does not.
  ///
  /// Recursion is as deep as the document, so this is for FormState's own documents, such as the JSON Schemas.
  ///
  /// - Throws: `DocumentFault` where it is no JSON.
  /// - Complexity: O(n) in the size of the document.
  package static func read(_ text: String) throws -> OrderedJSON {
    var rest = Data(text.utf8)
    var pieces = JSONPieces(
      DocumentWindow(reading: {
        defer { rest = Data() }
        return rest
      }))
    let document = try read(&pieces)
    try pieces.finish()
    return document
  }

  private static func read(_ pieces: inout JSONPieces) throws(DocumentFault) -> OrderedJSON {
    if try pieces.enterObject() {
      var members: [(name: String, value: OrderedJSON)] = []
      while let name = try pieces.nextKey() { members.append((name, try read(&pieces))) }
      return .object(members)
    }
    if try pieces.enterArray() {
      var elements: [OrderedJSON] = []
      while try pieces.hasNextElement() { elements.append(try read(&pieces)) }
      return .array(elements)
    }
    return switch try pieces.value() {
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): Int(exactly: number).map(OrderedJSON.integer) ?? .number(Double(number))
    case .real(let number): .number(number)
    case .string(let text): .string(text)
    default: .null
    }
  }
}
