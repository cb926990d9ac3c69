import TestSupport
import Testing

@testable import FormState

@Suite("Numbers of instances")
struct InstanceNumberTests {
  private static let form = FormDefinition(key: "trip") {
    FormSection(key: "people", title: "People") {
      Cell.integer("seats", title: "Seats")
      Cell.repeat("passenger", title: "Passengers") {
        Cell.text("name", title: "Name")
        Cell.repeat("bag", title: "Bags", initial: 1) {
          Cell.text("tag", title: "Tag")
        }
      }
      Cell.repeat("seat", title: "Seats") {
        Cell.text("row", title: "Row").calculate("string(random())")
      }.count("${seats}")
    }
  }

  private static func moment(_ seed: UInt64) -> RuleMoment {
    RuleMoment(time: .now, zone: .utc, seed: seed)
  }

  private static func number(_ counter: Int, _ tag: UInt32) -> Int { InstanceNumber(counter: counter, tag: tag).whole }

  // MARK: - Spelling

  @Test("A number and its full spelling are the same, and its beginning means it")
  func spelling() throws {
    for seed in TestSeeds.seeds(50, full: 1_000) {
      var random = SeededGenerator(seed: seed)
      let own = InstanceNumber(
        counter: .random(in: 1...InstanceNumber.greatestCounter, using: &random),
        tag: .random(in: 0...InstanceNumber.greatestTag, using: &random))
      #expect(InstanceNumber(own.whole) == own)
      #expect(InstanceName(own.description[...])?.number == own.whole)
      #expect(CellAddress("name:\(own)")?.instance?.number == own.whole)
      let names = InstanceNames([own.whole])
      for length in 0...InstanceNumber.tagLength {
        let text = "\(own.counter)\(own.spelledTag.prefix(length))"
        #expect(try names.numbers(meantBy: #require(InstanceName(text[...]))) == [own.whole])
      }
    }
    #expect(InstanceNumber(counter: 7, tag: 0).description == "7b000000")
    #expect(InstanceNumber(InstanceNumber.greatest)?.description == "2000000vzzzzz3")
  }

