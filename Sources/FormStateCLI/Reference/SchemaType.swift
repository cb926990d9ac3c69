#if CommandLine
import FormStateInterchange

/// What a schema lets a value be, in words.
struct SchemaType {
  /// How many words are listed in a brief phrase before they are only counted.
  private static let mostListed = 4

  let document: SchemaDocument
  /// Whether long lists of words are only counted.
  var isBrief = false

  /// The phrase, such as `an array, each an option`; `nil` where any value may stand.
  func phrase(of schema: OrderedJSON) -> String? {
    let phrases = alternatives(of: schema).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    guard let last = phrases.last else { return nil }
    let needsCommas = phrases.count > 2 || phrases.contains { $0.contains(" or ") }
    guard phrases.count > 1, needsCommas else { return phrases.joined(separator: " or ") }
    return "\(phrases.dropLast().joined(separator: ", ")), or \(last)"
  }

  /// All that a value may be, a phrase for each.
  private func alternatives(of schema: OrderedJSON) -> [String] {
    if let target = document.target(of: schema) {
      let type = SchemaType(document: target.document, isBrief: isBrief)
      return target.schema["title"]?.string.map { [Self.lowercased($0)] } ?? type.alternatives(of: target.schema)
    }
    if let constant = schema["const"] { return [constant.spacedLine] }
    if let values = schema["enum"]?.elements {
      return isBrief && values.count > Self.mostListed ? ["one of \(values.count) words"] : values.map(\.spacedLine)
    }
    let variants = SchemaDocument.parts(of: schema).filter { $0.step.isEmpty }.map(\.schema)
    if !variants.isEmpty { return variants.flatMap(alternatives) }
    let names = schema["type"]?.elements.compactMap(\.string) ?? []
    return (names + [schema["type"]?.string].compactMap(\.self)).map { phrase(ofType: $0, schema) }
  }

  private func phrase(ofType name: String, _ schema: OrderedJSON) -> String {
    let part = SchemaDocument.parts(of: schema).first { !$0.step.isEmpty }.flatMap { phrase(of: $0.schema) }
    let each = part.map { ", each \(name == "object" ? "member " : "")\($0)" } ?? ""
    return switch name {
    case "string": "a text"
    case "integer": "a whole number"
    case "number": "a number"
    case "boolean": "true or false"
    case "array": "an array\(each)"
    case "object": "an object\(each)"
    default: name
    }
  }

  private static func lowercased(_ title: String) -> String { title.prefix(1).lowercased() + title.dropFirst() }
}
#endif
