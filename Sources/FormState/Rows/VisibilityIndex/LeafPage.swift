/// Neighbouring leaves of a level, and which of them are visible, considering only what hides a part of them.
struct LeafPage: Sendable {
  /// The heights of a row that grows in place.
  struct GrowingHeight: Hashable, Sendable {
    var collapsed: Double
    var expanded: Double
  }

  /// The visible leaves.
  private(set) var tree: VisibilityTree
  private var isExpanded: [Bool]
  /// The leaves of cells and of section headers that are irrelevant by themselves.
  private var irrelevant: Set<Int>
  /// Only for rows that grow in place.
  private var growing: [Int: GrowingHeight]

  /// Creates a page of some leaves.
  ///
  /// - Parameters:
  ///   - leaves: the leaves.
  ///   - hidden: the intervals that hide some of them, counted from the first leaf of the page.
  init(_ leaves: LeafList, hidden: [Range<Int>]) {
    tree = VisibilityTree(weights: leaves.weights, heights: leaves.heights, hiddenIntervals: hidden)
    isExpanded = leaves.isExpanded
    irrelevant = leaves.irrelevant
    growing = leaves.growing
  }

  /// A page that was not built.
  static let unbuilt = LeafPage(LeafList(capacity: 0), hidden: [])

  /// Whether the page was not built; a page has at least one leaf.
  var isUnbuilt: Bool { isExpanded.isEmpty }

  /// Whether a cell is expanded. O(1).
  func isExpanded(_ leaf: Int) -> Bool { isExpanded.element(at: leaf) ?? false }

  /// Whether rules make a leaf relevant, regardless of its surroundings. O(1).
  func isRelevant(_ leaf: Int) -> Bool { !irrelevant.contains(leaf) }

  /// Both heights of a row that grows in place; `nil` for any other row. O(1).
  func growingHeight(of leaf: Int) -> GrowingHeight? { growing[leaf] }

  /// Sets whether a cell is expanded, and its height if it grows in place; returns whether that changed. O(log n).
  mutating func setExpanded(_ isOpen: Bool, leaf: Int) -> Bool {
    guard isExpanded.indices.contains(leaf), isExpanded[leaf] != isOpen else { return false }
    isExpanded[leaf] = isOpen
    if let heights = growing[leaf] { tree.setHeight(isOpen ? heights.expanded : heights.collapsed, of: leaf) }
    return true
  }

  /// Sets whether a leaf is relevant; returns whether that changed. O(1).
  mutating func setRelevant(_ isRelevant: Bool, leaf: Int) -> Bool {
    isRelevant ? irrelevant.remove(leaf) != nil : irrelevant.insert(leaf).inserted
  }

  /// Sets the height of a row, until the cell is toggled if it grows in place. O(log n).
  mutating func setHeight(_ points: Double, leaf: Int) {
    if var sides = growing[leaf] {
      if isExpanded(leaf) { sides.expanded = points } else { sides.collapsed = points }
      growing[leaf] = sides
    }
    tree.setHeight(points, of: leaf)
  }

  /// Sets both heights of a row that grows in place. O(log n).
  mutating func setGrowingHeight(_ heights: GrowingHeight, leaf: Int) {
    growing[leaf] = heights
    tree.setHeight(isExpanded(leaf) ? heights.expanded : heights.collapsed, of: leaf)
  }

  /// Sets the number and total height of the rows of a leaf. O(log n).
  mutating func setWeight(_ weight: Int, height: Double, leaf: Int) {
    tree.setWeight(weight, height: height, of: leaf)
  }

  /// Hides leaves once more, or reverts that. O(log n).
  mutating func setHidden(_ hides: Bool, _ leaves: Range<Int>) {
    if hides { tree.hide(leaves) } else { tree.show(leaves) }
  }
}

/// Collects the leaves of a page, headers and slots included.
struct LeafList {
  private(set) var weights: [Int32] = []
  private(set) var heights: [Double] = []
  private(set) var isExpanded: [Bool] = []
  private(set) var irrelevant: Set<Int> = []
  private(set) var growing: [Int: LeafPage.GrowingHeight] = [:]

  /// Creates an empty list with a capacity.
  init(capacity: Int) {
    weights.reserveCapacity(capacity)
    heights.reserveCapacity(capacity)
    isExpanded.reserveCapacity(capacity)
  }

  /// Appends the header of a section.
  mutating func appendHeader(height: Double, isRelevant: Bool) {
    if !isRelevant { irrelevant.insert(weights.count) }
    append(weight: 0, height: height, isExpanded: true)
  }

  /// Appends the leaf of all instances of a repeat.
  mutating func appendSlot() { append(weight: 0, height: 0, isExpanded: false) }

  /// Appends a cell with both heights of its row.
  mutating func append(_ sides: LeafPage.GrowingHeight, grows: Bool, isExpanded isOpen: Bool, isRelevant: Bool) {
    if !isRelevant { irrelevant.insert(weights.count) }
    if grows { growing[weights.count] = sides }
    append(weight: 1, height: isOpen ? sides.expanded : sides.collapsed, isExpanded: isOpen)
  }

  private mutating func append(weight: Int32, height: Double, isExpanded isOpen: Bool) {
    weights.append(weight)
    heights.append(height)
    isExpanded.append(isOpen)
  }
}
