extension ActionError {
  /// Why an action was refused. More codes may come with each release.
  @nonexhaustive
  public enum Code: String, Hashable, Sendable {
    // What an action names.

    /// The form has no cell with the key.
    case unknownCell
    /// The form has no section with the key.
    case unknownSection
    /// The form has no section at the position.
    case noSuchSection
    /// The section shows no row at the position.
    case noSuchRow
    /// The section of the row path is folded, so none of its cells has a row path.
    case rowInFoldedSection
    /// The row is kept without height because its cell is hidden.
    case hiddenRow
    /// The cell is in a repeat, and only an address with an instance says which one is meant.
    case needsInstance
    /// There is no instance at the address.
    case noSuchInstance
    /// Several instances have the number at the address, and what else they are called tells them apart.
    case ambiguousInstance
    /// The cell is in no repeat, so it has no instances.
    case standsInNoRepeat
    /// The address names an instance of a repeat where the action needs a cell.
    case namesInstance
    /// The cell is not a repeat, so it has no instances.
    case notARepeat
    /// The instance belongs to another repeat, or to the same repeat in another instance.
    case otherRepeat

    // What a cell allows.

    /// The cell never shows because the definition hides it or a cell above it.
    case neverShows
    /// The cell does not show because a rule makes it, or a cell or section around it, irrelevant.
    case irrelevant
    /// A rule failed; ``ActionError/rule`` says which kind.
    case failedRule
    /// The cell cannot be expanded or collapsed.
    case notExpandable
    /// The section cannot be folded.
    case notFoldable
    /// The cell is not an option.
    case notAnOption
    /// The cell refuses the value; ``ActionError/refusedValue`` says what it would accept.
    case refusedValue
    /// The cell holds no value, so there is nothing to clear.
    case holdsNoValue
    /// The cell has no text field, so it keeps no draft.
    case takesNoDraft
    /// The cell has no options to choose from.
    case hasNoChoices
    /// The cell is read-only by its rule.
    case readOnly
    /// The repeat has its maximum number of instances.
    case tooManyInstances
    /// The repeat has its minimum number of instances.
    case tooFewInstances
    /// A rule determines the number of instances.
    case countedInstances
    /// An instance of the response has or had the number; numbers are never reused.
    case numberWasGiven
    /// The number is greater than any instance can have.
    case noSuchNumber
    /// The cell, the instance or the completion has no open question, or none with that alternative.
    case noQuestion
    /// The fault cannot be reported as it is.
    case refusedReport

    // What the response allows.

    /// The response cannot be completed; ``ActionError/faults`` says what is wrong with its answers.
    case faults
    /// The response is completed and refuses edits.
    case completed
    /// There is no step to undo.
    case nothingToUndo
    /// There is no step to redo.
    case nothingToRedo
    /// The form has no version with the number.
    case noSuchVersion
    /// The response fills in that version already.
    case alreadyInVersion
    /// The journal has no entry with the revision.
    case unknownRevision
    /// The response was upgraded after the revision.
    case beforeUpgrade
    /// A later entry has changed what the revision changed.
    case standsUnder
    /// The revision changed nothing that still holds.
    case nothingToRevert
    /// A group of actions cannot contain this kind of action.
    case notInGroup
    /// Only journals hold this kind of entry; it cannot be applied.
    case notApplicable
  }
}
