/// Collects the sections of a form; see ``FormDefinition/init(key:title:accordion:rowHeights:properties:content:)``.
public typealias SectionBuilder = ListBuilder<FormSection>

extension ListBuilder where Element == FormSection {
  /// A section.
  public static func buildExpression(_ section: FormSection) -> [FormSection] { [section] }
}
