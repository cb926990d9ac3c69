import FormState

/// Derives the key of a cell from its titles, the same way when a plist is read and when it is written.
struct CellNaming {
  /// The name to make a key of, before it is made unique.
  ///
  /// A heading shows what was entered as its primary title, so its secondary title, which stays, comes first.
  ///
  /// - Parameters:
  ///   - primary: the primary title in the plist.
  ///   - secondary: the secondary title in the plist.
  ///   - parentKey: the key of the cell above; `nil` at the top level.
  static func name(
    kind: CellKind, isExpandable: Bool, primary: String, secondary: String, parentKey: String?
  ) -> String {
    let first = isExpandable ? secondary : primary
    let second = isExpandable ? primary : secondary
    for title in [first, second] where !isSwitchTitles(title, kind: kind) {
      if let slug = Slug.text(of: title) { return slug }
    }
    return parentKey.map { "\($0)-\(kind.rawValue)" } ?? kind.rawValue
  }

  private static func isSwitchTitles(_ title: String, kind: CellKind) -> Bool {
    kind == .switch && SwitchTitles(describedBy: title) != nil
  }
}
