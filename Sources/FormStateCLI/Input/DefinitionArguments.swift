#if CommandLine
import ArgumentParser
import FormStateInterchange

/// How to read a file with a form, as far as the file does not determine it.
struct DefinitionArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The section titles for a plist, which has none; separated by commas.", valueName: "a,b,c"))
  var sectionTitles: String?
  @Option(
    help: ArgumentHelp("The plist key of the cells' titles, such as label.", valueName: "key"))
  var titleKey: String?
  @Option(
    help: ArgumentHelp("The layout that maps JSON files to sections and cells.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var layout: String?
  @Option(
    help: ArgumentHelp(
      "The folder with the files that the form names: external lists (.csv, XML, GeoJSON), pictures and sounds.",
      valueName: "folder"),
    completion: .directory)
  var attach: String?

  /// A file with a form, and its options.
  func file(at path: String, formKey: String?, isStrict: Bool = false) -> FormFile {
    FormFile(
      path: path, formKey: formKey, layout: layout, sectionTitles: sectionTitles.map(FormFile.titles(listed:)),
      titleKey: titleKey, isStrict: isStrict, attachments: attach)
  }

  /// Whether nothing is given.
  var isEmpty: Bool { !isOfDocument && attach == nil }

  /// Whether something is given that only a document needs.
  var isOfDocument: Bool { sectionTitles != nil || titleKey != nil || layout != nil }

  func validate() throws {
    if layout != nil && sectionTitles != nil {
      throw ValidationError("--section-titles is for a plist; with --layout the layout names the sections.")
    }
    if layout != nil && titleKey != nil {
      throw ValidationError("--title-key is for a plist; with --layout the layout determines the titles.")
    }
  }
}
#endif
