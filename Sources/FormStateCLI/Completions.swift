#if CommandLine
import ArgumentParser
import FormState
import FormStateStore
import Foundation

/// The candidates with which a shell completes a word, read from the file that the preceding words name.
///
/// Completion never reports errors: an unreadable file has no candidates.
enum Completions {
  /// The keys of forms.
  static let forms = CompletionKind.custom { words, _, _ in
    read(words) { store, _ in try store.formKeys() }
  }

  /// The keys of responses.
  static let responses = CompletionKind.custom { words, _, _ in
    read(words) { store, form in try store.responseKeys(ofForm: form) }
  }

  /// The keys of cells, and of options as QUESTION=VALUE; for commands that take sections, those of foldable ones too.
  static let cells = CompletionKind.custom { words, _, _ in
    let takesSections = words.contains { ["tap", "expand", "collapse"].contains($0) }
    return read(words) { store, form in
      let sections = try store.form(form).sections
      return sections.flatMap(\.cells).map(\.key) + sections.filter { takesSections && $0.isFoldable }.map(\.key)
    }
  }

  /// The values of the preceding cell: those of its options, or a switch's positions.
  static let values = CompletionKind.custom { words, _, _ in
    read(words) { store, form in
      for section in try store.form(form).sections {
        for (position, cell) in section.cells.enumerated() where words.contains(cell.key) {
          if cell.kind == .switch { return ["on", "off"] }
          return section.optionsDirectly(under: position).compactMap(\.optionValue)
        }
      }
      return []
    }
  }

  /// Reads the named file, for the named form or its only one.
  private static func read(_ words: [String], _ keys: (FormStore, _ form: String) throws -> [String]) -> [String] {
    let file = words.first(where: DefaultDatabase.isDatabase) ?? ProcessInfo.processInfo.environment["FORMSTATE_DB"]
    guard let path = try? file.map(DefaultDatabase.path),
      let store = try? FormStore(path: path, access: .read, settings: FormStore.Settings(busyTimeout: 0.2))
    else { return [] }
    let named = zip(words, words.dropFirst()).first { $0.0 == "--form" || $0.0 == "-f" }?.1
    guard let form = try? named ?? store.formKeys().first else { return [] }
    return (try? keys(store, form)) ?? []
  }
}
#endif
