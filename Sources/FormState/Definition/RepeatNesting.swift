/// The repeats around the cells of a form.
package struct RepeatNesting: Hashable, Sendable {
  /// A repeat of a section.
  package struct Repeat: Hashable, Sendable {
    /// The position of the section in the form.
    package let section: Int
    /// Its position in the section; its template follows directly.
    package let position: Int
    /// The position after the last cell of its template.
    package let end: Int
    /// The minimum number of instances.
    package let minimum: Int
    /// The initial number of instances, unless a rule counts them.
    package let atFirst: Int
    /// The number of the repeat around it, among those of its section; `nil` for none.
    fileprivate(set) var around: Int?

    /// Describes a repeat.
    package init(section: Int, position: Int, end: Int, counts: InstanceCounts) {
      self.section = section
      self.position = position
      self.end = end
      minimum = counts.minimum
      atFirst = counts.atFirst
    }

    /// Its place in the form, in no particular instance.
    package var place: CellPlace { CellPlace(section: section, position: position) }
    /// The positions of the cells of its template.
    var template: Range<Int> { (position + 1)..<max(position + 1, end) }
  }

  /// The repeats by section, in the order of the form; no entry for a section without.
  private var sections: [Int: [Repeat]] = [:]

  /// The nesting of a form without repeats.
  init() {}

  /// Collects the repeats of a form, in order; each is wholly inside or wholly outside of every other.
  ///
  /// - Complexity: O(r d) for r repeats nested d deep.
  package init(_ repeats: some Sequence<Repeat>) {
    for var next in repeats {
      let others = sections[next.section, default: []]
      next.around = Self.innermost(around: next.position, among: others, from: others.count - 1)
      sections[next.section, default: []].append(next)
    }
  }

  /// The repeats of a form. O(n) for n cells the first time, then O(1).
  package init(of form: FormDefinition) { self = form.structure.repeats }

  /// The number of the innermost repeat around a position, searching backward from the last one that begins before it.
  private static func innermost(around position: Int, among repeats: [Repeat], from last: Int) -> Int? {
    guard repeats.indices.contains(last) else { return nil }
    return sequence(first: last) { repeats[$0].around }.first { position < repeats[$0].end }
  }

  /// Whether there are no repeats. O(1).
  package var isEmpty: Bool { sections.isEmpty }

  /// Whether a section has repeats. O(1).
  func hasRepeats(inSection section: Int) -> Bool { sections[section] != nil }

  /// The innermost repeat around a cell, in any instance; `nil` for none. O(log r + d) for r repeats of the section
  /// nested d deep.
  private func innermost(around place: CellPlace) -> Repeat? {
    guard let repeats = sections[place.section] else { return nil }
    let before = repeats.partitioningIndex { $0.position >= place.position }
    return Self.innermost(around: place.position, among: repeats, from: before - 1).map { repeats[$0] }
  }

  /// The position of the innermost repeat around a cell, in any instance; `nil` for none. O(log r + d) for r repeats of
  /// the section nested d deep.
  package func repeatAround(_ place: CellPlace) -> Int? { innermost(around: place)?.position }

  /// The repeats among a range of positions that are in the same repeat as a cell, or like it in none.
  ///
  /// - Complexity: O(log r + k) for k repeats in the range among r of the section.
  func repeats(among range: Range<Int>, beside place: CellPlace) -> [CellPlace] {
    guard let repeats = sections[place.section] else { return [] }
    let around = repeatAround(place)
    return repeats[repeats.partitioningIndex { $0.position >= range.lowerBound }...]
      .prefix { $0.position < range.upperBound }
      .filter { $0.around.map { repeats[$0].position } == around }
      .map { $0.place.within(place.instance) }
  }

  /// The repeat at a place; `nil` if there is none. O(log r) for r repeats of the section.
  func repeated(at place: CellPlace) -> Repeat? {
    guard let repeats = sections[place.section],
      let found = repeats.element(at: repeats.partitioningIndex { $0.position >= place.position }),
      found.position == place.position
    else { return nil }
    return found
  }

  /// The repeats directly in the template of another one. O(log r + k) for k repeats in the template among r.
  func directly(in outer: Repeat) -> [Repeat] {
    guard let repeats = sections[outer.section] else { return [] }
    return repeats[repeats.partitioningIndex { $0.position > outer.position }...]
      .prefix { $0.position < outer.end }
      .filter { $0.around.map { repeats[$0].position } == outer.position }
  }

  /// All repeats, in the order of the form. O(r) for r repeats.
  package var all: [Repeat] { sections.sorted { $0.key < $1.key }.flatMap(\.value) }

  /// The repeats in no other one, in the order of the form. O(r) for r repeats.
  var outermost: [Repeat] { all.filter { $0.around == nil } }

  /// The positions of all repeats around a cell, the outermost first. O(log r + d) for d of them among r.
  func repeatsAround(_ place: CellPlace) -> [Int] {
    guard let repeats = sections[place.section], let innermost = innermost(around: place) else { return [] }
    return sequence(first: innermost) { $0.around.map { repeats[$0] } }.map(\.position).reversed()
  }
}
