import Testing

@testable import FormState

@Suite("Walks through a form's cells")
struct CellWalkTests {
  private static let form = FormDefinition(
    key: "f",
    sections: [
      FormSection(
        key: "one", title: "One",
        cells: [
          FormCell(key: "a", kind: .text, title: "A"),
          FormCell(key: "g", kind: .group, title: "G", additionalRows: 3),
          FormCell(key: "h", kind: .group, title: "H", additionalRows: 1, rules: [FormRule(.relevant, "${a} = 'x'")]),
          FormCell(key: "b", kind: .text, title: "B"), FormCell(key: "c", kind: .text),
          FormCell(key: "r", kind: .repeat, title: "R", additionalRows: 4),
          FormCell(key: "d", kind: .text, title: "D"),
          FormCell(key: "s", kind: .repeat, title: "S", additionalRows: 2),
          FormCell(key: "e", kind: .text, title: "E"), FormCell(key: "i", kind: .integer, title: "I"),
        ]),
      FormSection(key: "two", title: "Two", cells: []),
      FormSection(key: "three", title: "Three", cells: [FormCell(key: "z", kind: .text, title: "Z")]),
    ])

  private static let state: ResponseState = {
    var state = ResponseState()
    func instance(_ key: String, _ number: Int, in parent: Int, rank: Int64) {
      let place = InstancePlace(parent: parent, rank: rank)
      state.apply(StateChange(.instance, of: StateSubject(key, instance: number), before: nil, after: place.content))
    }
    // The second instance comes first; it has two inner ones.
    instance("r", 1, in: 0, rank: 20)
    instance("r", 2, in: 0, rank: 10)
    instance("s", 3, in: 2, rank: 10)
    instance("s", 4, in: 2, rank: 20)
    return state
  }()

  private func name(_ visit: CellWalk.Visit) -> String {
    "\(CellReference(visit.cell.key, in: visit.place.instance)) \(visit.name)\(visit.isAsked ? "" : " –")"
  }

  private func all() -> [String] {
    var names: [String] = []
    let end = CellWalk(Self.form, Self.state).visit {
      names.append(name($0))
      return true
    }
    #expect(end == nil)
    return names
  }

  @Test("All cells are visited in order, in repeats once for each instance, with their names and relevance")
  func whole() {
    #expect(
      all() == [
        "a A", "g G", "h G › H –", "b G › H › B –", "c G", "r R", "d:2 R › D", "s:2 R › S", "e:3 R › S › E",
        "i:3 R › S › I", "e:4 R › S › E", "i:4 R › S › I", "d:1 R › D", "s:1 R › S", "z Z",
      ])
    var places: [CellPlace] = []
    Self.form.forEachCell(in: Self.state) { places.append($1) }
    var visited: [CellPlace] = []
    _ = CellWalk(Self.form, Self.state).visit {
      visited.append($0.place)
      return true
    }
    #expect(visited == places)
  }

  @Test(
    "A walk that stops anywhere goes on with the next cell, and its position can be written down", arguments: 1...15)
  func stops(after count: Int) throws {
    var names: [String] = []
    var position: CellWalk.Position? = CellWalk.Position()
    while let start = position {
      var left = count
      position = CellWalk(Self.form, Self.state).visit(from: try #require(CellWalk.Position("\(start)"))) {
        names.append(name($0))
        left -= 1
        return left > 0
      }
    }
    #expect(names == all())
  }

  @Test("A position in a repeat that lost instances, or within one, goes on after it")
  func changedRepeat() throws {
    func names(from text: String, _ state: ResponseState) throws -> [String] {
      var names: [String] = []
      _ = CellWalk(Self.form, state).visit(from: try #require(CellWalk.Position(text))) {
        names.append($0.cell.key)
        return true
      }
      return names
    }
    #expect(try names(from: "5.9", ResponseState()) == ["z"])
    #expect(try names(from: "7", ResponseState()) == ["r", "z"])
    #expect(try names(from: "10", Self.state) == ["z"])
    #expect(try names(from: "11", Self.state).isEmpty)
    for text in ["", "-1", "1.-1", "1.2.3", "x", "1.", ".1", "2147483648"] {
      #expect(CellWalk.Position(text) == nil, "\(text)")
    }
  }
}
