import FormState
import FormStateInterchange

/// What takes the items of a window to those that it has after a change: steps to take one after the other.
struct WindowEdit: Hashable, Sendable {
  /// A step, its positions by the items as the steps before it leave them.
  enum Step: Hashable, Sendable {
    /// Items go away.
    case remove(first: Int, count: Int)
    /// Items come; they have the positions that they have after the last step as well.
    case insert(first: Int, items: [ScreenItem])
    /// An item shows something else.
    case update(Int, ScreenItem)
  }

  /// The most steps that are told; a page asks for the window instead.
  static let mostSteps = 64
  /// The most items that steps may bring.
  static let mostItems = 200

  /// The steps: removing from the bottom up, inserting from the top down, then what shows something else.
  let steps: [Step]

  /// Determines what takes one list of items to another.
  ///
  /// What stands in another order than before goes and comes, as little of it as possible.
  ///
  /// - Complexity: O(k log k) for k items.
  init(from old: [ScreenItem], to new: [ScreenItem]) {
    let positions = Dictionary(old.enumerated().map { ($0.element.key, $0.offset) }) { first, _ in first }
    let staying = new.enumerated().compactMap { position, item in positions[item.key].map { (old: $0, new: position) } }
    let kept = LongestAscent.offsets(in: staying.map(\.old)).compactMap(staying.element(at:))
    let removals = LongestAscent.gaps(kept.map(\.old), in: old.count).reversed().map {
      Step.remove(first: $0.lowerBound, count: $0.count)
    }
    let insertions = LongestAscent.gaps(kept.map(\.new), in: new.count).map {
      Step.insert(first: $0.lowerBound, items: Array(new[$0]))
    }
    let updates = kept.compactMap { stay in
      old[stay.old].isDrawn(like: new[stay.new]) ? nil : Step.update(stay.new, new[stay.new])
    }
    steps = removals + insertions + updates
  }

  /// Whether it is short enough to be told.
  var isTold: Bool { steps.count <= Self.mostSteps && itemCount <= Self.mostItems }

  /// How many items the steps bring.
  private var itemCount: Int {
    steps.reduce(0) { count, step in
      switch step {
      case .remove: count
      case .insert(_, let items): count + items.count
      case .update: count + 1
      }
    }
  }
}
