import FormState

/// Whether a cell shows, and what hides it, in a language.
package struct ToldVisibility: Shape {
  package static let meaning = "Whether a cell shows, and what hides it."

  private let explanation: VisibilityExplanation
  private let reasons: [ToldReason]

  /// Tells an explanation.
  ///
  /// - Parameter speech: the language of the sentences.
  package init(_ explanation: VisibilityExplanation, in speech: Speech = .english) {
    self.explanation = explanation
    reasons = explanation.reasons.map { ToldReason(reason: $0, text: $0.text(in: speech)) }
  }

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("address", \.explanation.cell, "What commands call the cell.")
    m("visible", \.explanation.isVisible, "Whether the cell shows.")
    m(
      "path", \.explanation.rowPath,
      "Where it shows, as a row path: the position of the section, and of the row among those that show, both from 0; null where it does not."
    )
    m("revealable", \.isRevealable, "Whether `formstate reveal` makes it show.")
    m("reasons", \.reasons, "All that hides it, from the section inwards.")
  }

  private var isRevealable: Bool { !explanation.isVisible && explanation.canBeRevealed }
}

/// Something that hides a cell, also as a sentence.
private struct ToldReason: Shape {
  static let meaning = "Something that hides a cell."

  let reason: HidingReason
  let text: String

  static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m.include(\.reason)
    m("text", \.text, "The same as a person reads it.")
  }
}

extension HidingReason: Shape {
  package static let meaning = "Something that hides a cell."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m(
      "kind", \.kind,
      "A folded section, a collapsed cell, a cell that the definition hides, or a cell or section that a rule makes irrelevant."
    )
    m.ifAny("sectionKey", \.section, "The key of the section that hides it.")
    m.ifAny("address", \.address, "What commands call the cell that hides it.")
    m.includeIfAny(\.finding)
  }

  private enum Kind: String, PrintedWord { case folded, collapsed, hidden, irrelevant }

  private var kind: Kind {
    switch self {
    case .folded: .folded
    case .collapsed: .collapsed
    case .hiddenInDefinition: .hidden
    case .irrelevant, .irrelevantSection: .irrelevant
    }
  }

  private var section: String? {
    switch self {
    case .folded(let section), .irrelevantSection(let section, _): section
    case .collapsed, .hiddenInDefinition, .irrelevant: nil
    }
  }

  private var address: String? {
    switch self {
    case .collapsed(let cell), .hiddenInDefinition(let cell), .irrelevant(let cell, _): cell
    case .folded, .irrelevantSection: nil
    }
  }

  private var finding: RuleFinding? {
    switch self {
    case .irrelevant(_, let finding), .irrelevantSection(_, let finding): finding
    case .folded, .collapsed, .hiddenInDefinition: nil
    }
  }
}

extension RuleFinding: Shape {
  package static let meaning = "Why a rule does not hold."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("rule", \.expression, "The expression of the rule.")
    m("read", \.readings, "What the rule read.")
  }
}

extension RuleFinding.Reading: Shape {
  package static let meaning = "A cell that a rule read."

  package static func list<M: PrintedMembers<Self>>(_ m: inout M) {
    m("address", \.cell, "What commands call the cell.")
    m("question", \.title, "What a person calls it.")
    m("readable", \.text, "What it holds as a person reads it; null for nothing.")
  }
}
