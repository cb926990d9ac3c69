extension ActionError {
  /// Why an action was refused. More codes may come with each release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The name of the code, such as `unknownCell`.
    public let rawValue: String

    /// The code with a name, known or not.
    public init(rawValue: String) { self.rawValue = rawValue }
  }
}

/// What an action names.
extension ActionError.Code {
  /// The form has no cell with the key.
  public static let unknownCell = Self(rawValue: "unknownCell")
  /// The form has no section with the key.
  public static let unknownSection = Self(rawValue: "unknownSection")
  /// The form has no section at the position.
  static let noSuchSection = Self(rawValue: "noSuchSection")
  /// The section shows no row at the position.
  public static let noSuchRow = Self(rawValue: "noSuchRow")
  /// The section of the row path is folded, so none of its cells has a row path.
  static let rowInFoldedSection = Self(rawValue: "rowInFoldedSection")
  /// The row is kept without height because its cell is hidden.
  public static let hiddenRow = Self(rawValue: "hiddenRow")
  /// The cell is in a repeat, and only an address with an instance says which one is meant.
  package static let needsInstance = Self(rawValue: "needsInstance")
  /// There is no instance at the address.
  public static let noSuchInstance = Self(rawValue: "noSuchInstance")
  /// Several instances have the number at the address, and what else they are called tells them apart.
  public static let ambiguousInstance = Self(rawValue: "ambiguousInstance")
  /// The cell is in no repeat, so it has no instances.
  package static let standsInNoRepeat = Self(rawValue: "standsInNoRepeat")
  /// The address names an instance of a repeat where the action needs a cell.
  package static let namesInstance = Self(rawValue: "namesInstance")
  /// The cell is not a repeat, so it has no instances.
  static let notARepeat = Self(rawValue: "notARepeat")
  /// The instance belongs to another repeat, or to the same repeat in another instance.
  static let otherRepeat = Self(rawValue: "otherRepeat")
}

/// What a cell allows.
extension ActionError.Code {
  /// The cell never shows because the definition hides it or a cell above it.
  static let neverShows = Self(rawValue: "neverShows")
  /// The cell does not show because a rule makes it, or a cell or section around it, irrelevant.
  public static let irrelevant = Self(rawValue: "irrelevant")
  /// A rule failed; ``ActionError/rule`` says which kind.
  public static let failedRule = Self(rawValue: "failedRule")
  /// The cell cannot be expanded or collapsed.
  public static let notExpandable = Self(rawValue: "notExpandable")
  /// The section cannot be folded.
  public static let notFoldable = Self(rawValue: "notFoldable")
  /// The cell is not an option.
  public static let notAnOption = Self(rawValue: "notAnOption")
  /// The cell refuses the value; ``ActionError/refusedValue`` says what it would accept.
  public static let refusedValue = Self(rawValue: "refusedValue")
  /// The cell holds no value, so there is nothing to clear.
  static let holdsNoValue = Self(rawValue: "holdsNoValue")
  /// The cell has no text field, so it keeps no draft.
  static let takesNoDraft = Self(rawValue: "takesNoDraft")
  /// The cell has no options to choose from.
  public static let hasNoChoices = Self(rawValue: "hasNoChoices")
  /// The cell is read-only by its rule.
  public static let readOnly = Self(rawValue: "readOnly")
  /// The repeat has its maximum number of instances.
  public static let tooManyInstances = Self(rawValue: "tooManyInstances")
  /// The repeat has its minimum number of instances.
  public static let tooFewInstances = Self(rawValue: "tooFewInstances")
  /// A rule determines the number of instances.
  static let countedInstances = Self(rawValue: "countedInstances")
  /// An instance of the response has or had the number; numbers are never reused.
  static let numberWasGiven = Self(rawValue: "numberWasGiven")
  /// The number is greater than any instance can have.
  static let noSuchNumber = Self(rawValue: "noSuchNumber")
  /// The cell, the instance or the completion has no open question, or none with that alternative.
  static let noQuestion = Self(rawValue: "noQuestion")
  /// The fault cannot be reported as it is.
  static let refusedReport = Self(rawValue: "refusedReport")
}

/// What the response allows.
extension ActionError.Code {
  /// The response cannot be completed; ``ActionError/faults`` says what is wrong with its answers.
  public static let faults = Self(rawValue: "faults")
  /// The response is completed and refuses edits.
  public static let completed = Self(rawValue: "completed")
  /// There is no step to undo.
  public static let nothingToUndo = Self(rawValue: "nothingToUndo")
  /// There is no step to redo.
  public static let nothingToRedo = Self(rawValue: "nothingToRedo")
  /// The form has no version with the number.
  public static let noSuchVersion = Self(rawValue: "noSuchVersion")
  /// The response fills in that version already.
  public static let alreadyInVersion = Self(rawValue: "alreadyInVersion")
  /// The journal has no entry with the revision.
  public static let unknownRevision = Self(rawValue: "unknownRevision")
  /// The response was upgraded after the revision.
  public static let beforeUpgrade = Self(rawValue: "beforeUpgrade")
  /// A later entry has changed what the revision changed.
  static let standsUnder = Self(rawValue: "standsUnder")
  /// The revision changed nothing that still holds.
  static let nothingToRevert = Self(rawValue: "nothingToRevert")
  /// A group of actions cannot contain this kind of action.
  static let notInGroup = Self(rawValue: "notInGroup")
  /// Only journals hold this kind of entry; it cannot be applied.
  static let notApplicable = Self(rawValue: "notApplicable")
}
