/// A switch.
public struct SwitchCell: CellDescription {
  public let draft: CellDraft

  /// Describes a switch.
  ///
  /// - Parameters:
  ///   - key: the stable name of the cell; unique in its form.
  ///   - title: the primary title.
  ///   - subtitle: the secondary title.
  ///   - value: the position until a person sets one; `true` is on.
  ///   - off: what the switch shows for off; left out, “Off”.
  ///   - on: what the switch shows for on; left out, “On”.
  ///   - content: the cells under it, which make it expandable.
  public init(
    _ key: String, title: String = "", subtitle: String = "", value: Bool? = nil, off: String? = nil, on: String? = nil,
    @CellBuilder content: () -> [FormCell] = { [] }
  ) {
    draft = CellDraft(
      FormCell(
        key: key, kind: .switch, title: title, subtitle: subtitle, defaultValue: value.map(CellValue.boolean),
        switchTitles: Self.titles(off: off, on: on)),
      descendants: content())
  }

  private static func titles(off: String?, on: String?) -> SwitchTitles? {
    guard off != nil || on != nil else { return nil }
    return SwitchTitles(off: off ?? SwitchTitles.standard.off, on: on ?? SwitchTitles.standard.on)
  }
}
