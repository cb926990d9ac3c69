/// A rule of a cell or section: an expression that determines one of its aspects.
///
/// ```swift
/// Cell.text("partner", title: "Partner").relevant("${married} = 'yes'")
/// ```
///
/// A rule can have any text; ``FormDefinition/checkDefinition()`` reports an invalid expression with all other faults.
public struct FormRule: Hashable, Sendable {
  /// The kinds of rules, by their names in form JSON and tables, in the same order.
  @nonexhaustive
  public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
    /// Whether the question is relevant. A cell that is not relevant is not visible, and its answer counts as blank.
    case relevant
    /// Whether the question must be answered before the response can be completed.
    case required
    /// Whether the answer is read-only.
    case readOnly
    /// A condition on the answer. An answer that violates it is kept, with a ``Fault``.
    case constraint
    /// The cell's value until a person enters one.
    case calculate
    /// The cell's initial value.
    case `default`
    /// The title that the cell displays instead of its own.
    case title
    /// The number of relevant instances of a repeat: missing ones are added; surplus ones are not relevant.
    case count
    /// The choices: items of a list, `list('towns')[region = ${region}]`, or answers in cells, `${person}[${age} >
    /// 17]/${name}`, without blank ones. A chosen value that is no longer offered is kept, with a ``Fault``.
    case choices
    /// A value that is set whenever the value of one of its triggers changes. A person may replace it
    /// afterwards. A cell may have several of these rules.
    case set
  }

  /// The severity of a fault.
  @nonexhaustive
  public enum Severity: String, CaseIterable, Hashable, Sendable, Codable {
    /// The response cannot be completed.
    case error
    /// A warning, which does not prevent completion.
    case warning
  }

  /// The kind of the rule.
  public let kind: Kind
  /// The expression as its author wrote it.
  public var source: String { spelling.text }
  /// Of a required rule or a constraint: the message while it is violated; `nil` for the library's default.
  public package(set) var message: String? {
    get { spelledMessage?.text }
    set { spelledMessage = newValue.map(Spelled.init) }
  }
  /// Of a constraint: the severity.
  public var severity: Severity
  /// Of a set rule: the keys of its triggers, in the order of their bytes; without any it runs when the response is
  /// opened and everything is recalculated (``FormAction/recalculate``). Empty for any other rule.
  package let triggers: [String]
  /// Of a calculation: whether it replaces an entry as soon as one of its inputs changes, as in ODK Collect. By default
  /// an entry stays until it is reset.
  package let overridesEntry: Bool
  private let spelling: Spelled
  private var spelledMessage: Spelled?
  private let reading: Reading

  /// Creates a rule from a text.
  ///
  /// - Parameters:
  ///   - kind: the kind of the rule.
  ///   - source: the expression.
  ///   - message: of a required rule or a constraint, the message while it is violated.
  ///   - severity: of a constraint, the severity.
  ///   - triggers: of a set rule, the keys of its triggers; ignored for any other.
  ///   - overridesEntry: of a calculation, whether it replaces an entry.
  /// - Complexity: O(*n*) for *n* bytes.
  package init(
    _ kind: Kind, _ source: String, message: String? = nil, severity: Severity = .error, triggers: [String] = [],
    overridesEntry: Bool = false
  ) {
    self.kind = kind
    spelling = Spelled(source)
    spelledMessage = message.map(Spelled.init)
    self.severity = severity
    self.triggers = kind == .set ? triggers.inOrderOfBytes : []
    self.overridesEntry = kind == .calculate && overridesEntry
    reading = Reading(source)
  }

  /// The expression; `nil` if ``source`` is invalid.
  package var expression: RuleExpression? { try? reading.result.get() }

  /// Why ``source`` is invalid; `nil` if it is valid.
  package var problem: RuleExpressionError? {
    if case .failure(let error) = reading.result { error } else { nil }
  }

  /// The expression, parsed on demand: an action needs few of a page's rules. Any two are equal: the text decides.
  private final class Reading: Hashable, Sendable {
    private let source: String
    private let known = Locked<Result<RuleExpression, RuleExpressionError>?>(nil)

    init(_ source: String) { self.source = source }

    static func == (left: Reading, right: Reading) -> Bool { true }
    func hash(into hasher: inout Hasher) {}

    var result: Result<RuleExpression, RuleExpressionError> {
      known.withLock { known in
        let result = known ?? Result { () throws(RuleExpressionError) in try RuleExpression(parsing: source) }
        known = result
        return result
      }
    }
  }
}

extension FormRule.Kind {
  /// The field of a cell's state that rules of the kind determine.
  package var field: StateChange.Field {
    switch self {
    case .relevant: .relevance
    case .required: .requirement
    case .readOnly: .readOnly
    case .constraint, .choices: .faults
    case .calculate, .default: .calculated
    case .title: .title
    // Of the instances.
    case .count: .relevance
    case .set: .value
    }
  }

  /// Whether a rule of the kind determines the value.
  package var givesValue: Bool { self == .calculate || self == .default }

  /// Whether the result of a rule of the kind may be a copy of what it reads.
  var copiesInputs: Bool { givesValue || self == .set || self == .title }

  /// Whether a cell may have several rules of the kind, which are then numbered.
  package var isNumbered: Bool { self == .constraint || self == .set }

  /// The position of the kind, by which the rules of a cell are ordered.
  var order: Int {
    switch self {
    case .relevant: 0
    case .required: 1
    case .readOnly: 2
    case .constraint: 3
    case .calculate: 4
    case .default: 5
    case .title: 6
    case .count: 7
    case .choices: 8
    case .set: 9
    }
  }
}

extension [FormRule] {
  /// The rules ordered by their kinds; those of one kind keep their order.
  var inOrder: [FormRule] {
    guard count > 1 else { return self }
    return enumerated().sorted { ($0.element.kind.order, $0.offset) < ($1.element.kind.order, $1.offset) }.map(
      \.element)
  }
}

extension [String] {
  /// The keys, each once, in the order of their bytes, which does not depend on the platform.
  fileprivate var inOrderOfBytes: [String] {
    Set(map(\.canonicalKey)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
