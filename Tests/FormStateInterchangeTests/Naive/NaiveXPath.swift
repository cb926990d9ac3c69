/// An XPath expression of the random forms: kept in parts, so that it can be written for the importer and evaluated
/// naively without a parser.
indirect enum NaiveXPath: Sendable {
  case text(String)
  case number(Int)
  case operation(NaiveXPath, String, NaiveXPath)
  case call(String, [NaiveXPath])
  case path(Path)

  /// A path to nodes.
  struct Path: Sendable {
    var start: Start
    var steps: [Step]
  }

  /// The start of a path.
  enum Start: Sendable {
    /// The context node of the expression or condition.
    case context
    /// The context node of the whole expression.
    case current
    /// The primary instance.
    case root
    /// A secondary instance.
    case instance(String)
  }

  /// A step: `.`, `..`, `@name` or the name of elements, with its conditions.
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
  /// The expression as in an XForm.
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
  /// Whether the result depends on the time zone of the person who acts.
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
