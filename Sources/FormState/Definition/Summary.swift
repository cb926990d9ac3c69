/// How the displayed title of an expandable cell follows from what its descendants hold.
///
/// The displayed title is recomputed whenever a descendant changes; when nothing is left to show, the
/// title of the definition shows again.
@nonexhaustive
public enum Summary: Hashable, Sendable {
  /// The title of the option that was chosen; of several, their titles joined with a comma and a blank.
  case choice
  /// What the direct children show, in order, empty ones left out.
  ///
  /// One child is enough: a date picker shows as “November 30, 1835”, a switch as its on or off title, a
  /// slider as its number, a nested group as its own displayed title.
  case join(separator: String)
  /// A text in which `{key}` stands for what the descendant with that key shows; `{{` and `}}` are braces.
  case template(Template)

  /// The rule for an expandable cell whose author named none.
  ///
  /// - Parameter kinds: the kinds of the direct children.
  /// - Returns: `.choice` when there is an option among them, `.join` with a blank when there is a cell
  ///   that holds a value, otherwise `nil`.
  public static func inferred<Kinds: Sequence>(fromKinds kinds: Kinds) -> Summary?
  where Kinds.Element == CellKind {
    var holdsValues = false
    for kind in kinds {
      if kind == .option { return .choice }
      if !kind.isQuestionOfOptions && kind.holdsValue { holdsValues = true }
    }
    return holdsValues ? .join(separator: " ") : nil
  }
}

extension Summary {
  /// The rule's name in the database and in form JSON: `choice`, `join` or `template`.
  package var name: String {
    switch self {
    case .choice: "choice"
    case .join: "join"
    case .template: "template"
    }
  }

  /// What the rule needs besides its name: the separator of a join, the source of a template.
  package var text: String? {
    switch self {
    case .choice: nil
    case .join(let separator): separator
    case .template(let template): template.source
    }
  }

  /// Puts a rule together again from its ``name`` and ``text``.
  ///
  /// - Returns: `nil` for an unknown name, or for a template without text.
  /// - Throws: ``Template/Malformed`` when the text is no template.
  package init?(name: String, text: String?) throws(Template.Malformed) {
    switch (name, text) {
    case ("choice", _): self = .choice
    case ("join", let separator): self = .join(separator: separator ?? " ")
    case ("template", let source?): self = .template(try Template(parsing: source))
    default: return nil
    }
  }
}
