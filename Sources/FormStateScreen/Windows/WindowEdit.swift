import FormState
import FormStateInterchange

/// The difference between the items of a window before and after a change: steps in order.
struct WindowEdit: Hashable, Sendable {
  /// A step, with positions relative to the items after the steps before it.
  enum Step: Hashable, Sendable {
    /// Items are removed.
    case remove(first: Int, count: Int)
    /// Items are inserted, at the positions that they have after the last step as well.
    case insert(first: Int, items: [ScreenItem])
    /// An item looks different.
    case update(Int, ScreenItem)
  }

  /// The maximum number of steps; beyond it a page queries the window instead.
  static let mostSteps = 64
  /// The maximum number of items in steps.
  static let mostItems = 200

  /// The steps: removals from the bottom up, insertions from the top down, then updates.
  let steps: [Step]

  /// Determines the difference between two lists of items.
  ///
  /// Reordered items are removed and inserted, as few of them as possible.
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

  /// Whether it is short enough to be sent.
  var isSmall: Bool { steps.count <= Self.mostSteps && itemCount <= Self.mostItems }

  /// The number of items in the steps.
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
