/// The first misfits of a document of answers, in its order, and their number.
///
/// Its memory is bounded: later misfits are only counted.
struct MisfitList {
  /// How many misfits are kept; a document can have millions of them.
  static let most = 1_000

  private var found: [(place: Int, diagnostic: Diagnostic)] = []
  /// The place after which misfits are only counted.
  private var end = Int.max
  /// How many misfits were found.
  private(set) var count = 0

  /// Adds a misfit.
  ///
  /// - Parameters:
  ///   - place: its place in the document, in any order of discovery.
  ///   - diagnostic: the diagnostic; evaluated only if it is kept.
  mutating func add(at place: Int, _ diagnostic: @autoclosure () -> Diagnostic) {
    count += 1
    guard place < end else { return }
    found.append((place, diagnostic()))
    if found.count >= 2 * Self.most { shorten() }
  }

  /// The first misfits in the order of the document.
  var first: [Diagnostic] {
    var list = self
    list.shorten()
    return list.found.map(\.diagnostic)
  }

  /// Discards misfits beyond the limit.
  private mutating func shorten() {
    let inOrder = found.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
    found = inOrder.prefix(Self.most).map(\.element)
    if inOrder.count > found.count, let last = found.last { end = last.place }
  }
}
