/// Collects the sections of a form, as in
/// ``FormDefinition/init(key:title:accordion:lists:rowHeights:properties:content:)``.
public typealias SectionBuilder = ListBuilder<FormSection>

extension ListBuilder where Element == FormSection {
  /// A section.
  public static func buildExpression(_ section: FormSection) -> [FormSection] { [section] }
}
