/// What a person says about a document besides the document itself.
public struct ImportSettings: Hashable, Sendable {
  /// The key that the form gets; `nil` for the document's own, or else one made from ``sourceName``.
  public var formKey: String?
  /// The titles of the sections in order; `nil` for the document's own.
  public var sectionTitles: [String]?
  /// The name of the file, for messages and for a form without a key.
  public var sourceName: String

  /// Creates settings.
  public init(formKey: String? = nil, sectionTitles: [String]? = nil, sourceName: String) {
    self.formKey = formKey
    self.sectionTitles = sectionTitles
    self.sourceName = sourceName
  }

  /// The key of a form whose document names none: `CellDescriptor.plist` gives `celldescriptor`.
  var keyFromName: String {
    let file = sourceName.split(separator: "/").last ?? Substring(sourceName)
    let stem = file.lastIndex(of: ".").map { file[..<$0] } ?? file
    return Slug.text(of: stem.isEmpty ? file : stem) ?? "form"
  }

  /// What is wrong with the section titles for a document with so many sections; `nil` when they fit.
  func titlesFault(sectionCount: Int) -> Diagnostic? {
    guard let sectionTitles, sectionTitles.count != sectionCount else { return nil }
    let sections = sectionCount == 1 ? "1 section" : "\(sectionCount) sections"
    let titles = sectionTitles.count == 1 ? "1 section title is" : "\(sectionTitles.count) section titles are"
    return Diagnostic(
      problem: "the document has \(sections), but \(titles) given",
      action: "give a title for each section, in order")
  }
}
