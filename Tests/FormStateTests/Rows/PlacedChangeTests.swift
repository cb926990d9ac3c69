import Testing

@testable import FormState

@Suite("Placed changes")
struct PlacedChangeTests {
  private static func change(
    _ field: StateChange.Field, of key: String = "a", instance: Int = 0, _ before: FieldContent?, _ after: FieldContent?
  ) -> PlacedChange {
    let change = StateChange(field, of: StateSubject(key, instance: instance), before: before, after: after)
    let cell = FormCell(key: key, kind: .text, title: "Title", defaultValue: .text("default"))
    return PlacedChange(change, of: CellSnapshot(cell: cell, place: CellPlace(section: 0, position: 0)))
  }

  @Test("Several changes of a field merge into one, at the position of the first")
  func net() {
    let changes = [
      Self.change(.value, nil, .text("x")), Self.change(.value, of: "b", nil, .text("1")),
      Self.change(.value, .text("x"), .text("y")), Self.change(.draft, nil, .text("d")),
      Self.change(.value, .text("y"), .cleared),
    ]
    #expect(
      PlacedChange.net(changes) == [
        Self.change(.value, nil, .cleared), Self.change(.value, of: "b", nil, .text("1")),
        Self.change(.draft, nil, .text("d")),
      ])
  }

  @Test("Changes that cancel out, or change nothing, are dropped")
  func nothing() {
    let changes = [
      Self.change(.disclosure, nil, .flag(true)), Self.change(.title, .text("t"), .text("t")),
      Self.change(.disclosure, .flag(true), nil),
    ]
    #expect(PlacedChange.net(changes).isEmpty)
    #expect(PlacedChange.net([]).isEmpty)
    // Untouched and touched with the same content differ.
    #expect(PlacedChange.net([Self.change(.value, nil, .text("default"))]).count == 1)
  }

  @Test("Changes of different fields, cells or instances stay separate")
  func identity() {
    let changes = [
      Self.change(.value, nil, .text("x")), Self.change(.saved, nil, .text("x")),
      Self.change(.value, of: "b", nil, .text("x")), Self.change(.value, instance: 1, nil, .text("x")),
    ]
    #expect(PlacedChange.net(changes) == changes)
  }

  @Test("Values and titles fall back to the definition, while drafts and touches are shown as they are")
  func contents() throws {
    let value = try #require(Self.change(.value, nil, .cleared).contents)
    #expect(value == (.text("default"), nil))
    let title = try #require(Self.change(.title, .text("T"), nil).contents)
    #expect(title == (.text("T"), .text("Title")))
    let draft = try #require(Self.change(.draft, nil, .text("d")).contents)
    #expect(draft == (nil, .text("d")))
    let touched = try #require(Self.change(.touched, nil, .flag(true)).contents)
    #expect(touched == (nil, .boolean(true)))
    for field in [StateChange.Field.disclosure, .fold, .saved, .completion] {
      #expect(Self.change(field, nil, .flag(true)).contents == nil)
    }
  }

  @Test("An expanded cell and an unfolded section are open, and other fields have no such state")
  func opening() {
    let disclosure = Self.change(.disclosure, nil, .flag(true))
    #expect(disclosure.isOpenBefore == false)
    #expect(disclosure.isOpenAfter == true)
    #expect(disclosure.inverse.isOpenAfter == false)
    let fold = PlacedChange(
      change: StateChange(.fold, of: StateSubject("s"), before: nil, after: .flag(true)), section: 0, position: nil,
      extent: 3, startsOpen: true)
    #expect(fold.isOpenBefore == true)
    #expect(fold.isOpenAfter == false)
    #expect(Self.change(.value, nil, .flag(true)).isOpenAfter == nil)
  }

  @Test("The extent in a damaged file cannot overflow", arguments: [Int.min, -1, 0, 7, Int.max])
  func extent(given: Int) {
    let change = StateChange(.disclosure, of: StateSubject("a"), before: nil, after: .flag(true))
    let placed = PlacedChange(change: change, section: 0, position: .max, extent: given, startsOpen: false)
    #expect((0...Int(Int32.max)).contains(placed.extent))
  }
}