  @Test(
    "Nothing else is the name of an instance",
    arguments: ["", "k", "k7", "7K", "7k3fq2xd9", "7-", "7 k", "-7", "7é", "99999999999999999999", "73k€"])
  func noName(text: String) { #expect(InstanceName(text[...]) == nil) }

  @Test(
    "A number without a counter or with a tag of 32 bits is impossible",
    arguments: [0, 1, -1, .min, .max, Int(UInt32.max), 1 << 32 | 1 << 31, 2_000_001 << 32])
  func impossible(whole: Int) { #expect(!InstanceNumber.isPossible(whole)) }

  @Test("The shortest spelling tells an instance from all others, and any longer one means it too")
  func abbreviations() throws {
    for seed in TestSeeds.seeds(50, full: 1_000) {
      var random = SeededGenerator(seed: seed)
      let numbers = Set(
        (0..<Int.random(in: 1...40, using: &random)).map { _ in
          Self.number(.random(in: 1...3, using: &random), .random(in: 0...0x3F, using: &random) << 4 | 3)
        })
      let names = InstanceNames(numbers)
      for number in numbers {
        let short = names.spelling(of: number)
        #expect(try names.numbers(meantBy: #require(InstanceName(short[...]))) == [number])
        let shorter = short.dropLast()
        if let name = InstanceName(shorter), short.last?.isLetter == true || short.count > 2 {
          #expect(names.numbers(meantBy: name).count > 1, "\(shorter)")
        }
        #expect(names.brief(number) == (short.count == 1 ? number >> 32 : number))
      }
    }
  }

  @Test("Names follow added and removed instances")
  func names() {
    var names = InstanceNames()
    let (first, second) = (Self.number(7, 0), Self.number(7, 1))
    names.insert(first)
    #expect(names.spelling(of: first) == "7")
    names.insert(second)
    #expect([first, second].map(names.spelling) == ["7b", "7c"])
    #expect(names.address(of: "name", in: second) == "name:7c")
    names.remove(first)
    #expect(names.spelling(of: second) == "7")
    // A removed one is told from the one that is there.
    #expect(names.spelling(of: first) == "7b")
    #expect(names == InstanceNames([second]))
  }

  // MARK: - Giving

  @Test("An instance that a person adds has the next counter and a random tag, and keeps both")
  func added() throws {
    let (here, there) = (
      try ResponseInMemory(Self.form, at: Self.moment(1)), try ResponseInMemory(Self.form, at: Self.moment(2))
    )
    for response in [here, there] {
      try response.apply(.add("passenger"))
      try response.apply(.add("passenger", before: "passenger[1]"))
    }
    let numbers = [here, there].map { $0.state.instances.keys.map(\.instance).sorted() }
    #expect(numbers.allSatisfy { $0.map { $0 >> 32 } == [1, 2, 3, 4] })
    #expect(Set(numbers[0]).isDisjoint(with: numbers[1]))
    let before = here.state.instances
    try here.apply(.remove("passenger:3"))
    try here.apply(.undo(.everything))
    #expect(here.state.instances == before)
    try here.apply(.redo(.everything))
    try here.apply(.add("passenger"))
    #expect(here.state.instances.keys.map { $0.instance >> 32 }.sorted() == [1, 2, 5, 6])
  }

  @Test("Instances that a count, a minimum or a number of first ones adds are the same on all copies")
  func derived() throws {
    let copies = try ([1, 2] as [UInt64]).map { seed in
      let response = try ResponseInMemory(Self.form, at: Self.moment(seed))
      try response.apply(.set("seats", 3))
      try response.apply(.add("passenger", number: Self.number(9, 1)))
      try response.apply(.set("seats", 5))
      return response
    }
    #expect(copies[0].state.instances == copies[1].state.instances)
    #expect(copies[0].state.instances.count == 7)
  }

  @Test("A replay of the same actions elsewhere gives other tags, the same results and the same digest")
  func replay() throws {
    let response = try ResponseInMemory(Self.form, at: Self.moment(1))
    for action: FormAction in [
      .add("passenger"), .set("name:1", "Ada"), .set("tag:2", "red"), .add("passenger"), .set("seats", 2),
      .move("passenger:3", before: "passenger:1"), .add("bag:3"), .set("tag:7", "blue"), .remove("bag:2"),
    ] {
      try response.apply(action)
    }
    let names = InstanceNames(response.journal)
    let elsewhere = try ResponseInMemory(Self.form, at: Self.moment(2))
    for entry in response.journal where entry.action != .recalculate {
      // As a script has it: with the moment that its rules read.
      elsewhere.moment = entry.moment ?? Self.moment(3)
      let action = entry.action.naming(names)
      if case .instance(_, let number)? = action.cell { #expect(number < 10) }
      try elsewhere.apply(action)
    }
    #expect(elsewhere.state != response.state)
    let digests = [response, elsewhere].map { StateDigest.ofState($0.state, definition: "") }
    #expect(digests[0] == digests[1])
  }

  @Test("A number that was given is refused, and a counter too unless it has another tag")
  func given() throws {
    let response = try ResponseInMemory(Self.form)
    try response.apply(.add("passenger", number: 4))
    try response.apply(.add("passenger", number: Self.number(4, 9)))
    try response.apply(.remove(.instance("passenger", number: Self.number(4, 9))))
    for number in [4, 5, Self.number(4, 9), 1, 0, -1] {
      #expect(
        performing: { try response.apply(.add("passenger", number: number)) },
        throws: { ($0 as? ActionError)?.code == .numberWasGiven })
    }
    let around = CellReference.instance("bag", number: response.state.number(4))
    #expect(
      performing: { try response.apply(.add(around, number: Self.number(3, 1))) },
      throws: { ($0 as? ActionError)?.code == .numberWasGiven })
    #expect(response.state.instances.keys.map { $0.instance >> 32 }.sorted() == [4, 5])
  }

  // MARK: - Naming

  /// A response with two passengers 7, as after a merge.
  private static func merged() throws -> FormReader {
    var state = ResponseState()
    for (tag, name) in [(UInt32(0x13), "Ada"), (0x23, "Bob")] {
      let number = number(7, tag)
      for change in [
        StateChange(.instance, of: StateSubject("passenger", instance: number), before: nil, after: .text("0 \(tag)")),
        StateChange(.value, of: StateSubject("name", instance: number), before: nil, after: .text(name)),
      ] { state.apply(change) }
    }
    return FormReader(FormIndex(form), state: state)
  }

  @Test("Of several instances with one counter each is named by its tag, and the counter alone is refused")
  func ambiguous() throws {
    let reader = try Self.merged()
    #expect(throws: ActionError.ambiguousInstance(address: "name:7", candidates: ["name:7f1", "name:7f2"])) {
      try reader.namedCell("name:7")
    }
    #expect(throws: ActionError.ambiguousInstance(address: "name:7f", candidates: ["name:7f1", "name:7f2"])) {
      try reader.namedCell("name:7f")
    }
    #expect(throws: ActionError.ambiguousInstance(address: "name:7", candidates: ["name:7f1", "name:7f2"])) {
      try reader.namedCell(.instance("name", number: 7))
    }
    #expect(
      "\(ActionError.ambiguousInstance(address: "name:7", candidates: ["name:7f1", "name:7f2"]))"
        == "several instances are called “name:7”; write which one: name:7f1, name:7f2")
    for (address, name) in [("name:7f1", "Ada"), ("name:7f2000", "Bob"), ("name:\(Self.number(7, 0x23))", "Bob")] {
      #expect(try reader.namedCell(.key(address)).value == .text(name))
    }
    #expect(try reader.namedCell("name:7f2").address == "name:7f2")
    for unknown in ["name:7g", "name:7f3", "name:8", "name:7f1zzzz"] {
      #expect(throws: ActionError.noSuchInstance(address: unknown)) { try reader.namedCell(.key(unknown)) }
    }
    #expect(throws: ActionError.standsInNoRepeat(cell: "seats")) { try reader.namedCell("seats:7f1") }
  }
}
