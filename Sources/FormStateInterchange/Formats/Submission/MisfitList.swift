/// The first misfits of a submission, in the order of the document, and how many there are.
///
/// It takes the same room however many there are: what comes after enough others is only counted.
struct MisfitList {
  private var found: [(place: Int, diagnostic: Diagnostic)] = []
  /// The place after which nothing is kept any more.
  private var end = Int.max
  /// How many misfits were found.
  private(set) var count = 0

  /// Adds a misfit.
  ///
  /// - Parameters:
  ///   - place: where it stands in the document, whichever misfit is found first.
  ///   - diagnostic: what to say; only made when it is kept.
  mutating func add(at place: Int, _ diagnostic: @autoclosure () -> Diagnostic) {
    count += 1
    guard place < end else { return }
    found.append((place, diagnostic()))
    if found.count >= 2 * SubmissionPlan.mostMisfits { shorten() }
  }

  /// The first misfits in the order of the document.
  var first: [Diagnostic] {
    var list = self
    list.shorten()
    return list.found.map(\.diagnostic)
  }

  /// Leaves out what comes after enough others.
  private mutating func shorten() {
    let inOrder = found.enumerated().sorted { ($0.element.place, $0.offset) < ($1.element.place, $1.offset) }
    found = inOrder.prefix(SubmissionPlan.mostMisfits).map(\.element)
    if inOrder.count > found.count, let last = found.last { end = last.place }
  }
}
