/// Collects the sections of a form; see ``Form/init(key:title:accordion:rowHeights:properties:content:)``.
public typealias SectionBuilder = ListBuilder<Section>

extension ListBuilder where Element == Section {
  /// A section.
  public static func buildExpression(_ section: Section) -> [Section] { [section] }
}
