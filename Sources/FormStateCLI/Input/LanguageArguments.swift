#if CommandLine
import ArgumentParser
import FormState
import FormStateStore
import Foundation

/// The language in which a command reports on a response.
struct LanguageArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The language to show, one of those that formstate list prints; by default FORMSTATE_LANGUAGE if the form has it, \
      or the form's own.
      """))
  var language: String?

  /// The requested language; `nil` without one.
  private var wanted: String? {
    language ?? ProcessInfo.processInfo.environment["FORMSTATE_LANGUAGE"].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Whether a language is requested, even the form's own.
  var isWanted: Bool { wanted != nil }

  /// The language to show a form in; `nil` for its own if that has no name.
  ///
  /// - Throws: `StoreError.Code.unknownLanguage` for one that is named with the command.
  func languageName(for form: FormDefinition) throws -> String? {
    if let language { return try form.language(meantBy: language) }
    return wanted.flatMap { try? form.language(meantBy: $0) } ?? form.language
  }

  /// Checks a language that is named with the command: an action that cannot be reported in it must not happen.
  ///
  /// - Throws: `StoreError.Code.unknownLanguage`.
  func check(for key: ResponseKey, in store: FormStore) throws {
    if let language { _ = try store.contents(of: key).form.language(meantBy: language) }
  }

  /// The language in which a command reports its changes; `nil` for the stored texts.
  ///
  /// - Throws: `StoreError.Code.unknownLanguage` for a language that is named with the command.
  func sentenceLanguage(of key: ResponseKey, in store: FormStore) throws -> SentenceLanguage? {
    let isChosen = language != nil || ProcessInfo.processInfo.environment["FORMSTATE_LANGUAGE"]?.isEmpty == false
    guard isChosen else { return try store.sentenceLanguage(of: key, choosing: nil) }
    return try store.sentenceLanguage(of: key) { try languageName(for: $0) }
  }

  /// The response with its rows in the language, if that is not the form's own; `nil` otherwise.
  func session(for key: ResponseKey, with sentences: SentenceLanguage?, in store: FormStore) throws -> FormSession? {
    guard sentences?.isOfTranslation == true else { return nil }
    return try store.session(for: key, language: try languageName(for: try store.contents(of: key).form))
  }

  /// The action with an option that is named by its title in the language or the form's own; `nil` if it does not name
  /// one so.
  ///
  /// - Complexity: O(n) for n cells.
  func meaning(of action: FormAction, on key: ResponseKey, in store: FormStore) throws -> FormAction? {
    guard let named = Self.named(by: action) else { return nil }
    let contents = try store.contents(of: key)
    let view = try view(of: contents)
    for (form, formats) in [(view?.form, view?.formats), (contents.form, ValueFormats.own(contents.form.language))] {
      guard let form, let formats else { continue }
      if action.kind == .set, let isOn = form.position(titled: named.title, ofSwitch: named.cell, formats) {
        return .set(.key(named.cell), .boolean(isOn))
      }
      guard let option = form.option(titled: named.title, under: named.cell) else { continue }
      guard action.kind == .set else { return .choose(.key(option.key)) }
      return .set(.key(named.cell), .text(option.optionValue ?? ""))
    }
    return nil
  }

  /// The cell and the title that an action names: `CELL=TITLE` of a chosen option, or the text to which a cell is set.
  private static func named(by action: FormAction) -> (cell: String, title: String)? {
    switch action {
    case .choose(.key(let name)):
      guard let sign = name.firstIndex(of: "=") else { return nil }
      return (String(name[..<sign]), String(name[name.index(after: sign)...]))
    case .set(.key(let cell), .text(let title)): return (cell, title)
    default: return nil
    }
  }

  /// The contents of a response, with the texts of its form in the language.
  ///
  /// - Throws: `StoreError.Code.unknownLanguage` for a language that is named with the command.
  func shown(_ contents: ResponseContents) throws -> ResponseContents {
    var forms = ShownForms(self)
    return try forms.showing(contents)
  }

  /// A response in the language; `nil` for the stored texts.
  ///
  /// - Throws: `StoreError.Code.unknownLanguage` for a language that is named with the command.
  func view(of contents: ResponseContents) throws -> LanguageView? {
    try languageName(for: contents.form).flatMap { try LanguageView(of: contents, in: $0) }
  }
}

extension FormDefinition {
  /// The position of a switch by its title.
  fileprivate func position(titled title: String, ofSwitch key: String, _ formats: ValueFormats) -> Bool? {
    guard let cell = sections.lazy.flatMap(\.cells).first(where: { $0.key == key.canonicalKey }), cell.kind == .switch
    else { return nil }
    return [true, false].first { formats.text(of: .boolean($0), in: cell).lowercased() == title.lowercased() }
  }

  /// The only option directly below a cell with a title.
  fileprivate func option(titled title: String, under key: String) -> FormCell? {
    for section in sections {
      guard let position = section.cells.firstIndex(where: { $0.key == key.canonicalKey }) else { continue }
      let below = section.cells[position...].dropFirst().prefix(max(0, section.cells[position].additionalRows))
      let options = below.filter { $0.kind == .option && $0.title.canonicalKey == title.canonicalKey }
      return options.count == 1 ? options.first : nil
    }
    return nil
  }
}
#endif
