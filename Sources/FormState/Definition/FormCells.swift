/// The cells of a section in preorder.
///
/// Use it like an array. The cells of a form in a session are read from the store on demand, some neighbours at a
/// time; once changed, a section has all of its cells in memory.
package struct FormCells: Sendable {
  private var held: [FormCell]
  /// The source of cells read on demand; `nil` if they are in memory.
  private var stored: StoredCells?

  /// Creates cells in memory.
  package init(_ cells: some Sequence<FormCell>) {
    held = Array(cells)
  }

  /// Creates an empty section.
  package init() { held = [] }

  /// Creates cells that are read on demand.
  package init(_ stored: StoredCells) {
    held = []
    self.stored = stored
  }

  /// The source of the cells; `nil` if they are in memory. O(1).
  var source: StoredCells? { stored }

  /// The number of descendants of a cell, without reading it. O(1).
  func additionalRows(at position: Int) -> Int {
    stored?.nesting.additionalRows(of: position) ?? held[position].additionalRows
  }

  /// Reads all cells into memory before one of them changes.
  private mutating func hold() {
    guard let stored else { return }
    held = Array(stored)
    self.stored = nil
  }

  /// Lends the cells in memory, so their texts need not be retained; missing ones are read first.
  package func withUnsafeBufferPointer<Result>(
    _ body: (UnsafeBufferPointer<FormCell>) throws -> Result
  ) rethrows -> Result {
    if let stored { return try Array(stored).withUnsafeBufferPointer(body) }
    return try held.withUnsafeBufferPointer(body)
  }
}

extension FormCells: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { stored?.count ?? held.count }

  /// The cell at a position.
  ///
  /// - Complexity: O(1); if the cells are in a file, plus reading a page of them unless it was used recently.
  package subscript(position: Int) -> FormCell {
    get { stored == nil ? held[position] : read(at: position) }
    _modify {
      hold()
      yield &held[position]
    }
  }

  /// The cell at a position; `nil` if there is none, or it cannot be read.
  package func element(at position: Int) -> FormCell? {
    guard let stored else { return held.element(at: position) }
    return indices.contains(position) ? stored.cell(at: position) : nil
  }

  private func read(at position: Int) -> FormCell {
    guard let stored else { return held[position] }
    precondition(indices.contains(position), "a section has no cell at this position")
    return stored[position]
  }

  package mutating func replaceSubrange(_ range: Range<Int>, with cells: some Collection<FormCell>) {
    hold()
    held.replaceSubrange(range, with: cells)
  }

  package func makeIterator() -> Iterator {
    stored.map { Iterator.stored($0.makeIterator()) } ?? .held(held.makeIterator())
  }

  /// Iterates over the cells in order.
  package struct Iterator: IteratorProtocol, Sendable {
    private enum Cells {
      case held(IndexingIterator<[FormCell]>)
      case stored(StoredCells.Iterator)
    }

    private var cells: Cells

    static func held(_ cells: IndexingIterator<[FormCell]>) -> Iterator { Iterator(cells: .held(cells)) }
    static func stored(_ cells: StoredCells.Iterator) -> Iterator { Iterator(cells: .stored(cells)) }

    /// The next cell; `nil` after the last one.
    package mutating func next() -> FormCell? {
      switch cells {
      case .held(var rest):
        // Taken out first: two owners would copy the rest for each cell.
        cells = .held([FormCell]().makeIterator())
        defer { cells = .held(rest) }
        return rest.next()
      case .stored(var rest):
        defer { cells = .stored(rest) }
        return rest.next()
      }
    }
  }
}

extension FormCells: Hashable {
  package static func == (left: FormCells, right: FormCells) -> Bool {
    if left.stored == nil, right.stored == nil { return left.held == right.held }
    return left.elementsEqual(right)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(count)
    for cell in self { hasher.combine(cell) }
  }
}

extension FormCells: ExpressibleByArrayLiteral {
  package init(arrayLiteral cells: FormCell...) { self.init(cells) }
}

extension FormCells: CustomStringConvertible {
  package var description: String { Array(self).description }
}
