/// Which undo step a new entry of a journal is part of.
struct StepPlacement: Hashable {
  /// The first revision of the step; `nil` for a step of its own.
  var start: Int?
  /// What the caller calls the group of actions.
  var group: String?
}
