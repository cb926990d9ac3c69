import FormState

/// The arrays of objects in a document that no part of a layout mentions.
struct LayoutRemainder {
  /// The maximum number of reported arrays.
  private static let maximumNamed = 10

  /// By the names on the path to the arrays, for any element on it: the number of their elements.
  private var counts: [[String]: Int] = [:]

  /// Searches a document.
  ///
  /// - Complexity: O(n) for n values of the document.
  init(of root: PropertyValue, after layout: FormLayout) {
    let mentioned = Mentioned(by: layout)
    var pending: [(value: PropertyValue, names: [String])] = [(root, [])]
    while let (value, names) = pending.popLast() {
      guard !mentioned.whole.contains(names) else { continue }
      switch value {
      case .dictionary(let members):
        for (name, member) in members where member.isContainer { pending.append((member, names + [name])) }
      case .array(let values):
        let objects = values.filter { if case .dictionary(let members) = $0 { !members.isEmpty } else { false } }
        if mentioned.each.contains(names) {
          for object in objects { pending.append((object, names)) }
        } else if !objects.isEmpty {
          counts[names, default: 0] += objects.count
        }
      case .null, .boolean, .integer, .real, .string, .date, .data: break
      }
    }
  }

  /// The reports, ordered by name.
  var diagnostics: [Diagnostic] {
    let named = counts.map { (name: $0.key.joined(separator: "."), count: $0.value) }.sorted { $0.name < $1.name }
    return named.prefix(Self.maximumNamed).map { name, count in
      let elements = count == 1 ? "1 element" : "\(count) elements"
      let place = name.isEmpty ? "the outermost array" : "“\(name.shortened)”"
      return Diagnostic(
        problem: "the layout omits \(elements) of \(place)",
        action: "write “each” and “cell” for them if they should be cells")
    }
  }
}

/// The places that a layout mentions, as the names on the way to them.
private struct Mentioned {
  /// Arrays whose elements become cells.
  private(set) var each: Set<[String]> = []
  /// Values used whole, in a text or a property.
  private(set) var whole: Set<[String]> = []

  init(by layout: FormLayout) {
    add(layout.title.paths + layout.properties.values.flatMap(\.paths), within: [])
    for section in layout.sections {
      add(section.title.paths + section.properties.values.flatMap(\.paths), within: [])
      switch section.source {
      case .one(let path): add(section.cell, within: path.names)
      case .each(let path, _):
        each.insert(path.names)
        add(section.cell, within: path.names)
      }
    }
  }

  /// Recursion is bounded by the limit on the depth of a layout.
  private mutating func add(_ cell: CellLayout, within names: [String]) {
    add(cell.paths, within: names)
    guard case .each(let path, _, let below) = cell.below else { return }
    each.insert(names + path.names)
    add(below, within: names + path.names)
  }

  private mutating func add(_ paths: [FieldPath], within names: [String]) {
    for path in paths { whole.insert(names + path.names) }
  }
}

extension PropertyValue {
  fileprivate var isContainer: Bool {
    switch self {
    case .array, .dictionary: true
    case .null, .boolean, .integer, .real, .string, .date, .data: false
    }
  }
}
