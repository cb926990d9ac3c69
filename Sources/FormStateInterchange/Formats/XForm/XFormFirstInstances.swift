import FormState

/// Reads the values of a repeat's first instances in the primary instance.
struct XFormFirstInstances {
  private let builder: XFormBuilder
  /// The cells of the repeat, by their keys.
  private let cells: [String: FormCell]
  /// The values that cells cannot hold.
  private(set) var misfits: [(element: XMLTree.Element, key: String, text: String)] = []

  init(_ builder: XFormBuilder, _ cells: [FormCell]) {
    self.builder = builder
    self.cells = Dictionary(cells.map { ($0.key, $0) }) { first, _ in first }
  }

  /// The values in the first instances of a repeat outside of others; without the last ones that are like any new
  /// instance.
  ///
  /// - Complexity: O(n) for n elements of the primary instance.
  mutating func instances(of node: Int) -> [FirstInstance] {
    var elements: [XMLTree.Element] = []
    var waiting: [(element: XMLTree.Element, node: Int)] = [(builder.model.root, 0)]
    let way = Set(builder.model.ancestors(of: node) + [node])
    while let (element, number) = waiting.popLast() {
      if number == node {
        if !element.isTemplate { elements.append(element) }
        continue
      }
      for child in element.elements.reversed() {
        if let next = builder.model.child(child.name.local, of: number), way.contains(next) {
          waiting.append((child, next))
        }
      }
    }
    var instances: [FirstInstance] = []
    for element in elements.prefix(InstanceCounts.mostAtOnce) { instances.append(instance(element, of: node)) }
    while instances.last?.isEmpty == true { instances.removeLast() }
    return instances
  }

  private mutating func instance(_ element: XMLTree.Element, of node: Int) -> FirstInstance {
    var instance = FirstInstance()
    var inner: [Int: [XMLTree.Element]] = [:]
    var innerRepeats: [Int] = []
    var waiting: [(element: XMLTree.Element, node: Int)] = [(element, node)]
    while let (element, number) = waiting.popLast() {
      for repeated in builder.model.nodes[number].children where builder.isRepeat(repeated) {
        innerRepeats.append(repeated)
      }
      takeAttributes(of: element, number, &instance)
      for child in element.elements {
        guard let next = builder.model.child(child.name.local, of: number) else { continue }
        if builder.isRepeat(next) {
          if !child.isTemplate { inner[next, default: []].append(child) }
        } else if builder.model.nodes[next].isLeaf {
          take(child.text, of: child, next, &instance)
          takeAttributes(of: child, next, &instance)
        } else {
          waiting.append((child, next))
        }
      }
    }
    for repeated in innerRepeats {
      guard let cell = cells[builder.model.nodes[repeated].key], cell.kind == .repeat, cell.rule(.count) == nil else {
        continue
      }
      var instances: [FirstInstance] = []
      for element in inner[repeated] ?? [] { instances.append(self.instance(element, of: repeated)) }
      let isUsual = instances.count == cell.counts?.atFirst && instances.allSatisfy(\.isEmpty)
      if !isUsual { instance.repeats[cell.key] = instances }
    }
    return instance
  }

  /// Records the value of a node, if it differs from that in a new instance.
  private mutating func take(
    _ text: String, of element: XMLTree.Element, _ node: Int, _ instance: inout FirstInstance
  ) {
    let text = text.trimmed
    guard let cell = cells[builder.model.nodes[node].key], cell.kind.holdsValue else { return }
    if !builder.setValues.setInNewInstancesOnly.contains(node) {
      guard text != builder.model.nodes[node].text.trimmed, !cell.rules.contains(where: \.kind.givesValue) else {
        return
      }
    }
    if text.isEmpty {
      instance.values[cell.key] = .some(nil)
    } else if let value = XFormBuilder.value(text, of: cell),
      builder.offers(value, in: cell, { cells[$0]?.kind == .option })
    {
      instance.values[cell.key] = value
    } else {
      misfits.append((element, cell.key, text))
    }
  }

  /// Records the values of those attributes of an element that are nodes.
  private mutating func takeAttributes(of element: XMLTree.Element, _ node: Int, _ instance: inout FirstInstance) {
    for attribute in element.attributes {
      guard let number = builder.model.child("@\(attribute.name.local)", of: node) else { continue }
      take(attribute.value, of: element, number, &instance)
    }
  }
}
