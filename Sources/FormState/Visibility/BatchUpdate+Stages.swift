extension BatchUpdate {
  /// The update as table and collection views want it: one batch of reloads first, then one of everything else.
  ///
  /// While it takes the first stage, a table view must find the rows as they were, with their new content; with the second
  /// stage the rows move. `FormSession.apply(_:showing:)` answers it accordingly.
  public var stages: [BatchUpdate] {
    var reloads = BatchUpdate()
    reloads.reloadedRows = reloadedRows
    var rest = self
    rest.reloadedRows = []
    return [reloads, rest].filter { !$0.isEmpty }
  }
}
