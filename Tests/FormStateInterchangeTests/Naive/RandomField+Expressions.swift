extension RandomField {
  /// The context of an expression: the place of its node, and the item that the condition around it tests.
  struct Scope {
    enum Item: Equatable {
      case person
      case pet
      case list([String])
    }

    let place: NaiveFieldForm.Place
    var item: Item?
    var depth = 0
    /// Whether pets, which may be irrelevant, may be read.
    var readsPets = true

    /// Whether a condition may use positions; lists do not know those of nested items.
    var knowsPlaces: Bool {
      switch item {
      case nil: false
      case .list(let path)?: path.count == 1
      case .person?, .pet?: true
      }
    }

    func inner(_ item: Item? = nil) -> Scope {
      Scope(place: place, item: item ?? self.item, depth: depth + 1, readsPets: readsPets)
    }
  }

  // MARK: - Single values

  /// The paths to cells with some names in the root, in a person and in a pet.
  private func ways(_ root: [String], _ person: [String], _ pet: [String], _ scope: Scope) -> [NaiveXPath] {
    var ways = root.map { NaiveXPath.way("/data/\($0)") }
    // Within a condition, the context node of the whole expression is `current()`.
    let own = scope.item == nil ? "" : "current()/"
    switch scope.place {
    case .root: break
    case .person: ways += person.map { .way("\(own)../\($0)") }
    case .pet: ways += pet.map { .way("\(own)../\($0)") } + person.map { .way("\(own)../../\($0)") }
    }
    switch scope.item {
    case nil, .list?: break
    case .person?: ways += person.flatMap { [.way($0), .way("./\($0)")] }
    case .pet?: ways += pet.flatMap { [.way($0), .way("../\($0 == "weight" ? "age" : "name")")] }
    }
    return ways
  }

  private func numberWays(_ scope: Scope) -> [NaiveXPath] {
    let ways = ways(["n"] + calculated(.root), ["age"] + calculated(.person), ["weight"] + calculated(.pet), scope)
    guard case .list(let path)? = scope.item else { return ways }
    let columns = columns(of: path).filter { ["size", "@size"].contains($0) }.map { NaiveXPath.way($0) }
    return ways + columns + columns
  }

  private func textWays(_ scope: Scope) -> [NaiveXPath] {
    let hasAll = form.node("boss") != nil
    let ways = ways(
      ["up"] + (hasAll ? ["town", "head", "cooks"] : []), ["name"] + (hasAll ? ["boss"] : []), ["kind"], scope)
    guard case .list(let path)? = scope.item else { return ways }
    let columns = columns(of: path).filter { !["size", "@size", "label"].contains($0) }.map { NaiveXPath.way($0) }
    return ways + columns + columns
  }

  /// The names of earlier calculations that are numbers.
  private func calculated(_ place: NaiveFieldForm.Place) -> [String] {
    form.nodes.filter { $0.place == place && $0.calculation?.isNumeric == true }.map(\.name)
  }

  // MARK: - Several values

  /// Persons, pets or items, with conditions or without, and the path to their contents.
  private mutating func several(_ scope: Scope, _ way: (person: String, pet: String, item: [String])) -> NaiveXPath {
    var path: NaiveXPath.Path
    switch number(0...(scope.readsPets ? 3 : 2)) {
    case 0, 1:
      let list = pick(lists.keys.sorted { $0.joined() < $1.joined() })
      let columns = columns(of: list).filter(way.item.contains)
      path = items(list, scope)
      path.steps.append(.init(name: columns.isEmpty ? "name" : pick(columns)))
    case 2:
      let start = scope.place == .person && scope.item == nil && isLucky(2) ? "../../person" : "/data/person"
      path = items(start, scope, .person)
      path.steps.append(.init(name: way.person))
    default:
      let start = scope.place == .person && scope.item == nil && isLucky(2) ? "../pet" : "/data/person/pet"
      path = items(start, scope, .pet)
      path.steps.append(.init(name: way.pet))
    }
    return .path(path)
  }

  /// The items of a list, with conditions or without.
  mutating func items(_ list: [String], _ scope: Scope) -> NaiveXPath.Path {
    var path = NaiveXPath.Path(start: .instance("t"), steps: (["root"] + list).map { .init(name: $0) })
    addConditions(to: &path, scope.inner(.list(list)))
    return path
  }

  /// The nodes of a path, with conditions or without.
  mutating func items(_ way: String, _ scope: Scope, _ item: Scope.Item) -> NaiveXPath.Path {
    guard case .path(var path) = NaiveXPath.way(way) else { return .init(start: .root, steps: []) }
    addConditions(to: &path, scope.inner(item))
    return path
  }

  private mutating func addConditions(to path: inout NaiveXPath.Path, _ scope: Scope) {
    guard scope.depth < 4, !isLucky(4), let last = path.steps.popLast() else { return }
    var conditions = [condition(scope)]
    if scope.knowsPlaces, isLucky(4) { conditions.append(.number(number(1...2))) }
    path.steps.append(.init(name: last.name, conditions: conditions))
  }

  // MARK: - Expressions

  mutating func numeric(_ scope: Scope) -> NaiveXPath {
    let isDeep = scope.depth > 3
    switch number(0...(isDeep ? 1 : 10)) {
    case 0: return .number(number(0...30))
    case 1: return pick(numberWays(scope))
    case 2: return .operation(numeric(scope.inner()), pick(["+", "-", "*", "mod"]), numeric(scope.inner()))
    case 3: return .call("count", [.path(pick([items(["town"], scope), items("/data/person", scope, .person)]))])
    case 4...5:
      return .call(pick(["sum", "sum", "max", "min"]), [several(scope, ("age", "weight", ["size", "@size"]))])
    case 6: return .call("count-non-empty", [several(scope, ("name", "kind", ["up", "@code", "size"]))])
    case 7: return .call("string-length", [text(scope.inner())])
    case 8: return .call("if", [condition(scope.inner()), numeric(scope.inner()), numeric(scope.inner())])
    case 9: return .call("coalesce", [pick(numberWays(scope)), .number(number(0...3))])
    default:
      let place = scope.place == .root || scope.item != nil ? "" : ".."
      return place.isEmpty ? .number(7) : .call("position", [.way(place)])
    }
  }

  mutating func text(_ scope: Scope) -> NaiveXPath {
    switch number(0...(scope.depth > 3 ? 1 : 6)) {
    case 0: return .text(pick(Self.words + [""]))
    case 1: return pick(textWays(scope))
    case 2: return .call("concat", [text(scope.inner()), .text("-"), numeric(scope.inner())])
    case 3...4: return .call("join", [.text(","), several(scope, ("name", "kind", ["up", "@code", "name"]))])
    case 5: return .call("string", [several(scope, ("name", "kind", ["up", "@code", "name", "label"]))])
    default: return .call("if", [condition(scope.inner()), text(scope.inner()), text(scope.inner())])
    }
  }

  mutating func condition(_ scope: Scope) -> NaiveXPath {
    let scope = scope.inner()
    if case .list(let path)? = scope.item, isLucky(3) { return column(of: path, scope) }
    if case .person? = scope.item, isLucky(3) {
      return .operation(.way("age"), pick(["<", ">="]), .number(number(5...25)))
    }
    switch number(0...(scope.depth > 3 ? 1 : 7)) {
    case 0: return .operation(pick(textWays(scope)), pick(["=", "!="]), .text(pick(Self.words + ["", ""])))
    case 1:
      return .operation(pick(numberWays(scope)), pick(["<", "<=", ">", ">=", "=", "!="]), .number(number(0...30)))
    case 2...3: return .operation(pick(textWays(scope)), pick(["=", "=", "!="]), pick(textWays(scope)))
    case 4: return .operation(condition(scope), pick(["and", "or"]), condition(scope))
    case 5: return .call("not", [condition(scope)])
    case 6:
      guard scope.knowsPlaces else { return .call("selected", [.way("/data/up"), .text("a")]) }
      return .operation(.call("position", []), pick(["=", "<", "!="]), isLucky(2) ? .call("last", []) : .number(2))
    default: return .operation(numeric(scope), pick(["<", ">", "="]), numeric(scope))
    }
  }

  /// A condition on a column that is blank in some items and missing in others, which no index of the list answers.
  private mutating func column(of path: [String], _ scope: Scope) -> NaiveXPath {
    let columns = columns(of: path).filter { $0 != "name" }
    let column = NaiveXPath.way(columns.isEmpty ? "name" : pick(columns))
    let condition = NaiveXPath.operation(column, pick(["=", "!="]), .text(pick(["", "", "a", "2"])))
    return isLucky(2)
      ? .call("not", [condition]) : .operation(condition, "or", .operation(.way("/data/n"), ">", .number(25)))
  }

  // MARK: - Dates

  mutating func ofDates(_ scope: Scope) -> NaiveXPath {
    let format = NaiveXPath.text(pick(["%Y-%m-%d", "%e %b %y, %a", "%H:%M", "%n/%d %h:%M:%S.%3"]))
    let cell = pick(ways(["when", "at"], ["born", "seen"], [], scope))
    switch number(0...5) {
    case 0...1: return .call(pick(["format-date", "format-date-time"]), [cell, format])
    case 2: return .call(pick(["date", "date-time"]), [cell])
    case 3: return .call("decimal-date-time", [cell])
    case 4: return .call("decimal-time", [.way("/data/clock")])
    default:
      let day = NaiveXPath.call("decimal-date-time", [.way(pick(["born", "seen"]))])
      let other = NaiveXPath.call("decimal-date-time", [.way("/data/when")])
      let condition = NaiveXPath.operation(day, pick(["<", ">", "=", "!="]), other)
      let steps: [NaiveXPath.Step] = [.init(name: "data"), .init(name: "person", conditions: [condition])]
      return .call("count", [.path(.init(start: .root, steps: steps))])
    }
  }
}

extension NaiveXPath {
  /// Whether the result is a number that does not depend on the zone.
  fileprivate var isNumeric: Bool {
    switch self {
    case .number: true
    case .operation(_, let sign, _): ["+", "-", "*", "mod"].contains(sign)
    case .call(let name, let arguments):
      ["sum", "max", "min", "count-non-empty", "string-length", "position"].contains(name)
        || ["count"].contains(name) && !arguments.contains(where: \.asksZone)
    case .text, .path: false
    }
  }
}
