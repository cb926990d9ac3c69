#if Collect
/// What Citus refuses in the structure of a query: it runs a query in each shard, so all rows that meet must be of one
/// stream.
struct QueryStructure {
  /// The identities of the tables that are distributed by stream.
  let distributed: Set<Int>
  /// The queries of views, by their identities.
  let views: [Int: NodeTree]

  private static let outerReference = "an outer join from a table of every node"

  /// A table or subquery of a query that is open around another one.
  private struct Source: Hashable {
    /// How many queries are around its query.
    let depth: Int
    let index: Int
  }

  /// Streams that are equal. A parameter or constant is `fixed`.
  private struct Streams {
    static let fixed = Source(depth: -1, index: 0)
    private var parents: [Source: Source] = [:]

    func root(_ source: Source) -> Source {
      var root = source
      while let parent = parents[root] { root = parent }
      return root
    }

    mutating func unite(_ left: Source, _ right: Source) {
      let (left, right) = (root(left), root(right))
      if left != right { parents[left] = right }
    }
  }

  /// What a query has that Citus refuses.
  func problems(of query: NodeTree) -> [String] {
    var problems: [String] = []
    var streams = Streams()
    check(query, around: [], &streams, &problems)
    return problems
  }

  private func check(
    _ query: NodeTree, around: [NodeTree], _ streams: inout Streams, _ problems: inout [String]
  ) {
    let (queries, depth) = (around + [query], around.count)
    let tables = query["rtable"].elements
    if !subqueries(in: query["havingQual"]).isEmpty { problems.append("a subquery in HAVING") }
    var places: [Int] = []
    collect(query["jointree"], query, &places, &problems)
    let (joins, conditions) = conjuncts(of: query["jointree"])
    for condition in joins + conditions { note(condition, queries, &streams) }
    if query["setOperations"].isEmpty { checkWindows(query, queries, streams, &problems) }
    for cte in query["cteList"].elements where isDistributed(cte["ctequery"], queries) {
      var own = streams
      check(cte["ctequery"], around: queries, &own, &problems)
    }
    // Queries in FROM: those that are LATERAL may ask for the stream of another table here.
    for (offset, table) in tables.enumerated() where table["rtekind"].number == 1 {
      let isLateral = table["lateral"].text == "true"
      if isLateral, hasCTE(table["subquery"]) { problems.append("a CTE within LATERAL") }
      let inner = innerStreams(table["subquery"], around: queries, streams, &problems)
      for source in inner { streams.unite(Source(depth: depth, index: offset + 1), source) }
    }
    let sources = places.filter { isDistributed(tables[$0 - 1], queries) }.map { Source(depth: depth, index: $0) }
    let roots = Set(sources.map(streams.root))
    if roots.count > 1 {
      let names = sources.map { tables[$0.index - 1]["eref"]["aliasname"].text }
      problems.append("a join of \(names.joined(separator: ", ")) without equal streams")
    }
    for subquery in ownSubqueries(of: query) where isDistributed(subquery, queries) {
      var found: [String] = []
      let inner = innerStreams(subquery, around: queries, streams, &found)
      // Citus runs such a join in the shard if the subquery asks for the stream of a table here.
      problems += found.filter { inner.isEmpty || $0 != Self.outerReference }
      if inner.isEmpty, !sources.isEmpty {
        problems.append("a subquery beside \(roots.count) tables without their stream")
      }
    }
  }

  /// Checks a query within others.
  ///
  /// - Returns: the streams around it that its own are equal to.
  private func innerStreams(
    _ query: NodeTree, around: [NodeTree], _ streams: Streams, _ problems: inout [String]
  ) -> Set<Source> {
    var inner = streams
    check(query, around: around, &inner, &problems)
    let arms = query["setOperations"].isEmpty ? [query] : query["rtable"].elements.map { $0["subquery"] }
    guard arms.count == 1 else {
      return arms.reduce(into: []) { found, arm in
        var ignored: [String] = []
        found.formUnion(
          innerStreams(arm, around: around + [query], streams, &ignored).filter { $0.depth < around.count })
      }
    }
    var places: [Int] = []
    var ignored: [String] = []
    collect(query["jointree"], query, &places, &ignored)
    let roots = Set(
      places.filter { isDistributed(query["rtable"].elements[$0 - 1], around + [query]) }
        .map { inner.root(Source(depth: around.count, index: $0)) })
    var outer = around.enumerated().flatMap { depth, query in
      query["rtable"].elements.indices.map { Source(depth: depth, index: $0 + 1) }
    }
    outer.append(Streams.fixed)
    return Set(outer.filter { roots.contains(inner.root($0)) })
  }

  /// The tables that a FROM clause joins, and what is wrong with outer joins.
  private func collect(_ tree: NodeTree, _ query: NodeTree, _ places: inout [Int], _ problems: inout [String]) {
    switch tree.kind {
    case "RANGETBLREF": places.append(tree["rtindex"].number)
    case "FROMEXPR": for part in tree["fromlist"].elements { collect(part, query, &places, &problems) }
    case "JOINEXPR":
      var (left, right) = ([Int](), [Int]())
      collect(tree["larg"], query, &left, &problems)
      collect(tree["rarg"], query, &right, &problems)
      let tables = query["rtable"].elements
      let sides = [left, right].map { side in side.contains { isDistributed(tables[$0 - 1], [query]) } }
      let isOuterReference = tree["jointype"].number == 1 && !sides[0] || tree["jointype"].number == 3 && !sides[1]
      if isOuterReference, sides.contains(true) { problems.append(Self.outerReference) }
      places += left + right
    default: break
    }
  }

