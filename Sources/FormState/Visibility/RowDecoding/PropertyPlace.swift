/// Where a decoder stood among properties, and what is there.
struct PropertyPlace {
  /// The path, such as `tags[1].name`; empty for the properties as a whole.
  private(set) var text = ""
  /// What is there; `nil` for nothing.
  private var value: PropertyValue?

  /// Follows a decoder's path through properties. O(k) for k steps.
  init(_ path: [any CodingKey], in properties: PropertyValue) {
    value = properties
    for key in path {
      switch value {
      case .array(let elements):
        let index = key.intValue ?? -1
        text += "[\(index)]"
        value = elements.element(at: index)
      case .dictionary(let members):
        text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
        value = members[key.stringValue]
      default:
        // A type may well decode itself from something that stands for one of its own fields.
        return
      }
    }
  }

  /// The names of the members of what is there, in order.
  var names: [String] {
    if case .dictionary(let members) = value { members.keys.sorted() } else { [] }
  }

  /// What is there, in words; never the value itself.
  var found: String { value?.jsonTypeName ?? "missing" }
}
