/// An expression of XPath as the random forms have it: kept in parts, so that it is written out for the importer and
/// read by the naive evaluation without a parser.
indirect enum NaiveXPath: Sendable {
  case text(String)
  case number(Int)
  case operation(NaiveXPath, String, NaiveXPath)
  case call(String, [NaiveXPath])
  case path(Path)

  /// A way to nodes.
  struct Path: Sendable {
    var start: Start
    var steps: [Step]
  }

  /// What a path begins at.
  enum Start: Sendable {
    /// The node that the expression, or the condition, is about.
    case context
    /// The node that the whole expression is about.
    case current
    /// The primary instance.
    case root
    /// A secondary instance.
    case instance(String)
  }

  /// A step: `.`, `..`, `@name` or the name of elements, and the conditions on them.
  struct Step: Sendable {
    let name: String
    var conditions: [NaiveXPath] = []
  }

  /// A path without conditions: `/data/n`, `../age`, `current()/../age` or `@code`.
  static func way(_ written: String) -> NaiveXPath {
    var (start, rest) = (Start.context, written[...])
    if rest.hasPrefix("/") {
      (start, rest) = (.root, rest.dropFirst())
    } else if rest.hasPrefix("current()/") {
      (start, rest) = (.current, rest.dropFirst("current()/".count))
    }
    return .path(Path(start: start, steps: rest.split(separator: "/").map { Step(name: String($0)) }))
  }
}

extension NaiveXPath: CustomStringConvertible {
  /// As an XForm writes it.
  var description: String {
    switch self {
    case .text(let text): "'\(text)'"
    case .number(let number): String(number)
    case .operation(let left, let sign, let right): "(\(left) \(sign) \(right))"
    case .call(let name, let arguments): "\(name)(\(arguments.map(\.description).joined(separator: ", ")))"
    case .path(let path): path.description
    }
  }
}

extension NaiveXPath.Path: CustomStringConvertible {
  var description: String {
    let start =
      switch self.start {
      case .context: ""
      case .current: "current()/"
      case .root: "/"
      case .instance(let name): "instance('\(name)')/"
      }
    return start
      + steps.map { $0.name + $0.conditions.map { "[\($0)]" }.joined() }.joined(separator: "/")
  }
}

extension NaiveXPath {
  /// Whether what the expression gives depends on where the person is who acts.
  var asksZone: Bool {
    switch self {
    case .text, .number: false
    case .operation(let left, _, let right): left.asksZone || right.asksZone
    case .call(let name, let arguments):
      Self.functionsOfZones.contains(name) || arguments.contains(where: \.asksZone)
    case .path(let path): path.steps.contains { $0.conditions.contains(where: \.asksZone) }
    }
  }

  private static let functionsOfZones: Set<String> = [
    "date", "date-time", "format-date", "format-date-time", "decimal-date-time", "decimal-time",
  ]
}