  private func checkWindows(
    _ query: NodeTree, _ queries: [NodeTree], _ streams: Streams, _ problems: inout [String]
  ) {
    guard query["hasWindowFuncs"].text == "true", isDistributed(query, Array(queries.dropLast())) else { return }
    let isOfOneStream = query["rtable"].elements.indices.contains { index in
      let root = streams.root(Source(depth: queries.count - 1, index: index + 1))
      return root == streams.root(Streams.fixed)
        || queries.dropLast().enumerated().contains { depth, outer in
          outer["rtable"].elements.indices.contains { streams.root(Source(depth: depth, index: $0 + 1)) == root }
        }
    }
    let byReference = Dictionary(
      query["targetList"].elements.map { ($0["ressortgroupref"].text, $0["expr"]) }
    ) { first, _ in first }
    for window in query["windowClause"].elements {
      let isDivided = window["partitionClause"].elements.contains { clause in
        byReference[clause["tleSortGroupRef"].text].flatMap { source(of: $0, queries) } != nil
      }
      if !isDivided, !isOfOneStream { problems.append("a window across streams") }
    }
  }

  // MARK: - Streams

  /// The conditions of a FROM clause that hold for each row: of joins, and of WHERE.
  private func conjuncts(of tree: NodeTree) -> (joins: [NodeTree], conditions: [NodeTree]) {
    var (joins, conditions) = ([NodeTree](), [NodeTree]())
    func add(_ condition: NodeTree, to list: inout [NodeTree]) {
      if condition.kind == "BOOLEXPR", condition["boolop"].text == "and" {
        for part in condition["args"].elements { add(part, to: &list) }
      } else {
        list.append(condition)
      }
    }
    func walk(_ tree: NodeTree) {
      if tree.kind == "FROMEXPR" {
        add(tree["quals"], to: &conditions)
        tree["fromlist"].elements.forEach(walk)
      } else if tree.kind == "JOINEXPR" {
        add(tree["quals"], to: &joins)
        walk(tree["larg"])
        walk(tree["rarg"])
      }
    }
    walk(tree)
    return (joins, conditions)
  }

  private func note(_ condition: NodeTree, _ queries: [NodeTree], _ streams: inout Streams) {
    let arguments = condition["args"].elements
    // 2972 is = of two values of the type uuid.
    guard condition.kind == "OPEXPR" && condition["opno"].number == 2972 || condition.kind == "SCALARARRAYOPEXPR",
      arguments.count == 2, let source = source(of: arguments[0], queries) ?? source(of: arguments[1], queries)
    else { return }
    let others = arguments.compactMap { self.source(of: $0, queries) }
    if others.count == 2 { streams.unite(others[0], others[1]) } else { streams.unite(source, Streams.fixed) }
  }

  /// Whose stream an expression is; `nil` if it is none.
  private func source(of expression: NodeTree, _ queries: [NodeTree]) -> Source? {
    guard expression.kind == "VAR" else { return nil }
    let depth = queries.count - 1 - expression["varlevelsup"].number
    guard queries.indices.contains(depth) else { return nil }
    let (table, column) = (expression["varno"].number, expression["varattno"].number)
    guard let entry = queries[depth]["rtable"].elements.element(at: table - 1), column > 0 else { return nil }
    if entry["rtekind"].number == 2 {
      // A column of a join is one of its tables'.
      let alias = entry["joinaliasvars"].elements.element(at: column - 1) ?? .atom("")
      return source(of: alias.kind == "VAR" ? alias : .atom(""), Array(queries.prefix(depth + 1)))
    }
    guard entry["eref"]["colnames"].elements.element(at: column - 1)?.text == "stream" else { return nil }
    return Source(depth: depth, index: table)
  }

  // MARK: - Tables

  private func isDistributed(_ tree: NodeTree, _ queries: [NodeTree]) -> Bool {
    switch tree.kind {
    case "RANGETBLENTRY":
      switch tree["rtekind"].number {
      case 0:
        let table = tree["relid"].number
        return distributed.contains(table) || views[table].map { isDistributed($0, []) } == true
      case 1: return isDistributed(tree["subquery"], queries)
      case 6:
        let ctes = queries.flatMap { $0["cteList"].elements }
        return ctes.contains { $0["ctename"].text == tree["ctename"].text && isDistributed($0["ctequery"], []) }
      default: return false
      }
    case "QUERY":
      // The first two of a view's are the view itself, and are in no FROM clause.
      return tree["rtable"].elements.contains {
        !["old", "new"].contains($0["eref"]["aliasname"].text) && isDistributed($0, queries + [tree])
      } || subqueries(in: tree["targetList"]).contains { isDistributed($0, queries + [tree]) }
        || subqueries(in: tree["jointree"]).contains { isDistributed($0, queries + [tree]) }
    default: return false
    }
  }

  private func hasCTE(_ query: NodeTree) -> Bool {
    !query["cteList"].isEmpty
      || query["rtable"].elements.contains { $0["rtekind"].number == 1 && hasCTE($0["subquery"]) }
  }

  /// The subqueries in the expressions of a query, without those within them.
  private func ownSubqueries(of query: NodeTree) -> [NodeTree] {
    ["targetList", "jointree", "returningList", "sortClause", "limitCount"].flatMap { subqueries(in: query[$0]) }
  }

  private func subqueries(in tree: NodeTree) -> [NodeTree] {
    tree.kind == "SUBLINK" ? [tree["subselect"]] : tree.parts.flatMap(subqueries)
  }
}
#endif
