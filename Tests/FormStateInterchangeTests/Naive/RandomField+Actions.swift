import FormState
import Foundation

extension RandomField {
  /// An action on a response.
  enum Deed {
    case enter(NaiveNode.Content?, NaiveField.Spot)
    case choose([String], NaiveField.Spot)
    case add(person: Int?, before: Int?)
    case remove(Int)
    case move(Int, before: Int?)
    case undo
  }

  /// A clock in a random zone, sometimes near a change to or from daylight saving time.
  mutating func clock() -> NaiveClock {
    let names = [
      "America/Phoenix", "America/New_York", "Europe/Vienna", "Asia/Kathmandu", "America/St_Johns", "Pacific/Auckland",
    ]
    let times = ["2026-01-15T12:00:00Z", "2026-03-08T08:30:00Z", "2026-07-01T23:10:00Z", "2026-10-25T00:30:00Z"]
    let zone = TimeZone(identifier: pick(names)) ?? .gmt
    return NaiveClock(zone: zone, time: (try? Date(pick(times), strategy: .iso8601)) ?? .now)
  }

  mutating func deed(in field: NaiveField) -> Deed {
    let (persons, pets) = (field.persons, field.persons.flatMap { field.pets[$0] ?? [] })
    switch number(0...24) {
    case 0...2: return .add(person: nil, before: isLucky(2) || persons.isEmpty ? nil : pick(persons))
    case 3...4:
      guard !persons.isEmpty else { return .undo }
      let person = pick(persons)
      let beside = field.pets[person] ?? []
      return .add(person: person, before: isLucky(2) || beside.isEmpty ? nil : pick(beside))
    case 5: return persons.isEmpty ? .undo : .remove(pick(persons))
    case 6: return pets.isEmpty ? .undo : .remove(pick(pets))
    case 7: return persons.isEmpty ? .undo : .move(pick(persons), before: isLucky(3) ? nil : pick(persons))
    case 8...9: return .undo
    default:
      // A person needs a name before it can be chosen.
      let often = isLucky(2) ? ["name", "age"] : ["head", "cooks", "boss"]
      let isOften = !isLucky(3)
      let asked = form.nodes.filter {
        $0.name != "pet" && $0.calculation == nil && !field.spots(of: $0).isEmpty
          && (!isOften || often.contains($0.name))
      }
      guard !asked.isEmpty else { return .undo }
      let node = pick(asked)
      let spot = pick(field.spots(of: node))
      if node.choices != nil { return choice(of: node, at: spot, field) }
      return .enter(isLucky(6) ? nil : answer(to: node), spot)
    }
  }

  private mutating func choice(
    of node: NaiveFieldForm.Node, at spot: NaiveField.Spot, _ field: NaiveField
  ) -> Deed {
    if isLucky(8) { return .enter(nil, spot) }
    var values = node.name == "town" ? ["x0", "x1", "x2", "x00"] : Self.words
    if node.name != "town", !isLucky(4) {
      let names = field.persons.compactMap { person -> String? in
        if case .text(let name) = field.content(at: .init(name: "name", instance: person)) { name } else { nil }
      }
      values = names.contains { !$0.isEmpty } ? names.filter { !$0.isEmpty } : values
    }
    let (first, second) = (pick(values), pick(values))
    return .choose(node.takesSeveral && first != second ? [first, second] : [first], spot)
  }

  private mutating func answer(to node: NaiveFieldForm.Node) -> NaiveNode.Content {
    switch node.type {
    case "int": return .number(Double(number(0...30)))
    case "date": return .text(pick(["2026-03-08", "2024-02-29", "1969-12-31", "2026-07-02", "2026-10-25"]))
    case "dateTime":
      return .text(pick(["2026-05-26T21:30:00-07:00", "2026-03-08T07:00:00Z", "2026-10-25T02:30:00+02:00"]))
    default:
      return .text(node.name == "clock" ? pick(["12:00:00", "07:30:00+02:00", "23:00:00-09:00"]) : pick(Self.words))
    }
  }
}

extension RandomField.Deed {
  /// The action on the real form.
  func action(in field: NaiveField) -> FormAction {
    func reference(_ instance: Int) -> CellReference {
      .instance(field.owner(of: instance) == nil ? "person" : "pet", number: instance)
    }
    func reference(_ spot: NaiveField.Spot) -> CellReference {
      spot.instance == 0 ? .key(spot.name) : .instance(spot.name, number: spot.instance)
    }
    switch self {
    case .enter(let content, let spot):
      let cell = reference(spot)
      switch content {
      case nil: return .clear(cell)
      case .text(let text)?: return .set(cell, .text(text))
      case .number(let number)?: return .set(cell, .integer(Int64(number)))
      }
    case .choose(let values, let spot):
      let isMultiple = field.form.node(spot.name)?.takesSeveral == true
      return .set(reference(spot), isMultiple ? .choices(values) : .text(values.joined()))
    case .add(let person, let next):
      return .add(person.map { .instance("pet", number: $0) } ?? .key("person"), before: next.map(reference))
    case .remove(let instance): return .remove(reference(instance))
    case .move(let instance, let next): return .move(reference(instance), before: next.map(reference))
    case .undo: return .undo(.everything)
    }
  }
}
